//! What may be sent to which tool.

use std::fmt;

use serde_json::{Map, Value, json};

use super::super::kind::ProbeKind;
use super::Options;
use crate::schema::compile::{Schema, Uncompilable};
use crate::schema::fault::{Fault, Pointer};

/// How much may be sent to a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Everything.
    Everything,
    /// Nothing.
    Nothing,
    /// Only what no server could run by mistake.
    Safe,
}

/// Why a tool is left out, wholly or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipReason {
    /// It says that it is destructive.
    Destructive,
    /// An earlier tool has its name.
    DuplicateName,
    /// No call was found that its schema accepts.
    NoBaseCall,
    /// It has no `inputSchema`.
    NoInputSchema,
    /// It has no name, or one that is no string.
    NoName,
    /// The user named others.
    NotAskedFor,
    /// It may write, so only calls that no server could run by mistake are made.
    NotReadOnly,
    /// It may write, and requires nothing that could be left out or be of a wrong type.
    NothingSafe,
    /// Its schema cannot be compiled.
    Uncompilable(Uncompilable),
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Destructive => "destructiveHint (--include-destructive probes it)",
            Self::DuplicateName => "an earlier tool has the same name",
            Self::NoBaseCall => "no call found that inputSchema accepts",
            Self::NoInputSchema => "no inputSchema",
            Self::NoName => "no name that is a string",
            Self::NotAskedFor => "not asked for (--tool, --skip-tool)",
            Self::NotReadOnly => {
                "no readOnlyHint: valid calls and single faults not sent (--allow-writes sends them)"
            }
            Self::NothingSafe => {
                "no readOnlyHint, and nothing required that a safe call could break (--allow-writes probes it)"
            }
            Self::Uncompilable(error) => return write!(f, "inputSchema: {error}"),
        })
    }
}

/// How much may be sent to `tool`. Only hints that are `true` count for anything.
pub fn permission(tool: &Value, options: Options) -> Permission {
    let hint =
        |name| tool.get("annotations").and_then(|all| all.get(name)) == Some(&Value::Bool(true));
    // A tool that claims both may well be destructive.
    if hint("destructiveHint") && !options.include_destructive {
        Permission::Nothing
    } else if options.allow_writes || hint("readOnlyHint") && !hint("destructiveHint") {
        Permission::Everything
    } else {
        Permission::Safe
    }
}

/// The calls that no server could run by mistake: without arguments, and with a wrong container for each that is
/// required. With each goes the first fault that the validator finds in it.
pub(super) fn safe_calls(schema: &Schema) -> Vec<(ProbeKind, Value, Fault)> {
    let nothing = json!({});
    let missing = schema.faults(&nothing);
    let required: Vec<Pointer> = missing
        .iter()
        .map(|fault| fault.parameter.clone())
        .filter(|at| at.tokens().count() == 1)
        .collect();
    let Some(first) = missing.into_iter().next().filter(|_| !required.is_empty()) else {
        return Vec::new();
    };
    let mut calls = vec![(ProbeKind::SafeMissing, nothing, first)];
    let wrong = |at: &Pointer| {
        let name = at.leaf()?;
        let containers = [json!({"unexpected": true}), json!(["unexpected"])].into_iter();
        let mut wrong = containers.filter(|container| {
            let faults = schema.faults(&json!({&name: container}));
            faults.iter().any(|fault| fault.parameter == *at)
        });
        Some((name.clone(), wrong.next()?))
    };
    let arguments: Option<Map<String, Value>> = required.iter().map(wrong).collect();
    if let Some(arguments) = arguments.map(Value::Object) {
        let mut faults = schema.faults(&arguments).into_iter();
        if let Some(first) = faults.next() {
            calls.push((ProbeKind::SafeType, arguments, first));
        }
    }
    calls
}

//! Compiles a schema and judges instances by it, in bounded time whatever the schema.

use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, ReferencingError, ValidationError, Validator};
use serde_json::Value;

use super::bounds::{self, Bound};
use super::cost::Cost;
use super::dialect::Dialect;
use super::fault::{Fault, Pointer};
use super::plain;
use super::translate::Translation;

#[cfg(test)]
mod tests;

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    source: Value,
    dialect: Dialect,
    /// What most instances are judged by.
    is_plain: bool,
    /// Compiled when it is first asked, where the schema is plain; `None` where that failed.
    validator: OnceLock<Option<Validator>>,
    cost: Cost,
}

/// The reason why a schema cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Uncompilable {
    /// A subschema applies to the very value that it is asked about, without end.
    #[error("a `$ref` leads back to itself without going into the value")]
    EndlessReference,
    /// A `$ref` leaves the document.
    #[error("`$ref` {0:?} leaves the schema")]
    ExternalRef(String),
    /// The meta-schema refuses it.
    #[error("{why}{}", place(.at))]
    Invalid {
        /// The place in the schema.
        at: Pointer,
        /// What is wrong there.
        why: String,
    },
    /// It measures more than is compiled.
    #[error("over {limit} {0}", limit = .0.limit())]
    OverBound(Bound),
    /// `$schema` names no draft of JSON Schema.
    #[error("unknown dialect {0:?} in `$schema`")]
    UnknownDialect(String),
    /// A `$ref` leads to nothing in the document.
    #[error("`$ref` {0:?} leads nowhere in the schema")]
    UnresolvableRef(String),
}

impl Schema {
    /// Compiles `schema`, in the dialect that it names, else in 2020-12.
    pub fn compile(schema: &Value) -> Result<Self, Uncompilable> {
        Self::compile_as(schema, Dialect::default())
    }

    /// Compiles `schema`, in the dialect that it names, else in `unless_named`.
    pub fn compile_as(schema: &Value, unless_named: Dialect) -> Result<Self, Uncompilable> {
        bounds::check(schema).map_err(Uncompilable::OverBound)?;
        let named = Dialect::named_by(schema).map_err(Uncompilable::UnknownDialect)?;
        let dialect = named.unwrap_or(unless_named);
        let cost = Cost::of(schema)?;
        let is_plain = plain::is_plain(schema, dialect);
        let validator = OnceLock::new();
        if !is_plain {
            let built = build(schema, dialect).map_err(|error| uncompilable(&error))?;
            validator.get_or_init(|| Some(built));
        }
        Ok(Self { source: schema.clone(), dialect, is_plain, validator, cost })
    }

    /// The dialect that it is read in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The schema as it was given.
    pub fn source(&self) -> &Value {
        &self.source
    }

    /// Whether judging `instance` is within the limits of depth and steps.
    ///
    /// Where it is not, [`accepts`](Self::accepts) is false and [`faults`](Self::faults) is empty: nothing is proved
    /// either way.
    pub fn can_judge(&self, instance: &Value) -> bool {
        self.cost.affords(instance)
    }

    /// What `instance` breaks, ordered as the instance, then as the schema; the first faults, where they would pass
    /// a thousand or 16 MiB.
    pub fn faults(&self, instance: &Value) -> Vec<Fault> {
        if !self.can_judge(instance) || self.is_met_by(instance) {
            return Vec::new();
        }
        let Some(validator) = self.validator() else { return Vec::new() };
        let errors: Vec<_> = validator.iter_errors(instance).collect();
        Translation::new(&self.source, instance).faults(&errors)
    }

    /// Whether `instance` is proved to break nothing.
    pub fn accepts(&self, instance: &Value) -> bool {
        self.can_judge(instance) && self.is_met_by(instance)
    }

    fn is_met_by(&self, instance: &Value) -> bool {
        self.is_plain && plain::accepts(&self.source, instance)
            || self.validator().is_some_and(|validator| validator.is_valid(instance))
    }

    fn validator(&self) -> Option<&Validator> {
        self.validator.get_or_init(|| build(&self.source, self.dialect).ok()).as_ref()
    }
}

pub(super) fn build(
    schema: &Value,
    dialect: Dialect,
) -> Result<Validator, ValidationError<'static>> {
    let options =
        jsonschema::options().offline().should_validate_formats(false).with_draft(match dialect {
            Dialect::Draft4 => Draft::Draft4,
            Dialect::Draft6 => Draft::Draft6,
            Dialect::Draft7 => Draft::Draft7,
            Dialect::Draft201909 => Draft::Draft201909,
            Dialect::Draft202012 => Draft::Draft202012,
        });
    let linear = PatternOptions::regex().size_limit(REGEX_SIZE).dfa_size_limit(REGEX_SIZE);
    let error = match options.clone().with_pattern_options(linear).build(schema) {
        Ok(validator) => return Ok(validator),
        Err(error) => error,
    };
    // What the linear engine cannot read may be a look-around or a back reference.
    if !is_about_a_pattern(&error) {
        return Err(error);
    }
    let backtracking = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACK_LIMIT)
        .size_limit(REGEX_SIZE)
        .dfa_size_limit(REGEX_SIZE);
    options.with_pattern_options(backtracking).build(schema)
}

fn is_about_a_pattern(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Format { format } if format == "regex")
        || error.instance_path().as_str().rsplit('/').any(|token| token.starts_with("pattern"))
        || error.schema_path().as_str().rsplit('/').any(|token| token.starts_with("pattern"))
}

fn uncompilable(error: &ValidationError<'_>) -> Uncompilable {
    let at = Pointer::from_escaped(error.instance_path().as_str());
    if let ValidationErrorKind::Referencing(error) = error.kind() {
        return match error {
            ReferencingError::Unretrievable { uri, .. } => Uncompilable::ExternalRef(uri.clone()),
            ReferencingError::PointerToNowhere { pointer }
            | ReferencingError::InvalidPercentEncoding { pointer, .. }
            | ReferencingError::InvalidArrayIndex { pointer, .. } => {
                Uncompilable::UnresolvableRef(format!("#{pointer}"))
            }
            ReferencingError::NoSuchAnchor { anchor }
            | ReferencingError::InvalidAnchor { anchor } => {
                Uncompilable::UnresolvableRef(format!("#{anchor}"))
            }
            ReferencingError::UnknownSpecification { specification: uri }
            | ReferencingError::CircularMetaschema { uri } => {
                Uncompilable::UnknownDialect(uri.clone())
            }
            ReferencingError::InvalidUri(error) => {
                Uncompilable::Invalid { at, why: error.to_string() }
            }
        };
    }
    // The value is the server's and of any length.
    Uncompilable::Invalid { at, why: error.masked().to_string() }
}

fn place(at: &Pointer) -> String {
    if at.as_str().is_empty() { String::new() } else { format!(" at `{at}`") }
}

const REGEX_SIZE: usize = 4 << 20;
const BACKTRACK_LIMIT: usize = 50_000;

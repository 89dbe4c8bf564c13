//! What a text tells about the fault of a call.

use serde_json::Value;

use crate::classify::call::Standing;
use crate::classify::exchange::Exchange;
use crate::classify::run::ListedTool;
use crate::judge::facts::{self, Breach, Broken, Facts, GradedCall};
use crate::schema::fault::{Constraint, Fault};

/// The facts that `text` holds, about `fault` where the arguments break `inputSchema`.
pub(super) fn grade(
    exchange: &Exchange,
    tool: Option<&ListedTool>,
    text: &str,
    fault: Option<&Fault>,
) -> Option<Facts> {
    let params = exchange.params()?;
    let arguments = Value::Object(params.arguments.clone());
    let broken = match &exchange.standing {
        Standing::BadArguments(_) => {
            let fault = fault?;
            Broken::Argument { parameter: &fault.parameter, breach: breach(fault) }
        }
        Standing::Valid { doubtful: Some(doubtful) } => {
            Broken::Argument { parameter: &doubtful.parameter, breach: Breach::Value }
        }
        Standing::Valid { doubtful: None } | Standing::Unjudged(_) => Broken::Upstream,
        Standing::Malformed(_) => Broken::MalformedCall { given: None },
        Standing::UnknownTool => Broken::UnknownTool,
    };
    let input_schema = tool.and_then(|listed| listed.tool.input_schema()).unwrap_or(&Value::Null);
    Some(facts::facts(
        text,
        &GradedCall { tool: &params.name, input_schema, arguments: &arguments, broken },
    ))
}

/// The fault that the call was made for, or else the first; where there are several, rather one that `text` tells of.
pub(super) fn fault_told<'a>(
    exchange: &'a Exchange,
    tool: Option<&ListedTool>,
    text: &str,
) -> Option<&'a Fault> {
    let Standing::BadArguments(faults) = &exchange.standing else { return None };
    let meant = exchange.probe.as_ref().and_then(|probe| probe.parameter.as_deref());
    let is_meant = |fault: &&Fault| Some(fault.parameter.as_str()) == meant;
    let meant = faults.iter().find(is_meant).or(faults.first())?;
    if faults.len() == 1 {
        return Some(meant);
    }
    let mut candidates = std::iter::once(meant).chain(faults).take(MOST_FAULTS);
    let is_told = |fault: &&Fault| {
        grade(exchange, tool, text, Some(fault)).is_some_and(|facts| facts.parameter == Some(true))
    };
    Some(candidates.find(is_told).unwrap_or(meant))
}

/// The kind of breach that the grading of messages tells apart.
pub(crate) fn breach(fault: &Fault) -> Breach {
    match &fault.constraint {
        Constraint::AdditionalProperties(_) => Breach::Extra,
        Constraint::Const(_) | Constraint::Enum(_) => Breach::Choice,
        Constraint::DependentRequired(_) | Constraint::Required => Breach::Missing,
        Constraint::AnyOf(_) | Constraint::OneOf(_) | Constraint::Type(_) => match fault.given {
            Some(Value::Null) => Breach::Null,
            Some(_) | None => Breach::Type,
        },
        Constraint::ExclusiveMaximum(_)
        | Constraint::ExclusiveMinimum(_)
        | Constraint::Format(_)
        | Constraint::MaxItems(_)
        | Constraint::MaxLength(_)
        | Constraint::MaxProperties(_)
        | Constraint::Maximum(_)
        | Constraint::MinItems(_)
        | Constraint::MinLength(_)
        | Constraint::MinProperties(_)
        | Constraint::Minimum(_)
        | Constraint::MultipleOf(_)
        | Constraint::Other(_)
        | Constraint::Pattern(_)
        | Constraint::UniqueItems => Breach::Bound,
    }
}

/// How many faults of one call a text is held against.
const MOST_FAULTS: usize = 8;

//! One exchange as the rules see it: with its tool, its text, the fault of the call and the facts that the text holds.

use super::facts::{self, Breach, Broken, Facts, GradedCall};
use crate::classify::call::Standing;
use crate::classify::cause::{ErrorCause, FailedCall, cause_of};
use crate::classify::channel::Channel;
use crate::classify::exchange::Exchange;
use crate::classify::outcome::Outcome;
use crate::classify::run::{ListedTool, Run};
use crate::schema::fault::{Constraint, Fault, Pointer};
use serde_json::Value;

/// One exchange, made ready for the rules.
pub struct Case<'a> {
    /// The run it belongs to.
    pub run: &'a Run,
    /// The exchange.
    pub exchange: &'a Exchange,
    /// The tool, if it is listed.
    pub tool: Option<&'a ListedTool>,
    /// The text that a model or a client could read.
    pub text: String,
    /// What a JSON-RPC error is about; `None` for any other outcome, and for other methods than `tools/call`.
    pub cause: Option<ErrorCause>,
    /// What the text of a tool failure holds; `None` where the call did not fail as a tool does.
    pub facts: Option<Facts>,
}

impl<'a> Case<'a> {
    /// Makes `exchange` of `run` ready.
    pub fn new(run: &'a Run, exchange: &'a Exchange) -> Self {
        let tool = exchange.tool_name().and_then(|name| run.tool(name));
        let text = exchange.text();
        let cause = cause(run, exchange, tool, &text);
        let is_failure = exchange.outcome == Outcome::Answered(Channel::ToolExecutionError)
            || cause == Some(ErrorCause::ToolFailure);
        let facts = is_failure.then(|| graded(exchange, tool, &text)).flatten();
        Self { run, exchange, tool, text, cause, facts }
    }

    /// The call failed as a tool does: in a result with `isError`, or in an error that should have been one.
    pub fn is_tool_failure(&self) -> bool {
        self.is_tool_execution_error() || self.cause == Some(ErrorCause::ToolFailure)
    }

    /// The answer is a result with `isError: true`.
    pub fn is_tool_execution_error(&self) -> bool {
        self.exchange.outcome == Outcome::Answered(Channel::ToolExecutionError)
    }

    /// The faults of the arguments, where they break `inputSchema` beyond doubt.
    pub fn faults(&self) -> &'a [Fault] {
        match &self.exchange.standing {
            Standing::BadArguments(faults) => faults,
            Standing::Malformed(_)
            | Standing::Unjudged(_)
            | Standing::UnknownTool
            | Standing::Valid { .. } => &[],
        }
    }

    /// The fault that the call was made for, or else the first.
    pub fn fault(&self) -> Option<&'a Fault> {
        let faults = self.faults();
        let meant = self.exchange.probe.as_ref().and_then(|probe| probe.parameter.as_deref());
        faults.iter().find(|fault| Some(fault.parameter.as_str()) == meant).or(faults.first())
    }

    /// The argument at fault, broken or doubtful.
    pub fn parameter(&self) -> Option<Pointer> {
        match &self.exchange.standing {
            Standing::BadArguments(_) => self.fault().map(|fault| fault.parameter.clone()),
            Standing::Valid { doubtful } => {
                doubtful.as_ref().map(|doubtful| doubtful.parameter.clone())
            }
            Standing::Malformed(_) | Standing::Unjudged(_) | Standing::UnknownTool => None,
        }
    }

    /// What tells the situation from others: the keyword broken, or the kind of probe.
    pub fn situation(&self) -> String {
        match self.fault() {
            Some(fault) => fault.constraint.keyword().to_owned(),
            None => {
                self.exchange.probe.as_ref().map(|probe| probe.kind.clone()).unwrap_or_default()
            }
        }
    }

    /// The start of the text, in quotes, for a finding.
    pub fn quote(&self) -> String {
        quote(&self.text)
    }
}

/// `text` on one line, in quotes, cut where it grows long.
pub fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("\"{}…\"", &line[..end]),
        None => format!("\"{line}\""),
    }
}

fn cause(
    run: &Run,
    exchange: &Exchange,
    tool: Option<&ListedTool>,
    text: &str,
) -> Option<ErrorCause> {
    exchange.tool_name().or(matches!(exchange.standing, Standing::Malformed(_)).then_some(""))?;
    let call = FailedCall {
        request: exchange.request()?,
        standing: &exchange.standing,
        tool: tool.map(|listed| &listed.tool),
        has_list: run.has_list(),
        protocol: run.version(),
    };
    Some(cause_of(exchange.outcome.code()?, text, call))
}

fn graded(exchange: &Exchange, tool: Option<&ListedTool>, text: &str) -> Option<Facts> {
    let params = exchange.params()?;
    let arguments = Value::Object(params.arguments.clone());
    let parameter;
    let broken = match &exchange.standing {
        Standing::BadArguments(faults) => {
            let meant = exchange.probe.as_ref().and_then(|probe| probe.parameter.as_deref());
            let fault = faults
                .iter()
                .find(|fault| Some(fault.parameter.as_str()) == meant)
                .or(faults.first())?;
            Broken::Argument { parameter: &fault.parameter, breach: breach(fault) }
        }
        Standing::Valid { doubtful: Some(doubtful) } => {
            parameter = doubtful.parameter.clone();
            Broken::Argument { parameter: &parameter, breach: Breach::Value }
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

/// The kind of breach that the grading of messages tells apart.
pub fn breach(fault: &Fault) -> Breach {
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

/// How much of a text a finding shows, in characters.
const QUOTED: usize = 200;

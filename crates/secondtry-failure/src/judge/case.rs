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

use self::control::Controls;

mod control;
mod error_data;

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
    /// A valid call of the tool was refused in the same words, so that they say nothing about the arguments.
    pub is_masked_by_control: bool,
    reason_in_data: Option<String>,
}

impl<'a> Case<'a> {
    /// Makes every exchange of `run` ready.
    pub fn all(run: &'a Run) -> Vec<Self> {
        let controls = Controls::of(run);
        run.exchanges.iter().map(|exchange| Self::beside(&controls, run, exchange)).collect()
    }

    /// Makes `exchange` of `run` ready, alone.
    pub fn new(run: &'a Run, exchange: &'a Exchange) -> Self {
        Self::beside(&Controls::of(run), run, exchange)
    }

    fn beside(controls: &Controls<'a>, run: &'a Run, exchange: &'a Exchange) -> Self {
        let tool = exchange.tool_name().and_then(|name| run.tool(name));
        let text = exchange.text();
        let cause = cause(run, exchange, tool, &text);
        let is_failure = exchange.outcome == Outcome::Answered(Channel::ToolExecutionError)
            || cause == Some(ErrorCause::ToolFailure);
        let facts = is_failure.then(|| graded(exchange, tool, &text)).flatten();
        let reason_in_data =
            facts.as_ref().and_then(|facts| reason_in_data(exchange, tool, *facts));
        let is_masked_by_control = controls.refuse_alike(exchange);
        Self { run, exchange, tool, text, cause, facts, is_masked_by_control, reason_in_data }
    }

    /// The reason in `error.data`, where the text of a tool failure does not give it.
    pub fn reason_in_data(&self) -> Option<&str> {
        self.reason_in_data.as_deref()
    }

    /// The facts about the argument at fault and the argument, where the text gives a reason that can be graded.
    pub fn argument_facts(&self) -> Option<(&Facts, Pointer)> {
        let facts = self.facts.as_ref()?;
        let gives_reason = !self.text.trim().is_empty()
            && !facts.stock_sentence
            && !hides_the_reason(&self.text)
            && self.reason_in_data.is_none();
        Some((facts, self.parameter().filter(|_| gives_reason)?))
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

/// `error.data` gives the reason, and the text gives none or leaves out what `data` says of the argument.
fn reason_in_data(exchange: &Exchange, tool: Option<&ListedTool>, facts: Facts) -> Option<String> {
    let reason = error_data::reason_text(exchange.error()?.get("data")?)?;
    let is_poor = facts.stock_sentence
        || facts.parameter == Some(false)
            && facts.constraint != Some(true)
            && graded(exchange, tool, &reason).is_some_and(|data| data.parameter == Some(true));
    is_poor.then_some(reason)
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

/// An SDK's check of the result stands where the tool's own failure should: the reason is gone.
pub(super) fn hides_the_reason(text: &str) -> bool {
    let lower = text.to_lowercase();
    let speaks_of_output = [
        "output check",
        "output validation",
        "outputschema",
        "output schema",
        "structured content",
    ]
    .iter()
    .any(|words| lower.contains(words));
    let is_absent = [
        "no structured",
        "did not return",
        "produced no",
        "without structured",
        "missing structured",
    ]
    .iter()
    .any(|words| lower.contains(words));
    speaks_of_output && is_absent
}

/// How much of a text a finding shows, in characters.
const QUOTED: usize = 200;

//! One exchange as the rules see it: with its tool, its text, the fault of the call and the facts that the text holds.

use super::facts::{Facts, secrets};
use super::rules::content_missing::flaw as content_flaw;
use super::suggestion::suggestion;
use crate::classify::call::Standing;
use crate::classify::cause::{ErrorCause, FailedCall, cause_of, tells_unknown_tool};
use crate::classify::channel::Channel;
use crate::classify::exchange::Exchange;
use crate::classify::outcome::Outcome;
use crate::classify::run::{ListedTool, Run};
use crate::probe::ProbeKind;
use crate::schema::fault::{Fault, Pointer};
use serde_json::Value;

use self::control::Controls;
use self::grading::{fault_told, grade};

mod control;
pub(crate) mod error_data;
pub(crate) mod grading;

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
    /// What the text of a tool failure holds; `None` where the call did not fail as a tool does, or there is no such
    /// tool.
    pub facts: Option<Facts>,
    fault: Option<&'a Fault>,
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
        let fault = fault_told(exchange, tool, &text);
        let names_tool = !is_unknown_tool(run, exchange, &text);
        let facts =
            (is_failure && names_tool).then(|| grade(exchange, tool, &text, fault)).flatten();
        let reason_in_data =
            facts.as_ref().and_then(|facts| reason_in_data(exchange, tool, *facts, fault));
        let is_masked_by_control = controls.refuse_alike(exchange, fault);
        Self {
            run,
            exchange,
            tool,
            text,
            cause,
            facts,
            fault,
            is_masked_by_control,
            reason_in_data,
        }
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

    /// The result tells of a failure in anything but text.
    pub fn has_content_but_no_text(&self) -> bool {
        let has = |member: &str| match self.exchange.result().and_then(|result| result.get(member))
        {
            None | Some(Value::Null) => false,
            Some(Value::Array(items)) => !items.is_empty(),
            Some(Value::Object(members)) => !members.is_empty(),
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_)) => true,
        };
        self.is_tool_execution_error()
            && self.text.trim().is_empty()
            && !self.breaks_content()
            && (has("content") && !self.has_text_block() || has("structuredContent"))
    }

    /// The result has no list of content blocks.
    pub fn breaks_content(&self) -> bool {
        self.exchange.result().is_some_and(|result| content_flaw(result).is_some())
    }

    fn has_text_block(&self) -> bool {
        let content = self.exchange.result().and_then(|result| result.get("content"));
        let mut blocks = content.and_then(Value::as_array).into_iter().flatten();
        blocks.any(|block| block.get("type").and_then(Value::as_str) == Some("text"))
    }

    /// The text names the argument of `fault`.
    pub fn tells_of(&self, fault: &Fault) -> bool {
        grade(self.exchange, self.tool, &self.text, Some(fault))
            .is_some_and(|facts| facts.parameter == Some(true))
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

    /// The fault that the text is held against: what the call was made to break, or else the first; where there are
    /// several, rather one that the text tells of.
    pub fn fault(&self) -> Option<&'a Fault> {
        self.fault
    }

    /// What should have been sent, where that follows beyond doubt and the text does not say it.
    pub fn suggestion(&self) -> Option<Value> {
        let schema = self.tool?.tool.input_schema()?;
        let suggestion = suggestion(self.fault?, schema)?;
        (!self.text.contains(&suggestion.words())).then(|| suggestion.into_value())
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

    /// The value at fault is valid by the schema and names something that does not exist.
    pub fn names_what_is_not_there(&self) -> bool {
        match &self.exchange.standing {
            Standing::Valid { doubtful: Some(doubtful) } => matches!(
                doubtful.kind,
                ProbeKind::MissingFile | ProbeKind::UnknownHandle | ProbeKind::UnknownId
            ),
            Standing::BadArguments(_)
            | Standing::Malformed(_)
            | Standing::Unjudged(_)
            | Standing::UnknownTool
            | Standing::Valid { doubtful: None } => false,
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

/// `text` on one line, in quotes, cut where it grows long; never inside a secret, which nobody would know again.
pub fn quote(text: &str) -> String {
    let head = text.char_indices().nth(8 * QUOTED).map_or(text, |(end, _)| &text[..end]);
    let line = head.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((cut, _)) = line.char_indices().nth(QUOTED) else { return format!("\"{line}\"") };
    let inside = secrets(&line).into_iter().find(|range| range.contains(&cut));
    let cut = inside.map_or(cut, |range| range.start);
    format!("\"{}…\"", &line[..cut])
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
fn reason_in_data(
    exchange: &Exchange,
    tool: Option<&ListedTool>,
    facts: Facts,
    fault: Option<&Fault>,
) -> Option<String> {
    let reason = error_data::reason_text(exchange.error()?.get("data")?)?;
    let data_names_it =
        || grade(exchange, tool, &reason, fault).is_some_and(|data| data.parameter == Some(true));
    let is_poor = facts.stock_sentence
        || facts.parameter == Some(false) && facts.constraint != Some(true) && data_names_it();
    is_poor.then_some(reason)
}

/// There is no such tool; without a list the text alone tells.
fn is_unknown_tool(run: &Run, exchange: &Exchange, text: &str) -> bool {
    match &exchange.standing {
        Standing::UnknownTool => true,
        Standing::Unjudged(_) => !run.has_list() && tells_unknown_tool(text),
        Standing::BadArguments(_) | Standing::Malformed(_) | Standing::Valid { .. } => false,
    }
}

/// An SDK's check of the result stands where the tool's own failure should: the reason is gone.
pub(crate) fn hides_the_reason(text: &str) -> bool {
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

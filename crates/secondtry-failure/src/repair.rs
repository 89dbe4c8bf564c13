//! A failing answer to the answer it should have been.
//!
//! What needs no repair is left to the byte: [`repair_answer`] says so with `None`. What is repaired keeps the
//! server's own facts, loses what no message to a model should hold, and gains what the proxy knows: the schema, the
//! arguments, the time. A repair of a repair changes nothing.
//!
//! Nothing here sends, waits or repeats; the reference of what was withheld comes from the caller.

mod authored;
mod channel;
mod coercion;
mod compose;
mod dump;
mod ending;
mod failure_meta;
mod html;
mod known_call;
mod known_fix;
mod message;
mod outlook;
mod output_schema;
mod pattern;
mod refuse;
mod repetition;
mod settings;
mod shape;
mod withhold;

use std::borrow::Cow;

use serde_json::{Map, Value};

pub use self::authored::{duration_in_words, format_at, tell_argument, tell_rule, value_in_words};
pub use self::coercion::coerce_arguments;
pub use self::ending::{End, ending_answer};
pub use self::failure_meta::{FAILURE_META, FailureMeta, Retry, ToldFault, Work};
pub use self::known_call::KnownCall;
pub use self::known_fix::{stated_failure, tell_known_fix};
pub use self::refuse::{refuse_arguments, refuse_faults, refuse_malformed, refuse_unknown_tool};
pub use self::repetition::{Repetitions, tell_repetition};
pub use self::settings::{Mode, RepairName, RepairSettings};

use self::outlook::Outlook;
use crate::classify::call::Standing;
use crate::classify::channel::{Channel, channel_of};
use crate::message::call_tool::text_of_result;

#[cfg(test)]
mod tests;

/// What came of looking at an answer that has a flaw.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// The answer to send; `None` where every flaw found is only observed, and the one that came is sent as it is.
    pub answer: Option<Value>,
    /// The rules that the server broke.
    pub rules: Vec<&'static str>,
    /// The repairs that were made.
    pub repairs: Vec<RepairName>,
    /// The repairs that would have been made, were they on.
    pub observed: Vec<RepairName>,
    /// The text that came, for the log, where the answer carries a reference to it.
    pub withheld: Option<Withheld>,
}

/// What the log holds and the answer does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The text as it came. It may hold secrets.
    pub text: String,
    /// How the answer refers to it.
    pub reference: String,
}

/// Repairs `answer`, which answers `call`; `None` where it has no flaw and is to be left byte for byte.
///
/// `reference` names what is withheld; it is asked once at most.
pub fn repair_answer(
    answer: &Value,
    call: &KnownCall<'_>,
    settings: &RepairSettings,
    reference: &dyn Fn() -> String,
) -> Option<Repaired> {
    if !call.is_tool_call() || !answer.is_object() {
        return None;
    }
    let standing = call.standing();
    let made = Draft::new(answer, call, &standing, settings, reference).repaired();
    let mut rules = made.rules;
    // By default only a success is looked at twice.
    let is_watched = channel_of(answer) == Ok(Channel::Complete)
        || settings.observes_besides(RepairName::FalseSuccess);
    let watched = settings.with_observed_on().filter(|_| is_watched);
    let observed: Vec<RepairName> = watched.map_or_else(Vec::new, |watched| {
        let all = Draft::new(answer, call, &standing, &watched, &String::new).repaired();
        let is_observed = |repair: &RepairName| settings.mode(*repair) == Mode::Observe;
        let observed = all.repairs.into_iter().filter(is_observed).collect::<Vec<_>>();
        if !observed.is_empty() {
            rules.extend(
                all.rules.into_iter().filter(|rule| !rules.contains(rule)).collect::<Vec<_>>(),
            );
        }
        observed
    });
    if made.repairs.is_empty() && observed.is_empty() {
        return None;
    }
    Some(Repaired {
        answer: match made.answer {
            Cow::Borrowed(_) => None,
            Cow::Owned(answer) => Some(answer),
        },
        rules,
        repairs: made.repairs,
        observed,
        withheld: made.withheld,
    })
}

/// An answer on its way to what it should have been.
struct Draft<'a> {
    call: &'a KnownCall<'a>,
    standing: &'a Standing,
    settings: &'a RepairSettings,
    reference: &'a dyn Fn() -> String,
    answer: Cow<'a, Value>,
    rules: Vec<&'static str>,
    repairs: Vec<RepairName>,
    withheld: Option<Withheld>,
    /// The code of the JSON-RPC error that the answer came as.
    code: Option<i64>,
    /// `error.data` of that error.
    data: Option<Value>,
    faults: Vec<ToldFault>,
    outlook: Option<Outlook>,
}

impl<'a> Draft<'a> {
    fn new(
        answer: &'a Value,
        call: &'a KnownCall<'a>,
        standing: &'a Standing,
        settings: &'a RepairSettings,
        reference: &'a dyn Fn() -> String,
    ) -> Self {
        Self {
            call,
            standing,
            settings,
            reference,
            answer: Cow::Borrowed(answer),
            rules: Vec::new(),
            repairs: Vec::new(),
            withheld: None,
            code: None,
            data: None,
            faults: Vec::new(),
            outlook: None,
        }
    }

    /// Takes every step that is on, in this order: what the next one reads, the one before has put right.
    fn repaired(mut self) -> Self {
        shape::mend(&mut self);
        // Another repair has been here, and what it kept is meant to stay.
        if self.is_marked() {
            return self;
        }
        if self.outlook.is_none() {
            channel::mend(&mut self);
        }
        match channel_of(&self.answer) {
            Ok(Channel::ToolExecutionError) if self.outlook.is_some() => self.close(),
            Ok(Channel::ToolExecutionError) => {
                let original = withhold::mend(&mut self);
                message::mend(&mut self, &original);
                output_schema::mend_failure(&mut self);
                self.close();
            }
            Ok(Channel::Complete) => {
                output_schema::mend_success(&mut self);
                if self.is_failure() {
                    self.close();
                }
            }
            Ok(Channel::ProtocolError(_)) => withhold::mend_protocol_error(&mut self),
            Ok(Channel::Extension | Channel::InputRequired) | Err(_) => (),
        }
        self
    }

    /// Notes in `_meta` what a program may know of the failure, if anything was repaired.
    fn close(&mut self) {
        if self.repairs.is_empty() {
            return;
        }
        let outlook = self.outlook.unwrap_or_else(|| {
            Outlook::of(&self.text(), self.data.as_ref(), self.call, self.standing)
        });
        let reference = self.withheld.as_ref().map(|withheld| withheld.reference.clone());
        let meta = FailureMeta {
            rules: &self.rules,
            retry: outlook.retry,
            work: outlook.work,
            retry_after_ms: outlook.after_ms,
            faults: &self.faults,
            code: self.code,
            reference: reference.as_deref(),
        };
        let meta = meta.to_value();
        let Some(result) = self.result_mut() else { return };
        match result.get_mut("_meta").and_then(Value::as_object_mut) {
            Some(members) => _ = members.insert(FAILURE_META.into(), meta),
            None => {
                _ = result
                    .insert("_meta".into(), Map::from_iter([(FAILURE_META.into(), meta)]).into());
            }
        }
    }

    fn is_on(&self, repair: RepairName) -> bool {
        self.settings.is_on(repair)
    }

    /// Notes a repair and the rule that called for it.
    fn note(&mut self, repair: RepairName, rules: impl IntoIterator<Item = &'static str>) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
        for rule in rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
    }

    /// An earlier repair of the same failure left its mark.
    fn is_marked(&self) -> bool {
        self.result().and_then(|result| result.get("_meta")?.get(FAILURE_META)).is_some()
    }

    fn is_failure(&self) -> bool {
        channel_of(&self.answer) == Ok(Channel::ToolExecutionError)
    }

    fn result(&self) -> Option<&Value> {
        self.answer.get("result")
    }

    fn result_mut(&mut self) -> Option<&mut Map<String, Value>> {
        self.answer.to_mut().get_mut("result")?.as_object_mut()
    }

    /// The text that a model reads.
    fn text(&self) -> String {
        self.result().map(text_of_result).unwrap_or_default()
    }

    /// The text of the text items alone.
    fn own_text(&self) -> String {
        let content = self.result().and_then(|result| result.get("content")?.as_array());
        let texts = content.into_iter().flatten().filter(|item| is_text(item));
        texts.filter_map(|item| item["text"].as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Puts `text` in place of all text items, where the first of them stood, or in front.
    fn set_text(&mut self, text: &str) {
        let Some(result) = self.result_mut() else { return };
        let item = text_item(text);
        match result.get_mut("content").and_then(Value::as_array_mut) {
            Some(items) => {
                let at = items.iter().position(is_text).unwrap_or(0);
                items.retain(|item| !is_text(item));
                items.insert(at, item);
            }
            None => _ = result.insert("content".into(), Value::Array(vec![item])),
        }
    }

    /// Takes the answer for a failure of which nothing more will be known.
    fn fail(&mut self, text: &str, outlook: Outlook) {
        let mut result = failed_result(text);
        if self.call.protocol.is_modern() {
            result.insert("resultType".into(), "complete".into());
        }
        if let Some(members) = self.answer.to_mut().as_object_mut() {
            members.remove("error");
            members.insert("result".into(), result.into());
        }
        self.outlook = Some(outlook);
    }
}

fn is_text(item: &Value) -> bool {
    item.get("type").and_then(Value::as_str) == Some("text")
}

fn text_item(text: &str) -> Value {
    serde_json::json!({"type": "text", "text": text})
}

/// The members of a result that says just that the call failed, and why.
fn failed_result(text: &str) -> Map<String, Value> {
    let mut result = Map::new();
    result.insert("content".into(), Value::Array(vec![text_item(text)]));
    result.insert("isError".into(), true.into());
    result
}

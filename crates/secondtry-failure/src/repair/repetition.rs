//! The same call failing the same way again and again, on one connection or session.

use std::collections::VecDeque;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use serde_json::Value;

use super::failure_meta::{FAILURE_META, FailureMeta, Retry, Work};
use super::known_call::KnownCall;
use super::settings::RepairName;
use super::withhold::is_reference;
use super::{Draft, RepairSettings};
use crate::classify::channel::{Channel, channel_of};
use crate::message::call_tool::text_of_result;

#[cfg(test)]
mod tests;

/// The last failures of one connection or session.
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    /// Newest last.
    seen: VecDeque<Seen>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    call: u64,
    failure: u64,
    times: u32,
}

impl Repetitions {
    /// Notes how `call` was answered, and returns how many times in a row it has failed in just this way; 0 where it
    /// did not fail.
    pub fn note(&mut self, call: &KnownCall<'_>, answer: &Value) -> u32 {
        if !call.is_tool_call() {
            return 0;
        }
        let this = hash_of(&call.request["params"]["name"], call.arguments());
        let place = self.seen.iter().position(|seen| seen.call == this);
        let before = place.and_then(|place| self.seen.remove(place));
        if channel_of(answer) != Ok(Channel::ToolExecutionError) {
            return 0;
        }
        let failure = hash_of(&folded(&answer["result"]).into(), &Value::Null);
        let times = match before {
            Some(before) if before.failure == failure => before.times.saturating_add(1),
            Some(_) | None => 1,
        };
        self.seen.push_back(Seen { call: this, failure, times });
        if self.seen.len() > MOST {
            self.seen.pop_front();
        }
        times
    }
}

/// Says in `answer`, a failure, that the same call has failed in the same way `times` times; `None` before the third.
pub fn tell_repetition(
    answer: &Value,
    call: &KnownCall<'_>,
    times: u32,
    settings: &RepairSettings,
) -> Option<Value> {
    if times < FIRST_TOLD || !settings.is_on(RepairName::Loop) {
        return None;
    }
    let standing = call.standing();
    let mut draft = Draft::new(answer, call, &standing, settings, &String::new);
    if !draft.is_failure() {
        return None;
    }
    let told = draft.result().and_then(|result| result.get("_meta")?.get(FAILURE_META)).cloned();
    let faults = told.as_ref().and_then(|told| told["faults"].as_array());
    let names: Vec<String> = faults
        .into_iter()
        .flatten()
        .filter_map(|fault| fault["parameter"].as_str()?.strip_prefix('/'))
        .map(|name| format!("`{}`", name.replace('/', ".")))
        .collect();
    let passes = told.as_ref().is_some_and(|told| told["retry"] == Retry::SameCall.name());
    let advice = match names.as_slice() {
        _ if passes => "The cause does not pass soon: wait longer, or tell the user.".to_owned(),
        [] => "Do not send it again as it is: change the arguments, use another tool, or tell the user what failed.".to_owned(),
        names => format!("Do not send it again as it is: change {} first.", names.join(" and ")),
    };
    let text = format!(
        "{}\nThis very call has failed in this way {times} times. {advice}",
        draft.own_text().trim_end()
    );
    draft.set_text(text.trim_start());
    let mut meta = told.unwrap_or_else(|| {
        FailureMeta {
            rules: &[],
            retry: Retry::ChangedCall,
            work: Work::Failed,
            retry_after_ms: None,
            faults: &[],
            code: None,
            reference: None,
        }
        .to_value()
    });
    if !passes && let Some(members) = meta.as_object_mut() {
        members.insert("retry".into(), Retry::ChangedCall.name().into());
    }
    if let Some(result) = draft.result_mut() {
        let holder = result.entry("_meta").or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Some(holder) = holder.as_object_mut() {
            holder.insert(FAILURE_META.into(), meta);
        }
    }
    Some(draft.answer.into_owned())
}

/// The text of `result` without what differs from time to time: numbers, and the reference of what was withheld.
fn folded(result: &Value) -> String {
    let text = text_of_result(result);
    let lines = super::message::head(&text).lines().filter(|line| !is_reference(line));
    let lines = lines.map(|line| line.replace(|c: char| c.is_ascii_digit(), ""));
    lines.collect::<Vec<_>>().join("\n")
}

fn hash_of(one: &Value, other: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    one.hash(&mut hasher);
    other.hash(&mut hasher);
    hasher.finish()
}

/// How often the same failure comes before it is said.
const FIRST_TOLD: u32 = 3;

/// How many calls are remembered.
const MOST: usize = 64;

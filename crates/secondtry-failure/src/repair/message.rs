//! The text of a failure: what it lacks is added, what layers put in front of it goes, and what has the facts stays to
//! the letter.

mod details;
mod without_reason;

use serde_json::Value;

use self::details::{data_words, details};
use super::Draft;
use super::compose::{Told, corrected_arguments, once_renamed, tell_all};
use super::dump::{self, Dump};
use super::known_call::KnownCall;
use super::outlook::{Outlook, advice, passing_cause};
use super::refuse::malformed_in_words;
use super::settings::RepairName;
use super::withhold;
use crate::classify::call::Standing;
use crate::judge::case::hides_the_reason;
use crate::judge::facts::{Facts, wrapping_prefix};
use crate::judge::rules::wrapped_error_text::is_wrapped;
use crate::schema::fault::{Fault, Pointer};

/// Mends the text of a failed result. `original` is what it said before anything was withheld.
pub(super) fn mend(draft: &mut Draft<'_>, original: &str) {
    let call = draft.call;
    let data = draft.data.clone();
    if draft.outlook.is_none() {
        let words = format!("{original}\n{}", data_words(data.as_ref()).unwrap_or_default());
        draft.outlook = Some(Outlook::of(&words, data.as_ref(), call, draft.standing));
    }
    if draft.is_on(RepairName::Message) {
        let facts = Reason::of(draft, original, data.as_ref());
        if let Some(new) = facts.mended(draft) {
            let clean =
                draft.is_on(RepairName::Internals).then(|| withhold::cleaned(&new.text, call));
            let text = clean.flatten().unwrap_or(new.text);
            if text != draft.own_text() {
                draft.set_text(&text);
                draft.note(RepairName::Message, new.rules);
            }
            draft.faults = new.told.into_iter().map(|told| told.fault).collect();
            if !draft.faults.is_empty()
                && let Some(outlook) = &mut draft.outlook
            {
                outlook.retry = super::Retry::ChangedCall;
            }
        }
    }
    withhold::sign(draft);
}

/// What was withheld leaves no reason: its subject is gone, or all but a word or two.
fn is_torn(text: &str) -> bool {
    let text = text.trim_start();
    let is_headless = text.starts_with(withhold::MARK) && words_left(text) < 6;
    text.contains(withhold::MARK)
        && (is_headless || words_left(text) < 4)
        && passing_cause(text).is_none()
}

fn words_left(text: &str) -> usize {
    text.replace(withhold::MARK, " ").split_whitespace().count()
}

/// The part of a text that is read for words.
pub(super) fn head(text: &str) -> &str {
    let end = (0..=text.len().min(READ)).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// What a failure says, in all the places where it may.
struct Reason<'a> {
    call: &'a KnownCall<'a>,
    faults: &'a [Fault],
    is_valid: bool,
    /// What is wrong where no tool was run: there is none of that name, or the request is none.
    no_tool_failed: Option<String>,
    /// Something was withheld from the text.
    is_cleaned: bool,
    /// The text of the text items.
    text: String,
    /// The text with that of embedded resources.
    whole: String,
    /// The reason in `error.data`, or in `structuredContent` where there is no text.
    aside: Option<String>,
    /// What `error.data` holds and no sentence tells.
    details: Option<String>,
    dump: Dump,
    facts: Facts,
    /// When a passing cause passes.
    after_ms: Option<u64>,
    /// The text is no more than a value that was sent: which argument's.
    bare_value: Option<(String, Value)>,
}

/// A text in place of the one that came.
struct Mended {
    text: String,
    rules: Vec<&'static str>,
    told: Vec<Told>,
}

impl<'a> Reason<'a> {
    fn of(draft: &Draft<'a>, original: &str, data: Option<&Value>) -> Self {
        let call = draft.call;
        let faults: &[Fault] = match draft.standing {
            Standing::BadArguments(faults) => faults,
            Standing::Malformed(_)
            | Standing::Unjudged(_)
            | Standing::UnknownTool
            | Standing::Valid { .. } => &[],
        };
        let text = draft.own_text();
        let whole = draft.text();
        let structured = draft.result().and_then(|result| result.get("structuredContent"));
        let aside = data_words(data).or_else(|| {
            structured.filter(|_| whole.trim().is_empty()).and_then(|value| data_words(Some(value)))
        });
        let details = data
            .filter(|_| aside.is_none())
            .and_then(details)
            .filter(|details| !whole.contains(details.as_str()));
        let mut dump = dump::read(original, call, !faults.is_empty());
        if dump.breaches.is_empty()
            && let Some(data) = data
        {
            dump = dump::read_value(data, call, !faults.is_empty());
            original.clone_into(&mut dump.rest);
        }
        let details = details.filter(|_| dump.breaches.is_empty());
        let facts = call.grade(&whole, faults.first());
        let is_cleaned = text != original;
        let is_valid = matches!(draft.standing, Standing::Valid { .. });
        let no_tool_failed = match draft.standing {
            Standing::Malformed(_) => malformed_in_words(call),
            Standing::UnknownTool => Some(format!(
                "There is no tool {}. Call one that the list of tools names.",
                call.subject()
            )),
            Standing::BadArguments(_) | Standing::Unjudged(_) | Standing::Valid { .. } => None,
        };
        let bare_value = dump::bare_value(original, call);
        let after_ms = draft.outlook.and_then(|outlook| outlook.after_ms);
        Self {
            call,
            faults,
            is_valid,
            no_tool_failed,
            is_cleaned,
            text,
            whole,
            aside,
            details,
            dump,
            facts,
            after_ms,
            bare_value,
        }
    }

    fn gives_none(&self) -> bool {
        self.whole.trim().is_empty()
            || self.facts.stock_sentence
            || hides_the_reason(&self.whole)
            || self.bare_value.is_some()
            || is_torn(&self.whole)
    }

    /// The text as it should be, with what is left of `error.data` at its end; `None` where it is right as it is.
    fn mended(&self, draft: &Draft<'_>) -> Option<Mended> {
        let mended = self.mended_sentences(draft);
        let Some(details) = &self.details else { return mended };
        let unchanged = || Mended { text: self.text.clone(), rules: Vec::new(), told: Vec::new() };
        let mut mended = mended.unwrap_or_else(unchanged);
        mended.text = format!("{}\nDetails: {details}", mended.text.trim_end());
        Some(mended)
    }

    fn mended_sentences(&self, draft: &Draft<'_>) -> Option<Mended> {
        if let Some(instead) = &self.no_tool_failed {
            // The words of a server that names the tool or the request are right as they are.
            let text = self.gives_none().then(|| instead.clone())?;
            return Some(Mended { text, rules: vec!["no-reason-given"], told: Vec::new() });
        }
        let mut rules = self.lacks(draft);
        let (told, more) = self.told();
        let rewrites = self.dump.is_rewritten(&self.whole, self.call)
            || (is_wrapped(&self.whole) || self.is_cleaned) && self.dump.holds_all(&self.text);
        if !told.is_empty() && (!rules.is_empty() || rewrites) {
            if rules.is_empty() && is_wrapped(&self.whole) {
                rules.push("wrapped-error-text");
            }
            let text = self.with_faults(&told, more);
            return Some(Mended { text, rules, told });
        }
        if self.gives_none() {
            rules.push(if draft.has_content_but_no_text() {
                "message-not-text"
            } else if self.aside.is_some() && draft.code.is_some() {
                "reason-only-in-error-data"
            } else {
                "no-reason-given"
            });
            return Some(Mended { text: self.without_reason(), rules, told: Vec::new() });
        }
        self.reworded()
    }

    /// The rules that the text breaks about the faults that the schema proves.
    fn lacks(&self, draft: &Draft<'_>) -> Vec<&'static str> {
        let mut rules = Vec::new();
        let mut lack = |rule| {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        };
        if self.faults.is_empty() {
            return rules;
        }
        if self.gives_none() {
            lack(if self.aside.is_some() && draft.code.is_some() {
                "reason-only-in-error-data"
            } else {
                "no-reason-given"
            });
            return rules;
        }
        let graded: Vec<Facts> = self
            .faults
            .iter()
            .take(MOST_FAULTS)
            .map(|fault| self.call.grade(&self.whole, Some(fault)))
            .collect();
        let is_any_named = graded.iter().any(|facts| facts.parameter != Some(false));
        for facts in &graded {
            if facts.parameter == Some(false) {
                lack(if is_any_named { "faults-not-all-told" } else { "parameter-not-named" });
            } else if facts.constraint == Some(false) {
                lack("constraint-not-stated");
            }
        }
        rules
    }

    /// The faults that the schema proves, and those that the dump alone tells; how many more there are.
    fn told(&self) -> (Vec<Told>, usize) {
        let mut told = tell_all(self.faults.iter().take(MOST_FAULTS), self.call);
        let is_known = |parameter: &Pointer| {
            self.faults.iter().any(|fault| {
                fault.parameter == *parameter
                    || parameter.as_str().is_empty()
                    || fault.parameter.as_str().starts_with(&format!("{parameter}/"))
            })
        };
        let others = self.dump.breaches.iter().filter(|breach| !is_known(breach.parameter()));
        told.extend(others.take(MOST_FAULTS).map(|breach| breach.tell(self.call)));
        (once_renamed(told), self.faults.len().saturating_sub(MOST_FAULTS))
    }

    fn with_faults(&self, told: &[Told], more: usize) -> String {
        let kept = if self.gives_none() || self.dump.holds_all(&self.text) {
            None
        } else if self.dump.breaches.is_empty() {
            Some(without_prefix(&self.text).trim().to_owned())
        } else {
            Some(self.dump.rest.trim().to_owned())
        };
        let mut lines = Vec::new();
        if let Some(kept) = kept.filter(|text| !text.is_empty() && !self.is_outworn(text)) {
            lines.push(kept);
            let untold = told.iter().filter(|told| !self.tells_of(told));
            lines.extend(untold.map(|told| told.sentences.clone()));
        } else {
            lines.push(format!("{} failed: {}.", self.call.subject(), count(told, more)));
            lines.extend(told.iter().map(|told| told.sentences.clone()));
        }
        lines.extend(closing(told, more, self.call));
        lines.join("\n")
    }

    /// What was withheld leaves so little of a text that the faults say more.
    fn is_outworn(&self, text: &str) -> bool {
        !self.faults.is_empty() && text.contains(withhold::MARK) && words_left(text) < FEWEST_WORDS
    }

    /// Whether the server's own sentences hold the facts about each fault of the argument that `told` is about.
    fn tells_of(&self, told: &Told) -> bool {
        let mut faults = self
            .faults
            .iter()
            .take(MOST_FAULTS)
            .filter(|fault| fault.parameter.as_str() == told.fault.parameter)
            .peekable();
        self.dump.breaches.is_empty()
            && faults.peek().is_some()
            && faults.all(|fault| {
                let facts = self.call.grade(&self.whole, Some(fault));
                facts.parameter == Some(true) && facts.constraint == Some(true)
            })
    }

    /// The text as it is, but for what layers put in front, what `error.data` adds, and the advice that is missing.
    fn reworded(&self) -> Option<Mended> {
        let mut rules = Vec::new();
        let mut text = self.text.clone();
        if is_wrapped(&self.whole) {
            let shorter = without_prefix(&text);
            if shorter.len() < text.len() {
                text = shorter.to_owned();
                rules.push("wrapped-error-text");
            }
        }
        if let Some(aside) = &self.aside
            && !self.whole.contains(aside.trim())
        {
            text = format!("{}\n{}", text.trim_end(), aside.trim());
        }
        let advised = self.advised(text.clone());
        if advised != text {
            rules.push("retry-not-advised");
        }
        (advised != self.text).then_some(Mended { text: advised, rules, told: Vec::new() })
    }

    /// `text` with the advice that goes with a passing cause, unless it gives some.
    fn advised(&self, text: String) -> String {
        let words = format!("{}\n{text}", self.whole);
        let Some(passing) = passing_cause(&words).filter(|_| self.faults.is_empty()) else {
            return text;
        };
        if self.facts.retry || self.call.grade(&text, None).retry {
            return text;
        }
        if text.trim_end().contains('\n') {
            return format!("{}\n{}", text.trim_end(), advice(passing, self.after_ms, self.call));
        }
        let stop = if text.trim_end().ends_with(['.', '!', '?']) { "" } else { "." };
        format!("{}{stop} {}", text.trim_end(), advice(passing, self.after_ms, self.call))
    }
}

impl Draft<'_> {
    /// The result tells of the failure in anything but text.
    fn has_content_but_no_text(&self) -> bool {
        let items = self.result().and_then(|result| result.get("content")?.as_array());
        let structured = self.result().and_then(|result| result.get("structuredContent"));
        items.is_some_and(|items| !items.is_empty() && !items.iter().any(super::is_text))
            || self.text().is_empty() && structured.is_some_and(|value| !value.is_null())
    }
}

/// `1 argument is wrong`
pub(super) fn count(told: &[Told], more: usize) -> String {
    match told.len() + more {
        1 => "an argument is wrong".into(),
        several => format!("{several} arguments are wrong"),
    }
}

/// What to do about the faults, and how many were left out.
pub(super) fn closing(told: &[Told], more: usize, call: &KnownCall<'_>) -> Vec<String> {
    let left_out = (more > 0).then(|| format!("There are {more} more faults of the same kind."));
    let name = call.subject();
    let name = if name == "The tool" { "the tool".to_owned() } else { name };
    let again = match (told, corrected_arguments(told, call).filter(|_| more == 0)) {
        (_, Some(arguments)) => {
            let proviso = told.iter().find_map(|told| told.proviso);
            let proviso = proviso.map(|words| format!(" {words}")).unwrap_or_default();
            format!("the arguments {arguments}{proviso}")
        }
        ([only], None) if more == 0 && only.fault.parameter.is_empty() => {
            "the arguments corrected".to_owned()
        }
        ([_], None) if more == 0 => "the corrected value".to_owned(),
        (_, None) => "all of them corrected".to_owned(),
    };
    left_out.into_iter().chain([format!("Call {name} again with {again}.")]).collect()
}

fn without_prefix(text: &str) -> &str {
    &text[wrapping_prefix(text)..]
}

/// How many faults are told.
const MOST_FAULTS: usize = 12;

/// Fewer words around something withheld say nothing.
const FEWEST_WORDS: usize = 8;

/// How much of a text is read, in bytes.
const READ: usize = 64 * 1024;

//! What validation libraries write about arguments, read back into the rules that were broken: zod, Pydantic, Ajv,
//! jsonschema, serde, Go's and Java's decoders.
//!
//! The schema knows most of this better, and where it proves a fault, it speaks. A dump is read for rules that the
//! schema leaves out, and to know which words of a text say nothing more.

mod decoders;
mod issues;
mod jsonschema;
mod place;
mod pydantic;
mod runtimes;
mod sentences;
mod validators;
mod wording;

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value, json};

use super::compose::{Told, alone, tell_by, tell_words};
use super::known_call::KnownCall;
use crate::judge::facts::{stock_sentence, subschema};
use crate::schema::fault::{Constraint, Fault, JsonType, Pointer};

#[cfg(test)]
mod tests;

/// What a text tells of arguments in a library's words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Dump {
    /// The rules broken, at most one for an argument.
    pub(super) breaches: Vec<Breach>,
    /// What the text says besides.
    pub(super) rest: String,
    /// Some of it is a library's, whether or not the argument could be told.
    is_recognised: bool,
    /// It is a list or a block made for programs, and not sentences.
    is_structured: bool,
}

/// A rule that was broken.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Breach {
    /// One that a schema can state.
    Rule {
        /// Which.
        fault: Fault,
        /// What the author of the server says of it in words of their own.
        said: Option<String>,
    },
    /// One that only words can.
    Words {
        /// The argument.
        parameter: Pointer,
        /// `must be a date in the future`
        words: String,
    },
}

/// Reads `text`, which `call` was answered with.
///
/// `has_faults` says that the schema proves faults: what a library says and no argument can be found for is left out then.
pub(super) fn read(text: &str, call: &KnownCall<'_>, has_faults: bool) -> Dump {
    let text = super::message::head(text);
    let mut dump = Dump::default();
    let mut rest = issues::take(text, call, &mut dump.breaches);
    rest = pydantic::take(&rest, call, &mut dump.breaches);
    dump.is_structured = !dump.breaches.is_empty();
    let rest = HEADINGS.replace_all(&rest, "\n");
    let before = rest.len();
    let rest = sentences::take(&rest, call, has_faults, &mut dump.breaches);
    dump.is_recognised = !dump.breaches.is_empty() || rest.len() < before;
    if !dump.is_recognised {
        return Dump::default();
    }
    dump.finish(&rest)
}

/// Reads `error.data`.
pub(super) fn read_value(data: &Value, call: &KnownCall<'_>, has_faults: bool) -> Dump {
    if let Some(text) = data.as_str() {
        return read(text, call, has_faults);
    }
    let mut dump = Dump { is_structured: true, ..Dump::default() };
    issues::read(data, call, 0, &mut dump.breaches);
    dump.is_recognised = !dump.breaches.is_empty();
    dump.finish("")
}

/// The argument and the value that `text` repeats and says no more, as a missing key of a dictionary does.
pub(super) fn bare_value(text: &str, call: &KnownCall<'_>) -> Option<(String, Value)> {
    let text = HEADINGS.replace_all(super::message::head(text), "");
    let text = text.trim();
    let text = text.strip_prefix("KeyError:").unwrap_or(text);
    let properties = call.input_schema().get("properties");
    if properties.and_then(|all| all.get(text)).is_some() {
        return Some((text.to_owned(), Value::Null));
    }
    let value = wording::value(text).filter(|value| value.is_string() || value.is_number())?;
    if let Some(name) =
        value.as_str().filter(|name| properties.and_then(|all| all.get(name)).is_some())
    {
        return Some((name.to_owned(), Value::Null));
    }
    let parameter = place::of_value(&value, call)?;
    Some((super::compose::place_of(&parameter), value))
}

impl Dump {
    fn finish(mut self, rest: &str) -> Self {
        let mut merged: Vec<Breach> = Vec::new();
        for breach in self.breaches.drain(..).take(MOST_BREACHES) {
            match merged.iter_mut().find(|known| known.parameter() == breach.parameter()) {
                Some(known) => known.join(breach),
                None => merged.push(breach),
            }
        }
        self.breaches = merged;
        let rest = HEADINGS.replace_all(rest, "\n");
        let lines = rest
            .lines()
            .map(str::trim)
            .filter(|line| line.contains(|c: char| c.is_alphanumeric()) && !stock_sentence(line));
        self.rest = lines.collect::<Vec<_>>().join("\n");
        self
    }

    /// Nothing of `text` is lost when the breaches are told in other words.
    pub(super) fn holds_all(&self, text: &str) -> bool {
        self.is_recognised && self.rest.is_empty() && !text.is_empty()
    }

    /// Whether the breaches are told better in other words than in those of `whole`.
    pub(super) fn is_rewritten(&self, whole: &str, call: &KnownCall<'_>) -> bool {
        if self.is_structured {
            return !self.breaches.is_empty();
        }
        self.breaches.iter().any(|breach| match breach {
            Breach::Rule { fault, said: _ } => {
                let facts = call.grade(whole, Some(fault));
                // A list of all that is accepted does not say which of it was meant.
                let lists = matches!(fault.constraint, Constraint::Enum(_));
                let is_new = |value: &Value| {
                    let words = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    lists || !whole.contains(&words)
                };
                // An argument that is named as the form that it lacks is not named at all.
                let is_form = matches!(&fault.constraint, Constraint::Format(format) if fault.parameter.leaf().as_ref() == Some(format));
                facts.parameter == Some(false)
                    || facts.constraint == Some(false)
                    || self.rest.is_empty()
                        && (is_form
                            || breach.tell(call).fault.suggestion.as_ref().is_some_and(is_new))
            }
            Breach::Words { parameter, .. } => {
                let leaf = parameter.leaf().unwrap_or_default();
                !whole.contains(&leaf) || leaf.is_empty() && self.rest.is_empty()
            }
        })
    }
}

impl Breach {
    pub(super) fn parameter(&self) -> &Pointer {
        match self {
            Self::Rule { fault, said: _ } => &fault.parameter,
            Self::Words { parameter, .. } => parameter,
        }
    }

    /// The breach in words for a model.
    pub(super) fn tell(&self, call: &KnownCall<'_>) -> Told {
        match self {
            Self::Rule { fault, said } => {
                let mut told = tell_by(fault, &self.schema(fault, call), call);
                if let Some(said) = said {
                    told.sentences = format!("{said}. {}", told.sentences);
                }
                told
            }
            Self::Words { parameter, words } => tell_words(parameter, words, None, call),
        }
    }

    /// Takes up what `other` says of the same argument.
    fn join(&mut self, other: Self) {
        if let (Self::Rule { fault: known, .. }, Self::Rule { fault: other, .. }) =
            (&mut *self, other)
            && let (Constraint::Type(known), Constraint::Type(more)) =
                (&mut known.constraint, other.constraint)
        {
            // The branches of a union each complain.
            for kind in more {
                if !known.contains(&kind) {
                    known.push(kind);
                }
            }
        }
    }

    /// The tool's schema as the server seems to have it: with the rule that `fault` tells of.
    #[expect(clippy::unused_self, reason = "the rule is the breach's own")]
    fn schema(&self, fault: &Fault, call: &KnownCall<'_>) -> Value {
        let own = call.input_schema();
        let part = subschema::at(own, &fault.parameter).and_then(Value::as_object);
        let mut part = part.cloned().unwrap_or_default();
        add_rule(&mut part, &fault.constraint);
        alone(&fault.parameter, part, own)
    }
}

fn add_rule(part: &mut Map<String, Value>, constraint: &Constraint) {
    let value = match constraint {
        Constraint::Enum(values) => Value::Array(values.clone()),
        Constraint::Const(value) => value.clone(),
        Constraint::ExclusiveMaximum(number)
        | Constraint::ExclusiveMinimum(number)
        | Constraint::Maximum(number)
        | Constraint::Minimum(number)
        | Constraint::MultipleOf(number) => Value::Number(number.clone()),
        Constraint::Format(format) | Constraint::Pattern(format) => Value::from(format.as_str()),
        Constraint::MaxItems(count)
        | Constraint::MaxLength(count)
        | Constraint::MinItems(count)
        | Constraint::MinLength(count) => Value::from(*count),
        Constraint::Type(types) => {
            let names: Vec<&str> = types.iter().copied().map(JsonType::name).collect();
            match names.as_slice() {
                [only] => Value::from(*only),
                names => json!(names),
            }
        }
        Constraint::AdditionalProperties(_)
        | Constraint::AnyOf(_)
        | Constraint::DependentRequired(_)
        | Constraint::MaxProperties(_)
        | Constraint::MinProperties(_)
        | Constraint::OneOf(_)
        | Constraint::Other(_)
        | Constraint::Required
        | Constraint::UniqueItems => return,
    };
    // What is wanted in a date's place is a date, whatever a pattern beside it says.
    part.insert(constraint.keyword().to_owned(), value);
}

/// How many breaches are told.
const MOST_BREACHES: usize = 40;

/// What an SDK or a library puts around every dump.
static HEADINGS: LazyLock<Regex> = LazyLock::new(|| {
    let tool = r#"['"`]?[\w./:-]+['"`]?"#;
    let pattern = concat!(
        r"(?im)(?:(?:McpError|Error): )?\bMCP error -?\d+:?",
        r"|\b(?:input |argument |parameter |request |schema |output )?validation (?:errors?|failed)\b(?: for TOOL)?:?",
        r"|\b\d+ validation errors? for \S+",
        r"|\binvalid (?:tools/call )?(?:arguments|params|parameters|request)(?: provided)?(?: for (?:tool )?TOOL)?:",
        r"|\berror (?:executing|calling|invoking|running) tool TOOL:?",
        r"|\btool TOOL (?:parameter validation|input validation|execution) failed:?",
        r"|\bfailed to (?:deserialize|parse|unmarshal|decode) (?:the )?(?:parameters|arguments|params)\b:?",
        r"|^\s*(?:validation|type|value|json)?error:",
        r"|\.? please check the parameter types and values according to the tool's schema\.?",
        r"|\bfor (?:further|more) information,? (?:visit|check|see)\b:?\s*\S*",
    )
    .replace("TOOL", tool);
    super::pattern::compiled(&pattern)
});

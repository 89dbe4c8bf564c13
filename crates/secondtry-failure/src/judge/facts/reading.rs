//! A message as a model reads it: dumps turned into sentences, the SDK's fixed wording set aside.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::dump;
use super::pattern::{Pattern, any_case};

#[cfg(test)]
mod tests;

/// A message made ready for the questions put to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The sentences, a line for each statement of a dump.
    pub(super) prose: String,
    /// The steps of every path that a dump or a list of faults gives.
    pub(super) names: Vec<String>,
}

impl Reading {
    /// Reads `text`, an answer of `tool`.
    pub(super) fn of(text: &str, tool: &str) -> Self {
        let mut reading = Self::default();
        dump::read(text, &mut reading);
        reading.collect_places();
        reading.prose = without_noise(&reading.prose, tool);
        reading
    }

    /// Adds the steps of `path`, written as `a.b[0]`, `/a/b/0` or `$.a`.
    pub(super) fn add_path(&mut self, path: &str) {
        let steps = path.split(['.', '/', '[', ']', '$', '"', '\'', '#']);
        self.names.extend(steps.filter(|step| !step.is_empty()).map(str::to_owned));
    }

    /// Takes up the places that zod's sentences end in: `… at items[0].name`.
    fn collect_places(&mut self) {
        let places: Vec<_> =
            PLACE.captures_iter(&self.prose).map(|found| found[1].to_owned()).collect();
        for place in places {
            self.add_path(&place);
        }
    }
}

/// Returns the part of `text` that is graded.
pub(super) fn head(text: &str) -> &str {
    if text.len() <= GRADED_BYTES {
        return text;
    }
    let end = (0..=GRADED_BYTES).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    &text[..end]
}

/// Puts line breaks in place of what an SDK writes before or after every message, and a
/// placeholder in place of the tool's name where that cannot be taken for a word.
fn without_noise(prose: &str, tool: &str) -> String {
    let prose = NOISE.replace_all(prose, "\n");
    let is_identifier = tool.len() > 2 && tool.contains(['_', '-', '.', '/', ':'])
        || tool.chars().skip(1).any(char::is_uppercase);
    let prose = if is_identifier {
        Cow::Owned(prose.replace(tool, &PLACEHOLDER.to_string()))
    } else {
        prose
    };
    prose.into_owned()
}

/// Stands for something whose wording must not count.
pub(super) const PLACEHOLDER: char = '\u{fffc}';

const GRADED_BYTES: usize = 64 * 1024;

static PLACE: Pattern =
    Pattern::exact(&["at "], r#"(?m)\bat ["'`]?([\w.\[\]$-]+)["'`]?[ \t]*(?:$|[;,][ \t])"#);

static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    let tool = r#"['"`]?[\w./:-]+['"`]?"#;
    let parts = [
        r"\bMCP error -?\d+:?".to_owned(),
        r"\b(?:input|argument|parameter|request|schema) validation (?:error|failed)\b:?".to_owned(),
        r"\binvalid (?:tools/call )?(?:arguments|params|parameters|request)(?: provided)?\b(?: for (?:tool )?TOOL)?:?".replace("TOOL", tool),
        r"\berror (?:executing|calling|invoking|running) tool TOOL:?".replace("TOOL", tool),
        r"\btool TOOL (?:parameter validation|input validation|execution) failed:?".replace("TOOL", tool),
        r"\bfailed to (?:deserialize|parse|unmarshal|decode) (?:the )?(?:parameters|arguments|params)\b:?".to_owned(),
        r"\bvalidation (?:errors?|failed)\b:?".to_owned(),
        r"\bfor (?:further|more) information,? (?:visit|check|see)\b:?\s*\S*".to_owned(),
        r"^#+ error\b".to_owned(),
    ];
    any_case(&format!("(?:{})[ \\t]*", parts.join("|")))
});

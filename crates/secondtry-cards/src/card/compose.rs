//! A new card from its parts, such as an answer that is worth keeping.

use std::fmt::Write;

use super::{Card, CardError, HEADINGS, Status};

/// The parts of a card that is to be written.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Its name.
    pub id: String,
    /// One line that says what fails.
    pub title: String,
    /// What a failing program says.
    pub error_strings: Vec<String>,
    /// Products, each with its versions.
    pub products: Vec<String>,
    /// When it happens.
    pub situation: String,
    /// What one sees.
    pub symptom: String,
    /// Why it happens.
    pub cause: String,
    /// What to do.
    pub fix: String,
    /// Code to copy.
    pub snippet: String,
    /// How to see that it works.
    pub verify: String,
    /// Where it is known from.
    pub sources: String,
    /// The day it is written, as YYYY-MM-DD.
    pub created: String,
}

impl Draft {
    /// Writes the card, pending.
    ///
    /// # Errors
    /// Where a part makes it no card, with the line of the text as it would be.
    pub fn compose(&self) -> Result<Card, CardError> {
        let mut text = format!("---\ntitle: {}\nid: {}\n", quoted(&self.title), self.id);
        let _ = writeln!(text, "status: {}", Status::Pending.name());
        let products: Vec<String> = self.products.iter().map(|product| quoted(product)).collect();
        let _ = writeln!(text, "products: [{}]", products.join(", "));
        let _ = writeln!(text, "created: {0}\nupdated: {0}\n---", self.created);
        let strings: Vec<String> =
            self.error_strings.iter().map(|string| format!("- {}", code_span(string))).collect();
        let strings = strings.join("\n");
        let parts = [
            &strings,
            &self.situation,
            &self.symptom,
            &self.cause,
            &self.fix,
            &self.snippet,
            &self.verify,
            &self.sources,
        ];
        for (heading, part) in HEADINGS.into_iter().zip(parts) {
            let _ = write!(text, "\n## {heading}\n{}\n", part.trim());
        }
        Card::parse(text)
    }
}

/// `text` as one value of the front matter.
fn quoted(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `text` in a code span, on one line.
fn code_span(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let ticks = "`".repeat(longest + 1);
    let is_tight = longest == 0 && !(text.starts_with(' ') && text.ends_with(' '));
    if is_tight { format!("{ticks}{text}{ticks}") } else { format!("{ticks} {text} {ticks}") }
}

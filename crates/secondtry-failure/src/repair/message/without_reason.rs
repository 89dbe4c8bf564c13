//! The text of a failure of which the server tells nothing: what the proxy knows, and no guess at more.

use serde_json::Value;

use super::{Reason, closing};
use crate::judge::case::hides_the_reason;
use crate::repair::compose::{Told, unlike_its_form};
use crate::repair::dump::Breach;
use crate::repair::outlook::duration;
use crate::schema::fault::{Constraint, Fault, Pointer};

impl Reason<'_> {
    /// What is said where the server says nothing.
    pub(super) fn without_reason(&self) -> String {
        let subject = self.call.subject();
        let after = self
            .call
            .elapsed_ms
            .filter(|elapsed| *elapsed >= WORTH_TELLING_MS)
            .map(|elapsed| format!(" after {}", duration(elapsed)))
            .unwrap_or_default();
        if let Some(reason) = &self.aside {
            return self.advised(format!("{subject} failed{after}: {}", reason.trim()));
        }
        if let Some((name, value)) = self.bare_value.as_ref().filter(|(_, value)| !value.is_null())
        {
            return format!(
                "{subject} failed{after} over the value {value} of `{name}`, and the server gave no other reason. There may be nothing of that name."
            );
        }
        if hides_the_reason(&self.whole) {
            return format!(
                "{subject} failed{after}, and the reason did not come through: the server put a complaint about its own output in its place ({}). {}",
                self.text.trim().trim_end_matches('.'),
                self.what_is_known()
            );
        }
        format!("{subject} failed{after}, and the server gave no reason. {}", self.what_is_known())
    }

    fn what_is_known(&self) -> String {
        let hints = self.unlike_their_form();
        if !hints.is_empty() {
            let mut lines: Vec<String> =
                hints.iter().map(|told| format!("A likely cause: {}", told.sentences)).collect();
            let again = closing(&hints, 0, self.call).concat();
            // The work may be done all the same, so this is no plain advice to repeat.
            lines.push(again.replacen("Call", "If so, call", 1));
            return lines.join("\n");
        }
        let fit = if self.is_valid { "The arguments satisfy its input schema. " } else { "" };
        format!("{fit}Whether the same call can work later is not known.")
    }

    /// Arguments that lack the form which the schema announces and no validator asserts.
    fn unlike_their_form(&self) -> Vec<Told> {
        let properties = self.call.input_schema().get("properties").and_then(Value::as_object);
        let arguments = self.call.arguments().as_object();
        let (Some(properties), Some(arguments)) = (properties, arguments) else {
            return Vec::new();
        };
        let found = properties.iter().filter_map(|(name, part)| {
            let given = arguments.get(name)?.as_str()?;
            let format = unlike_its_form(given, part)?;
            let fault = Fault {
                parameter: Pointer::root().child(name),
                constraint: Constraint::Format(format.to_owned()),
                given: Some(given.into()),
            };
            Some(Breach::Rule { fault, said: None }.tell(self.call))
        });
        found.take(MOST_HINTS).collect()
    }
}

/// How many likely causes are told.
const MOST_HINTS: usize = 3;

/// Shorter times explain nothing.
const WORTH_TELLING_MS: u64 = 1000;

//! The one card that has exactly an error, found in memory.

use std::collections::HashMap;

use secondtry_failure::judge::facts::wrapping_prefix;

use super::entry::is_telling;
use super::error_text::{self, ErrorLine};
use crate::card::{Card, Status};

#[cfg(test)]
mod tests;

/// Cards by their error strings, up to what differs from run to run.
#[derive(Clone, Debug, Default)]
pub struct KnownFixes {
    /// Title and name of each card.
    cards: Vec<(String, String)>,
    /// By what an error string says.
    stated: Forms,
    /// By what it says inside its layers.
    inner: Forms,
}

/// What has a form.
type Forms = HashMap<String, Holder>;

/// What has a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    /// The card of this number.
    One(usize),
    /// More than one card.
    Several,
}

impl KnownFixes {
    /// Adds a card, if it is accepted.
    pub fn add(&mut self, card: &Card) {
        if card.status() != Status::Accepted {
            return;
        }
        let number = self.cards.len();
        self.cards.push((card.title().to_owned(), card.id().to_owned()));
        for string in card.error_strings() {
            add(&mut self.stated, string, number);
            add(&mut self.inner, unwrapped(string), number);
        }
    }

    /// Title and name of the one card that has exactly this error; `None` where none has, or several. An error of several
    /// lines has no card.
    pub fn find(&self, error: &str) -> Option<(&str, &str)> {
        let error = error.trim();
        let inner = unwrapped(error);
        let ways = [(&self.stated, error), (&self.stated, inner), (&self.inner, inner)];
        let holder = ways.into_iter().find_map(|(forms, error)| look_up(forms, error));
        let Some(Holder::One(number)) = holder else { return None };
        self.cards.get(number).map(|(title, id)| (title.as_str(), id.as_str()))
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
}

fn add(forms: &mut Forms, string: &str, number: usize) {
    for form in forms_of(&ErrorLine::read(string)) {
        let holder = forms.entry(form).or_insert(Holder::One(number));
        if *holder != Holder::One(number) {
            *holder = Holder::Several;
        }
    }
}

fn look_up(forms: &Forms, error: &str) -> Option<Holder> {
    let lines = error_text::lines(error);
    let [line] = lines.as_slice() else { return None };
    let mut found = forms_of(line).into_iter().filter_map(|form| forms.get(&form).copied());
    let first = found.next()?;
    Some(if found.all(|other| other == first) { first } else { Holder::Several })
}

/// `error` without what layers put in front of it, such as "MCP error -32603:".
fn unwrapped(error: &str) -> &str {
    error.get(wrapping_prefix(error)..).unwrap_or(error)
}

fn forms_of(line: &ErrorLine) -> Vec<String> {
    let (key, skeleton) = (line.key(), line.skeleton());
    let mut forms = Vec::with_capacity(2);
    if is_telling(&key) {
        forms.push(key.join(" "));
    }
    if skeleton != key && is_telling(&skeleton) {
        forms.push(skeleton.join(" "));
    }
    forms
}

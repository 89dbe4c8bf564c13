//! Texts that are too short, too long, or not as their pattern.

use serde_json::{Value, json};

use super::super::base_call::{fitted, pattern_match};
use super::super::kind::ProbeKind;
use super::{Attempt, Site};

pub(super) fn attempts(site: &Site<'_>, given: &str) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let countable = |bound: u64| usize::try_from(bound).ok().filter(|bound| *bound < MAX_LENGTH);
    let least = site.view.most("minLength").and_then(countable);
    let most = site.view.least("maxLength").and_then(countable);
    let pattern = site.view.text("pattern");
    let of_length = |length: usize| {
        let matching = pattern.and_then(|pattern| pattern_match(pattern, length));
        let plain = [fitted(given, length, length), "a".repeat(length), "1".repeat(length)];
        plain.into_iter().chain(matching)
    };
    if let Some(shorter) = least.and_then(|least| least.checked_sub(1)) {
        for text in of_length(shorter) {
            attempts.push(site.put(ProbeKind::MinLength, 0, "minLength", json!(text)));
        }
    }
    if let Some(most) = most {
        for text in of_length(most + 1) {
            attempts.push(site.put(ProbeKind::MaxLength, 0, "maxLength", json!(text)));
        }
    }
    if pattern.is_some() {
        let fit = |text: &str| fitted(text, least.unwrap_or(0), most.unwrap_or(MAX_LENGTH));
        let unlike = ["?!", "not as asked", "zz", "0", ""].map(fit);
        let near = [format!("{given}!"), format!(" {given}"), given.chars().skip(1).collect()];
        for text in unlike.into_iter().chain(near) {
            attempts.push(site.put(ProbeKind::Pattern, 0, "pattern", Value::String(text)));
        }
    }
    attempts
}

const MAX_LENGTH: usize = 20_000;

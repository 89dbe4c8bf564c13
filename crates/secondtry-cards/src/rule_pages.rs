//! The pages of the rules as cards: the same text, not a copy of it.

use secondtry_failure::judge::rules;

use crate::card::{Card, Refused};

/// Every rule's page, in the order of the rules.
///
/// # Errors
/// Where a page is no card. A test holds that none is.
pub fn all() -> Result<Vec<Card>, Refused> {
    let pages = rules::ALL.iter().map(|rule| {
        Card::parse(rule.page).map_err(|error| error.in_file(format!("{}.md", rule.code)))
    });
    pages.collect()
}

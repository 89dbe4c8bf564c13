//! The cards that come with the program: the pages of the rules, and failures seen in the field.

use crate::card::{Card, Refused};
use crate::rule_pages;

mod field;

#[cfg(test)]
mod tests;

/// Every card that comes with the program.
///
/// # Errors
/// Where one is no card. A test holds that none is.
pub fn all() -> Result<Vec<Card>, Refused> {
    let mut cards = rule_pages::all()?;
    for (name, text) in field::TEXTS {
        cards.push(Card::parse(*text).map_err(|error| error.in_file(*name))?);
    }
    Ok(cards)
}

//! Finds cards from a messy error or from words.
//!
//! A store brings candidates: cards with the same error by its hash, with rare runs of three characters, and with rare words.
//! What ranks them is here and the same for every store: first whether an error string of the card stands in the error, then
//! how like it is, then the words, each weighed by its field and its rarity; among equals the card whose fix was reported to
//! work more surely.

pub use rank::{Why, wilson};

pub(crate) mod asked;
pub(crate) mod entry;
pub(crate) mod error_text;
pub(crate) mod hash;
pub(crate) mod rank;
pub(crate) mod trigrams;
pub(crate) mod words;

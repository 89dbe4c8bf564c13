//! What is known about failed MCP tool calls, as cards: the form of a card, a store, and the search.
//!
//! ```text
//! card → door → store → search
//! ```
//!
//! Nothing here reads a clock or serves anything: callers pass the time in, and servers and pages are built on [`store::Store`].
//!
//! ```
//! use secondtry_cards::rule_pages;
//!
//! let cards = rule_pages::all()?;
//! let card = cards.iter().find(|card| card.id() == "no-response").expect("a rule");
//! assert_eq!(card.title(), "A tool call is never answered");
//! assert!(card.error_strings().iter().any(|text| text == "MCP error -32001: Request timed out"));
//! # Ok::<(), secondtry_cards::card::Refused>(())
//! ```

pub mod built_in;
pub mod card;
pub mod day;
pub mod door;
pub mod rule_pages;
pub mod search;
#[cfg(feature = "store")]
pub mod store;

//! `find_cards`.

use std::fmt::Write as _;

use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use secondtry::ToolFailure;
use secondtry_cards::store::{FindQuery, Found, Page};
use serde::{Deserialize, Serialize};

use super::refusal::reading;
use super::told::{outcomes, told, without_format};
use crate::desk::{Desk, Refused, Visitor};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FindCards {
    /// Words to look for, such as the product and what it does; needed where there is no `error`
    #[schemars(length(min = 1, max = 1024))]
    query: Option<String>,
    /// An error as it was printed, with everything around it, at most 16 KiB; needed where there is no `query`
    #[schemars(length(min = 1, max = 16384))]
    error: Option<String>,
    /// At most so many cards
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50), transform = without_format)]
    limit: u8,
    /// Goes on after a page: the `next` that this tool returned for the same `query` and `error`
    #[schemars(length(max = 4096))]
    cursor: Option<String>,
}

#[derive(JsonSchema, Serialize)]
pub(super) struct FoundCards {
    /// The cards, best first
    cards: Vec<FoundCard>,
    /// The `cursor` for the next page, where there is one
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(JsonSchema, Serialize)]
#[schemars(inline)]
struct FoundCard {
    /// For `get_card`
    id: String,
    /// What fails
    title: String,
    /// `card`: a failure from the field; `rule`: a flaw that `secondtry check` finds; `guide`: a longer text
    kind: &'static str,
    /// Why it matches
    why: String,
    /// How often its fix was reported to have worked
    #[schemars(transform = without_format)]
    worked: u64,
    /// How often it was reported to have been tried
    #[schemars(transform = without_format)]
    tried: u64,
}

pub(super) async fn find(
    desk: &Desk,
    asked: &FindCards,
    visitor: Visitor,
) -> Result<CallToolResult, ToolFailure> {
    desk.admit_reader(visitor).map_err(|refused| reading(refused, asked.cursor.as_deref()))?;
    let FindCards { query, error, limit, cursor } = asked;
    let query = FindQuery {
        query: query.as_deref(),
        error: error.as_deref(),
        cursor: cursor.as_deref(),
        limit: usize::from(*limit),
    };
    if query.query.is_none() && query.error.is_none() {
        return Err(ToolFailure::refused(
            "At least one of `query` and `error` is needed, and neither was sent",
        )
        .allowed(
            "Call `find_cards` again with the error as it was printed in `error`, or with words in `query`",
        ));
    }
    let page = desk.find(&query).await.map_err(|refused| reading(refused, cursor.as_deref()))?;
    let text = as_text(&page, desk.settings().asks);
    let cards = page.items.into_iter().map(FoundCard::of).collect();
    told(text, &FoundCards { cards, next: page.next })
}

/// The id of a card that somebody may have meant by `id`.
pub(super) async fn near(desk: &Desk, id: &str) -> Result<Option<String>, Refused> {
    let words = id.replace(|c: char| !c.is_alphanumeric(), " ");
    if words.trim().is_empty() || words.len() > LONGEST_ID {
        return Ok(None);
    }
    let query = FindQuery { query: Some(&words), limit: 50, ..FindQuery::default() };
    let found = desk.find(&query).await?.items.into_iter().map(|found| found.card.id);
    let ranked = found.map(|other| (strsim::normalized_damerau_levenshtein(id, &other), other));
    let nearest = ranked.max_by(|a, b| a.0.total_cmp(&b.0));
    Ok(nearest.filter(|(likeness, _)| *likeness > 0.6).map(|(_, other)| other))
}

impl FoundCard {
    fn of(found: Found) -> Self {
        let Found { card, why } = found;
        Self {
            id: card.id,
            title: card.title,
            kind: card.kind.name(),
            why: why.to_string(),
            worked: card.worked,
            tried: card.tried,
        }
    }
}

fn as_text(page: &Page<Found>, asks: bool) -> String {
    if page.items.is_empty() {
        let or = if asks { ", or ask with `ask_markedet`" } else { "" };
        return format!(
            "No card fits. Try other or fewer words, or paste the error as it was printed{or}."
        );
    }
    let mut text = "Best first; `get_card` reads one.\n".to_owned();
    for Found { card, why } in &page.items {
        let worked = match outcomes(card.worked, card.tried) {
            worked if worked.is_empty() => worked,
            worked => format!(" ({worked})"),
        };
        let _ = writeln!(text, "- {}: {}{worked}\n  {why}", card.id, card.title);
    }
    if let Some(next) = &page.next {
        let _ = writeln!(text, "There are more: call again with `cursor` {next}");
    }
    text
}

fn ten() -> u8 {
    10
}

/// A longer name is no slip of the pen.
const LONGEST_ID: usize = 200;

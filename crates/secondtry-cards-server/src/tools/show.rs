//! `get_card`.

use std::fmt::Write as _;

use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use secondtry::ToolFailure;
use secondtry_cards::store::{Outcome, StoredCard};
use serde::{Deserialize, Serialize};

use super::find::near;
use super::refusal::reading;
use super::told::{outcomes, told, without_format};
use crate::desk::{Desk, Visitor};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetCard {
    /// The id of a card, as `find_cards` gives it
    #[schemars(length(min = 1, max = 200))]
    id: String,
}

#[derive(JsonSchema, Serialize)]
pub(super) struct WholeCard {
    /// Its name
    id: String,
    /// What fails
    title: String,
    /// `card`: a failure from the field; `rule`: a flaw that `secondtry check` finds; `guide`: a longer text
    kind: &'static str,
    /// Products with their versions, in the words of the author
    products: Vec<String>,
    /// The day it was written, as YYYY-MM-DD
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<String>,
    /// The day it was last changed, as YYYY-MM-DD
    updated: String,
    /// What a failing program prints
    error_strings: Vec<String>,
    /// The text, as Markdown
    markdown: String,
    /// How often its fix was reported to have worked
    #[schemars(transform = without_format)]
    worked: u64,
    /// How often it was reported to have been tried
    #[schemars(transform = without_format)]
    tried: u64,
    /// The latest words of those who tried it; not verified
    notes: Vec<Note>,
}

#[derive(JsonSchema, Serialize)]
#[schemars(inline)]
struct Note {
    /// When, in UTC
    at: String,
    /// Whether the fix worked for whoever wrote it
    worked: bool,
    /// Their words
    text: String,
}

pub(super) async fn show(
    desk: &Desk,
    asked: &GetCard,
    visitor: Visitor,
) -> Result<CallToolResult, ToolFailure> {
    let refuse = |refused| reading(refused, None);
    desk.admit_reader(visitor).map_err(refuse)?;
    let Some(stored) = desk.card(&asked.id).await.map_err(refuse)? else {
        return Err(unknown(desk, "id", &asked.id).await);
    };
    let reports = desk.outcomes(&asked.id, 100).await.map_err(refuse)?.items;
    let notes: Vec<Note> = reports.into_iter().filter_map(Note::of).take(NOTES).collect();
    let text = as_text(&stored, &notes);
    let StoredCard { card, worked, tried, changed: _ } = stored;
    told(
        text,
        &WholeCard {
            id: card.id().to_owned(),
            title: card.title().to_owned(),
            kind: card.kind().name(),
            products: card.products().to_vec(),
            created: card.created().map(str::to_owned),
            updated: card.updated().to_owned(),
            error_strings: card.error_strings().to_vec(),
            markdown: card.body().to_owned(),
            worked,
            tried,
            notes,
        },
    )
}

/// No card has the name that `parameter` gave.
pub(super) async fn unknown(desk: &Desk, parameter: &str, id: &str) -> ToolFailure {
    // What cannot be found now is not needed to tell that there is no such card.
    match near(desk, id).await.ok().flatten() {
        Some(near) => ToolFailure::invalid_argument(parameter, id).must_be(&format!(
            "the id of a card that exists (the nearest is `{near}`; `find_cards` finds others)"
        )),
        None => ToolFailure::not_found("card", parameter, id).find_with("find_cards"),
    }
}

impl Note {
    fn of(outcome: Outcome) -> Option<Self> {
        let Outcome { at, worked, note, number: _, note_status: _ } = outcome;
        Some(Self { at: at.to_string(), worked, text: note? })
    }
}

fn as_text(stored: &StoredCard, notes: &[Note]) -> String {
    let StoredCard { card, worked, tried, changed: _ } = stored;
    let mut facts = vec![card.kind().name().to_owned()];
    if !card.products().is_empty() {
        facts.push(format!("for {}", card.products().join(", ")));
    }
    facts.push(format!("updated {}", card.updated()));
    facts.extend(Some(outcomes(*worked, *tried)).filter(|worked| !worked.is_empty()));
    let (title, id) = (card.title(), card.id());
    let mut text = format!("# {title}\n\n`{id}`; {}\n\n{}\n", facts.join("; "), card.body());
    if !notes.is_empty() {
        text.push_str("\n## Notes of those who tried it (not verified)\n\n");
    }
    for Note { at, worked, text: note } in notes {
        let worked = if *worked { "worked" } else { "did not work" };
        let _ = writeln!(text, "- {at}, {worked}: {}", note.replace(['\r', '\n'], " "));
    }
    text
}

/// How many notes a card is shown with.
const NOTES: usize = 5;

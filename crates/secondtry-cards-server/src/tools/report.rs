//! `report_outcome`.

use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use secondtry::ToolFailure;
use secondtry_cards::store::Reported;
use serde::{Deserialize, Serialize};

use super::refusal::writing;
use super::show::unknown;
use super::told::{told, without_format};
use crate::desk::{Desk, Report, Visitor};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportOutcome {
    /// The id of the card whose fix was tried
    #[schemars(length(min = 1, max = 200))]
    card: String,
    /// Whether the fix worked
    worked: bool,
    /// What else others should know, at most 1 KiB; no secrets, no personal data
    #[schemars(length(min = 1, max = 1024))]
    note: Option<String>,
    /// Your own name for this report, such as a UUID: the same one counts once for a card, however often it is sent
    #[schemars(length(min = 1, max = 200))]
    client_key: Option<String>,
}

#[derive(JsonSchema, Serialize)]
pub(super) struct ReportedOutcome {
    /// The id of the card
    card: String,
    /// What became of the report
    outcome: Became,
    /// How often the card's fix was reported to have worked
    #[schemars(transform = without_format)]
    worked: u64,
    /// How often it was reported to have been tried
    #[schemars(transform = without_format)]
    tried: u64,
}

#[derive(Clone, Copy, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Became {
    /// This client has reported about this card today; this report does not count.
    AlreadyCountedToday,
    /// It counts.
    Counted,
    /// The report with this `client_key` is there already; it counts once.
    SameKey,
}

pub(super) async fn report(
    desk: &Desk,
    sent: &ReportOutcome,
    visitor: Visitor,
) -> Result<CallToolResult, ToolFailure> {
    let report = Report {
        card: &sent.card,
        worked: sent.worked,
        note: sent.note.as_deref(),
        client_key: sent.client_key.as_deref(),
    };
    let outcome = match desk.report(&report, visitor).await.map_err(writing)? {
        Reported::Counted => Became::Counted,
        Reported::SameDay => Became::AlreadyCountedToday,
        Reported::SameKey => Became::SameKey,
        Reported::UnknownCard => return Err(unknown(desk, "card", &sent.card).await),
    };
    let stored = desk.card(&sent.card).await.map_err(writing)?;
    let (worked, tried) = stored.map(|card| (card.worked, card.tried)).unwrap_or_default();
    let text = as_text(outcome, sent, desk.settings().is_unmoderated);
    let text = format!("{text} The fix of `{}` worked {worked} of {tried} times.", sent.card);
    told(text, &ReportedOutcome { card: sent.card.clone(), outcome, worked, tried })
}

fn as_text(outcome: Became, sent: &ReportOutcome, is_unmoderated: bool) -> String {
    let note = match (&sent.note, is_unmoderated) {
        (None, _) => "",
        (Some(_), true) => " The note is public.",
        (Some(_), false) => " The note is shown once somebody has accepted it.",
    };
    match outcome {
        Became::AlreadyCountedToday => {
            "Already counted today: a report from here about this card counts once a day; this one was not kept.".to_owned()
        }
        Became::Counted => format!("Counted.{note}"),
        Became::SameKey => {
            "Same key: the report with this `client_key` is there already and counts once.".to_owned()
        }
    }
}

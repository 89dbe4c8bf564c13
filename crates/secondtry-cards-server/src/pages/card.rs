//! One card: as a page, as the text it was read from, and as JSON.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use secondtry_cards::card::{Card, Kind};
use secondtry_cards::day::Day;
use secondtry_cards::store::{Outcome, StoredCard};
use serde::Deserialize;
use serde_json::json;

use super::frame::Frame;
use super::plot::Plot;
use super::problem::Problem;
use super::sent::{Named, Sent};
use super::{Shown, answer, markdown, outcome};
use crate::desk::Desk;

/// What the page is told by the form on it.
#[derive(Deserialize)]
pub(super) struct After {
    report: Option<String>,
}

/// What the form for a report holds, and what became of it.
#[derive(Default)]
pub(super) struct Form {
    pub(super) note: String,
    /// What was done.
    pub(super) done: Option<&'static str>,
    /// Why nothing was.
    pub(super) refused: Option<String>,
}

#[derive(Template)]
#[template(path = "card.html")]
struct CardPage {
    frame: Frame,
    stored: StoredCard,
    sections: Vec<Shape>,
    plot: Plot,
    notes: Vec<Outcome>,
    form: Form,
}

/// A part of the card with its heading.
struct Shape {
    heading: String,
    html: String,
}

/// `/cards/ID`, `/cards/ID.md` and `/cards/ID.json`
pub(super) async fn show(
    State(desk): State<Arc<Desk>>,
    Named(name): Named,
    Sent(after): Sent<After>,
) -> Shown {
    if let Some(id) = name.strip_suffix(".md") {
        let stored = desk.card(id).await?.ok_or(Problem::NotFound)?;
        return Ok(answer::text("text/markdown; charset=utf-8", stored.card.source().to_owned()));
    }
    if let Some(id) = name.strip_suffix(".json") {
        let stored = desk.card(id).await?.ok_or(Problem::NotFound)?;
        return Ok(answer::text("application/json", json(&stored).to_string()));
    }
    let done = after.report.as_deref().and_then(outcome::done);
    page(&desk, &name, Form { done, ..Form::default() }).await
}

/// The page of a card.
pub(super) async fn page(desk: &Desk, id: &str, form: Form) -> Result<Response, Problem> {
    let stored = desk.card(id).await?.ok_or(Problem::NotFound)?;
    let today = desk.now().day();
    let first = Day::from_number(today.number() - PLOTTED_DAYS + 1);
    let days = desk.outcomes_by_day(id, first).await?;
    let mut notes = desk.outcomes(id, MOST_NOTES).await?.items;
    notes.retain(|outcome| outcome.note.is_some());
    answer::page(&CardPage {
        frame: Frame::of(desk, stored.card.title(), &format!("/cards/{id}")),
        sections: sections(&stored.card),
        plot: Plot::of(&days, first, today),
        stored,
        notes,
        form,
    })
}

fn sections(card: &Card) -> Vec<Shape> {
    if card.kind() == Kind::Guide {
        return vec![Shape { heading: String::new(), html: markdown::to_html(card.body(), 2) }];
    }
    let shape = |(heading, text): (&str, &str)| Shape {
        heading: heading.to_owned(),
        html: markdown::to_html(text, 3),
    };
    card.sections().map(shape).collect()
}

fn json(stored: &StoredCard) -> serde_json::Value {
    let card = &stored.card;
    let sections: Vec<_> =
        card.sections().map(|(heading, text)| json!({"heading": heading, "text": text})).collect();
    json!({
        "id": card.id(),
        "kind": card.kind().name(),
        "title": card.title(),
        "status": card.status().name(),
        "products": card.products(),
        "created": card.created(),
        "updated": card.updated(),
        "error_strings": card.error_strings(),
        "sections": sections,
        "worked": stored.worked,
        "tried": stored.tried,
    })
}

impl CardPage {
    fn kind(&self) -> &'static str {
        match self.stored.card.kind() {
            Kind::Card => "Failure seen in the field",
            Kind::Guide => "Guide",
            Kind::Rule => "Rule of secondtry check",
        }
    }
}

/// How many days a plot shows.
pub(super) const PLOTTED_DAYS: i64 = 90;
/// How many reports are looked through for words.
const MOST_NOTES: usize = 50;

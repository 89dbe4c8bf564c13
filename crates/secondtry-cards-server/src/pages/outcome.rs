//! Takes a report whether a card's fix worked.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect};
use secondtry_cards::store::Reported;
use serde::Deserialize;

use super::Shown;
use super::card::{self, Form};
use super::problem::Problem;
use super::sent::{Named, Sent, typed};
use crate::desk::{Desk, Refused, Report, Visitor};

/// A report, as the form sends it.
#[derive(Deserialize)]
pub(super) struct Told {
    worked: String,
    note: Option<String>,
}

/// `/cards/ID/outcomes`
pub(super) async fn report(
    State(desk): State<Arc<Desk>>,
    Extension(visitor): Extension<Visitor>,
    Named(id): Named,
    Sent(told): Sent<Told>,
) -> Shown {
    let worked = match told.worked.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Problem::Malformed("`worked` is neither `yes` nor `no`.".into())),
    };
    let note = typed(told.note);
    let report = Report { card: &id, worked, note: note.as_deref(), client_key: None };
    let done = match desk.report(&report, visitor).await {
        Ok(Reported::Counted) if note.is_some() && !desk.settings().is_unmoderated => "noted",
        Ok(Reported::Counted) => "counted",
        Ok(Reported::SameDay | Reported::SameKey) => "same-day",
        Ok(Reported::UnknownCard) => return Err(Problem::NotFound),
        Err(Refused::Text(refusal)) => {
            let form = Form {
                note: note.unwrap_or_default(),
                refused: Some(refusal.to_string()),
                ..Form::default()
            };
            let mut response = card::page(&desk, &id, form).await?;
            *response.status_mut() = StatusCode::BAD_REQUEST;
            return Ok(response);
        }
        Err(refused) => return Err(refused.into()),
    };
    Ok(Redirect::to(&format!("/cards/{id}?report={done}#report")).into_response())
}

/// What was done, by the name that the address of the page gives it.
pub(super) fn done(name: &str) -> Option<&'static str> {
    Some(match name {
        "counted" => "Thank you. Your report counts.",
        "noted" => {
            "Thank you. Your report counts. Its note is shown once somebody has accepted it."
        }
        "same-day" => {
            "A report about this card from your address counts already today, so this one does not."
        }
        _ => return None,
    })
}

//! Questions that are open to all, and the form to ask one.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect};
use secondtry_cards::store::Question;
use serde::Deserialize;

use super::frame::Frame;
use super::problem::Problem;
use super::sent::{Sent, typed};
use super::{Shown, answer};
use crate::desk::{Desk, Refused, Visitor};

/// Which part of the list.
#[derive(Deserialize)]
pub(super) struct Part {
    cursor: Option<String>,
    /// `yes` or `no`.
    answered: Option<String>,
}

/// A question, as the form sends it.
#[derive(Default, Deserialize)]
pub(super) struct Told {
    question: Option<String>,
    context: Option<String>,
}

#[derive(Template)]
#[template(path = "questions.html")]
struct QuestionsPage {
    frame: Frame,
    questions: Vec<Question>,
    answered: &'static str,
    is_first: bool,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "ask.html")]
struct AskPage {
    frame: Frame,
    question: String,
    context: String,
    days: u64,
    waits: bool,
    refused: Option<String>,
}

/// `/questions`
pub(super) async fn list(State(desk): State<Arc<Desk>>, Sent(part): Sent<Part>) -> Shown {
    let (is_answered, answered) = match part.answered.as_deref() {
        None => (None, ""),
        Some("yes") => (Some(true), "yes"),
        Some("no") => (Some(false), "no"),
        Some(_) => return Err(Problem::NotFound),
    };
    let page = desk.questions(is_answered, part.cursor.as_deref(), 15).await?;
    answer::page(&QuestionsPage {
        frame: Frame::unlisted(&desk, "Questions"),
        questions: page.items,
        answered,
        is_first: part.cursor.is_none(),
        next: page.next,
    })
}

/// `/ask`, empty.
pub(super) async fn form(State(desk): State<Arc<Desk>>) -> Shown {
    if !desk.settings().asks {
        return Err(Problem::NotFound);
    }
    answer::page(&ask_page(&desk, Told::default(), None))
}

/// `/ask`, filled in.
pub(super) async fn ask(
    State(desk): State<Arc<Desk>>,
    Extension(visitor): Extension<Visitor>,
    Sent(told): Sent<Told>,
) -> Shown {
    let (question, context) = (typed(told.question), typed(told.context));
    match desk.ask(question.as_deref().unwrap_or_default(), context.as_deref(), visitor).await {
        Ok(kept) => {
            Ok(Redirect::to(&format!("/questions/{}?done=asked", kept.handle)).into_response())
        }
        Err(Refused::Text(refusal)) => {
            let told = Told { question, context };
            let mut response = answer::page(&ask_page(&desk, told, Some(refusal.to_string())))?;
            *response.status_mut() = StatusCode::BAD_REQUEST;
            Ok(response)
        }
        Err(refused) => Err(refused.into()),
    }
}

fn ask_page(desk: &Desk, told: Told, refused: Option<String>) -> AskPage {
    AskPage {
        frame: Frame::unlisted(desk, "Ask"),
        question: told.question.unwrap_or_default(),
        context: told.context.unwrap_or_default(),
        days: desk.settings().question_lifetime.as_secs() / (24 * 60 * 60),
        waits: !desk.settings().is_unmoderated,
        refused,
    }
}

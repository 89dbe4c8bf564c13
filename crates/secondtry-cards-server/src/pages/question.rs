//! One question with its answers, and the form to answer it.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use secondtry_cards::card::Status;
use secondtry_cards::store::{Answered, Asked, AuthorKind, GivenAnswer, Handle, Question};
use serde::Deserialize;

use super::frame::Frame;
use super::problem::Problem;
use super::sent::{Named, Sent, typed};
use super::{Shown, answer};
use crate::desk::{Desk, Refused, Reply, Visitor};

/// What the page is told by a form.
#[derive(Deserialize)]
pub(super) struct After {
    done: Option<String>,
}

/// An answer, as the form sends it.
#[derive(Deserialize)]
pub(super) struct Told {
    answer: Option<String>,
    author: Option<String>,
}

/// What the form holds, and what became of it.
#[derive(Default)]
struct Form {
    answer: String,
    author: String,
    done: Option<&'static str>,
    refused: Option<String>,
}

#[derive(Template)]
#[template(path = "question.html")]
struct QuestionPage {
    frame: Frame,
    question: Question,
    answers: Vec<GivenAnswer>,
    is_expired: bool,
    form: Form,
}

/// `/questions/HANDLE`
pub(super) async fn show(
    State(desk): State<Arc<Desk>>,
    Named(handle): Named,
    Sent(after): Sent<After>,
) -> Shown {
    let handle = Handle::parse(&handle).ok_or(Problem::NotFound)?;
    let done = after.done.as_deref().and_then(|name| done(&desk, name));
    page(&desk, &handle, Form { done, ..Form::default() }).await
}

/// `/questions/HANDLE/answers`
pub(super) async fn answer(
    State(desk): State<Arc<Desk>>,
    Extension(visitor): Extension<Visitor>,
    Named(handle): Named,
    Sent(told): Sent<Told>,
) -> Shown {
    let handle = Handle::parse(&handle).ok_or(Problem::NotFound)?;
    let (text, author) = (typed(told.answer).unwrap_or_default(), typed(told.author));
    let author = author.unwrap_or_else(|| "somebody".to_owned());
    let reply = Reply { text: &text, author: &author, kind: AuthorKind::Person };
    match desk.answer(&handle, &reply, visitor).await {
        Ok(Answered::Expired | Answered::Unknown) => page(&desk, &handle, Form::default()).await,
        Ok(Answered::Kept(_)) => {
            Ok(Redirect::to(&format!("/questions/{handle}?done=answered#answer")).into_response())
        }
        Err(Refused::Text(refusal)) => {
            let refused = Some(refusal.to_string());
            let form = Form { answer: text, author, done: None, refused };
            let mut response = page(&desk, &handle, form).await?;
            *response.status_mut() = StatusCode::BAD_REQUEST;
            Ok(response)
        }
        Err(refused) => Err(refused.into()),
    }
}

async fn page(desk: &Desk, handle: &Handle, form: Form) -> Result<Response, Problem> {
    let (question, answers, is_expired) = match desk.question(handle).await? {
        Asked::Answered(question, answers) => (question, answers, false),
        Asked::Expired(question) => (question, Vec::new(), true),
        Asked::Pending(question) => (question, Vec::new(), false),
        Asked::Unknown => return Err(Problem::NotFound),
    };
    let frame = Frame::unlisted(desk, "A question");
    let mut response = answer::page(&QuestionPage { frame, question, answers, is_expired, form })?;
    if is_expired {
        *response.status_mut() = StatusCode::GONE;
    }
    Ok(response)
}

/// What was done, by the name that the address of the page gives it.
fn done(desk: &Desk, name: &str) -> Option<&'static str> {
    let is_shown = desk.settings().is_unmoderated;
    match name {
        "answered" if is_shown => Some("Thank you. Your answer stands below."),
        "answered" => Some("Thank you. Your answer is shown once somebody has accepted it."),
        "asked" if is_shown => {
            Some("Your question is kept. Keep the address of this page to see its answers.")
        }
        "asked" => Some(
            "Your question is kept, and listed once somebody has accepted it. Keep the address of this page to see its answers.",
        ),
        _ => None,
    }
}

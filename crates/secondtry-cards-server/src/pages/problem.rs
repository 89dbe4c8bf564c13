//! Why there is no page, and the page that says so. Nothing of the inside is shown.

use std::time::Duration;

use askama::Template;
use axum::Extension;
use axum::http::header::{CACHE_CONTROL, ETAG, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use secondtry_cards::store::StoreError;

use super::answer;
use super::frame::Frame;
use crate::desk::{Desk, Refused};

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// Something of ours.
    Broken,
    /// A form from another site.
    Foreign,
    /// A cursor or a form that no page of ours has made.
    Malformed(String),
    /// An address that is there, for another method.
    Method,
    /// No such page.
    NotFound,
    /// A form that is too long.
    TooLong,
    /// Too often from this address.
    TooOften(Duration),
    /// The store cannot be reached, for a while.
    Unavailable,
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage {
    frame: Frame,
    text: String,
}

impl Problem {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Foreign => StatusCode::FORBIDDEN,
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Broken => "Something went wrong here",
            Self::Foreign => "This form came from another site",
            Self::Malformed(_) => "This request cannot be read",
            Self::Method => "This page cannot be asked in that way",
            Self::NotFound => "There is no such page",
            Self::TooLong => "This text is too long",
            Self::TooOften(_) => "Too many requests from your address",
            Self::Unavailable => "The cards cannot be reached for a moment",
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Broken => "It is not your fault. Whoever runs this server finds the reason in its log.".into(),
            Self::Foreign => "Nothing was kept. Open the page here and send the form from it.".into(),
            Self::Malformed(why) => why.clone(),
            Self::Method => "Forms are sent to their own address; everything else is read with GET.".into(),
            Self::NotFound => "Perhaps the card was renamed, or nobody has accepted it yet. Search for its error instead.".into(),
            Self::TooLong => "Nothing was kept. Send the part of it that matters: the last lines of an error are mostly enough.".into(),
            Self::TooOften(wait) => format!("Nothing was kept. Try again in {} s.", seconds(*wait)),
            Self::Unavailable => "Nothing was lost. Try again in a few seconds.".into(),
        }
    }

    /// How long to wait, where the same may work later.
    pub(super) fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooOften(wait) => Some(seconds(*wait)),
            Self::Unavailable => Some(5),
            Self::Broken
            | Self::Foreign
            | Self::Malformed(_)
            | Self::Method
            | Self::NotFound
            | Self::TooLong => None,
        }
    }

    /// The page.
    pub(super) fn page(&self, desk: &Desk) -> Response {
        let page = ProblemPage { frame: Frame::unlisted(desk, self.title()), text: self.text() };
        let mut response = answer::page(&page).unwrap_or_else(|_| self.title().into_response());
        *response.status_mut() = self.status();
        response.headers_mut().remove(ETAG);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Without a body: [`around`](super::safety::around) puts the page in, which needs the desk.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status(), Extension(self)).into_response()
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::NoQuestions => Self::NotFound,
            Refused::Store(error @ (StoreError::Busy(_) | StoreError::Unreachable(_))) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a page could not be made");
                Self::Unavailable
            }
            Refused::Store(StoreError::Cursor) => {
                Self::Malformed("This link to further results belongs to another list. Begin again with the first page.".into())
            }
            Refused::Store(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a page could not be made");
                Self::Broken
            }
            Refused::Text(refusal) => Self::Malformed(refusal.to_string()),
            Refused::TooOften(wait) => Self::TooOften(wait),
        }
    }
}

impl From<askama::Error> for Problem {
    fn from(_: askama::Error) -> Self {
        Self::Broken
    }
}

/// Whole seconds, at least one.
fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + 1
}

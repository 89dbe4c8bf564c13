//! What is found for words or for a pasted error.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Redirect};
use secondtry_cards::door::Field;
use secondtry_cards::store::{FindQuery, Found};
use serde::Deserialize;

use super::frame::Frame;
use super::sent::{Sent, typed};
use super::{Shown, answer};
use crate::desk::{Desk, Refused};

/// What to look for.
#[derive(Deserialize)]
pub(super) struct Asked {
    q: Option<String>,
    error: Option<String>,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: Frame,
    words: String,
    error: String,
    found: Vec<Found>,
    next: Option<String>,
    is_first: bool,
    /// Why nothing was looked for.
    refused: Option<String>,
}

/// `/search`, for a link as for a form with a long error.
pub(super) async fn show(
    State(desk): State<Arc<Desk>>,
    method: Method,
    Sent(asked): Sent<Asked>,
) -> Shown {
    let (words, error) = (typed(asked.q), typed(asked.error));
    let cursor = typed(asked.cursor);
    // Words make an address that can be kept and gone back to. An error does not go into one: it may hold what is nobody's
    // business, and addresses end in histories and logs.
    if method == Method::POST
        && let (Some(words), None) = (&words, &error)
        && words.len() <= Field::Query.limit()
    {
        let mut address = format!("/search?q={}", encoded(words));
        if let Some(cursor) = &cursor {
            address.push_str("&cursor=");
            address.push_str(&encoded(cursor));
        }
        return Ok(Redirect::to(&address).into_response());
    }
    let query = FindQuery {
        query: words.as_deref(),
        error: error.as_deref(),
        cursor: cursor.as_deref(),
        limit: 20,
    };
    let found = match (&words, &error) {
        (None, None) if method == Method::GET || method == Method::HEAD => Ok(None),
        (None, None) => {
            Err("Both fields are empty. Type some words, or paste an error.".to_owned())
        }
        (_, _) => match desk.find(&query).await {
            Ok(page) => Ok(Some(page)),
            Err(Refused::Text(refusal)) => Err(refusal.to_string()),
            Err(refused) => return Err(refused.into()),
        },
    };
    let (page, refused) = match found {
        Ok(page) => (page, None),
        Err(why) => (None, Some(why)),
    };
    let status = if refused.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let (found, next) = page.map_or((Vec::new(), None), |page| (page.items, page.next));
    let mut response = answer::page(&SearchPage {
        frame: Frame::unlisted(&desk, "Search"),
        words: words.unwrap_or_default(),
        error: error.unwrap_or_default(),
        found,
        next,
        is_first: cursor.is_none(),
        refused,
    })?;
    *response.status_mut() = status;
    Ok(response)
}

impl SearchPage {
    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.error.is_empty()
    }
}

/// As a value in an address.
fn encoded(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            made.push(char::from(byte));
        } else {
            let _ = write!(made, "%{byte:02X}");
        }
    }
    made
}

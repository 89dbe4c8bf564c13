//! The pages for people, made on the server, without any script.
//!
//! [`routes`] is the table of addresses, whole. Each handler answers with a page or with a problem; the frame around them
//! knows the visitor, counts what is read, renders problems, and sends the headers that keep a browser from doing more than it must.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use self::problem::Problem;
use crate::desk::Desk;

mod answer;
mod asset;
mod base;
mod card;
mod frame;
mod guide;
mod index;
mod listing;
mod markdown;
mod outcome;
mod plot;
mod problem;
mod question;
mod questions;
mod safety;
mod search;
mod sent;

#[cfg(test)]
mod tests;

/// What a handler answers with.
type Shown = Result<axum::response::Response, Problem>;

/// Every page of `desk`. Requests carry their [`Visitor`](crate::desk::Visitor) as an extension; one without is answered with status 500.
pub fn routes(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/", get(index::show))
        .route("/search", get(search::show).post(search::show))
        .route("/cards/{name}", get(card::show))
        .route("/cards/{name}/outcomes", post(outcome::report))
        .route("/questions", get(questions::list))
        .route("/questions/{handle}", get(question::show))
        .route("/questions/{handle}/answers", post(question::answer))
        .route("/ask", get(questions::form).post(questions::ask))
        .route("/guides", get(guide::list))
        .route("/guides/", get(guide::list))
        .route("/guides/{name}", get(guide::show))
        .route("/llms.txt", get(listing::llms))
        .route("/llms-full.txt", get(listing::llms_full))
        .route("/feed.atom", get(listing::feed))
        .route("/sitemap.xml", get(listing::sitemap))
        .route("/robots.txt", get(listing::robots))
        .route("/style.css", get(asset::style))
        .route("/favicon.svg", get(asset::favicon))
        .route("/favicon.ico", get(asset::favicon))
        .fallback(async || Problem::NotFound)
        .method_not_allowed_fallback(async || Problem::Method)
        .layer(middleware::from_fn_with_state(Arc::clone(&desk), safety::around))
        .layer(DefaultBodyLimit::max(LONGEST_FORM))
        .with_state(desk)
}

/// The page that answers a form too long to be read at all.
pub(crate) fn too_long(desk: &Desk) -> axum::response::Response {
    safety::limited(Problem::TooLong.page(desk))
}

/// The longest form, in bytes: a question with its context, each byte written as three.
const LONGEST_FORM: usize = 64 * 1024;

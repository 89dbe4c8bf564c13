//! The first page: a search box and every card by name.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use secondtry_cards::card::Kind;
use secondtry_cards::store::{CardLine, Counts};
use serde::Deserialize;

use super::frame::Frame;
use super::problem::Problem;
use super::sent::Sent;
use super::{Shown, answer};
use crate::desk::Desk;

/// Which part of the list.
#[derive(Deserialize)]
pub(super) struct Part {
    kind: Option<String>,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage {
    frame: Frame,
    counts: Counts,
    kind: Kind,
    lines: Vec<CardLine>,
    is_first: bool,
    next: Option<String>,
    words: String,
    error: String,
}

/// `/`
pub(super) async fn show(State(desk): State<Arc<Desk>>, Sent(part): Sent<Part>) -> Shown {
    let kind = match part.kind.as_deref() {
        None | Some("card") => Kind::Card,
        Some("guide") => Kind::Guide,
        Some("rule") => Kind::Rule,
        Some(_) => return Err(Problem::NotFound),
    };
    let (lines, next) = of_kind(&desk, kind, part.cursor.clone()).await?;
    let path = if kind == Kind::Card { "/".to_owned() } else { format!("/?kind={}", kind.name()) };
    let title = match kind {
        Kind::Card => "Known failures of MCP tool calls",
        Kind::Guide => "Guides",
        Kind::Rule => "Rules of secondtry check",
    };
    answer::page(&IndexPage {
        frame: Frame::of(&desk, title, &path),
        counts: desk.counts().await?,
        kind,
        lines,
        is_first: part.cursor.is_none(),
        next,
        words: String::new(),
        error: String::new(),
    })
}

/// The cards of one kind after a cursor, and where to go on. A store lists all kinds together, so that a page may hold less
/// than it could.
async fn of_kind(
    desk: &Desk,
    kind: Kind,
    mut cursor: Option<String>,
) -> Result<(Vec<CardLine>, Option<String>), Problem> {
    let mut lines = Vec::new();
    for _ in 0..MOST_READS {
        let page = desk.list(cursor.as_deref(), A_READ).await?;
        lines.extend(page.items.into_iter().filter(|line| line.kind == kind));
        cursor = page.next;
        if cursor.is_none() || lines.len() >= ENOUGH {
            break;
        }
    }
    Ok((lines, cursor))
}

/// How many cards are read at once.
const A_READ: usize = 20;
/// With so many lines a page is full; it has fewer than that and [`A_READ`] together.
const ENOUGH: usize = 60;
/// How often the store is asked for one page.
const MOST_READS: usize = 20;

//! The guides that come with the program.

use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::extract::State;
use secondtry_cards::card::Card;

use super::frame::Frame;
use super::problem::Problem;
use super::sent::Named;
use super::{Shown, answer, markdown};
use crate::desk::Desk;

#[derive(Template)]
#[template(path = "guides.html")]
struct GuidesPage {
    frame: Frame,
    guides: &'static [Card],
}

#[derive(Template)]
#[template(path = "guide.html")]
struct GuidePage {
    frame: Frame,
    guide: &'static Card,
    html: String,
}

/// Every guide, the first to read first.
pub(super) fn all() -> &'static [Card] {
    &GUIDES
}

/// `/guides/`
pub(super) async fn list(State(desk): State<Arc<Desk>>) -> Shown {
    answer::page(&GuidesPage { frame: Frame::of(&desk, "Guides", "/guides/"), guides: all() })
}

/// `/guides/ID` and `/guides/ID.md`
pub(super) async fn show(State(desk): State<Arc<Desk>>, Named(name): Named) -> Shown {
    let id = name.strip_suffix(".md");
    let guide = all().iter().find(|guide| guide.id() == id.unwrap_or(&name));
    let guide = guide.ok_or(Problem::NotFound)?;
    if id.is_some() {
        return Ok(answer::text("text/markdown; charset=utf-8", guide.source().to_owned()));
    }
    answer::page(&GuidePage {
        frame: Frame::of(&desk, guide.title(), &format!("/guides/{name}")),
        html: markdown::to_html(guide.body(), 2),
        guide,
    })
}

static GUIDES: LazyLock<Vec<Card>> = LazyLock::new(|| {
    let parse = |text: &str| Card::parse(text).expect("a test reads each guide");
    TEXTS.iter().copied().map(parse).collect()
});

const TEXTS: [&str; 2] =
    [include_str!("../../guides/which-channel.md"), include_str!("../../guides/failure-texts.md")];

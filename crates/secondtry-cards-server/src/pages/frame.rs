//! What every page has around its text.

use crate::desk::Desk;

/// What every page has around its text.
pub(super) struct Frame {
    /// The page's own title.
    pub(super) title: String,
    /// Its lasting address, where people are told one.
    pub(super) canonical: Option<String>,
    /// Whether questions are taken.
    pub(super) asks: bool,
    /// Whether search engines may keep it.
    pub(super) is_listed: bool,
}

impl Frame {
    /// The frame of the page at `path`.
    pub(super) fn of(desk: &Desk, title: impl Into<String>, path: &str) -> Self {
        let settings = desk.settings();
        Self {
            title: title.into(),
            canonical: settings.public_url.as_ref().map(|url| format!("{url}{path}")),
            asks: settings.asks,
            is_listed: true,
        }
    }

    /// The frame of a page that is made for one visitor only.
    pub(super) fn unlisted(desk: &Desk, title: impl Into<String>) -> Self {
        Self { canonical: None, is_listed: false, ..Self::of(desk, title, "") }
    }
}

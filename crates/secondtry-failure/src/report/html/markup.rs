//! Text that becomes HTML: markup is only what stands in this program's own source.
//!
//! Written by hand in place of a template engine: [`raw`](Markup::raw) takes nothing but a literal, so that no text of a
//! server can become markup, and there is no build step and no macro to learn.

use std::fmt::Write;

/// HTML so far.
#[derive(Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Adds markup.
    pub(super) fn raw(&mut self, html: &'static str) -> &mut Self {
        self.0.push_str(html);
        self
    }

    /// Adds text, for an element or between the quotes of an attribute.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                _ => self.0.push(c),
            }
        }
        self
    }

    /// Adds text that a server may have said: it is set apart, so that its direction moves nothing around it.
    pub(super) fn said(&mut self, text: &str) -> &mut Self {
        self.raw("<bdi>").text(text).raw("</bdi>")
    }

    /// As [`said`](Self::said), with what stands between backticks as code.
    pub(super) fn prose(&mut self, text: &str) -> &mut Self {
        let parts: Vec<&str> = text.split('`').collect();
        if parts.len().is_multiple_of(2) {
            return self.said(text);
        }
        self.raw("<bdi>");
        for (index, part) in parts.into_iter().enumerate() {
            match index % 2 {
                0 => self.text(part),
                _ => self.raw("<code>").text(part).raw("</code>"),
            };
        }
        self.raw("</bdi>")
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: usize) -> &mut Self {
        let _ = write!(self.0, "{number}");
        self
    }

    /// The HTML.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

//! HTML pages in a text that should give a reason.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::pattern;

#[cfg(test)]
mod tests;

/// A page within a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// Where it stands.
    pub(super) place: Range<usize>,
    /// Its title, or else its first heading.
    pub(super) title: Option<String>,
}

/// Returns the first page in `text`.
pub(super) fn page(text: &str) -> Option<Page> {
    let start = START.find(text)?.start();
    let end = END.find(&text[start..]).map_or(text.len(), |end| start + end.end());
    let head = &text[start..end];
    let title = TITLE.captures(head).or_else(|| HEADING.captures(head));
    Some(Page { place: start..end, title: title.and_then(|found| plain(&found[1])) })
}

/// `text` with each page replaced by what is known of it; `None` where there is none.
pub(super) fn without_pages(text: &str) -> Option<String> {
    let mut rest = text.to_owned();
    for _ in 0..MOST_PAGES {
        let Some(page) = page(&rest) else { break };
        let titled = page.title.map(|title| format!(" titled \"{title}\"")).unwrap_or_default();
        let outside = rest[..page.place.start].trim().len() + rest[page.place.end..].trim().len();
        if outside == 0 {
            return Some(format!("The answer was an HTML page{titled} in place of a result."));
        }
        rest.replace_range(page.place, &format!("an HTML page{titled}"));
    }
    (rest != text).then_some(rest)
}

/// The words in a piece of HTML, in one line.
fn plain(html: &str) -> Option<String> {
    let text = TAG.replace_all(html, " ");
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (entity, sign) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "'"),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, sign);
    }
    let text = text.replace(['<', '>', '"'], "'");
    let text: String = text.trim().chars().take(LONGEST_TITLE).collect();
    (!text.is_empty()).then_some(text)
}

const LONGEST_TITLE: usize = 100;

const MOST_PAGES: usize = 8;

fn compiled(pattern: &str) -> Regex {
    pattern::compiled(&format!("(?is){pattern}"))
}

static START: LazyLock<Regex> = LazyLock::new(|| compiled(r"<!doctype\s+html|<html[\s>]"));

static END: LazyLock<Regex> = LazyLock::new(|| compiled(r"</html\s*>"));

static TITLE: LazyLock<Regex> = LazyLock::new(|| compiled(r"<title[^>]{0,200}>(.{0,500}?)</title"));

static HEADING: LazyLock<Regex> = LazyLock::new(|| compiled(r"<h1[^>]{0,200}>(.{0,500}?)</h1"));

static TAG: LazyLock<Regex> = LazyLock::new(|| compiled(r"<[^>]{0,200}>"));

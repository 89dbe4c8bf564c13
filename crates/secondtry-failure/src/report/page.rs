//! The parts of a rule's page that a report shows.

/// The page without its front matter.
pub(super) fn body(page: &str) -> &str {
    let rest = page.strip_prefix("---\n").unwrap_or(page);
    rest.split_once("\n---\n").map_or(page, |(_, body)| body.trim())
}

/// The text under `## heading`, up to the next heading of any level; empty where there is none.
pub(super) fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let marker = format!("\n## {heading}\n");
    let Some((_, text)) = page.split_once(&marker) else { return "" };
    let end = text.find("\n#").unwrap_or(text.len());
    text[..end].trim()
}

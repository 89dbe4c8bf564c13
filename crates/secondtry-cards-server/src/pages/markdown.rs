//! Markdown to HTML that holds nothing but text, structure and links.
//!
//! Raw HTML is shown as the text it is, a picture becomes a link to it, and a link to anything but the web, a mailbox or this
//! site becomes plain text.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

#[cfg(test)]
mod tests;

/// The HTML of `text`, its headings not above level `top`.
pub(super) fn to_html(text: &str, top: u8) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut made = String::with_capacity(text.len() * 3 / 2);
    // For each open link or picture, whether it is shown as a link.
    let mut links: Vec<bool> = Vec::new();
    html::push_html(&mut made, parser.map(|event| tame(event, top, &mut links)));
    made
}

fn tame<'a>(event: Event<'a>, top: u8, links: &mut Vec<bool>) -> Event<'a> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
            level: lowered(level, top),
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        }),
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lowered(level, top))),
        Event::Start(Tag::CodeBlock(_)) => markup("<pre tabindex=\"0\"><code>"),
        Event::End(TagEnd::CodeBlock) => markup("</code></pre>\n"),
        Event::Start(
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
        ) => {
            // A link within a link is none.
            let is_shown = is_safe(&dest_url, link_type) && !links.contains(&true);
            links.push(is_shown);
            if is_shown { start_link(link_type, dest_url) } else { markup("") }
        }
        Event::End(TagEnd::Link | TagEnd::Image) => {
            if links.pop() == Some(true) {
                Event::End(TagEnd::Link)
            } else {
                markup("")
            }
        }
        other => other,
    }
}

fn start_link(link_type: LinkType, dest_url: CowStr<'_>) -> Event<'_> {
    Event::Start(Tag::Link { link_type, dest_url, title: "".into(), id: "".into() })
}

fn markup(text: &'static str) -> Event<'static> {
    Event::InlineHtml(text.into())
}

fn lowered(level: HeadingLevel, top: u8) -> HeadingLevel {
    HeadingLevel::try_from((level as usize).max(usize::from(top))).unwrap_or(HeadingLevel::H6)
}

/// Whether a link may be followed: to the web, to a mailbox, or within this site.
fn is_safe(url: &str, link_type: LinkType) -> bool {
    if link_type == LinkType::Email {
        return true;
    }
    // Browsers drop control characters and spaces at the ends, so that `java\nscript:` is a scheme to them.
    if url.chars().any(|c| c.is_control() || c == '\\') || url.trim() != url {
        return false;
    }
    let end = url.find(['/', '?', '#']).unwrap_or(url.len());
    match url[..end].split_once(':') {
        Some((scheme, _)) => {
            ["http", "https", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
        }
        // `//elsewhere` is another site, and looks as if it were none.
        None => !url.starts_with("//"),
    }
}

//! Markdown to HTML that holds nothing but text, structure and links.
//!
//! Raw HTML is shown as the text it is, a picture becomes a link to it, and a link to anything but the web, a mailbox or this
//! site becomes plain text. `owner/repository#7` becomes a link.

use pulldown_cmark::{
    CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream, html,
};

mod references;
#[cfg(test)]
mod tests;

/// The HTML of `text`, its headings not above level `top`.
pub(super) fn to_html(text: &str, top: u8) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut made = String::with_capacity(text.len() * 3 / 2);
    // For each open link or picture, whether it is shown as a link.
    let mut links: Vec<bool> = Vec::new();
    let mut is_code = false;
    let events = TextMergeStream::new(parser).flat_map(|event| {
        match &event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) if !is_code && links.is_empty() => return with_references(text),
            _ => (),
        }
        vec![tame(event, top, &mut links)]
    });
    html::push_html(&mut made, events);
    made
}

/// A text whose references are links.
fn with_references<'a>(text: &str) -> Vec<Event<'a>> {
    let mut events = Vec::new();
    let mut done = 0;
    let piece = |range: std::ops::Range<usize>| Event::Text(text[range].to_owned().into());
    for reference in references::find(text) {
        events.push(piece(done..reference.place.start));
        events.push(start_link(LinkType::Autolink, reference.url.into()));
        done = reference.place.end;
        events.push(piece(reference.place));
        events.push(Event::End(TagEnd::Link));
    }
    events.push(piece(done..text.len()));
    events
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

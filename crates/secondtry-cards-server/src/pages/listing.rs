//! The cards as programs read them: `llms.txt`, `llms-full.txt`, a feed, a map of the site, and what robots may do.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::response::Response;
use futures_util::stream;
use secondtry_cards::card::{Card, Kind};
use secondtry_cards::store::CardLine;

use super::base::Base;
use super::{Shown, answer, guide};
use crate::desk::{Desk, Refused};

#[cfg(test)]
mod tests;

/// A text about every card, too long to be made at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Listing {
    Full,
    Links,
    Map,
}

/// A listing that is being sent.
struct Sending {
    desk: Arc<Desk>,
    listing: Listing,
    base: String,
    next: Next,
}

/// What is sent next.
enum Next {
    Head,
    /// The cards after a cursor.
    Cards(Option<String>),
    End,
}

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed {
    base: String,
    updated: String,
    lines: Vec<CardLine>,
}

/// `/llms.txt`, after <https://llmstxt.org>.
pub(super) async fn llms(State(desk): State<Arc<Desk>>, base: Base) -> Shown {
    streamed(desk, Listing::Links, base, "text/plain; charset=utf-8").await
}

/// `/llms-full.txt`: every guide and card as a whole.
pub(super) async fn llms_full(State(desk): State<Arc<Desk>>, base: Base) -> Shown {
    streamed(desk, Listing::Full, base, "text/plain; charset=utf-8").await
}

/// `/sitemap.xml`
pub(super) async fn sitemap(State(desk): State<Arc<Desk>>, base: Base) -> Shown {
    streamed(desk, Listing::Map, base, "application/xml").await
}

/// `/feed.atom`: the cards changed last.
pub(super) async fn feed(State(desk): State<Arc<Desk>>, Base(base): Base) -> Shown {
    let mut lines = desk.changed(FEED_LENGTH).await?;
    for line in &mut lines {
        line.title.retain(is_xml);
    }
    // A feed has a date also when it is empty.
    let updated =
        lines.first().map_or("1970-01-01T00:00:00Z".into(), |line| line.changed.to_string());
    let text = Feed { base, updated, lines }.render()?;
    Ok(answer::text("application/atom+xml; charset=utf-8", text))
}

/// `/robots.txt`
pub(super) async fn robots(Base(base): Base) -> Response {
    let text = format!("{ROBOTS}\nSitemap: {base}/sitemap.xml\n");
    answer::text("text/plain; charset=utf-8", text)
}

/// Reads from the store while it sends, so that never more than a part is in memory. Where the store fails in the middle the
/// connection is cut, so that nobody takes the part for the whole.
async fn streamed(
    desk: Arc<Desk>,
    listing: Listing,
    Base(base): Base,
    content_type: &'static str,
) -> Shown {
    let changed = desk.changed(1).await?.first().map(|line| line.changed);
    let counts = desk.counts().await?;
    let tag = answer::tag(&(listing, &base, changed, counts.accepted, counts.worked, counts.tried));
    let sending = Sending { desk, listing, base, next: Next::Head };
    let parts = stream::try_unfold(sending, |mut sending| async move {
        let part = sending.part().await.inspect_err(|error| {
            tracing::error!(%error, "a listing was cut off");
        })?;
        Ok::<_, Refused>(part.map(|part| (Bytes::from(part), sending)))
    });
    let mut response = Response::new(Body::from_stream(parts));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(ETAG, tag);
    Ok(response)
}

impl Sending {
    /// The next part; `None` at the end.
    async fn part(&mut self) -> Result<Option<String>, Refused> {
        let cursor = match &self.next {
            Next::Head => {
                self.next = Next::Cards(None);
                return Ok(Some(self.listing.head(&self.base)));
            }
            Next::Cards(cursor) => cursor.clone(),
            Next::End => return Ok(None),
        };
        let mut part = String::new();
        let next = match self.listing {
            Listing::Full => {
                let page = self.desk.cards(cursor.as_deref(), 10).await?;
                for stored in &page.items {
                    push_whole(&mut part, &self.base, "cards", &stored.card);
                }
                page.next
            }
            Listing::Links | Listing::Map => {
                let page = self.desk.list(cursor.as_deref(), 200).await?;
                for line in &page.items {
                    self.listing.push_line(&mut part, &self.base, line);
                }
                page.next
            }
        };
        self.next = if let Some(cursor) = next {
            Next::Cards(Some(cursor))
        } else {
            part.push_str(self.listing.tail());
            Next::End
        };
        Ok(Some(part))
    }
}

impl Listing {
    fn head(self, base: &str) -> String {
        let mut head = match self {
            Self::Full | Self::Links => LLMS_HEAD.replace("BASE", base),
            Self::Map => MAP_HEAD.replace("BASE", base),
        };
        for guide in guide::all() {
            let (id, title, day) = (guide.id(), label(guide.title()), guide.updated());
            match self {
                Self::Full => push_whole(&mut head, base, "guides", guide),
                Self::Links => {
                    let _ = writeln!(head, "- [{title}]({base}/guides/{id}.md)");
                }
                Self::Map => push_place(&mut head, &format!("{base}/guides/{id}"), day),
            }
        }
        match self {
            Self::Full | Self::Map => (),
            Self::Links => head.push_str("\n## Cards\n\n"),
        }
        head
    }

    fn push_line(self, text: &mut String, base: &str, line: &CardLine) {
        let id = &line.id;
        if self == Self::Map {
            push_place(text, &format!("{base}/cards/{id}"), &line.changed.day().to_string());
            return;
        }
        let kind = match line.kind {
            Kind::Card => "seen in the field",
            Kind::Guide => "guide",
            Kind::Rule => "rule of secondtry check",
        };
        let _ = write!(text, "- [{}]({base}/cards/{id}.md): {kind}", label(&line.title));
        if line.tried > 0 {
            let _ = write!(text, "; worked {} of {} times", line.worked, line.tried);
        }
        text.push('\n');
    }

    fn tail(self) -> &'static str {
        match self {
            Self::Full | Self::Links => "",
            Self::Map => "</urlset>\n",
        }
    }
}

fn push_whole(text: &mut String, base: &str, folder: &str, card: &Card) {
    let (title, id, body) = (card.title(), card.id(), card.body());
    let _ = write!(text, "\n---\n\n# {title}\n\n<{base}/{folder}/{id}>\n\n{body}\n");
}

fn push_place(text: &mut String, place: &str, day: &str) {
    let _ = writeln!(text, "<url><loc>{place}</loc><lastmod>{day}</lastmod></url>");
}

/// A title as the text of a Markdown link.
fn label(title: &str) -> String {
    title.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// Whether XML can hold a character at all.
fn is_xml(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// How many cards the feed names.
const FEED_LENGTH: usize = 50;

const LLMS_HEAD: &str = "\
# secondtry cards

> Known failures of MCP tool calls as cards: what the failing program says, when and why, what helped, and how to see that it did.

Search for an error with `GET BASE/search?error=TEXT`, or over MCP at `BASE/mcp` with `find_cards`. Each card is there as
Markdown (`BASE/cards/ID.md`) and as JSON (`BASE/cards/ID.json`). Everything in one file: BASE/llms-full.txt

## Guides

";

const MAP_HEAD: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
<url><loc>BASE/</loc></url>
<url><loc>BASE/guides/</loc></url>
";

const ROBOTS: &str = "\
User-agent: *
Disallow: /search
Disallow: /ask
Disallow: /questions
";

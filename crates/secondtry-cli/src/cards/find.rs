//! Finds cards by an error or by words.

use std::fmt::Write as _;
use std::io::Read as _;

use secondtry_cards::search::among;
use secondtry_cards::store::FindQuery;
use secondtry_cards::{built_in, card::Status};
use secondtry_failure::report::visible;
use serde_json::json;

use super::{CardsError, print, read};
use crate::args::cards::FindArgs;
use crate::exit_code::Ending;

/// A card to be shown.
struct Hit {
    id: String,
    title: String,
    why: String,
    /// `None` where nobody keeps outcomes.
    outcomes: Option<(u64, u64)>,
}

pub(super) async fn run(store: Option<&str>, args: &FindArgs) -> Result<Ending, CardsError> {
    let error = args.error.as_deref().map(error).transpose()?;
    let words = args.words.join(" ");
    let words = Some(words.as_str()).filter(|words| !words.is_empty());
    let limit = usize::from(args.limit);
    let (hits, next) = if store.is_some() {
        let cursor = args.cursor.as_deref();
        let query = FindQuery { query: words, error: error.as_deref(), cursor, limit };
        let page = read(store).await?.find(&query).await?;
        let hits = page.items.into_iter().map(|found| Hit {
            id: found.card.id,
            title: found.card.title,
            why: found.why.to_string(),
            outcomes: Some((found.card.worked, found.card.tried)),
        });
        (hits.collect::<Vec<_>>(), page.next)
    } else {
        let cards = built_in::all().map_err(CardsError::BuiltIn)?;
        let found = among(&cards, words, error.as_deref());
        let found = found.into_iter().filter(|(card, _)| card.status() == Status::Accepted);
        let hits = found.take(limit).map(|(card, why)| Hit {
            id: card.id().to_owned(),
            title: card.title().to_owned(),
            why: why.to_string(),
            outcomes: None,
        });
        (hits.collect(), None)
    };
    print(&if args.json {
        as_json(&hits, next.as_deref())
    } else {
        as_text(&hits, next.as_deref())
    })
}

fn as_text(hits: &[Hit], next: Option<&str>) -> String {
    if hits.is_empty() {
        return "No card fits.\n".to_owned();
    }
    let mut text = String::new();
    for hit in hits {
        let worked = match hit.outcomes {
            Some((worked, tried)) if tried > 0 => format!(" (worked {worked} of {tried} times)"),
            _ => String::new(),
        };
        let _ = writeln!(text, "{}: {}{worked}", hit.id, visible::line(&hit.title));
        let _ = writeln!(text, "    {}", visible::line(&hit.why));
    }
    if let Some(next) = next {
        let _ = writeln!(text, "More: --cursor {next}");
    }
    text
}

fn as_json(hits: &[Hit], next: Option<&str>) -> String {
    let cards: Vec<_> = hits
        .iter()
        .map(|hit| {
            let mut card = json!({"id": hit.id, "title": hit.title, "why": hit.why});
            if let Some((worked, tried)) = hit.outcomes {
                card["worked"] = worked.into();
                card["tried"] = tried.into();
            }
            card
        })
        .collect();
    format!("{:#}\n", json!({"cards": cards, "next": next}))
}

/// The error itself, or what standard input holds; so much of it as is looked at.
fn error(text: &str) -> Result<String, CardsError> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(1024 * 1024)
        .read_to_end(&mut bytes)
        .map_err(|source| CardsError::Read { path: "standard input".into(), source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

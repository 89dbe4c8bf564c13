//! What waits for somebody to look at it.

use std::fmt::Write as _;

use secondtry_cards::card::Status;
use secondtry_cards::store::{Item, Store};
use secondtry_failure::report::visible;
use serde_json::json;

use super::{CardsError, now, print};
use crate::args::cards::PendingArgs;
use crate::exit_code::Ending;
use crate::output;

pub(super) async fn pending(store: &dyn Store, args: &PendingArgs) -> Result<Ending, CardsError> {
    let page = store.pending(args.cursor.as_deref(), 100).await?;
    if args.json {
        let items: Vec<_> = page
            .items
            .iter()
            .map(|item| {
                json!({
                    "item": item.item.to_string(), "text": item.text, "about": item.about,
                    "at": item.at.to_string(),
                })
            })
            .collect();
        return print(&format!("{:#}\n", json!({"pending": items, "next": page.next})));
    }
    if page.items.is_empty() {
        return print("Nothing waits.\n");
    }
    let mut text = String::new();
    for item in page.items {
        let about =
            item.about.map(|about| format!(" (about {})", one_line(&about))).unwrap_or_default();
        let _ = writeln!(text, "{} {}{about}\n    {}", item.item, item.at, one_line(&item.text));
    }
    if let Some(next) = page.next {
        let _ = writeln!(text, "More: --cursor {next}");
    }
    print(&text)
}

fn one_line(text: &str) -> String {
    let text: String = text.replace(['\r', '\n', '\t'], " ").chars().take(200).collect();
    visible::line(&text).into_owned()
}

/// Accepts or rejects each. What is not there is told, and the others go on.
pub(super) async fn set(
    store: &dyn Store,
    items: &[Item],
    status: Status,
    actor: &str,
) -> Result<Ending, CardsError> {
    let mut missing = None;
    for item in items {
        if store.moderate(item, status, actor, now()).await? {
            print(&format!("{item}: {}\n", status.name()))?;
        } else if let Some(earlier) = missing.replace(item) {
            output::complain(&CardsError::NoItem(earlier.to_string()));
        }
    }
    match missing {
        Some(item) => Err(CardsError::NoItem(item.to_string())),
        None => Ok(Ending::Clean),
    }
}

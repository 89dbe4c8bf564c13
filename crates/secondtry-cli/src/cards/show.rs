//! Prints a card, and what was reported about it.

use std::fmt::Write as _;

use secondtry_cards::built_in;
use secondtry_cards::card::Card;
use secondtry_cards::day::Day;
use secondtry_cards::store::{ListQuery, OutcomesQuery, Store};
use secondtry_failure::report::visible;
use serde_json::{Map, Value, json};

use super::{CardsError, print, read};
use crate::args::cards::{OutcomesArgs, ShowArgs};
use crate::exit_code::Ending;
use crate::settings::nearest::nearest;

pub(super) async fn card(store: Option<&str>, args: &ShowArgs) -> Result<Ending, CardsError> {
    let (card, outcomes) = if store.is_some() {
        let store = read(store).await?;
        let Some(stored) = store.card(&args.card).await? else {
            let query = ListQuery { status: None, limit: 1000, ..ListQuery::default() };
            let known = store.list(&query).await?.items;
            return Err(unknown(&args.card, known.iter().map(|line| line.id.as_str())));
        };
        (stored.card, Some((stored.worked, stored.tried)))
    } else {
        let cards = built_in::all().map_err(CardsError::BuiltIn)?;
        let Some(card) = cards.iter().find(|card| card.id() == args.card) else {
            return Err(unknown(&args.card, cards.iter().map(Card::id)));
        };
        (card.clone(), None)
    };
    print(&if args.json { as_json(&card, outcomes) } else { as_text(&card, outcomes) })
}

fn unknown<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> CardsError {
    CardsError::NoCard { id: id.to_owned(), near: nearest(id, known).map(str::to_owned) }
}

fn as_text(card: &Card, outcomes: Option<(u64, u64)>) -> String {
    let mut text = format!("# {} ({})\n\n", visible::line(card.title()), card.id());
    let mut facts = vec![format!("{}, {}", card.kind().name(), card.status().name())];
    if !card.products().is_empty() {
        facts.push(format!("for {}", card.products().join(", ")));
    }
    facts.push(format!("updated {}", card.updated()));
    if let Some((worked, tried)) = outcomes.filter(|(_, tried)| *tried > 0) {
        facts.push(format!("worked {worked} of {tried} times"));
    }
    let _ = writeln!(text, "{}\n", visible::line(&facts.join("; ")));
    for line in card.body().lines() {
        let _ = writeln!(text, "{}", visible::line(&line.replace('\t', "    ")));
    }
    text
}

fn as_json(card: &Card, outcomes: Option<(u64, u64)>) -> String {
    let sections: Map<String, Value> =
        card.sections().map(|(heading, text)| (heading.to_owned(), text.into())).collect();
    let mut value = json!({
        "id": card.id(), "title": card.title(), "kind": card.kind().name(),
        "status": card.status().name(), "products": card.products(), "created": card.created(),
        "updated": card.updated(), "error_strings": card.error_strings(), "sections": sections,
        "markdown": card.source(),
    });
    if let Some((worked, tried)) = outcomes {
        value["worked"] = worked.into();
        value["tried"] = tried.into();
    }
    format!("{value:#}\n")
}

pub(super) async fn outcomes(store: &dyn Store, args: &OutcomesArgs) -> Result<Ending, CardsError> {
    let Some(stored) = store.card(&args.card).await? else {
        return Err(CardsError::NoCard { id: args.card.clone(), near: None });
    };
    let days = store.outcomes_by_day(&args.card, Day::from_number(0)).await?;
    let query = OutcomesQuery {
        card: &args.card,
        note_status: None,
        cursor: args.cursor.as_deref(),
        limit: 100,
    };
    let page = store.outcomes(&query).await?;
    if args.json {
        let days: Vec<_> = days
            .iter()
            .map(
                |day| json!({"day": day.day.to_string(), "worked": day.worked, "tried": day.tried}),
            )
            .collect();
        let outcomes: Vec<_> = page
            .items
            .iter()
            .map(|outcome| {
                json!({
                    "number": outcome.number, "at": outcome.at.to_string(), "worked": outcome.worked,
                    "note": outcome.note, "note_status": outcome.note_status.name(),
                })
            })
            .collect();
        return print(&format!(
            "{:#}\n",
            json!({
                "card": args.card, "worked": stored.worked, "tried": stored.tried, "days": days,
                "outcomes": outcomes, "next": page.next,
            })
        ));
    }
    let mut text = format!("{}: worked {} of {} times\n", args.card, stored.worked, stored.tried);
    for day in days {
        let _ = writeln!(text, "{}  {} of {}", day.day, day.worked, day.tried);
    }
    for outcome in page.items.iter().filter(|outcome| outcome.note.is_some()) {
        let worked = if outcome.worked { "worked" } else { "did not work" };
        let note = visible::line(&outcome.note.clone().unwrap_or_default()).into_owned();
        let status = outcome.note_status.name();
        let _ =
            writeln!(text, "note:{} {} {worked} ({status}): {note}", outcome.number, outcome.at);
    }
    if let Some(next) = page.next {
        let _ = writeln!(text, "More: --cursor {next}");
    }
    print(&text)
}

use super::*;
use crate::built_in;

fn fixes() -> KnownFixes {
    let mut fixes = KnownFixes::default();
    built_in::all().expect("cards").iter().for_each(|card| fixes.add(card));
    fixes
}

#[test]
fn error_as_it_is_stored_is_found() {
    let found = fixes().find("Maximum total timeout exceeded").map(|(_, id)| id.to_owned());
    assert_eq!(found.as_deref(), Some("no-response"));
}

#[test]
fn error_inside_other_words_is_not_found() {
    assert_eq!(fixes().find("it said Maximum total timeout exceeded, then ended"), None);
    assert_eq!(fixes().find("Maximum total timeout exceeded\nat line 3"), None);
    assert_eq!(fixes().find(""), None);
}

#[test]
fn what_differs_from_run_to_run_makes_no_difference() {
    let cards = built_in::all().expect("cards");
    let card = cards.iter().find(|card| card.id() == "no-response").expect("a rule");
    let own = card.source().replacen(
        "`Maximum total timeout exceeded`",
        "`cannot open '/var/x.db': disk I/O error`",
        1,
    );
    let mut fixes = KnownFixes::default();
    fixes.add(&Card::parse(own).expect("a card"));
    let same = "MCP error -32603: Cannot open \"/home/me/y.db\": disk I/O error";
    assert_eq!(fixes.find(same).map(|(_, id)| id), Some("no-response"));
    assert_eq!(fixes.find("cannot open '/var/x.db': disk I/O error, and more"), None);
}

#[test]
fn error_of_two_cards_is_not_found() {
    let cards = built_in::all().expect("cards");
    let card = cards.iter().find(|card| card.id() == "no-response").expect("a rule");
    let other = card.source().replacen("rule: no-response", "id: other", 1);
    assert_ne!(other, card.source());
    let mut fixes = fixes();
    fixes.add(&Card::parse(other).expect("a card"));
    assert_eq!(fixes.find("Maximum total timeout exceeded"), None);
}

#[test]
fn card_that_waits_is_not_found() {
    let cards = built_in::all().expect("cards");
    let mut fixes = KnownFixes::default();
    for card in &cards {
        fixes.add(&card.with_status(Status::Pending));
    }
    assert!(fixes.is_empty());
}

//! Cards in, cards out.

use secondtry_cards::card::{Card, Status};
use secondtry_cards::rule_pages;
use secondtry_cards::store::{FindQuery, Imported, Item, ListQuery, StoreError};

use crate::Case;
use crate::bed::{Bed, NOON, card, outcome};

pub(crate) const CASES: &[Case] = &[
    ("cards_come_back_to_the_byte", cards_come_back_to_the_byte),
    ("import_tells_what_it_changed", import_tells_what_it_changed),
    ("list_goes_on_where_it_stopped", list_goes_on_where_it_stopped),
    ("counts_tell_how_much_there_is", counts_tell_how_much_there_is),
    ("accepting_changes_one_line_of_the_text", accepting_changes_one_line_of_the_text),
    ("opening_twice_migrates_once", opening_twice_migrates_once),
];

fn cards_come_back_to_the_byte(bed: &Bed) {
    bed.with(async |store| {
        let mut cards = rule_pages::all().expect("cards");
        let odd = card("odd", "a 'b' \"c\" \\ % ü 日本語", Status::Accepted)
            .source()
            .replace('\n', "\r\n");
        cards.push(Card::parse(odd).expect("a card"));
        store.import(&cards, "operator", NOON).await.expect("kept");
        for card in &cards {
            let stored = store.card(card.id()).await.expect("read").expect("it is there");
            assert_eq!(stored.card, *card);
            assert_eq!((stored.worked, stored.tried, stored.changed), (0, 0, NOON));
        }
        assert_eq!(store.card("none").await.expect("read"), None);
        let page =
            store.cards(&ListQuery { limit: 1000, ..ListQuery::default() }).await.expect("read");
        assert_eq!((page.items.len(), page.next), (cards.len(), None));
    });
}

fn import_tells_what_it_changed(bed: &Bed) {
    bed.with(async |store| {
        let (a, b) =
            (card("a", "it broke", Status::Accepted), card("b", "it stopped", Status::Pending));
        let imported = store.import(&[a.clone(), b], "operator", NOON).await.expect("kept");
        assert_eq!(imported, Imported { added: 2, changed: 0, unchanged: 0 });
        let b = card("b", "it halted now", Status::Accepted);
        let imported = store.import(&[a, b], "operator", NOON).await.expect("kept");
        assert_eq!(imported, Imported { added: 0, changed: 1, unchanged: 1 });
        let found = async |error: &'static str| {
            let query = FindQuery { error: Some(error), ..FindQuery::default() };
            let page = store.find(&query).await.expect("found");
            page.items.into_iter().map(|found| found.card.id).collect::<Vec<_>>()
        };
        assert_eq!(found("it halted now").await, ["b"]);
        let again = card("b", "wholly different words", Status::Accepted);
        store.import(&[again], "operator", NOON).await.expect("kept");
        assert!(found("it halted now").await.is_empty());
        assert_eq!(found("wholly different words").await, ["b"]);
    });
}

fn list_goes_on_where_it_stopped(bed: &Bed) {
    bed.with(async |store| {
        let of = |ids: &[&str]| -> Vec<Card> {
            ids.iter().map(|id| card(id, "it broke", Status::Accepted)).collect()
        };
        store.import(&of(&["b", "d", "f", "h"]), "operator", NOON).await.expect("kept");
        store.import(&[card("c", "x", Status::Pending)], "operator", NOON).await.expect("kept");
        let first =
            store.list(&ListQuery { limit: 2, ..ListQuery::default() }).await.expect("read");
        let ids = |items: &[secondtry_cards::store::CardLine]| -> Vec<String> {
            items.iter().map(|line| line.id.clone()).collect()
        };
        assert_eq!(ids(&first.items), ["b", "d"]);
        store.import(&of(&["a", "e", "i"]), "operator", NOON).await.expect("kept");
        let cursor = first.next.as_deref();
        let query = ListQuery { limit: 9, cursor, ..ListQuery::default() };
        let second = store.list(&query).await.expect("read");
        assert_eq!(
            (ids(&second.items), second.next),
            (["e", "f", "h", "i"].map(String::from).to_vec(), None)
        );
        let query = ListQuery { cursor: Some("bm9uc2Vuc2U"), ..ListQuery::default() };
        assert!(matches!(store.list(&query).await, Err(StoreError::Cursor)));
        let newest = store.changed(3).await.expect("read");
        assert_eq!(ids(&newest).len(), 3);
    });
}

fn counts_tell_how_much_there_is(bed: &Bed) {
    bed.with(async |store| {
        let cards = [
            card("a", "it broke", Status::Accepted),
            card("b", "it broke", Status::Pending),
            card("c", "it broke", Status::Rejected),
        ];
        store.import(&cards, "operator", NOON).await.expect("kept");
        store.report_outcome(&outcome("a", true, None), NOON).await.expect("kept");
        let counts = store.counts().await.expect("read");
        assert_eq!((counts.accepted, counts.pending, counts.rejected), (1, 1, 1));
        assert_eq!((counts.worked, counts.tried, counts.questions), (1, 1, 0));
    });
}

fn accepting_changes_one_line_of_the_text(bed: &Bed) {
    bed.with(async |store| {
        let pending = card("a", "it broke badly", Status::Pending);
        store.import(std::slice::from_ref(&pending), "importer", NOON).await.expect("kept");
        let query = FindQuery { error: Some("it broke badly"), ..FindQuery::default() };
        assert!(store.find(&query).await.expect("found").items.is_empty());
        let item = Item::parse("a").expect("an item");
        assert!(store.moderate(&item, Status::Accepted, "alice", NOON).await.expect("kept"));
        assert_eq!(store.find(&query).await.expect("found").items.len(), 1);
        let stored = store.card("a").await.expect("read").expect("it is there").card;
        assert_eq!(
            stored.source(),
            pending.source().replace("status: pending", "status: accepted")
        );
        assert!(store.moderate(&item, Status::Rejected, "bob", NOON).await.expect("kept"));
        assert!(store.find(&query).await.expect("found").items.is_empty());
        let audit = store.audit(None, 10).await.expect("read").items;
        let said: Vec<String> = audit
            .iter()
            .map(|entry| format!("{} {} {}", entry.actor, entry.action, entry.subject))
            .collect();
        assert_eq!(said, ["bob reject card:a", "alice accept card:a", "importer add card:a"]);
        let nothing = Item::parse("card:none").expect("an item");
        assert!(!store.moderate(&nothing, Status::Accepted, "alice", NOON).await.expect("tried"));
    });
}

fn opening_twice_migrates_once(bed: &Bed) {
    bed.with(async |store| {
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
    });
    bed.with(async |store| assert!(store.card("a").await.expect("read").is_some()));
}

//! What is found, why, and in which order.

use secondtry_cards::card::{Card, Status};
use secondtry_cards::rule_pages;
use secondtry_cards::search::Why;
use secondtry_cards::store::{FindQuery, StoreError};

use crate::Case;
use crate::bed::{Bed, NOON, card, outcome};

pub(crate) const CASES: &[Case] = &[
    ("messy_error_finds_its_card", messy_error_finds_its_card),
    ("among_equals_the_proven_card_comes_first", among_equals_the_proven_card_comes_first),
    ("search_goes_on_where_it_stopped", search_goes_on_where_it_stopped),
    ("odd_questions_are_only_text", odd_questions_are_only_text),
];

fn messy_error_finds_its_card(bed: &Bed) {
    bed.with(async |store| {
        store.import(&rule_pages::all().expect("cards"), "operator", NOON).await.expect("kept");
        for (error, id, why) in [
            (
                "2026-11-30T10:11:12Z [client] McpError: MCP error -32001: Request timed out\n    at Timeout._onTimeout (/srv/app/node_modules/x/y.js:279:44)",
                "no-response",
                "the error holds \"MCP error -32001: Request timed out\"",
            ),
            (
                "Error from MCP server: SyntaxError: Unexpected token 'L', \"Listening on port 3000\"... is not valid JSON",
                "stdout-not-protocol",
                "the error holds \"Unexpected token 'S', \"Server run\"... is not valid JSON\"",
            ),
        ] {
            let page = store.find(&FindQuery { error: Some(error), ..FindQuery::default() }).await;
            let first = &page.expect("found").items[0];
            assert_eq!((first.card.id.as_str(), first.why.to_string().as_str()), (id, why));
        }
        let query = FindQuery { query: Some("server keeps running after stdin closes"), ..FindQuery::default() };
        let page = store.find(&query).await.expect("found");
        assert_eq!(page.items[0].card.id, "hangs-on-eof");
        assert!(matches!(page.items[0].why, Why::Words(_)), "{:?}", page.items[0].why);
    });
}

fn among_equals_the_proven_card_comes_first(bed: &Bed) {
    bed.with(async |store| {
        let cards =
            ["a", "b", "c"].map(|id| card(id, "the frobnicator is jammed", Status::Accepted));
        store.import(&cards, "operator", NOON).await.expect("kept");
        for (id, worked, times) in [("a", false, 3), ("b", true, 2), ("c", true, 1)] {
            for _ in 0..times {
                store.report_outcome(&outcome(id, worked, None), NOON).await.expect("kept");
            }
        }
        let query = FindQuery { error: Some("the frobnicator is jammed"), ..FindQuery::default() };
        let found = store.find(&query).await.expect("found").items;
        let said: Vec<String> = found
            .iter()
            .map(|found| format!("{} {}/{}", found.card.id, found.card.worked, found.card.tried))
            .collect();
        assert_eq!(said, ["b 2/2", "c 1/1", "a 0/3"]);
    });
}

fn search_goes_on_where_it_stopped(bed: &Bed) {
    bed.with(async |store| {
        let of = |ids: &[&str]| -> Vec<Card> {
            ids.iter().map(|id| card(id, "the frobnicator is jammed", Status::Accepted)).collect()
        };
        store.import(&of(&["b", "d", "f"]), "operator", NOON).await.expect("kept");
        let query =
            FindQuery { query: Some("frobnicator jammed"), limit: 2, ..FindQuery::default() };
        let first = store.find(&query).await.expect("found");
        assert_eq!(first.items.len(), 2);
        store.import(&of(&["a", "e"]), "operator", NOON).await.expect("kept");
        let next = FindQuery { cursor: first.next.as_deref(), ..query };
        let second = store.find(&next).await.expect("found");
        let ids: Vec<&str> = second.items.iter().map(|found| found.card.id.as_str()).collect();
        assert!(ids.contains(&"f") && !ids.contains(&"b") && !ids.contains(&"d"), "{ids:?}");
        let other = FindQuery { query: Some("other words"), ..next };
        assert!(matches!(store.find(&other).await, Err(StoreError::Cursor)));
    });
}

fn odd_questions_are_only_text(bed: &Bed) {
    bed.with(async |store| {
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
        let long = "x y ".repeat(200_000);
        for text in [
            "",
            " ",
            "\"",
            "'",
            "\\",
            "*",
            "NEAR(a b)",
            "a OR",
            "errors:a",
            "a' | 'b",
            "-",
            "^a",
            "%",
            "a\0b",
            "日本",
            "'; DROP TABLE card; --",
            "{a b}:c",
            &long,
        ] {
            for query in [
                FindQuery { query: Some(text), ..FindQuery::default() },
                FindQuery { error: Some(text), ..FindQuery::default() },
            ] {
                store.find(&query).await.unwrap_or_else(|error| panic!("{text:.20}: {error:?}"));
            }
        }
    });
}

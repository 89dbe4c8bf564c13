use serde_json::json;

use super::*;
use crate::exchange::some_instant;

fn now() -> Instant {
    some_instant()
}

#[test]
fn pages_make_one_list() {
    let mut list = ToolList::default();
    let first = json!({"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "2"});
    assert_eq!(list.take(None, &first, now()), Page::More("2".into()));
    assert!(!list.is_fresh(now()));
    let second = json!({"tools": [{"name": "b", "inputSchema": {}}]});
    assert_eq!(list.take(Some("2"), &second, now()), Page::Last);
    assert!(list.is_fresh(now()) && list.get("a").is_some() && list.get("b").is_some());
}

#[test]
fn page_of_another_reading_says_nothing() {
    let mut list = ToolList::default();
    let page = json!({"tools": [{"name": "b", "inputSchema": {}}]});
    assert_eq!(list.take(Some("9"), &page, now()), Page::Unusable);
    assert!(!list.is_fresh(now()));
}

#[test]
fn list_ages_by_its_ttl_and_by_a_change() {
    let mut list = ToolList::default();
    let read = now();
    list.take(None, &json!({"tools": [], "ttlMs": 2000}), read);
    assert!(list.is_fresh(read + Duration::from_millis(1999)));
    assert!(!list.is_fresh(read + Duration::from_secs(2)));
    assert!(list.is_read());
    list.take(None, &json!({"tools": [], "ttlMs": 0}), read);
    assert!(list.is_fresh(read), "what was read for a call holds for it");
    list.take(None, &json!({"tools": []}), read);
    list.forget();
    assert!(!list.is_fresh(read) && !list.is_read());
}

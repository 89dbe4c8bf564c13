//! Cards as resources: `card:///ID`.

use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};
use serde_json::json;

use super::refusal::of_request;
use crate::desk::{Desk, Visitor};

pub(super) async fn list(
    desk: &Desk,
    cursor: Option<&str>,
    visitor: Visitor,
) -> Result<ListResourcesResult, ErrorData> {
    desk.admit_reader(visitor).map_err(of_request)?;
    let page = desk.list(cursor, PAGE).await.map_err(of_request)?;
    let cards = page.items.into_iter().map(|card| {
        Resource::new(format!("{SCHEME}{}", card.id), card.id)
            .with_title(card.title)
            .with_mime_type(MARKDOWN)
    });
    let mut listed = ListResourcesResult::with_all_items(cards.collect());
    listed.next_cursor = page.next;
    Ok(listed.with_ttl_ms(FRESH_MS).with_cache_scope(CacheScope::Public))
}

pub(super) fn templates() -> ListResourceTemplatesResult {
    let card = ResourceTemplate::new(format!("{SCHEME}{{id}}"), "card")
        .with_title("A card of a known failure")
        .with_description("The whole card as Markdown; `find_cards` finds ids")
        .with_mime_type(MARKDOWN);
    ListResourceTemplatesResult::with_all_items(vec![card])
        .with_ttl_ms(FRESH_MS)
        .with_cache_scope(CacheScope::Public)
}

pub(super) async fn read(
    desk: &Desk,
    uri: &str,
    visitor: Visitor,
) -> Result<ReadResourceResponse, ErrorData> {
    desk.admit_reader(visitor).map_err(of_request)?;
    let stored = match uri.strip_prefix(SCHEME) {
        Some(id) => desk.card(id).await.map_err(of_request)?,
        None => None,
    };
    let Some(stored) = stored else {
        let message = "no such resource (resources/list names them all)";
        return Err(ErrorData::resource_not_found(message, Some(json!({"uri": uri}))));
    };
    let text = ResourceContents::text(stored.card.source(), uri).with_mime_type(MARKDOWN);
    let mut contents = ReadResourceResult::new(vec![text]);
    contents.ttl_ms = Some(FRESH_MS);
    contents.cache_scope = Some(CacheScope::Public);
    Ok(contents.into())
}

/// What the names of resources begin with.
const SCHEME: &str = "card:///";

const MARKDOWN: &str = "text/markdown";

/// How many cards a page lists.
const PAGE: usize = 100;

/// How long a client need not ask again, in milliseconds.
const FRESH_MS: u64 = 60_000;

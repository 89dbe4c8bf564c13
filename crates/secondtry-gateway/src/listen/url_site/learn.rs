//! What answers tell of the server: its tools and the revision; the list of tools is asked for where a call comes first.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::CONTENT_TYPE;
use hyper::{HeaderMap, Method, Request, Uri};
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::transport::event_stream::{EventStream, Item};
use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout_at};

use super::dial::Dial;
use super::headers::{is_json, is_packed, media_type};
use super::known::View;
use crate::exchange::tool_list::Page;

/// What an answer will tell.
#[derive(Clone)]
pub(super) enum Learning {
    /// The revision that a session begins with.
    Initialize,
    /// The tools, from this cursor on.
    Tools(Option<String>),
}

/// Takes what an answer tells.
pub(super) fn learned(learning: &Learning, view: &View, body: &[u8]) {
    let Line::Message(message) = parse(body) else { return };
    let Some(result) = message.whole.get("result") else { return };
    let mut seen = view.seen();
    match learning {
        Learning::Initialize => {
            let protocol = result.get("protocolVersion").and_then(Value::as_str);
            seen.protocol = protocol.and_then(ProtocolVersion::from_name);
        }
        Learning::Tools(cursor) => {
            seen.tools.take(cursor.as_deref(), result, Instant::now().into_std());
        }
    }
}

/// Asks for the list of tools as the client of `call` would, unless that has just failed. Others who see the same wait
/// for the first who asks.
pub(super) async fn ask(
    dial: &Dial,
    view: &Arc<View>,
    (uri, headers, call): (&Uri, &HeaderMap, &Value),
    patience: Duration,
) {
    let until = Instant::now() + patience;
    let is_needless = || {
        let seen = view.seen();
        let is_pausing = seen.not_before.is_some_and(|until| Instant::now() < until);
        is_pausing || seen.tools.is_fresh(Instant::now().into_std())
    };
    if is_needless() {
        return;
    }
    let Ok(_asking) = timeout_at(until, view.asking.lock()).await else { return };
    if is_needless() {
        return;
    }
    let reading = read_all(dial, view, (uri, headers, call));
    if timeout_at(until, reading).await.ok().flatten().is_none() {
        view.seen().not_before = Some(Instant::now() + PAUSE);
    }
}

async fn read_all(
    dial: &Dial,
    view: &View,
    (uri, headers, call): (&Uri, &HeaderMap, &Value),
) -> Option<()> {
    let mut headers = headers.clone();
    let mirrored: Vec<_> =
        headers.keys().filter(|name| name.as_str().starts_with("mcp-param-")).cloned().collect();
    for name in mirrored {
        headers.remove(name);
    }
    headers.remove("mcp-name");
    if headers.contains_key("mcp-method") {
        headers.insert("mcp-method", "tools/list".parse().ok()?);
    }
    let mut meta = call.pointer("/params/_meta").cloned();
    if let Some(meta) = meta.as_mut().and_then(Value::as_object_mut) {
        // Progress belongs to the call alone.
        meta.remove("progressToken");
    }
    let mut cursor: Option<String> = None;
    for number in 1_u64.. {
        let id = format!("secondtry-list-{number}");
        let mut params = Map::new();
        if let Some(cursor) = &cursor {
            params.insert("cursor".into(), cursor.as_str().into());
        }
        if let Some(meta) = &meta {
            params.insert("_meta".into(), meta.clone());
        }
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params});
        let answer = one_answer(dial, uri, &headers, &request).await?;
        let page = view.seen().tools.take(
            cursor.as_deref(),
            answer.get("result")?,
            Instant::now().into_std(),
        );
        match page {
            Page::Last => return Some(()),
            Page::More(next) => cursor = Some(next),
            Page::Unusable => return None,
        }
    }
    None
}

async fn one_answer(dial: &Dial, uri: &Uri, headers: &HeaderMap, request: &Value) -> Option<Value> {
    let mut posted = Request::new(Full::new(Bytes::from(request.to_string())));
    *posted.method_mut() = Method::POST;
    *posted.uri_mut() = uri.clone();
    *posted.headers_mut() = headers.clone();
    posted.headers_mut().insert(CONTENT_TYPE, "application/json".parse().ok()?);
    let response = dial.send(posted).await.ok()?;
    if response.status() != 200 || is_packed(response.headers()) {
        return None;
    }
    let kind = media_type(response.headers());
    let mut body = Limited::new(response.into_body(), MOST_LIST);
    if is_json(&kind) {
        let body = body.collect().await.ok()?.to_bytes();
        return answer_of(&body, request);
    }
    if kind != "text/event-stream" {
        return None;
    }
    let mut stream = EventStream::new(MOST_LIST);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        stream.push(&data);
        while let Some(item) = stream.next_item().ok()? {
            let Item::Block(block) = item else { continue };
            let answer = block.data().and_then(|data| answer_of(&data, request));
            if answer.is_some() {
                return answer;
            }
        }
    }
    None
}

fn answer_of(body: &[u8], request: &Value) -> Option<Value> {
    match parse(body) {
        Line::Message(message) if message.whole["id"] == request["id"] => {
            message.whole.get("method").is_none().then_some(message.whole)
        }
        Line::Batch(_) | Line::Message(_) | Line::NotProtocol(_) | Line::Unreadable { .. } => None,
    }
}

/// The longest list of tools that is read, in bytes.
const MOST_LIST: usize = 16 * 1024 * 1024;

/// How long a list that could not be had is not asked for again.
const PAUSE: Duration = Duration::from_secs(60);

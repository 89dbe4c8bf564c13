use std::net::TcpListener;

use secondtry_failure::repair::Mode;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::transport::http::HttpOptions;
use serde_json::json;

use super::*;
use crate::counters::Counters;
use crate::exchange::{Exchange, some_instant};
use crate::settings::Settings;

/// Spans that nobody sends.
fn kept(most: usize) -> (Spans, Receiver<Span>) {
    let (queue, spans) = sync_channel(most);
    let kept = Spans {
        queue: Mutex::new(Some(queue)),
        is_done: Mutex::new(sync_channel(1).1),
        told: Arc::default(),
        number: AtomicU64::new(0),
        keys: std::hash::RandomState::new(),
    };
    (kept, spans)
}

fn call(id: u64, meta: &Value) -> Value {
    let params = json!({"name": "book", "arguments": {"people": 0}, "_meta": meta});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[test]
fn every_end_of_a_call_is_told() {
    let (spans, told) = kept(16);
    let counters = Arc::new(Counters::default());
    counters.trace(spans);
    let mut settings = Settings::default();
    settings.repairs.set(RepairName::Arguments, Mode::Off);
    let mut exchange = Exchange::new(Arc::new(settings), Arc::clone(&counters), 1);
    let start = some_instant();
    let line = |message: &Value| format!("{message}\n").into_bytes();
    for id in 1..=4 {
        exchange.from_client(line(&call(id, &json!({}))), start);
    }
    let worked = json!({"jsonrpc": "2.0", "id": 1, "result": {"content": []}});
    exchange.from_server(line(&worked), start + Duration::from_millis(70));
    let failed = json!({"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "full"}});
    exchange.from_server(line(&failed), start);
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}});
    exchange.from_client(line(&cancelled), start);
    exchange.tick(start + Duration::from_secs(600));
    let told: Vec<Span> = told.try_iter().collect();
    let ends: Vec<CallEnd> = told.iter().map(|span| span.end).collect();
    assert_eq!(ends, [CallEnd::Worked, CallEnd::Failed, CallEnd::Cancelled, CallEnd::Unanswered]);
    assert!(told[1].account.made.contains(&RepairName::Channel), "{:?}", told[1].account);
    assert_eq!(told[3].account.made, [RepairName::Ending]);
    let took = |span: &Span| span.ended.duration_since(span.began).expect("later").as_millis();
    assert_eq!((took(&told[0]), took(&told[3])), (70, 600_000));
}

#[test]
fn ids_differ_and_are_never_zero() {
    let (spans, _told) = kept(1);
    let made: std::collections::BTreeSet<[u8; 8]> =
        (0..1000).flat_map(|_| spans.random()).filter(|id| *id != [0; 8]).collect();
    assert_eq!(made.len(), 2000);
}

#[test]
fn full_queue_drops_and_counts() {
    // It takes connections, and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", silent.local_addr().expect("an address"));
    let collector = Collector {
        server: HttpServer::new(&url, &HttpOptions::default()).expect("an address"),
        resource: Vec::new(),
        patience: Duration::from_secs(60),
        delay: Duration::ZERO,
    };
    let log = Log::new(Box::new(std::io::sink()), Mask::Hide);
    let spans = Spans::start(collector, Arc::new(log)).expect("a thread");
    let request = call(1, &json!({}));
    let known = KnownCall {
        request: &request,
        tool: None,
        has_list: false,
        protocol: secondtry_failure::message::protocol_version::ProtocolVersion::NEWEST,
        elapsed_ms: None,
    };
    for _ in 0..2 * QUEUE {
        spans.ended(&known, CallEnd::Worked, Account::default());
    }
    let taken = 2 * QUEUE as u64 - spans.dropped();
    assert!((QUEUE as u64..QUEUE as u64 + 1024).contains(&taken), "{taken}");
    spans.close(Duration::from_millis(10));
}

use serde_json::json;

use super::header_check::mismatch;
use super::*;

fn modern_call(headers: &[(&str, &str)], name: &str) -> (Request, Value) {
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}},
    });
    let headers =
        headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    (
        Request { method: "POST".to_owned(), path: "/mcp".to_owned(), headers, body: Vec::new() },
        message,
    )
}

#[test]
fn encoded_name_is_decoded_before_it_is_compared() {
    for (header, said) in [
        ("=?base64?w6l0w6k=?=", None),
        ("été", None),
        ("=?base64?w6l0w6k?=", Some("Mcp-Name is no valid base64.")),
        ("=?base64?w6l0*6k=?=", Some("Mcp-Name is no valid base64.")),
        ("ete", Some("Mcp-Name is ete, but the body says été.")),
    ] {
        let headers = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/call"),
            ("mcp-name", header),
        ];
        let (request, message) = modern_call(&headers, "été");
        assert_eq!(mismatch(&request, &message).as_deref(), said, "{header}");
    }
}

#[test]
fn missing_header_is_named() {
    let (request, message) = modern_call(&[("mcp-protocol-version", "2026-07-28")], "get_fare");
    assert_eq!(
        mismatch(&request, &message).as_deref(),
        Some("Mcp-Method is missing, the body says tools/call.")
    );
}

#[test]
fn only_this_machine_is_local() {
    let local =
        ["http://localhost", "http://127.0.0.1:8080", "https://[::1]:1", "http://localhost:3000"];
    let foreign =
        ["http://localhost.evil.example", "null", "http://127.0.0.10", "https://example.com"];
    assert!(local.iter().all(|origin| is_local(origin)));
    assert!(!foreign.iter().any(|origin| is_local(origin)));
}

#[test]
fn unreadable_requests_are_refused() {
    for (bytes, refused) in [
        ("GET /mcp\r\n\r\n", Some(Response::plain(400, "The request line is no HTTP/1.1."))),
        (
            "POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            Some(Response::plain(411, "Send the body with Content-Length.")),
        ),
        (
            "POST /mcp HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
            Some(Response::plain(413, "The body is longer than 16 MiB.")),
        ),
        (
            "POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            Some(Response::plain(400, "Content-Length is no number.")),
        ),
        ("POST /mcp HTTP/1.1\r\nContent-Length: 5\r\n\r\n{}", None),
        ("POST /mcp HTTP/1.1\r\nContent-Le", None),
        ("", None),
    ] {
        let read =
            read_request(&mut bytes.as_bytes(), &mut Vec::new()).expect("bytes in memory are read");
        assert_eq!(read.and_then(Result::err), refused, "{bytes}");
    }
}

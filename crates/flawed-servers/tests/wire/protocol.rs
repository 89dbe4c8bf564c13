use serde_json::{Value, json};

use crate::exchange::{ERAS, ask, error, lines, messages, modern_meta, request, result, run};

fn initialize(revision: &str) -> String {
    request("legacy", "initialize", json!({"protocolVersion": revision}))
}

#[test]
fn initialize_echoes_known_revisions() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let agreement = json!({
            "protocolVersion": agreed,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "clean", "version": env!("CARGO_PKG_VERSION")},
        });
        let answer = ask("clean", "legacy", "initialize", json!({"protocolVersion": asked}));
        assert_eq!(answer, result("legacy", agreement));
    }
}

#[test]
fn discover_names_the_modern_revisions() {
    let discovery = json!({
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "ttlMs": 3_600_000,
        "cacheScope": "public",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "clean", "version": env!("CARGO_PKG_VERSION")}},
    });
    assert_eq!(ask("clean", "modern", "server/discover", json!({})), result("modern", discovery));
}

#[test]
fn lists_are_cacheable_in_the_modern_era() {
    let legacy = ask("no_response", "legacy", "tools/list", json!({}));
    let modern = ask("no_response", "modern", "tools/list", json!({}));
    let tools = legacy["result"]["tools"].clone();
    assert_eq!(legacy, result("legacy", json!({"tools": tools})));
    assert_eq!(
        modern,
        result("modern", json!({"tools": tools, "ttlMs": 3_600_000, "cacheScope": "public"}))
    );
    let names: Vec<&Value> =
        tools.as_array().expect("a list").iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["forecast_weather", "describe_map"]);
}

#[test]
fn faulty_requests_get_their_codes() {
    for era in ERAS {
        for (method, params, code, message) in [
            (
                "tools/call",
                json!({"arguments": {}}),
                -32602,
                "params.name is missing, it must name a tool.",
            ),
            (
                "tools/call",
                json!({"name": 5}),
                -32602,
                "params.name must be a string, got a number.",
            ),
            (
                "tools/call",
                json!({"name": "opening_hours", "arguments": []}),
                -32602,
                "params.arguments must be an object, got an array.",
            ),
            (
                "tools/call",
                json!({"name": "opening_hours", "arguments": null}),
                -32602,
                "params.arguments must be an object, got null.",
            ),
            (
                "tools/call",
                json!({"name": "open_hours"}),
                -32602,
                "Unknown tool: open_hours. tools/list names the tools of this server.",
            ),
            (
                "tools/list",
                json!({"cursor": "bogus"}),
                -32602,
                "params.cursor is not known: this list has a single page.",
            ),
            ("tools/burn", json!({}), -32601, "No method tools/burn on this server."),
        ] {
            assert_eq!(ask("clean", era, method, params), error(code, message));
        }
    }
}

#[test]
fn unreadable_messages_are_answered_without_an_id() {
    for (line, code, message) in [
        ("{\"jsonrpc\": \"2.0\", \"id\": 1,", -32700, "The message is no JSON."),
        ("\u{feff}{}", -32700, "The message is no JSON."),
        ("[]", -32600, "The message must be one JSON object."),
        (r#"{"id": 1, "method": "ping"}"#, -32600, "The member jsonrpc must be \"2.0\"."),
        (r#"{"jsonrpc": "2.0", "id": 1}"#, -32600, "The member method must be a string."),
        (
            r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#,
            -32600,
            "The member id must be a string or an integer.",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#,
            -32600,
            "The member id must be a string or an integer.",
        ),
    ] {
        let output = run(&["clean"], &[line.to_owned()]);
        let said = json!({"jsonrpc": "2.0", "error": {"code": code, "message": message}});
        assert_eq!(messages(&output), [said], "{line}");
    }
}

#[test]
fn bottomless_nesting_is_refused_as_no_json() {
    let output = run(&["clean"], &["[".repeat(100_000)]);
    let said =
        json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "The message is no JSON."}});
    assert_eq!(messages(&output), [said]);
}

#[test]
fn notifications_and_responses_get_no_answer() {
    let output = run(
        &["clean"],
        &[
            r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#.to_owned(),
            r#"{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "opening_hours"}}"#
                .to_owned(),
            r#"{"jsonrpc": "2.0", "id": 4, "result": {}}"#.to_owned(),
            String::new(),
        ],
    );
    assert_eq!((lines(&output), output.status.code()), (Vec::new(), Some(0)));
}

#[test]
fn one_process_serves_both_eras() {
    let mut modern: Value =
        serde_json::from_str(&request("modern", "tools/call", json!({"name": "opening_hours"})))
            .expect("a request is JSON");
    modern["id"] = json!("seven");
    let output = run(
        &["clean"],
        &[
            initialize("2025-06-18"),
            request("legacy", "ping", json!({})),
            modern.to_string(),
            request("legacy", "tools/call", json!({"name": "opening_hours"})),
        ],
    );
    let hours = json!([{"type": "text", "text": "Monday to Friday, 08:00 to 18:00"}]);
    assert_eq!(
        messages(&output)[1..],
        [
            result("legacy", json!({})),
            json!({"jsonrpc": "2.0", "id": "seven", "result": {"content": hours, "resultType": "complete"}}),
            result("legacy", json!({"content": hours})),
        ]
    );
}

#[test]
fn request_before_the_handshake_must_be_modern() {
    for meta in [json!({}), json!({"io.modelcontextprotocol/clientCapabilities": {}})] {
        let answer = ask("clean", "both", "tools/list", json!({"_meta": meta}));
        assert_eq!(
            answer,
            error(
                -32602,
                "params._meta must hold io.modelcontextprotocol/protocolVersion, a string."
            )
        );
    }
    let mut meta = modern_meta();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!([]);
    assert_eq!(
        ask("clean", "both", "tools/list", json!({"_meta": meta})),
        error(
            -32602,
            "params._meta must hold io.modelcontextprotocol/clientCapabilities, an object."
        )
    );
}

#[test]
fn unsupported_version_is_refused_with_the_supported_ones() {
    let mut meta = modern_meta();
    meta["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let mut said = error(-32022, "Unsupported protocol version, supported is 2026-07-28.");
    said["error"]["data"] = json!({"supported": ["2026-07-28"], "requested": "2031-01-01"});
    assert_eq!(ask("clean", "both", "server/discover", json!({"_meta": meta})), said);
}

#[test]
fn server_of_one_era_refuses_the_other() {
    assert_eq!(
        ask("clean", "legacy", "server/discover", json!({"_meta": modern_meta()})),
        error(-32601, "No method server/discover on this server.")
    );
    let output = run(&["--era", "modern", "clean"], &[initialize("2025-11-25")]);
    let mut said = error(
        -32601,
        "No handshake on this server: send io.modelcontextprotocol/protocolVersion in params._meta.",
    );
    said["error"]["data"] = json!({"supported": ["2026-07-28"]});
    assert_eq!(messages(&output), [said]);
}

#[test]
fn wrong_command_lines_end_with_two() {
    for (arguments, said) in [
        (&[][..], "flawed-servers: no server named (see --list)\n"),
        (&["spotless"], "flawed-servers: no server `spotless` (see --list)\n"),
        (
            &["--era", "stone", "clean"],
            "flawed-servers: no era `stone` (there are: both, legacy, modern)\n",
        ),
        (&["--loud"], "flawed-servers: no option `--loud` (see --help)\n"),
        (&["clean", "all"], "flawed-servers: a second server `all` (one at a time)\n"),
    ] {
        let output = run(arguments, &[]);
        assert_eq!(
            (String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()),
            (said, Some(2))
        );
    }
}

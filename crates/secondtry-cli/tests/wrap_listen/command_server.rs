//! A server on stdio, of both eras, that fails just as its tool `fault` is told to.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Serves until the end of its input.
pub(crate) fn serve(word: Option<&str>) -> ExitCode {
    if word == Some("exits-at-once") {
        return ExitCode::from(3);
    }
    if word == Some("floods") {
        let lines = "y\n".repeat(4096);
        // Until nobody reads any more.
        while std::io::stdout().lock().write_all(lines.as_bytes()).is_ok() {}
        return ExitCode::SUCCESS;
    }
    let is_legacy = word == Some("legacy");
    let asked: Arc<Mutex<Option<Value>>> = Arc::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        if let Value::Array(messages) = &message {
            let answers: Vec<Value> = messages.iter().map(|one| answer(one, is_legacy)).collect();
            put(&Value::Array(answers).to_string());
            continue;
        }
        if message.get("method").is_none() {
            // The answer to the question of the tool `asks`.
            if let Some(id) = asked.lock().expect("whole").take() {
                put(&ok(&id, &format!("you said {}", message["result"]["word"])).to_string());
            }
            continue;
        }
        if message["method"] == "notifications/cancelled" {
            put(&json!({"jsonrpc": "2.0", "method": "notifications/message",
                "params": {"level": "info", "data": "cancelled"}})
            .to_string());
            let _ = std::fs::write(mark_of(word), message["params"]["requestId"].to_string());
        }
        if message.get("id").is_none() {
            continue;
        }
        match message["params"]["name"].as_str() {
            Some("slow") => {
                thread::spawn(move || {
                    let wait = message["params"]["arguments"]["ms"].as_u64().unwrap_or(1000);
                    thread::sleep(Duration::from_millis(wait));
                    put(&ok(&message["id"], "slow").to_string());
                });
            }
            Some("progress") => {
                let token = &message["params"]["_meta"]["progressToken"];
                for progress in 1..=3 {
                    put(&json!({"jsonrpc": "2.0", "method": "notifications/progress",
                        "params": {"progressToken": token, "progress": progress}})
                    .to_string());
                }
                put(&ok(&message["id"], "done").to_string());
            }
            Some("asks") => {
                *asked.lock().expect("whole") = Some(message["id"].clone());
                put(&json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create",
                    "params": {"message": "a word?"}})
                .to_string());
            }
            Some("changes") => {
                put(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
                    .to_string());
                put(&ok(&message["id"], "changed").to_string());
            }
            Some("fault") => fault(&message),
            _ => put(&answer(&message, is_legacy).to_string()),
        }
    }
    ExitCode::SUCCESS
}

/// Where a server that was told `word` notes what was cancelled.
pub(crate) fn mark_of(word: Option<&str>) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("secondtry-cancelled-{}", word.unwrap_or_default()))
}

fn answer(message: &Value, is_legacy: bool) -> Value {
    let id = &message["id"];
    let result = match message["method"].as_str() {
        Some("initialize") => json!({"protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {"listChanged": true}}, "serverInfo": {"name": "s", "version": "1"}}),
        Some("server/discover") if !is_legacy => json!({"resultType": "complete",
            "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}),
        Some("tools/list") => {
            let names = ["good", "pid", "slow", "progress", "asks", "changes", "fault", "large"];
            let mut tools: Vec<Value> = names
                .iter()
                .map(|name| json!({"name": name, "inputSchema": {"type": "object"}}))
                .collect();
            tools.push(json!({"name": "strict", "inputSchema": {"type": "object",
                "properties": {"people": {"type": "integer", "minimum": 1}}, "required": ["people"]}}));
            json!({"resultType": "complete", "tools": tools})
        }
        Some("tools/call") => match message["params"]["name"].as_str() {
            Some("good") => return ok(id, "fine"),
            Some("pid") => return ok(id, &std::process::id().to_string()),
            Some("large") => return ok(id, &"x".repeat(8 * 1024 * 1024)),
            _ => return error(id, -32602, "Unknown tool"),
        },
        Some("ping") => json!({}),
        _ => return error(id, -32601, "Method not found"),
    };
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

fn ok(id: &Value, text: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id,
        "result": {"resultType": "complete", "content": [{"type": "text", "text": text}]}})
}

fn error(id: &Value, code: i64, text: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}})
}

#[expect(clippy::exit, reason = "this is the server, and ends as it was told")]
fn fault(message: &Value) {
    let id = &message["id"];
    let fine = ok(id, "fine");
    let odd =
        |result: Value| put(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string());
    match message["params"]["arguments"]["kind"].as_str().unwrap_or_default() {
        "exits" => std::process::exit(0),
        "exits_with_a_code" => std::process::exit(7),
        "is_killed" => std::process::abort(),
        "hangs" => (),
        "breaks_off_and_exits" => {
            raw(b"{\"jsonrpc\":\"2.0\",\"id\":");
            std::process::exit(1);
        }
        "noise_before" => {
            put("starting up...");
            put(&fine.to_string());
        }
        "noise_glued_in_front" => raw(format!("debug: here{fine}\n").as_bytes()),
        "json_noise" => {
            put("{\"level\":\"info\"}");
            put("[1,2]");
            put("7");
            put(&fine.to_string());
        }
        "blank_lines" => raw(format!("\n\n{fine}\n\n").as_bytes()),
        "crlf" => raw(format!("{fine}\r\n").as_bytes()),
        "bytes_that_are_no_text" => {
            raw(b"\xff\xfe\n");
            put(&fine.to_string());
        }
        "id_as_a_string" => put(&ok(&json!(id.to_string()), "fine").to_string()),
        "id_of_nobody" => {
            put(&ok(&json!("nobody"), "wrong").to_string());
            put(&fine.to_string());
        }
        "no_id" => put(&json!({"jsonrpc": "2.0", "error": {"code": -32603, "message": "it broke: disk full"}}).to_string()),
        "answers_twice" => {
            put(&fine.to_string());
            put(&ok(id, "again").to_string());
        }
        "protocol_error" => put(&error(id, -32603, "upstream said 503").to_string()),
        "protocol_error_with_a_stack" => put(&error(id, -32603,
            "TypeError: x is undefined\n    at handler (/srv/app/index.js:10:5)").to_string()),
        "bad_code" => put(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": "E1", "message": "no such invoice"}}).to_string()),
        "both_members" => put(&json!({"jsonrpc": "2.0", "id": id, "result": fine["result"],
            "error": {"code": -32603, "message": "it broke"}}).to_string()),
        "neither_member" => put(&json!({"jsonrpc": "2.0", "id": id}).to_string()),
        "content_is_a_string" => odd(json!({"resultType": "complete", "content": "fine"})),
        "no_content" => odd(json!({"resultType": "complete"})),
        "result_is_null" => odd(Value::Null),
        "a_batch" => put(&json!([fine]).to_string()),
        "a_deep_answer" => raw(format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[],\"x\":{}{}}}}}\n",
            "[".repeat(200), "]".repeat(200)).as_bytes()),
        other => put(&error(id, -32602, &format!("no fault {other}")).to_string()),
    }
}

fn put(line: &str) {
    raw(format!("{line}\n").as_bytes());
}

fn raw(bytes: &[u8]) {
    let mut output = std::io::stdout().lock();
    // Whoever reads may be gone.
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

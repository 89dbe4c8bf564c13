//! Runs the binary, writes lines to it, and reads all that it writes until it ends.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// The eras, as `--era` takes them, each with the member that its results carry.
pub(crate) const ERAS: [&str; 2] = ["legacy", "modern"];

/// Sends raw `lines` to a server and closes its input.
pub(crate) fn run(arguments: &[&str], lines: &[String]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flawed-servers"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    for line in lines {
        // A server that has ended takes no more lines, which is what some flaws are about.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    child.wait_with_output().expect("the binary ends")
}

/// The lines on stdout.
pub(crate) fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// The lines on stdout, each of which must be JSON.
pub(crate) fn messages(output: &Output) -> Vec<Value> {
    lines(output).iter().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The answer to one request with id 1, made in `era`; null if there is none.
pub(crate) fn ask(server: &str, era: &str, method: &str, params: Value) -> Value {
    let output = run(&["--era", era, server], &[request(era, method, params)]);
    match messages(&output).as_slice() {
        [] => Value::Null,
        [message] => message.clone(),
        messages => panic!("more than one message: {messages:?}"),
    }
}

/// A request with id 1 as a line; in the modern era it says so.
pub(crate) fn request(era: &str, method: &str, mut params: Value) -> String {
    if era == "modern" {
        params["_meta"] = modern_meta();
    }
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

/// What a modern request must say of itself.
pub(crate) fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// The answer to a call of `tool`.
pub(crate) fn call(server: &str, era: &str, tool: &str, arguments: &Value) -> Value {
    ask(server, era, "tools/call", json!({"name": tool, "arguments": arguments}))
}

/// A response with this result, which says in the modern era that it is complete.
pub(crate) fn result(era: &str, mut result: Value) -> Value {
    if era == "modern" {
        result["resultType"] = json!("complete");
    }
    json!({"jsonrpc": "2.0", "id": 1, "result": result})
}

/// A response with `isError: true` and this text.
pub(crate) fn failure(era: &str, text: &str) -> Value {
    result(era, json!({"content": [{"type": "text", "text": text}], "isError": true}))
}

/// A response that is a success with this text.
pub(crate) fn success(era: &str, text: &str) -> Value {
    result(era, json!({"content": [{"type": "text", "text": text}]}))
}

/// An error response.
pub(crate) fn error(code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": message}})
}

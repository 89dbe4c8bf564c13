//! The server's side of its pipes.

use std::io::{self, BufRead, Read, StdinLock, Write};
use std::ops::ControlFlow;

use serde_json::{Value, json};

/// Whether the server goes on; a break carries its exit code.
pub(super) type Step = ControlFlow<u8>;

/// What a server writes to, and what it remembers.
pub(super) struct Wire {
    input: StdinLock<'static>,
    /// How many `tools/call` requests have come.
    pub(super) calls: u64,
    /// The names of the tools that were listed.
    pub(super) names: Vec<String>,
    /// How many pages of tools have been given out.
    pub(super) pages: u64,
    /// The word of the command line.
    pub(super) word: String,
}

/// A message of the client.
pub(super) struct Request {
    /// `null` in a notification.
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Value,
    /// The message as it came.
    pub(super) line: String,
}

impl Wire {
    pub(super) fn new(word: &str) -> Self {
        Self {
            input: io::stdin().lock(),
            calls: 0,
            names: Vec::new(),
            pages: 0,
            word: word.to_owned(),
        }
    }

    /// The next line of the client; `None` at the end.
    pub(super) fn read(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        (read.ok()? > 0).then_some(line)
    }

    /// Writes `bytes` as they are. A client that is gone ends the server.
    #[expect(clippy::unused_self, reason = "whoever writes must hold the wire")]
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Step {
        pour(bytes)
    }

    /// Writes a line.
    pub(super) fn line(&mut self, line: &str) -> Step {
        self.bytes(format!("{line}\n").as_bytes())
    }

    /// Answers with a result.
    pub(super) fn result(&mut self, id: &Value, result: &Value) -> Step {
        self.line(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string())
    }

    /// Answers with a result that is given as JSON, whatever is wrong with it.
    pub(super) fn result_text(&mut self, id: &Value, result: &str) -> Step {
        self.line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
    }

    /// Answers with an error.
    pub(super) fn error(&mut self, id: &Value, code: i64, message: &str) -> Step {
        let error = json!({"code": code, "message": message});
        self.line(&json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string())
    }

    /// Answers `tools/list` with these on its only page.
    pub(super) fn tools(&mut self, request: &Request, tools: &[Value]) -> Step {
        if !request.params["cursor"].is_null() {
            return self.error(&request.id, -32602, "params.cursor is not known.");
        }
        let names = tools.iter().filter_map(|tool| tool["name"].as_str());
        self.names = names.map(str::to_owned).collect();
        self.result(&request.id, &json!({"tools": tools}))
    }

    /// Answers with a text.
    pub(super) fn text(&mut self, id: &Value, text: &str, is_error: bool) -> Step {
        let content = json!([{"type": "text", "text": text}]);
        self.result(id, &json!({"content": content, "isError": is_error}))
    }

    /// Writes a line to standard error.
    #[expect(clippy::unused_self, reason = "whoever writes must hold the wire")]
    pub(super) fn complain(&mut self, line: &str) -> Step {
        match writeln!(io::stderr(), "{line}") {
            Ok(()) => Step::Continue(()),
            Err(_) => Step::Break(0),
        }
    }
}

/// Writes `bytes` to standard output.
pub(super) fn pour(bytes: &[u8]) -> Step {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Step::Continue(()),
        Err(_) => Step::Break(0),
    }
}

const LONGEST_LINE: u64 = 16 * 1024 * 1024;

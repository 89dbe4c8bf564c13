//! A server that fails as it is told: the argument `fault` of a call says how, `n` is told again in the answer.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::process;
use std::time::{Duration, Instant};

fn main() {
    let mut server = Server { output: io::stdout(), held: VecDeque::new(), asked: 0 };
    let mut input = BufReader::with_capacity(64 * 1024, io::stdin());
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|count| count > 0) {
        server.take(line.trim_end());
        server.release();
        line.clear();
    }
    server.held.iter_mut().for_each(|held| held.due = Instant::now());
    server.release();
}

struct Server {
    output: io::Stdout,
    held: VecDeque<Held>,
    /// Requests made of the client so far.
    asked: u64,
}

/// An answer that comes later than it could.
struct Held {
    due: Instant,
    bytes: Vec<u8>,
}

impl Server {
    fn take(&mut self, line: &str) {
        let (Some(method), Some(id)) = (member(line, "method"), member(line, "id")) else { return };
        match method {
            "\"tools/call\"" => self.call(line, id),
            "\"initialize\"" => self.say(&result(id, INITIALIZED)),
            "\"tools/list\"" => self.say(&result(id, TOOLS)),
            _ => self.say(&error(id, -32601, "Method not found")),
        }
    }

    fn call(&mut self, line: &str, id: &str) {
        let n = member(line, "n").unwrap_or("0");
        let fault = member(line, "fault").unwrap_or_default().trim_matches('"');
        let fine = result(id, &text(&format!("done {n}"), false));
        match fault {
            "both_members" => self.say(&format!(
                r#"{},"error":{{"code":-32000,"message":"half done {n}"}}}}"#,
                fine.strip_suffix('}').unwrap_or(&fine)
            )),
            "cancelled_then_answered" => self.hold(fine, Duration::from_millis(20)),
            "content_is_text" => self.say(&result(id, &format!(r#"{{"content":"done {n}"}}"#))),
            "double" => {
                self.say(&fine);
                self.say(&fine);
            }
            "exit" => process::exit(3),
            "exit_in_answer" => {
                self.write(&fine.as_bytes()[..fine.len() / 2]);
                process::exit(3);
            }
            "glued_noise" => self.say(&format!("DEBUG worker {n} is done {fine}")),
            "huge" => self.say(&result(id, &text(&filled(n, 8 * 1024 * 1024), false))),
            "json_noise" => {
                self.say(&format!(r#"{{"level":"info","worker":{n},"message":"started"}}"#));
                self.say(&fine);
            }
            "large" => self.say(&result(id, &text(&filled(n, 200 * 1024), false))),
            "late" => self.hold(fine, Duration::from_millis(3)),
            "no_answer" | "cancelled" => (),
            "no_content" => self.say(&result(id, "{}")),
            "noise" => {
                self.say(&format!("worker {n} has started, Bearer abcdefghijklmnopqrstuvwxyz{n}"));
                self.say(&fine);
            }
            "noise_of_bytes" => {
                self.write(b"\xff\xfe\x00 not text \xc3\n");
                self.say(&fine);
            }
            "partial_line" => {
                // The next answer is glued to it.
                self.write(&fine.as_bytes()[..fine.len() / 2]);
            }
            "progress" => {
                self.say(&format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{n},"progress":1}}}}"#
                ));
                self.say(&fine);
            }
            "protocol_error" => self.say(&error(
                id,
                -32603,
                &format!(
                    r"Error: no connection {n}\n    at Pool.get (/srv/app/db.js:12:3)\n    at run (/srv/app/tool.js:4:1)"
                ),
            )),
            "request" => {
                self.asked += 1;
                self.say(&format!(
                    r#"{{"jsonrpc":"2.0","id":"server-{}","method":"roots/list"}}"#,
                    self.asked
                ));
                self.say(&fine);
            }
            "string_id" => self.say(&result(&format!("\"{id}\""), &text(&format!("done {n}"), false))),
            "structured_breaks_schema" => {
                self.say(&result(id, r#"{"content":[],"structuredContent":{"rows":"none"}}"#));
            }
            "tool_error" => self.say(&result(id, &text(&format!("failed {n}"), true))),
            "too_late" => self.hold(fine, Duration::from_millis(1500)),
            "unknown_tool" => self.say(&error(id, -32602, "Unknown tool: none")),
            "wrong_id" => {
                self.say(&result(&format!("9{id}00000"), &text(&format!("done {n}"), false)));
            }
            _ => self.say(&fine),
        }
    }

    fn hold(&mut self, line: String, time: Duration) {
        let bytes = format!("{line}\n").into_bytes();
        self.held.push_back(Held { due: Instant::now() + time, bytes });
    }

    /// Says what has been held for long enough.
    fn release(&mut self) {
        let now = Instant::now();
        let (due, held): (Vec<Held>, Vec<Held>) =
            self.held.drain(..).partition(|held| held.due <= now);
        self.held = held.into();
        due.iter().for_each(|held| self.write(&held.bytes));
    }

    fn say(&mut self, line: &str) {
        self.write(line.as_bytes());
        self.write(b"\n");
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.output.write_all(bytes).and_then(|()| self.output.flush()).is_err() {
            process::exit(0);
        }
    }
}

fn result(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

fn error(id: &str, code: i32, message: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{message}","data":{{"stack":"at run"}}}}}}"#
    )
}

fn text(text: &str, is_error: bool) -> String {
    format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":{is_error}}}"#)
}

/// A text of `length` bytes that begins as every success does.
fn filled(n: &str, length: usize) -> String {
    let mut text = format!("done {n} ");
    text.extend("all is well and calm ".chars().cycle().take(length));
    text
}

/// The first number or text under `name`, as it stands there. Enough for what the client of this bench and the wrapper send.
fn member<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    let name = format!("\"{name}\":");
    let value = message[message.find(&name)? + name.len()..].trim_start();
    let end = match value.strip_prefix('"') {
        Some(text) => text.find('"')? + 2,
        None => value.find([',', '}', ' '])?,
    };
    Some(&value[..end])
}

const INITIALIZED: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"soak","version":"1.0.0"}}"#;

const TOOLS: &str = r#"{"tools":[{"name":"work","inputSchema":{"type":"object","properties":{"fault":{"type":"string"},"n":{"type":"integer"}},"required":["fault","n"]}},{"name":"rows","inputSchema":{"type":"object","properties":{"fault":{"type":"string"},"n":{"type":"integer"}},"required":["fault","n"]},"outputSchema":{"type":"object","properties":{"rows":{"type":"array"}},"required":["rows"]}}]}"#;

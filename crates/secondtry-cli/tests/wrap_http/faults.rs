//! One fault of the server each: what the client is told, and that the next call works.

mod bodies;
mod statuses;

use std::net::TcpStream;

use libtest_mimic::Failed;
use serde_json::{Value, json};

use self::bodies::BODIES;
use self::statuses::STATUSES;
use crate::client::{Client, text};
use crate::scripted_server::{STREAM_HEAD, say, whole};
use crate::server::{self, Script};

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    script: Script,
    told: Told,
}

/// What the call is answered with.
enum Told {
    /// The server's own result, unchanged.
    Fine(&'static str),
    /// A result with `isError: true` that says this, and this about a repetition.
    Failure(&'static str, &'static str),
    /// A JSON-RPC error that says this.
    ProtocolError(&'static str),
}

impl Fault {
    pub(crate) fn run(&self) -> Result<(), Failed> {
        let server = server::start(self.script);
        let mut client = Client::begun(&server.url("/mcp"));
        client.call("slow", "slow");
        client.call("bad", "fault");
        client.call("beside", "good");
        let bad = client.answer("bad");
        let mut wrong = self.told.differs(&bad);
        // Where the session was lost the calls beside it may have been in it.
        let (_, _) = (client.answer("slow"), client.answer("beside"));
        client.call("after", "good");
        let after = client.answer("after");
        if text(&after) != "fine" {
            wrong.push(format!("the call after it: {after}"));
        }
        let ended = client.end();
        if ended.code != Some(0) {
            wrong.push(format!("exit code {:?}", ended.code));
        }
        for id in ["i", "l", "slow", "bad", "beside", "after"] {
            let times = ended.times.get(id).copied().unwrap_or_default();
            if times != 1 {
                wrong.push(format!("{id} was answered {times} times"));
            }
        }
        if ended.times.len() != 6 {
            wrong.push(format!("answers to nobody: {:?}", ended.times));
        }
        if server.asked().last().is_none_or(|asked| asked.method != "DELETE") {
            wrong.push("the session is not ended".to_owned());
        }
        if wrong.is_empty() {
            return Ok(());
        }
        Err(format!("{}\n{}", wrong.join("\n"), ended.stderr).into())
    }
}

impl Told {
    fn differs(&self, bad: &Value) -> Vec<String> {
        let is_as_told = match self {
            Self::Fine(words) => bad["result"]["isError"] != true && text(bad) == *words,
            Self::Failure(words, retry) => {
                bad["result"]["isError"] == true
                    && text(bad).to_lowercase().contains(words)
                    && bad["result"]["_meta"]["dev.secondtry/failure"]["retry"] == *retry
            }
            Self::ProtocolError(words) => {
                bad["error"]["message"].as_str().is_some_and(|text| text.contains(words))
            }
        };
        if is_as_told { Vec::new() } else { vec![format!("answered with {bad}")] }
    }
}

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Fault> {
    STATUSES.iter().chain(BODIES)
}

const fn fault(name: &'static str, script: Script, told: Told) -> Fault {
    Fault { name, script, told }
}

fn says(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> bool {
    say(stream, &whole(status, kind, body));
    true
}

fn streams(stream: &mut TcpStream, events: &str) -> bool {
    say(stream, &format!("{STREAM_HEAD}{events}"));
    true
}

fn error(id: &Value, code: i64, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
}

const PAGE: &str =
    "<!doctype html><html><head><title>Oops</title></head><body><h1>Oops</h1></body></html>";

const STACK: &str = "TypeError: x is undefined\n    at run (/srv/app/index.js:12:3)\n    at main (/srv/app/index.js:40:1)";

//! A client on the standard input and output of `secondtry wrap`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::secondtry;

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    stderr: JoinHandle<String>,
    /// The answers by id, as lines.
    answers: BTreeMap<String, Vec<String>>,
    /// What the server sent of its own accord.
    pub(crate) told: Vec<Value>,
}

/// How a conversation ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stderr: String,
    /// How often each id was answered.
    pub(crate) times: BTreeMap<String, usize>,
}

impl Client {
    pub(crate) fn start(url: &str, options: &[&str]) -> Self {
        Self::start_with(("TEST_TOKEN", "t0ken".as_ref()), url, options)
    }

    /// One with a variable in its environment.
    pub(crate) fn start_with(variable: (&str, &OsStr), url: &str, options: &[&str]) -> Self {
        let mut command = secondtry();
        command.args(["wrap", "--call-timeout", "1500ms"]).args(options).arg(url);
        command.env(variable.0, variable.1);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("piped");
        let mut errors = child.stderr.take().expect("piped");
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        let (deliver, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                if deliver.send(line).is_err() {
                    return;
                }
            }
        });
        let (answers, told) = (BTreeMap::new(), Vec::new());
        Self { child, input, lines, stderr, answers, told }
    }

    /// One that has begun a conversation of 2025-11-25 and read the tools.
    pub(crate) fn begun(url: &str) -> Self {
        let mut client = Self::start(url, &[]);
        client.greet();
        client
    }

    pub(crate) fn greet(&mut self) {
        self.send(&initialize());
        assert!(self.answer("i")["result"].is_object(), "initialize fails");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        self.send(&json!({"jsonrpc": "2.0", "id": "l", "method": "tools/list"}));
        assert!(self.answer("l")["result"]["tools"].is_array(), "tools/list fails");
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    pub(crate) fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the program reads");
    }

    pub(crate) fn call(&mut self, id: &str, tool: &str) {
        let params = json!({"name": tool, "arguments": {"a": 1}});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }

    /// The first answer to `id`.
    pub(crate) fn answer(&mut self, id: &str) -> Value {
        let line = self.answer_line(id);
        serde_json::from_str(&line).expect("JSON")
    }

    /// The same as it was written.
    pub(crate) fn answer_line(&mut self, id: &str) -> String {
        loop {
            if let Some(found) = self.answers.get(id).and_then(|lines| lines.first()) {
                return found.clone();
            }
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                panic!("no answer to {id}");
            };
            self.take(&line);
        }
    }

    /// Waits for a message of the server's own.
    pub(crate) fn await_told(&mut self, count: usize) -> &[Value] {
        while self.told.len() < count {
            let line = self.lines.recv_timeout(PATIENCE).expect("a message");
            self.take(&line);
        }
        &self.told
    }

    fn take(&mut self, line: &[u8]) {
        let text = String::from_utf8(line.to_owned()).expect("UTF-8");
        let message: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("no message on standard output: {error}: {text}"));
        if message.get("method").is_some() {
            self.told.push(message);
            return;
        }
        let id = message["id"].as_str().map_or_else(|| message["id"].to_string(), str::to_owned);
        self.answers.entry(id).or_default().push(text);
    }

    /// Sends nothing more, and reads to the end.
    pub(crate) fn end(mut self) -> Ended {
        self.input = None;
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.take(&line);
        }
        let code = self.child.wait().expect("a child").code();
        let stderr = self.stderr.join().expect("read");
        let times = self.answers.iter().map(|(id, lines)| (id.clone(), lines.len())).collect();
        Ended { code, stderr, times }
    }

    pub(crate) fn has_answer(&self, id: &str) -> bool {
        self.answers.contains_key(id)
    }

    /// The id of the program's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

pub(crate) fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
}

/// The text for the model.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

/// Longer than anything here takes, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(20);

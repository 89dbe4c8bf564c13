//! `secondtry wrap` in front of servers that want it to break: whatever they do, each request of the client gets one
//! answer, nothing but messages reaches the client, and nothing is left behind.

#[path = "cli/program.rs"]
mod program;
#[path = "cli/watched.rs"]
#[expect(dead_code, reason = "a part of it is for `check` alone")]
mod watched;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use secondtry_failure::message::parse::{Line, parse};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // They wait for most of their time.
    arguments.test_threads = arguments.test_threads.or(Some(16));
    let trials = flawed_servers::hostile::names()
        .map(|name| Trial::test(format!("stdio::{name}"), move || survives(name)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A client that talks to a wrapped server.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    /// How often each id was answered, as it was written.
    answers: BTreeMap<String, u32>,
    tools: Vec<String>,
    wrong: Vec<String>,
}

impl Client {
    fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("piped");
        let (deliver, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if deliver.send(line).is_err() => return,
                    Ok(_) => (),
                }
            }
        });
        let (answers, tools, wrong) = (BTreeMap::new(), Vec::new(), Vec::new());
        Self { child, input, lines, answers, tools, wrong }
    }

    fn send(&mut self, message: &Value) {
        if let Some(input) = &mut self.input {
            // A program that is gone is seen by its answers.
            let _ = input.write_all(format!("{message}\n").as_bytes());
        }
    }

    /// Reads until each of `ids` is answered, or nothing comes any more.
    fn await_answers(&mut self, ids: &[u64]) {
        while ids.iter().any(|id| !self.answers.contains_key(&id.to_string())) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => self.take(&line),
                Err(_) => return,
            }
        }
    }

    fn take(&mut self, line: &[u8]) {
        let message = match parse(line.trim_ascii()) {
            Line::Message(message) => message.whole,
            Line::Batch(_) => return,
            // What only some readers can read is passed on.
            Line::Unreadable { id, .. } => json!({"id": id.map(|id| id.to_value())}),
            Line::NotProtocol(_) => {
                self.wrong.push(format!("no message: {}", shown(line)));
                return;
            }
        };
        if message.get("method").is_none() && message.get("id").is_some() {
            *self.answers.entry(message["id"].to_string()).or_default() += 1;
            for tool in
                message.pointer("/result/tools").and_then(Value::as_array).into_iter().flatten()
            {
                self.tools.extend(tool["name"].as_str().map(str::to_owned));
            }
        }
    }
}

fn survives(name: &'static str) -> Result<(), Failed> {
    let mark = watched::mark();
    let mut command = program::secondtry();
    command.args(["wrap", "--call-timeout", "1s"]);
    let mut client = Client::start(watched::hostile(&mut command, name, &mark));
    let initialize = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    client.send(&request(1, "initialize", &initialize));
    client.await_answers(&[1]);
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    client.send(&request(2, "tools/list", &json!({})));
    client.await_answers(&[2]);
    client.tools.truncate(3);
    client.tools.resize(3, "nothing".to_owned());
    let called = client.tools.clone();
    for (id, tool) in (3..).zip(&called) {
        client.send(&request(id, "tools/call", &json!({"name": tool, "arguments": {}})));
    }
    client.send(&request(6, "ping", &json!({})));
    client.send(&request(
        7,
        "tools/call",
        &json!({"name": called[0], "arguments": {"cancelled": true}}),
    ));
    client.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}),
    );
    client.await_answers(&[3, 4, 5, 6]);
    client.send(&request(8, "tools/call", &json!({"name": called[1], "arguments": {"x": 1}})));
    client.await_answers(&[8]);
    client.input = None;
    while let Ok(line) = client.lines.recv_timeout(PATIENCE) {
        client.take(&line);
    }
    let code = code_in_time(&mut client.child)?;
    let mut wrong = std::mem::take(&mut client.wrong);
    for id in [1, 2, 3, 4, 5, 6, 8] {
        match client.answers.get(&id.to_string()) {
            Some(1) => (),
            Some(times) => wrong.push(format!("{id} was answered {times} times")),
            None => wrong.push(format!("{id} was not answered")),
        }
    }
    if client.answers.get("7").is_some_and(|times| *times > 1) {
        wrong.push("the cancelled call was answered more than once".into());
    }
    watched::assert_nobody_left(&mark);
    match (code, wrong.as_slice()) {
        (Some(_), []) => Ok(()),
        (Some(_), wrong) => Err(wrong.join("; ").into()),
        (None, _) => Err("the program was ended by a signal".into()),
    }
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn code_in_time(child: &mut Child) -> Result<Option<i32>, Failed> {
    for _ in 0..PATIENCE.as_millis() / 20 {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    Err("the program did not end".into())
}

fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(80).collect()
}

/// How long anything may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(30);

//! A client that calls one tool again and again, and tells how long each call took and what the processes in the middle
//! spent on it.
//!
//! `client [--http PORT/PATH] [--tool NAME] SERVER COMMAND...` starts COMMAND, makes the handshake, and says `ready` and the
//! nanoseconds that it took. Then each line of its input, `CALLS BYTES-SENT BYTES-ASKED`, makes that many calls, one after
//! another, and a line of its output says: the nanoseconds of the processor that the middle took, its resident, anonymous
//! and peak memory in KiB, and the nanoseconds of each call. The middle is COMMAND with all that it started but SERVER.

mod http;
mod processes;

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::http::{Http, is_answer};
use crate::processes::Middle;

fn main() {
    let mut arguments = env::args().skip(1).peekable();
    let mut option = |name: &str| {
        arguments.next_if(|next| next == name)?;
        arguments.next()
    };
    let address = option("--http");
    let tool = option("--tool").unwrap_or_else(|| "echo".to_owned());
    let server = arguments.next().expect("the path of the server");
    let command: Vec<String> = arguments.collect();

    let started = Instant::now();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(if address.is_some() { Stdio::null() } else { Stdio::piped() })
        .spawn()
        .expect("the command starts");
    let mut peer = match &address {
        Some(address) => {
            let (port, path) = address.split_once('/').expect("a port and a path");
            Peer::Http(Http::new(port.parse().expect("a port"), format!("/{path}")))
        }
        None => Peer::lines(&mut child),
    };
    peer.ask(0, &request(0, "initialize", INITIALIZE));
    peer.tell(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let start = started.elapsed();
    peer.ask(1, &request(1, "tools/list", "{}"));
    println!("ready {}", start.as_nanos());

    let mut id = 2;
    for line in io::stdin().lines() {
        let line = line.expect("read");
        let numbers: Vec<usize> =
            line.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        let [calls, sent, asked] = numbers[..] else { panic!("three numbers") };
        peer.wake();
        let middle = Middle::of(child.id(), &server);
        let text = "x".repeat(sent);
        let params =
            format!(r#"{{"name":"{tool}","arguments":{{"text":"{text}","bytes":{asked}}}}}"#);
        let before = middle.processor_ns();
        let mut took = Vec::with_capacity(calls);
        for _ in 0..calls {
            let request = request(id, "tools/call", &params);
            let asked_at = Instant::now();
            let answer = peer.ask(id, &request);
            took.push(asked_at.elapsed().as_nanos());
            assert!(answer.len() > asked, "{answer}");
            assert!(!answer.contains("\"isError\":true"), "{answer}");
            id += 1;
        }
        let spent = middle.processor_ns() - before;
        let memory = middle.memory();
        print!("{spent} {} {} {}", memory.resident, memory.anonymous, memory.peak);
        took.iter().for_each(|took| print!(" {took}"));
        println!();
    }
    drop(peer);
    for _ in 0..PATIENCE {
        if child.try_wait().expect("a child").is_some() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("a child");
    child.wait().expect("it ends");
}

/// What is talked to.
enum Peer {
    Http(Http),
    Lines { input: ChildStdin, output: BufReader<ChildStdout>, line: String },
}

impl Peer {
    fn lines(child: &mut Child) -> Self {
        let input = child.stdin.take().expect("piped");
        let output = BufReader::with_capacity(64 * 1024, child.stdout.take().expect("piped"));
        Self::Lines { input, output, line: String::new() }
    }

    /// Sends a request and waits for its answer.
    fn ask(&mut self, id: usize, request: &str) -> &str {
        match self {
            Self::Http(http) => http.post(request, Some(id)),
            Self::Lines { input, output, line } => {
                input.write_all(request.as_bytes()).expect("written");
                input.write_all(b"\n").expect("written");
                loop {
                    line.clear();
                    assert!(output.read_line(line).expect("read") > 0, "ended before an answer");
                    if is_answer(line, id) {
                        return line;
                    }
                }
            }
        }
    }

    fn tell(&mut self, notification: &str) {
        match self {
            Self::Http(http) => {
                http.post(notification, None);
            }
            Self::Lines { input, .. } => {
                input.write_all(notification.as_bytes()).expect("written");
                input.write_all(b"\n").expect("written");
            }
        }
    }

    /// After a pause: a server may have closed a connection that lay idle.
    fn wake(&mut self) {
        if let Self::Http(http) = self {
            http.connect();
        }
    }
}

fn request(id: usize, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// How long an end is waited for, in hundredths of a second.
const PATIENCE: usize = 1000;

const INITIALIZE: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1.0.0"}}"#;

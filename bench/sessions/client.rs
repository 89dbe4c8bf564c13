//! A client with many sessions of Streamable HTTP at once, each on a connection of its own.
//!
//! `client PORT CALLS SERVER COMMAND...` starts COMMAND, which listens on PORT in front of SERVER. For 1, 10, 100 and 1,000
//! sessions a line of its output says: how many, the milliseconds in which the last was opened, the microseconds of a call
//! (median and 99th of a hundred), one after another through all sessions, the calls a second of eight at once, and the
//! resident and anonymous memory of COMMAND alone in KiB.

#[expect(dead_code, reason = "bench/overhead uses the rest")]
#[path = "../overhead/http.rs"]
mod http;
#[expect(dead_code, reason = "bench/overhead uses the rest")]
#[path = "../overhead/processes.rs"]
mod processes;

use std::env;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use crate::http::Http;
use crate::processes::Middle;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [port, calls, server, command @ ..] = arguments.as_slice() else {
        panic!("client PORT CALLS SERVER COMMAND...")
    };
    let port: u16 = port.parse().expect("a port");
    let calls: usize = calls.parse().expect("a number");
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut sessions = Vec::new();
    for count in [1, 10, 100, 1000] {
        let mut opened = 0.0;
        while sessions.len() < count {
            let began = Instant::now();
            sessions.push(open(port));
            opened = 1000.0 * began.elapsed().as_secs_f64();
        }
        // The first call of each session asks for the list of tools.
        sessions.iter_mut().for_each(call);
        let mut took: Vec<f64> = (0..calls)
            .map(|place| {
                let began = Instant::now();
                call(&mut sessions[place % count]);
                1e6 * began.elapsed().as_secs_f64()
            })
            .collect();
        took.sort_by(f64::total_cmp);
        let at_once = at_once(&mut sessions, calls);
        let memory = Middle::of(child.id(), server).memory();
        println!(
            "{count} {opened:.1} {:.0} {:.0} {at_once:.0} {} {}",
            took[calls / 2],
            took[calls * 99 / 100],
            memory.resident,
            memory.anonymous
        );
    }
    let began = Instant::now();
    let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    told.expect("kill runs");
    child.wait().expect("it ends");
    println!("{:.2}", began.elapsed().as_secs_f64());
}

fn open(port: u16) -> Http {
    let mut session = Http::new(port, "/mcp".to_owned());
    session.post(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1.0.0"}}}"#,
        Some(0),
    );
    session.post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, None);
    session
}

fn call(session: &mut Http) {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello","bytes":60}}}"#;
    let answer = session.post(call, Some(1));
    assert!(answer.contains("\"content\"") && !answer.contains("\"isError\":true"), "{answer}");
}

/// The calls a second of eight threads, each with its part of the sessions.
fn at_once(sessions: &mut [Http], calls: usize) -> f64 {
    let part = sessions.len().div_ceil(THREADS);
    let threads = sessions.len().div_ceil(part);
    let began = Instant::now();
    thread::scope(|scope| {
        for part in sessions.chunks_mut(part) {
            scope.spawn(move || {
                let count = part.len();
                (0..calls / threads).for_each(|place| call(&mut part[place % count]));
            });
        }
    });
    (calls / threads * threads) as f64 / began.elapsed().as_secs_f64()
}

const THREADS: usize = 8;

//! A client that makes a great many calls of `server.rs`, many of them at once, most of them fine and some of every fault,
//! and counts what became of each.
//!
//! `client CALLS IN-FLIGHT SEED SERVER COMMAND...` starts COMMAND, which stands in front of SERVER. A line of its output is
//! a count or a look at the memory; the exit code is 1 where a call was lost, doubled, or answered as it should not be.

#[expect(dead_code, reason = "bench/overhead uses the rest")]
#[path = "../overhead/processes.rs"]
mod processes;

mod faults;
mod ledger;

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::faults::{FAULTS, Fault, Random};
use crate::ledger::Ledger;
use crate::processes::Middle;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [calls, in_flight, seed, server, command @ ..] = arguments.as_slice() else {
        panic!("client CALLS IN-FLIGHT SEED SERVER COMMAND...")
    };
    let [calls, in_flight, seed] =
        [calls, in_flight, seed].map(|number| number.parse::<usize>().expect("a number"));
    let started = Instant::now();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::with_capacity(64 * 1024, child.stdout.take().expect("piped"));
    shake_hands(&mut input, &mut output);

    let ledger = Arc::new(Ledger::new(calls));
    let reading = Arc::clone(&ledger);
    let reader = thread::spawn(move || {
        let mut line = Vec::new();
        while output.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            reading.received(&line);
            line.clear();
            if line.capacity() > 1024 * 1024 {
                line = Vec::new();
            }
        }
        reading.closed();
    });

    let middle = Middle::of(child.id(), server);
    let mut random = Random(seed as u64);
    for n in 0..calls {
        if !ledger.wait_for_room(in_flight) {
            break;
        }
        let fault = random.fault();
        ledger.sent(n, fault);
        send(&mut input, n, &FAULTS[fault]);
        answer(&mut input, &ledger);
        let done = n + 1;
        if [100, 10, 2, 1].iter().any(|part| done * part == calls) {
            let memory = middle.memory();
            println!(
                "after {done} calls, {:.0} s: resident {} KiB, anonymous {} KiB, peak {} KiB",
                started.elapsed().as_secs_f64(),
                memory.resident,
                memory.anonymous,
                memory.peak
            );
        }
    }
    let asked_last = Instant::now();
    while ledger.is_waiting() && asked_last.elapsed() < PATIENCE {
        answer(&mut input, &ledger);
        thread::sleep(Duration::from_millis(1));
    }
    // A doubled answer would come right after; the end of the output is waited for.
    drop(input);
    reader.join().expect("the reader ends");
    let status = child.wait().expect("it ends");
    let took = started.elapsed().as_secs_f64();
    println!("took {took:.0} s");
    let is_good = ledger.report() && status.success();
    println!("the command ended with {status}");
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn shake_hands(input: &mut ChildStdin, output: &mut impl BufRead) {
    let mut line = String::new();
    for message in [
        r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"soak","version":"1.0.0"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":"b","method":"tools/list"}"#,
    ] {
        writeln!(input, "{message}").expect("written");
        if message.contains("\"id\"") {
            line.clear();
            output.read_line(&mut line).expect("read");
            assert!(line.contains("\"result\""), "{line}");
        }
    }
}

/// Answers what the server has asked.
fn answer(input: &mut ChildStdin, ledger: &Ledger) {
    for id in ledger.to_answer() {
        let answer = format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{{"roots":[]}}}}"#);
        writeln!(input, "{answer}").expect("written");
    }
}

fn send(input: &mut ChildStdin, n: usize, fault: &Fault) {
    let name = fault.name;
    let arguments = match name {
        "bad_arguments" => format!(r#"{{"fault":"{name}","n":"none"}}"#),
        _ => format!(r#"{{"fault":"{name}","n":{n}}}"#),
    };
    let tool = match name {
        "structured_breaks_schema" => "rows",
        "unknown_tool" => "none",
        _ => "work",
    };
    let mut lines = format!(
        r#"{{"jsonrpc":"2.0","id":{n},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    );
    lines.push('\n');
    if name.starts_with("cancelled") {
        lines.push_str(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{n}}}}}"#
        ));
        lines.push('\n');
    }
    input.write_all(lines.as_bytes()).expect("written");
}

/// How long the answers to the last calls are waited for.
const PATIENCE: Duration = Duration::from_secs(30);

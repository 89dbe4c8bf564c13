//! What was sent, what came, and what that says.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::faults::{Expected, FAULTS};

/// Two threads share it: one that sends, one that receives.
pub struct Ledger {
    book: Mutex<Book>,
    room: Condvar,
}

struct Book {
    calls: Vec<Call>,
    open: usize,
    is_closed: bool,
    /// Requests of the server that wait for an answer.
    asked: Vec<String>,
    counts: BTreeMap<&'static str, u64>,
    /// The first of each kind of flaw, to look at.
    examples: BTreeMap<&'static str, String>,
}

#[derive(Clone, Copy)]
struct Call {
    fault: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Answered,
    Cancelled,
    Open,
    Unsent,
}

impl Ledger {
    pub fn new(calls: usize) -> Self {
        let calls = vec![Call { fault: 0, state: State::Unsent }; calls];
        let (counts, examples) = (BTreeMap::new(), BTreeMap::new());
        let book = Book { calls, open: 0, is_closed: false, asked: Vec::new(), counts, examples };
        Self { book: Mutex::new(book), room: Condvar::new() }
    }

    /// Waits until fewer than `most` calls are open. No, when nothing more can come, or nothing has for a long time.
    pub fn wait_for_room(&self, most: usize) -> bool {
        let mut book = self.book();
        while book.open >= most && !book.is_closed {
            let (now, timeout) = self.room.wait_timeout(book, PATIENCE).expect("whole");
            book = now;
            if timeout.timed_out() {
                return false;
            }
        }
        !book.is_closed
    }

    /// Whether a call is open that may yet be answered.
    pub fn is_waiting(&self) -> bool {
        let book = self.book();
        book.open > 0 && !book.is_closed
    }

    pub fn sent(&self, n: usize, fault: usize) {
        let mut book = self.book();
        let is_cancelled = FAULTS[fault].expected == Expected::Nothing;
        let state = if is_cancelled { State::Cancelled } else { State::Open };
        book.calls[n] = Call { fault: fault as u8, state };
        if !is_cancelled {
            book.open += 1;
        }
    }

    /// The requests of the server that are to be answered now.
    pub fn to_answer(&self) -> Vec<String> {
        mem::take(&mut self.book().asked)
    }

    pub fn received(&self, line: &[u8]) {
        let mut book = self.book();
        book.take(&String::from_utf8_lossy(line));
        drop(book);
        self.room.notify_all();
    }

    /// Nothing more comes.
    pub fn closed(&self) {
        self.book().is_closed = true;
        self.room.notify_all();
    }

    /// Tells all counts; whether every call has ended as it should.
    pub fn report(&self) -> bool {
        let mut book = self.book();
        let lost: Vec<usize> =
            (0..book.calls.len()).filter(|n| book.calls[*n].state == State::Open).collect();
        let unsent = book.calls.iter().filter(|call| call.state == State::Unsent).count();
        if let Some(n) = lost.first() {
            let name = FAULTS[usize::from(book.calls[*n].fault)].name;
            book.examples.insert(LOST, format!("call {n}, {name}"));
        }
        book.counts.insert(LOST, lost.len() as u64);
        book.counts.insert("not sent", unsent as u64);
        for flaw in FLAWS {
            book.counts.entry(flaw).or_default();
        }
        for (what, count) in &book.counts {
            println!("{what}: {count}");
        }
        for (what, example) in &book.examples {
            println!("the first {what}: {example}");
        }
        unsent == 0 && FLAWS.iter().all(|flaw| book.counts[flaw] == 0)
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().expect("whole")
    }
}

impl Book {
    fn take(&mut self, line: &str) {
        if !line.starts_with('{') {
            return self.flaw(NOISE, line);
        }
        // What a message is stands at its start here, whoever wrote it.
        let start: String = line.chars().take(200).collect();
        if start.contains(r#""method":"roots/list""#) {
            let id = start.split("\"server-").nth(1).and_then(|rest| rest.split('"').next());
            self.asked.push(format!("server-{}", id.unwrap_or_default()));
            return self.count("requests of the server");
        }
        if start.contains(r#""method":"notifications/progress""#) {
            return self.count("notifications of progress");
        }
        let id = start
            .split("\"id\":")
            .nth(1)
            .and_then(|rest| rest[..rest.find([',', '}'])?].parse::<usize>().ok());
        let Some(id) = id else { return self.flaw(NOISE, line) };
        let Some(call) = self.calls.get(id).copied() else {
            return self.count("answers with an id that was never asked");
        };
        let ended = ending(line);
        match call.state {
            State::Unsent => self.flaw(NOISE, line),
            State::Answered => self.flaw(DOUBLED, line),
            State::Cancelled if ended == Ending::ByWrapper => {
                self.calls[id].state = State::Answered;
                self.count("cancellations that crossed the end of the server");
            }
            State::Cancelled => self.flaw(UNWANTED, line),
            State::Open => {
                self.calls[id].state = State::Answered;
                self.open -= 1;
                let fault = &FAULTS[usize::from(call.fault)];
                let is_right = match (fault.expected, ended) {
                    (Expected::Any, _) | (_, Ending::ByWrapper) => true,
                    (Expected::Success, Ending::Success) => is_about(line, id),
                    (Expected::ToolError, Ending::ToolError) => true,
                    (Expected::ProtocolError, Ending::ProtocolError) => true,
                    _ => false,
                };
                self.count(match ended {
                    Ending::ByWrapper => "ended by the wrapper",
                    Ending::ProtocolError => "protocol errors",
                    Ending::Success => "successes",
                    Ending::ToolError => "tool execution errors",
                });
                if !is_right {
                    self.flaw(UNEXPECTED, &format!("{}: {line}", fault.name));
                }
            }
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn flaw(&mut self, what: &'static str, line: &str) {
        self.count(what);
        self.examples.entry(what).or_insert_with(|| line.chars().take(600).collect());
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Ending {
    /// The server ended, or took too long; nobody knows what became of the call.
    ByWrapper,
    ProtocolError,
    Success,
    ToolError,
}

fn ending(line: &str) -> Ending {
    if line.contains(r#""outcome":"unknown""#) {
        Ending::ByWrapper
    } else if line.contains(r#""error":{"#) {
        Ending::ProtocolError
    } else if line.contains(r#""isError":true"#) {
        Ending::ToolError
    } else {
        Ending::Success
    }
}

/// Whether `line` is the server's answer to call `n` and no other.
fn is_about(line: &str, n: usize) -> bool {
    let digits = line.split("done ").nth(1).unwrap_or_default();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse() == Ok(n)
}

/// How long it may take until the next answer comes.
const PATIENCE: Duration = Duration::from_secs(60);

const DOUBLED: &str = "doubled";
const LOST: &str = "lost";
const NOISE: &str = "no message";
const UNEXPECTED: &str = "unexpected";
const UNWANTED: &str = "answered after the cancellation";

/// What there may be none of.
const FLAWS: [&str; 5] = [DOUBLED, LOST, NOISE, UNEXPECTED, UNWANTED];

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use secondtry_failure::schema::dialect::Dialect;
use secondtry_failure::transcript::Target;
use secondtry_failure::transport::{Delivery, SendError, Transport};

use super::*;
use crate::clock::Clock;
use crate::connect::Connection;

/// A server without tools: what it answers to a line that is no JSON, and to the lines behind it.
#[derive(Clone, Copy, PartialEq)]
enum Habit {
    AnswersLate,
    AnswersNothing,
    TakesTheNextLineAlong,
}

struct Server {
    habit: Habit,
    is_past_malformed: bool,
    says: VecDeque<Value>,
}

struct Started(Habit);

impl Connect for Started {
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError> {
        let says = VecDeque::new();
        Ok(Box::new(Server { habit: self.0, is_past_malformed: false, says }))
    }

    fn target(&self) -> Target {
        Target::Command(vec![self.name()])
    }

    fn transport(&self) -> TransportKind {
        TransportKind::Stdio
    }

    fn name(&self) -> String {
        "server".to_owned()
    }
}

impl Transport for Server {
    fn send(&mut self, message: &[u8]) -> Result<(), SendError> {
        let Ok(message) = serde_json::from_slice::<Value>(message) else {
            self.is_past_malformed = true;
            return Ok(());
        };
        let is_next = std::mem::take(&mut self.is_past_malformed);
        let result = match message["method"].as_str() {
            Some("initialize") => json!({"protocolVersion": "2025-11-25"}),
            Some("tools/list") if is_next && self.habit == Habit::TakesTheNextLineAlong => {
                return Ok(());
            }
            Some("tools/list") => json!({"tools": []}),
            Some("ping") => json!({}),
            _ if message["id"].is_null() => return Ok(()),
            _ => {
                let error = json!({"code": -32601, "message": "no such method"});
                self.says.push_back(json!({"jsonrpc": "2.0", "id": message["id"], "error": error}));
                return Ok(());
            }
        };
        self.says.push_back(json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
        if is_next && self.habit == Habit::AnswersLate {
            let error = json!({"code": -32700, "message": "no JSON"});
            self.says.push_back(json!({"jsonrpc": "2.0", "id": null, "error": error}));
        }
        Ok(())
    }

    fn receive(&mut self, limit: Duration) -> Delivery {
        if let Some(message) = self.says.pop_front() {
            return Delivery::Line(message.to_string().into_bytes());
        }
        std::thread::sleep(limit);
        Delivery::Silence
    }
}

impl Connection for Server {
    fn close(self: Box<Self>, _recorder: &mut Recorder<'_>) {}
}

/// What is in the recording from the line on that is no JSON, each entry in a word, and how long the check took.
fn recorded(habit: Habit) -> (Vec<String>, Duration) {
    let interrupted = AtomicBool::new(false);
    let limit = Duration::from_secs(5);
    let settings = Settings {
        opening: Opening { interrupted: &interrupted, pinned: None, limit },
        call_timeout: limit,
        jobs: 1,
        plan: plan::Options {
            allow_writes: false,
            dialect: Dialect::Draft202012,
            include_destructive: false,
            seed: 0,
        },
        tools: Selection::default(),
    };
    let words = RefCell::new(Vec::new());
    let mut sink = |entry: &secondtry_failure::transcript::Entry| {
        let word = match &entry.what {
            What::Client(message) => {
                message.whole["method"].as_str().unwrap_or("answer").to_owned()
            }
            What::ClientRaw(_) => "raw".to_owned(),
            What::Server(message) if message.whole["id"].is_null() => "refusal".to_owned(),
            What::Server(_) => "answer".to_owned(),
            What::Timeout { id, .. } => format!("timeout of {id:?}"),
            _ => return,
        };
        words.borrow_mut().push(word);
    };
    let clock = Clock::start();
    let mut recorder = Recorder::new(clock, &mut sink);
    let is_complete = check(&Started(habit), &settings, &mut recorder, &mut |_| ());
    assert!(is_complete.is_ok_and(|is_complete| is_complete));
    let words = words.into_inner();
    let from = words.iter().position(|word| word == "raw").expect("it was sent");
    (words[from..].to_vec(), clock.elapsed())
}

#[test]
fn answered_list_ends_the_wait_for_malformed_json() {
    let (words, took) = recorded(Habit::AnswersNothing);
    assert_eq!(words, ["raw", "tools/list", "answer", "timeout of None"]);
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[test]
fn overtaken_answer_to_malformed_json_counts() {
    let (words, _) = recorded(Habit::AnswersLate);
    assert_eq!(words, ["raw", "tools/list", "answer", "refusal"]);
}

#[test]
fn list_lost_with_malformed_json_is_asked_again() {
    let (words, _) = recorded(Habit::TakesTheNextLineAlong);
    let expected =
        ["raw", "tools/list", "timeout of None", "ping", "answer", "tools/list", "answer"];
    assert_eq!(words, expected);
}

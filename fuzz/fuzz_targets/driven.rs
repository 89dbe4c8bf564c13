//! A conversation driven by bytes, and what must hold of it however it goes: nothing panics, no request of the client is
//! answered twice, and when the server has ended for good each has been answered, unless the client cancelled it.
//!
//! The first line holds settings, a letter each; the first byte of each further line says what happens:
//! `>` the client writes the rest, `<` the server does, `(` and `)` so with a message that is over the limit, of which the
//! rest is the start; `+` time passes, seconds or nothing for an hour; `!` the server ends and is started again, `-` it
//! ends and stays away, `|` it closes its output. Any other line is nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{Kind, Message};
use secondtry_failure::repair::{Mode, RepairName, RepairSettings};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_gateway::conversation::Conversation;
use secondtry_gateway::counters::Counters;
use secondtry_gateway::exchange::{Exchange, Step};
use secondtry_gateway::settings::Settings;

/// Goes through `input`. Where `counts_strays`, everything that reaches the client under an id of its own is an answer. The
/// exchange cannot know what a bridge in front of it has answered by itself, and a server that answers what it was never
/// asked may add to that.
pub fn drive(input: &[u8], begin: fn(Exchange) -> Conversation, counts_strays: bool) {
    let mut lines = input.split(|byte| *byte == b'\n');
    let settings = settings(lines.next().unwrap_or_default());
    // Whoever only watches makes up no answers.
    let answers_all = settings.repairs.is_on(RepairName::Ending);
    let counters = Arc::new(Counters::default());
    let exchange = Exchange::new(Arc::new(settings), Arc::clone(&counters), 1);
    let mut talk = begin(exchange);
    let mut asked = Asked { times: HashMap::new(), counts_strays };
    let mut now = Instant::now();
    for line in lines {
        let [verb, rest @ ..] = line else { continue };
        let whole = || [rest, b"\n"].concat();
        let steps = match verb {
            b'>' => {
                asked.client(rest);
                talk.from_client(whole(), now)
            }
            b'<' => talk.tell(now, |exchange| exchange.from_server(whole(), now)),
            b'(' => {
                let steps = talk.tell(now, |exchange| exchange.oversized_from_client(rest, now));
                asked.allow(&steps);
                steps
            }
            b')' => talk.tell(now, |exchange| exchange.oversized_from_server(rest, now)),
            b'+' => {
                let seconds: Option<u16> =
                    std::str::from_utf8(rest).ok().and_then(|text| text.parse().ok());
                now += Duration::from_secs(seconds.map_or(3600, u64::from));
                talk.tick(now)
            }
            b'!' => {
                let mut steps = talk.tell(now, |exchange| exchange.server_ended(END, false, now));
                steps.extend(talk.tell(now, |exchange| exchange.restarted(now)));
                steps
            }
            b'-' => talk.tell(now, |exchange| exchange.server_ended(END, false, now)),
            b'|' => talk.tell(now, |exchange| exchange.output_closed(now)),
            _ => continue,
        };
        asked.answered(&steps);
        let _ = talk.next_tick();
    }
    let last = talk.tell(now, |exchange| exchange.server_ended(END, true, now));
    asked.answered(&last);
    if answers_all {
        asked.assert_all_answered();
    }
    assert!(!counters.prometheus().is_empty());
    let _ = counters.summary();
}

fn settings(letters: &[u8]) -> Settings {
    let has = |letter| letters.contains(&letter);
    let mut repairs =
        if has(b'o') { RepairSettings::all(Mode::Observe) } else { RepairSettings::default() };
    repairs.is_strict = has(b's');
    if has(b'r') {
        repairs.set(RepairName::Coercion, Mode::On);
        repairs.set(RepairName::FalseSuccess, Mode::On);
    }
    Settings { repairs, ..Settings::default() }
}

/// What the client asked, by id.
struct Asked {
    times: HashMap<RequestId, Times>,
    counts_strays: bool,
}

#[derive(Debug, Default)]
struct Times {
    /// How many answers there may be.
    most: usize,
    /// How many there must be.
    least: usize,
    answers: usize,
    is_cancelled: bool,
}

impl Asked {
    /// The client writes `line`.
    fn client(&mut self, line: &[u8]) {
        let peeked = peek::peek(line).and_then(|peeked| match peeked.kind {
            peek::Kind::Request { id, .. } => id.to_request_id(),
            peek::Kind::Notification { .. } | peek::Kind::Response { .. } => None,
        });
        let messages = match parse(line.trim_ascii()) {
            Line::Batch(messages) => messages,
            Line::Message(message) => vec![message],
            Line::NotProtocol(_) | Line::Unreadable { .. } => Vec::new(),
        };
        for Message { kind, whole } in &messages {
            match kind {
                // Two readers of a message with two ids need not agree.
                Kind::Request { id, .. } if peeked.as_ref().is_none_or(|peeked| peeked == id) => {
                    let times = self.times.entry(id.clone()).or_default();
                    times.least += 1;
                    times.most += 1;
                }
                Kind::Request { id, .. } => self.times.entry(id.clone()).or_default().most += 1,
                Kind::Notification { method } if method == "notifications/cancelled" => {
                    let id = whole.pointer("/params/requestId").and_then(RequestId::from_value);
                    if let Some(id) = id {
                        self.times.entry(id).or_default().is_cancelled = true;
                    }
                }
                Kind::Notification { .. } | Kind::Response { .. } => (),
            }
        }
        if let Some(id) = peeked {
            let is_read = matches!(
                messages.as_slice(),
                [Message { kind: Kind::Request { id: read, .. }, .. }] if *read == id
            );
            let times = self.times.entry(id).or_default();
            times.most += usize::from(!is_read);
            times.least += usize::from(messages.is_empty());
        }
    }

    /// The answers in `steps` answer what cannot be read here.
    fn allow(&mut self, steps: &[Step]) {
        for id in steps.iter().flat_map(answered) {
            self.times.entry(id).or_default().most += 1;
        }
    }

    /// Counts the answers in `steps`.
    fn answered(&mut self, steps: &[Step]) {
        let counts = |step: &&Step| {
            self.counts_strays || matches!(step, Step::ToClient { answers: Some(_), .. })
        };
        for id in steps.iter().filter(counts).flat_map(answered) {
            // What was never asked passes as it came.
            let Some(times) = self.times.get_mut(&id).filter(|times| times.most > 0) else {
                continue;
            };
            times.answers += 1;
            assert!(times.answers <= times.most, "{id} is answered twice: {times:?}");
        }
    }

    fn assert_all_answered(&self) {
        for (id, times) in &self.times {
            assert!(
                times.is_cancelled || times.answers >= times.least,
                "{id} is not answered: {times:?}"
            );
        }
    }
}

/// What a step answers.
fn answered(step: &Step) -> Vec<RequestId> {
    let Step::ToClient { line, answers } = step else { return Vec::new() };
    if let Some(id) = answers {
        return vec![id.clone()];
    }
    let messages = match parse(line.trim_ascii()) {
        Line::Batch(messages) => messages,
        Line::Message(message) => vec![message],
        Line::Unreadable { id, .. } => return id.into_iter().collect(),
        Line::NotProtocol(_) => return Vec::new(),
    };
    let id = |message: Message| match message.kind {
        Kind::Response { id } => id,
        Kind::Notification { .. } | Kind::Request { .. } => None,
    };
    messages.into_iter().filter_map(id).collect()
}

const END: ProcessEnd = ProcessEnd { code: Some(1), signal: None };

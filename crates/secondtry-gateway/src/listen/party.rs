//! One server process and those who speak with it over HTTP: a session of the legacy era, or everyone who speaks without
//! one.
//!
//! All of it is one task, so that messages keep their order and nothing is locked.

mod notes;
mod process;
mod refusal;
mod restart;
mod routes;
mod waiting;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::ServerCommand;
use serde_json::{Value, json};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};

use self::notes::Notes;
use self::process::Process;
use self::routes::{Delivered, Routes};
use super::line_cutter::CutLine;
use super::member::member;
use super::mirrored_headers::Parameters;
use super::streams::Inlet;
use crate::conversation::Conversation;
use crate::counters::{Count, Counters};
use crate::exchange::{Exchange, Step};
use crate::guard::Guard;
use crate::log::Log;
use crate::settings::LiveSettings;

pub(super) use self::routes::read_id;
pub(super) use self::waiting::{Given, Waiting};

/// Who speaks with the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// One client, which began with `initialize`.
    Session,
    /// Anyone, each request standing alone.
    Shared,
}

/// What a conversation is told.
#[derive(Debug)]
pub(super) enum Told {
    /// A client waits for the answer to this no longer, and wants the server to know.
    Cancelled(RequestId),
    /// It is to end.
    End,
    /// A client listens.
    Listening(Inlet),
    /// A client has posted a message.
    Posted(Posted),
    /// Streams that would never end are to end.
    StopListening,
}

/// A message of a client.
#[derive(Debug)]
pub(super) struct Posted {
    /// The message as one line, line break included.
    pub(super) line: Vec<u8>,
    /// Where answers go, and the requests that one is owed for.
    pub(super) reply: Option<(Inlet, Vec<Waiting>)>,
    /// Messages other than answers may go there, too.
    pub(super) takes_events: bool,
    /// The headers that repeat arguments, where the revision has them.
    pub(super) mirrored: Option<Parameters>,
}

/// What every conversation needs.
#[derive(Clone)]
pub(super) struct Means {
    pub(super) command: Arc<ServerCommand>,
    pub(super) settings: LiveSettings,
    pub(super) counters: Arc<Counters>,
    pub(super) log: Arc<Log>,
    pub(super) guard: Arc<Guard>,
    /// How long a session may lie idle.
    pub(super) idle: Duration,
}

/// The way to a conversation.
#[derive(Clone, Debug)]
pub(super) struct Line(UnboundedSender<Told>);

impl Line {
    /// Tells the conversation; false where it is over.
    pub(super) fn tell(&self, told: Told) -> bool {
        self.0.send(told).is_ok()
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.is_closed()
    }
}

/// Begins a conversation. `at_end` is dropped when it is over and its process is gone.
pub(super) fn begin<T: Send + 'static>(
    manner: Manner,
    means: Means,
    run: u32,
    at_end: T,
) -> io::Result<Line> {
    let (line, told) = unbounded_channel();
    let children = signal(SignalKind::child())?;
    let exchange = Exchange::new(means.settings.clone(), Arc::clone(&means.counters), run);
    let talk = if means.settings.now().is_bridge {
        Conversation::bridged(exchange)
    } else {
        Conversation::new(exchange)
    };
    let party = Party {
        manner,
        talk,
        routes: Routes::new(manner),
        process: None,
        restart_at: None,
        in_a_row: 0,
        answered: 0,
        idle_since: Instant::now(),
        notes: Notes::default(),
        may_have_ended: false,
        is_over: false,
        told,
        means,
    };
    tokio::spawn(async move {
        party.run(children).await;
        drop(at_end);
    });
    Ok(Line(line))
}

struct Party {
    manner: Manner,
    means: Means,
    talk: Conversation,
    routes: Routes,
    process: Option<Process>,
    /// When the process is started again.
    restart_at: Option<Instant>,
    /// Starts without an answer in between.
    in_a_row: usize,
    /// How many answers there had been when the process was started.
    answered: u64,
    idle_since: Instant,
    notes: Notes,
    /// Something was heard that may mean the end of the process.
    may_have_ended: bool,
    /// The server has ended for good, or the conversation was told to end.
    is_over: bool,
    told: UnboundedReceiver<Told>,
}

impl Party {
    async fn run(mut self, mut children: Signal) {
        self.start();
        while !self.is_over {
            let wake = self.next_wake();
            let has_lines = self.process.as_ref().is_some_and(Process::has_lines);
            tokio::select! {
                told = self.told.recv() => match told {
                    Some(told) => self.hear(told),
                    None => self.is_over = true,
                },
                () = readable(self.process.as_ref()), if !has_lines => self.read(),
                // A flood of short lines must not keep others from their turn.
                () = yield_now(), if has_lines => self.take_lines(LINES_AT_ONCE),
                () = writable(self.process.as_ref()) => {
                    self.process.iter_mut().for_each(Process::write);
                }
                _ = children.recv() => self.may_have_ended = true,
                () = sleep_until(wake) => self.may_have_ended = true,
            }
            if self.may_have_ended {
                self.may_have_ended = false;
                self.look_after_process();
            }
            self.tick();
        }
        self.end(children).await;
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Cancelled(id) => self.cancel(&id),
            Told::End => self.is_over = true,
            Told::Listening(inlet) => self.routes.listen(inlet),
            Told::Posted(posted) => self.posted(posted),
            Told::StopListening => self.routes.stop_listening(),
        }
        self.idle_since = Instant::now();
    }

    fn posted(&mut self, posted: Posted) {
        let Posted { line, reply, takes_events, mirrored } = posted;
        let is_full = self.process.as_ref().is_some_and(|process| process.queued() > MOST_QUEUED);
        if let Some((inlet, waiting)) = reply {
            self.routes.open(inlet, waiting, takes_events);
        } else if self.manner == Manner::Session {
            self.client_cancelled(&line);
        }
        if is_full {
            return self.refuse_full(&line);
        }
        if let Some(answer) = mirrored.and_then(|mirrored| self.mismatch(&mirrored, &line)) {
            if let Some(id) = RequestId::from_value(&answer["id"]) {
                self.routes.answer(&id, line_of(&answer));
            }
            return;
        }
        let steps = self.talk.from_client(line, now());
        self.take(steps);
    }

    /// A notification of the client: one that ends a request ends its HTTP answer, too.
    fn client_cancelled(&mut self, line: &[u8]) {
        let Some(peeked) = peek(line) else { return };
        let Kind::Notification { method } = peeked.kind else { return };
        if !method.is("notifications/cancelled") {
            return;
        }
        let id = peeked.params.and_then(|params| member(params, "requestId"));
        if let Some(id) = id.and_then(read_id) {
            self.routes.forget(&id);
        }
    }

    /// The client of a request is gone, which ends the request (2026-07-28 `basic/transports/streamable-http`).
    fn cancel(&mut self, id: &RequestId) {
        self.routes.forget(id);
        let cancelled = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": id.to_value(), "reason": "the client closed the request"},
        });
        let steps = self.talk.from_client(line_of(&cancelled), now());
        self.take(steps);
    }

    fn read(&mut self) {
        let Some(process) = &mut self.process else { return };
        self.may_have_ended |= !process.read();
        self.take_lines(LINES_AT_ONCE);
    }

    /// Takes at most `most` of the lines that are there.
    fn take_lines(&mut self, most: usize) {
        for _ in 0..most {
            let Some(line) = self.process.as_mut().and_then(Process::next_line) else { return };
            let steps = match line {
                CutLine::Whole(line) => {
                    self.talk.tell(now(), |exchange| exchange.from_server(line, now()))
                }
                CutLine::Oversized(start) => {
                    self.talk.tell(now(), |exchange| exchange.oversized_from_server(&start, now()))
                }
            };
            self.take(steps);
        }
    }

    /// Takes `steps` in their order.
    fn take(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Note(note) => self.notes.tell(&note, &self.means.log),
                // It is started again in any case, as soon as its time has come.
                Step::StartServer => (),
                Step::ToClient { line, answers: Some(id) } => {
                    if !self.routes.answer(&id, line) {
                        self.means.counters.count(Count::Dropped);
                    }
                }
                Step::ToClient { line, answers: None } => self.pass_to_client(&line),
                Step::ToServer(line) => {
                    self.process.iter_mut().for_each(|process| process.send(line.clone()));
                }
            }
        }
    }

    /// A message of the server that answers no single request.
    fn pass_to_client(&mut self, line: &[u8]) {
        let kind = peek(line).map(|peeked| peeked.kind);
        let undeliverable = match kind {
            Some(Kind::Notification { .. }) => {
                self.routes.deliver(line);
                None
            }
            Some(Kind::Request { id, .. }) => {
                // 2026-07-28 has no requests of a server.
                let is_possible = self.manner == Manner::Session;
                let delivered = is_possible && self.routes.deliver(line) == Delivered::Taken;
                if delivered { None } else { Some(id.raw().to_owned()) }
            }
            Some(Kind::Response { .. }) => {
                self.means.counters.count(Count::Dropped);
                None
            }
            None => {
                if !self.routes.answer_batch(line) && self.routes.deliver(line) != Delivered::Taken
                {
                    self.means.counters.count(Count::Dropped);
                }
                None
            }
        };
        if let Some(id) = undeliverable {
            let said = "no stream of the client takes requests of the server at this moment";
            let answer = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32601,\"message\":\"{said}\"}}}}\n"
            );
            let steps = self.talk.from_client(answer.into_bytes(), now());
            self.take(steps);
        }
    }

    fn tick(&mut self) {
        let steps = match self.talk.next_tick() {
            Some(at) if at <= now() => self.talk.tick(now()),
            Some(_) | None => Vec::new(),
        };
        self.take(steps);
        if !self.routes.is_idle() {
            self.idle_since = Instant::now();
        } else if self.idle_until() <= Instant::now() {
            self.is_over = true;
        }
    }

    fn idle_until(&self) -> Instant {
        self.idle_since + self.means.idle
    }

    fn next_wake(&self) -> Instant {
        // While something is open, whether it still is has to be looked at now and then.
        let look_again = Instant::now() + (self.means.idle / 4).min(LOOK_AGAIN);
        let idle = if self.routes.is_idle() { self.idle_until() } else { look_again };
        let alarm = self.process.as_ref().and_then(Process::alarm);
        let tick = self.talk.next_tick().map(Instant::from_std);
        [self.restart_at, alarm, tick].into_iter().flatten().fold(idle, Instant::min)
    }

    /// Gives everyone who waits an answer, and ends the process.
    async fn end(mut self, mut children: Signal) {
        let end = ProcessEnd { code: None, signal: None };
        let steps = self.talk.tell(now(), |exchange| exchange.server_ended(end, true, now()));
        self.take(steps);
        self.told.close();
        while let Ok(told) = self.told.try_recv() {
            self.hear(told);
        }
        drop(self.routes);
        if let Some(process) = self.process.take() {
            process.close(&mut children).await;
        }
    }
}

async fn readable(process: Option<&Process>) {
    match process {
        Some(process) => process.readable().await,
        None => std::future::pending().await,
    }
}

async fn writable(process: Option<&Process>) {
    match process {
        Some(process) => process.writable().await,
        None => std::future::pending().await,
    }
}

fn now() -> std::time::Instant {
    Instant::now().into_std()
}

fn line_of(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}

/// How often it is looked whether clients that listen are still there.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// How many lines are taken before others have their turn.
const LINES_AT_ONCE: usize = 32;

/// How much may wait for the server to read it, in bytes.
const MOST_QUEUED: usize = 16 * 1024 * 1024;

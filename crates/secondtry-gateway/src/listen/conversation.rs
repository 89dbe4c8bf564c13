//! One server process and those who speak with it over HTTP: a session of the legacy era, or everyone who speaks without
//! one.
//!
//! All of it is one task, so that messages keep their order and nothing is locked.

mod process;
mod routes;
mod waiting;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{End, KnownCall, ending_answer};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::ServerCommand;
use serde_json::{Value, json};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use self::process::{Fate, Process};
use self::routes::{Delivered, Routes};
use super::line_cutter::CutLine;
use super::streams::Inlet;
use crate::counters::{Count, Counters};
use crate::exchange::{Exchange, Note, Step};
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
    let conversation = Conversation {
        manner,
        exchange,
        routes: Routes::new(manner),
        process: None,
        restart_at: None,
        in_a_row: 0,
        answered: 0,
        idle_since: Instant::now(),
        may_have_ended: false,
        is_over: false,
        told,
        means,
    };
    tokio::spawn(async move {
        conversation.run(children).await;
        drop(at_end);
    });
    Ok(Line(line))
}

struct Conversation {
    manner: Manner,
    means: Means,
    exchange: Exchange,
    routes: Routes,
    process: Option<Process>,
    /// When the process is started again.
    restart_at: Option<Instant>,
    /// Starts without an answer in between.
    in_a_row: usize,
    /// How many answers there had been when the process was started.
    answered: u64,
    idle_since: Instant,
    /// Something was heard that may mean the end of the process.
    may_have_ended: bool,
    /// The server has ended for good, or the conversation was told to end.
    is_over: bool,
    told: UnboundedReceiver<Told>,
}

impl Conversation {
    async fn run(mut self, mut children: Signal) {
        self.start();
        while !self.is_over {
            let wake = self.next_wake();
            tokio::select! {
                told = self.told.recv() => match told {
                    Some(told) => self.hear(told),
                    None => self.is_over = true,
                },
                () = readable(self.process.as_ref()) => self.read(),
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
        let Posted { line, reply, takes_events } = posted;
        let is_full = self.process.as_ref().is_some_and(|process| process.queued() > MOST_QUEUED);
        if let Some((inlet, waiting)) = reply {
            self.routes.open(inlet, waiting, takes_events);
        } else if self.manner == Manner::Session {
            self.client_cancelled(&line);
        }
        if is_full {
            return self.refuse_full(&line);
        }
        let steps = self.exchange.from_client(line, now());
        self.take(steps);
    }

    /// A notification of the client: one that ends a request ends its HTTP answer, too.
    fn client_cancelled(&mut self, line: &[u8]) {
        let Some(peeked) = peek(line) else { return };
        let Kind::Notification { method } = peeked.kind else { return };
        if !method.is("notifications/cancelled") {
            return;
        }
        let id = peeked.params.and_then(|params| super::member::member(params, "requestId"));
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
        let steps = self.exchange.from_client(line_of(&cancelled), now());
        self.take(steps);
    }

    /// The server has much to read and does not: more is not kept for it.
    fn refuse_full(&mut self, line: &[u8]) {
        let limit = format!("{} MiB that wait for the server to read", MOST_QUEUED / 1024 / 1024);
        let requests = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Array(requests)) => requests,
            Ok(request) => vec![request],
            Err(_) => return,
        };
        for request in requests.iter().filter(|request| request.get("method").is_some()) {
            let call = KnownCall {
                request,
                tool: None,
                has_list: false,
                protocol: secondtry_failure::message::protocol_version::ProtocolVersion::NEWEST,
                elapsed_ms: None,
            };
            let Some(id) = RequestId::from_value(call.id()) else { continue };
            let end = End::OverLimit { limit: &limit, is_request: true };
            self.routes.answer(&id, &line_of(&ending_answer(end, &call)));
        }
    }

    fn read(&mut self) {
        let Some(process) = &mut self.process else { return };
        self.may_have_ended |= !process.read();
        self.take_lines();
    }

    fn take_lines(&mut self) {
        while let Some(line) = self.process.as_mut().and_then(Process::next_line) {
            let steps = match line {
                CutLine::Whole(line) => self.exchange.from_server(line, now()),
                CutLine::Oversized(start) => self.exchange.oversized_from_server(&start, now()),
            };
            self.take(steps);
        }
    }

    /// Takes `steps` in their order.
    fn take(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Note(note) => self.means.log.note(&note),
                // It is started again in any case, as soon as its time has come.
                Step::StartServer => (),
                Step::ToClient { line, answers: Some(id) } => {
                    if !self.routes.answer(&id, &line) {
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
            let steps = self.exchange.from_client(answer.into_bytes(), now());
            self.take(steps);
        }
    }

    fn look_after_process(&mut self) {
        let Some(process) = &mut self.process else {
            if self.restart_at.is_some_and(|at| at <= Instant::now()) {
                self.start_again();
            }
            return;
        };
        let fate = process.fate();
        self.take_lines();
        match fate {
            None => (),
            Some(Fate::Ended(end)) => self.process_ended(end),
            Some(Fate::Silent) => {
                self.means.log.line("the server has closed its output and lives on; it is ended");
                let steps = self.exchange.output_closed(now());
                self.take(steps);
                // Dropping it ends it and what it started.
                self.process_ended(ProcessEnd { code: None, signal: None });
            }
        }
    }

    fn process_ended(&mut self, end: ProcessEnd) {
        self.process = None;
        self.in_a_row =
            if self.exchange.answered() > self.answered { 1 } else { self.in_a_row + 1 };
        let is_final = self.in_a_row > PAUSES.len();
        let steps = self.exchange.server_ended(end, is_final, now());
        self.take(steps);
        self.is_over |= is_final;
        let said = if is_final { "it has ended for good" } else { "it is started again" };
        self.means.log.note(&Note::Said(format!("the server ended ({end}); {said}")));
        if !is_final {
            let pause = PAUSES[(self.in_a_row - 1).min(PAUSES.len() - 1)];
            self.restart_at = Some(Instant::now() + pause);
        }
    }

    fn start(&mut self) {
        if !self.start_process() {
            self.is_over = true;
            let end = ProcessEnd { code: None, signal: None };
            let steps = self.exchange.server_ended(end, true, now());
            self.take(steps);
        }
    }

    fn start_again(&mut self) {
        self.restart_at = None;
        self.means.counters.count(Count::Restarts);
        if self.start_process() {
            let steps = self.exchange.restarted(now());
            self.take(steps);
        } else {
            self.process_ended(ProcessEnd { code: None, signal: None });
        }
    }

    fn start_process(&mut self) -> bool {
        self.answered = self.exchange.answered();
        match Process::start(
            &self.means.command,
            self.means.settings.now().limits.message,
            &self.means.guard,
        ) {
            Ok(process) => {
                self.process = Some(process);
                true
            }
            Err(error) => {
                let program = self.means.command.program.to_string_lossy();
                self.means.log.line(&format!("cannot start {program}: {error}"));
                false
            }
        }
    }

    fn tick(&mut self) {
        let steps = match self.exchange.next_tick() {
            Some(at) if at <= now() => self.exchange.tick(now()),
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
        let tick = self.exchange.next_tick().map(Instant::from_std);
        [self.restart_at, alarm, tick].into_iter().flatten().fold(idle, Instant::min)
    }

    /// Gives everyone who waits an answer, and ends the process.
    async fn end(mut self, mut children: Signal) {
        let end = ProcessEnd { code: None, signal: None };
        let steps = self.exchange.server_ended(end, true, now());
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

/// The waits before the server is started again without having answered anything in between; after them it has ended
/// for good.
const PAUSES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(3),
    Duration::from_secs(8),
];

/// How often it is looked whether clients that listen are still there.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// How much may wait for the server to read it, in bytes.
const MOST_QUEUED: usize = 16 * 1024 * 1024;

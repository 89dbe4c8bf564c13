//! Carries the bytes between a client on standard input and output and a server: a process, or an address.
//!
//! A thread reads the client, a thread reads the server, each takes the steps that its line leads to; a third watches
//! deadlines. The thread that calls [`run`] or [`run_remote`] starts and ends what it relays to.

mod clock;
mod crew;
mod lines;
mod outlet;
mod remote;
mod signals;
mod standard;
mod supervise;

use std::io::BufReader;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use secondtry_failure::transport::http::{HttpServer, OpenError};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::ServerCommand;
use secondtry_failure::transport::stdio::leader::Signal;

use self::clock::Clock;
use self::lines::{RawLine, next_line};
use self::outlet::Outlet;
use self::standard::Patient;
use crate::conversation::Conversation;
use crate::counters::Counters;
use crate::exchange::{Exchange, Step};
use crate::guard::Guard;
use crate::log::Log;
use crate::settings::LiveSettings;

#[cfg(test)]
mod tests;

/// How a relay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayEnd {
    /// The client closed its side.
    ClientClosed,
    /// The server ended for good.
    ServerEnded(ProcessEnd),
}

/// What a SIGHUP means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hangup {
    /// The server is told, and this process ends.
    Ends,
    /// Somebody else takes it, for another meaning.
    IsTaken,
}

/// Where messages for the server go.
trait ServerInput: Send + Sync {
    /// Nothing more is sent.
    fn close(&self);

    /// Takes a line behind all others, and does not wait. Where that fails, it is told in another way.
    fn push(&self, line: Vec<u8>);

    /// Sends what was pushed. May wait for a server that reads slowly.
    fn carry(&self);
}

/// Why nothing was relayed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The server's address cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The server cannot be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// What was to be started.
        program: String,
        /// Why it was not.
        source: std::io::Error,
    },
    /// This process has no standard input or output.
    #[error("standard input and output cannot be used: {0}")]
    Standard(std::io::Error),
}

/// What the supervising thread is told.
#[derive(Debug)]
enum Event {
    /// The client sends nothing more.
    ClientClosed,
    /// The client reads nothing more.
    ClientGone,
    /// The process that was started as this one has ended.
    Exited(u64),
    /// It says nothing more.
    OutputClosed(u64),
    /// This process was told so by a signal.
    Signal(Signal),
    /// Something waits for the server.
    StartServer,
}

/// What all threads share.
struct Shared {
    conversation: Mutex<Conversation>,
    to_client: Outlet,
    /// The input of the server that is there at this moment.
    to_server: Mutex<Option<Arc<dyn ServerInput>>>,
    clock: Clock,
    guard: Guard,
    log: Arc<Log>,
    events: Sender<Event>,
    message_limit: usize,
}

/// Relays between this process's standard input and output and `command`, until either side ends for good. What is started
/// ends with this process, by `guard` if in no other way.
pub fn run(
    command: &ServerCommand,
    (settings, hangup): (LiveSettings, Hangup),
    counters: &Arc<Counters>,
    log: Arc<Log>,
    guard: Guard,
) -> Result<RelayEnd, RelayError> {
    let (shared, input, told) = shared((settings, hangup), counters, log, guard)?;
    supervise::run(&shared, command, &told, counters, move |shared| begin(shared, input))
}

/// Relays between this process's standard input and output and a server on HTTP, until the client ends. A server that is
/// not there may come later.
pub fn run_remote(
    server: HttpServer,
    (settings, hangup): (LiveSettings, Hangup),
    counters: &Arc<Counters>,
    log: Arc<Log>,
) -> Result<RelayEnd, RelayError> {
    let (shared, input, told) = shared((settings, hangup), counters, log, Guard::default())?;
    remote::run(&shared, server, &told, move |shared| begin(shared, input))
}

fn shared(
    (settings, hangup): (LiveSettings, Hangup),
    counters: &Arc<Counters>,
    log: Arc<Log>,
    guard: Guard,
) -> Result<(Arc<Shared>, Patient, Told), RelayError> {
    let input = standard::input().map_err(RelayError::Standard)?;
    let output = standard::output().map_err(RelayError::Standard)?;
    let (events, told) = channel();
    let at_first = settings.now();
    let exchange = Exchange::new(settings, Arc::clone(counters), std::process::id());
    let conversation = if at_first.is_bridge {
        Conversation::bridged(exchange)
    } else {
        Conversation::new(exchange)
    };
    let shared = Arc::new(Shared {
        conversation: Mutex::new(conversation),
        to_client: Outlet::new(Box::new(output)),
        to_server: Mutex::new(None),
        clock: Clock::default(),
        guard,
        log,
        events,
        message_limit: at_first.limits.message,
    });
    signals::watch(shared.events.clone(), hangup).map_err(RelayError::Standard)?;
    Ok((shared, input, told))
}

/// Starts to read the client, and to watch deadlines.
fn begin(shared: &Arc<Shared>, input: Patient) {
    let reading = Arc::clone(shared);
    thread::spawn(move || read_client(&reading, BufReader::with_capacity(BUFFER, input)));
    let ticking = Arc::clone(shared);
    thread::spawn(move || clock::run(&ticking));
}

fn read_client(shared: &Shared, mut input: impl std::io::BufRead) {
    while let Ok(Some(line)) = next_line(&mut input, shared.message_limit) {
        let now = now();
        shared.act(|conversation| match line {
            RawLine::Whole(line) => conversation.from_client(ended(line), now),
            RawLine::Oversized(start) => {
                conversation.tell(now, |exchange| exchange.oversized_from_client(&start, now))
            }
        });
    }
    shared.tell(Event::ClientClosed);
}

impl Shared {
    fn conversation(&self) -> MutexGuard<'_, Conversation> {
        self.conversation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the conversation something and does what that leads to. Lines leave in the order in which they were decided
    /// on, whichever thread carries them.
    fn act(&self, told: impl FnOnce(&mut Conversation) -> Vec<Step>) {
        let mut conversation = self.conversation();
        let server = self.to_server.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut is_client_gone = false;
        let mut others = Vec::new();
        for step in told(&mut conversation) {
            match step {
                Step::Note(_) | Step::StartServer => others.push(step),
                Step::ToClient { line, .. } => is_client_gone |= self.to_client.push(line).is_err(),
                Step::ToServer(line) => {
                    if let Some(server) = &server {
                        server.push(line);
                    }
                }
            }
        }
        drop(conversation);
        self.clock.wake();
        if self.to_client.carry().is_err() || is_client_gone {
            self.tell(Event::ClientGone);
        }
        for step in others {
            match step {
                Step::Note(note) => self.log.note(&note),
                Step::StartServer => self.tell(Event::StartServer),
                Step::ToClient { .. } | Step::ToServer(_) => (),
            }
        }
        // Last, since a server that reads nothing holds this thread up.
        if let Some(server) = server {
            server.carry();
        }
    }

    /// Tells the exchange anything but a line of the client.
    fn tell_exchange(&self, told: impl FnOnce(&mut Exchange, Instant) -> Vec<Step>) {
        let now = now();
        self.act(|conversation| conversation.tell(now, |exchange| told(exchange, now)));
    }

    fn tell(&self, event: Event) {
        // Nobody listens once the end has been decided on.
        let _ = self.events.send(event);
    }

    fn set_server(&self, server: Option<Arc<dyn ServerInput>>) -> Option<Arc<dyn ServerInput>> {
        let mut place = self.to_server.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut place, server)
    }
}

impl ServerInput for Outlet {
    fn close(&self) {
        Self::close(self);
    }

    fn push(&self, line: Vec<u8>) {
        // A server that reads nothing more is about to end, and that is told by itself.
        let _ = Self::push(self, line);
    }

    fn carry(&self) {
        // As above.
        let _ = Self::carry(self);
    }
}

/// `line` with a line break, which the last one of a stream may lack.
fn ended(mut line: Vec<u8>) -> Vec<u8> {
    if line.last() != Some(&b'\n') {
        line.push(b'\n');
    }
    line
}

#[expect(clippy::disallowed_methods, reason = "the one place where the relay looks at the clock")]
fn now() -> Instant {
    Instant::now()
}

/// How much is read at once, in bytes.
const BUFFER: usize = 64 * 1024;

type Told = Receiver<Event>;

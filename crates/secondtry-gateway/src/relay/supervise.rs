//! Starts the server process, starts it again when it ends, and ends it when the client goes.

use std::io::BufReader;
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::ServerCommand;
use secondtry_failure::transport::stdio::leader::{Errors, Leader, Signal, Started, await_end};

use super::crew::Crew;
use super::lines::{RawLine, next_line};
use super::outlet::Outlet;
use super::{BUFFER, Event, RelayEnd, RelayError, Shared, Told, ended};
use crate::counters::{Count, Counters};
use crate::exchange::Exchange;

/// A process that runs, and the thread that reads it.
struct Running {
    leader: Leader,
    reader: Arc<Reader>,
    number: u64,
}

/// What is known of the thread that reads a process.
#[derive(Default)]
struct Reader {
    is_done: AtomicBool,
    /// It waits for the process, not for the client.
    is_waiting: AtomicBool,
}

/// Why a process is over.
enum Over {
    /// By itself.
    Ended(ProcessEnd),
    /// Because the client is gone, or a signal told so.
    Asked(ProcessEnd, RelayEnd),
}

/// Runs `command` again and again until it, or the client, ends for good. `begin` starts the other threads once the first
/// process runs.
pub(super) fn run(
    shared: &Arc<Shared>,
    command: &ServerCommand,
    told: &Told,
    counters: &Counters,
    begin: impl FnOnce(&Arc<Shared>),
) -> Result<RelayEnd, RelayError> {
    let mut number = 0;
    let mut in_a_row = 0;
    let mut begin = Some(begin);
    let crew = Crew::default();
    loop {
        let answered = shared.conversation().exchange().answered();
        let running = start(shared, &crew, command, number);
        let over = match running {
            Ok(running) => {
                let leader = running.leader.id();
                if let Some(begin) = begin.take() {
                    begin(shared);
                } else {
                    counters.count(Count::Restarts);
                    shared.tell_exchange(Exchange::restarted);
                }
                let over = watch(shared, running, told);
                drop(shared.set_server(None));
                shared.guard.release(leader);
                over
            }
            Err(source) if begin.is_some() => {
                let program = command.program.to_string_lossy().into_owned();
                return Err(RelayError::Start { program, source });
            }
            Err(source) => {
                shared.log.line(&format!("the server cannot be started again: {source}"));
                Over::Ended(ProcessEnd { code: None, signal: None })
            }
        };
        let end = match over {
            Over::Asked(end, how) => {
                shared.tell_exchange(|exchange, now| exchange.server_ended(end, true, now));
                return Ok(how);
            }
            Over::Ended(end) => end,
        };
        in_a_row =
            if shared.conversation().exchange().answered() > answered { 1 } else { in_a_row + 1 };
        let is_final = in_a_row > MOST_IN_A_ROW;
        shared.tell_exchange(|exchange, now| exchange.server_ended(end, is_final, now));
        if is_final {
            // What the client has sent already is answered, too.
            thread::sleep(LINGER);
            return Ok(RelayEnd::ServerEnded(end));
        }
        shared.log.own_line(&format!("the server ended ({end}); it is started again"));
        if let Some(how) = pause(shared, told, PAUSES[(in_a_row - 1).min(PAUSES.len() - 1)], end) {
            return Ok(how);
        }
        number += 1;
    }
}

fn start(
    shared: &Arc<Shared>,
    crew: &Crew,
    command: &ServerCommand,
    number: u64,
) -> std::io::Result<Running> {
    let Started { leader, input, output, errors: _ } = Leader::start(command, Errors::Inherited)?;
    shared.guard.watch(leader.id());
    drop(shared.set_server(Some(Arc::new(Outlet::new(Box::new(input))))));
    let reader = Arc::new(Reader::default());
    let (of_thread, known) = (Arc::clone(shared), Arc::clone(&reader));
    crew.run(move || {
        read_server(&of_thread, output, &known);
        known.is_done.store(true, Ordering::SeqCst);
        of_thread.tell(Event::OutputClosed(number));
    });
    let (id, events) = (leader.id(), shared.events.clone());
    crew.run(move || {
        await_end(id);
        // Nobody listens once the end has been decided on.
        let _ = events.send(Event::Exited(number));
    });
    Ok(Running { leader, reader, number })
}

fn read_server(shared: &Shared, output: ChildStdout, reader: &Reader) {
    let mut output = BufReader::with_capacity(BUFFER, output);
    loop {
        reader.is_waiting.store(true, Ordering::Relaxed);
        let line = next_line(&mut output, shared.message_limit);
        reader.is_waiting.store(false, Ordering::Relaxed);
        match line {
            Ok(Some(RawLine::Whole(line))) => {
                shared.tell_exchange(|exchange, now| exchange.from_server(ended(line), now));
            }
            Ok(Some(RawLine::Oversized(start))) => {
                shared.tell_exchange(|exchange, now| exchange.oversized_from_server(&start, now));
            }
            Ok(None) | Err(_) => return,
        }
    }
}

/// Waits until the process is over.
fn watch(shared: &Arc<Shared>, mut running: Running, told: &Told) -> Over {
    loop {
        let Ok(event) = told.recv() else {
            return Over::Ended(finish(&mut running, Duration::ZERO));
        };
        match event {
            Event::Exited(number) if number == running.number => {
                return Over::Ended(finish(&mut running, LINGER));
            }
            Event::OutputClosed(number) if number == running.number => {
                // Most end right after.
                if let Some(end) = ended_within(&mut running, LINGER) {
                    return Over::Ended(end);
                }
                shared.tell_exchange(Exchange::output_closed);
                shared.log.own_line("the server has closed its output and lives on; it is ended");
                return Over::Ended(stop(&mut running, Signal::Terminate, PATIENCE));
            }
            Event::ClientClosed => {
                let end = say_goodbye(shared, &mut running, told);
                return Over::Asked(end, RelayEnd::ClientClosed);
            }
            Event::ClientGone => {
                drop_input(shared);
                let end = ended_within(&mut running, PATIENCE)
                    .unwrap_or_else(|| stop(&mut running, Signal::Terminate, PATIENCE));
                return Over::Asked(end, RelayEnd::ClientClosed);
            }
            Event::Signal(signal) => {
                let end = stop(&mut running, signal, PATIENCE);
                return Over::Asked(end, RelayEnd::ServerEnded(end));
            }
            Event::Exited(_) | Event::OutputClosed(_) | Event::StartServer => (),
        }
    }
}

/// The client sends nothing more: what it asked is still answered, then the server is let go.
fn say_goodbye(shared: &Arc<Shared>, running: &mut Running, told: &Told) -> ProcessEnd {
    let mut has_closed = false;
    let mut patience = PATIENCE;
    loop {
        // What waits for the list of tools has yet to be sent.
        if !has_closed && !shared.conversation().exchange().holds_calls() {
            drop_input(shared);
            has_closed = true;
        }
        match told.recv_timeout(STEP) {
            Ok(Event::Exited(number)) if number == running.number => {
                return finish(running, LINGER);
            }
            Ok(Event::Signal(signal)) => return stop(running, signal, PATIENCE),
            Ok(Event::ClientGone) => return stop(running, Signal::Terminate, PATIENCE),
            Ok(_) => (),
            Err(RecvTimeoutError::Disconnected) => return finish(running, Duration::ZERO),
            Err(RecvTimeoutError::Timeout) => {
                if shared.conversation().exchange().is_idle() {
                    patience = patience.saturating_sub(STEP);
                }
                if patience.is_zero() {
                    return stop(running, Signal::Terminate, PATIENCE);
                }
            }
        }
    }
}

fn drop_input(shared: &Shared) {
    if let Some(server) = shared.set_server(None) {
        server.close();
    }
}

/// The process has ended, or is to: waits for the last of its lines to be carried.
fn finish(running: &mut Running, linger: Duration) -> ProcessEnd {
    let end = ended_within(running, linger).unwrap_or_else(|| stop(running, Signal::Kill, linger));
    let mut silent = Duration::ZERO;
    while !running.reader.is_done.load(Ordering::SeqCst) && silent < LINGER {
        thread::sleep(TICK);
        // A process that left the group may hold the output open for ever; a slow client is waited for.
        let is_waiting = running.reader.is_waiting.load(Ordering::Relaxed);
        silent = if is_waiting { silent + TICK } else { Duration::ZERO };
    }
    end
}

fn ended_within(running: &mut Running, limit: Duration) -> Option<ProcessEnd> {
    let mut waited = Duration::ZERO;
    loop {
        if let Some(end) = running.leader.poll_end() {
            return Some(end);
        }
        if waited >= limit {
            return None;
        }
        thread::sleep(TICK);
        waited += TICK;
    }
}

fn stop(running: &mut Running, signal: Signal, patience: Duration) -> ProcessEnd {
    running.leader.signal(signal);
    let end = ended_within(running, patience).or_else(|| {
        running.leader.signal(Signal::Kill);
        ended_within(running, PATIENCE)
    });
    end.unwrap_or(ProcessEnd { code: None, signal: None })
}

/// Waits before the next start; until something wants the server, where none has ever answered. Returns how the relay ended
/// if it did meanwhile.
fn pause(shared: &Shared, told: &Told, pause: Duration, end: ProcessEnd) -> Option<RelayEnd> {
    let mut waited = Duration::ZERO;
    let mut is_wanted = shared.conversation().exchange().has_answered()
        || shared.conversation().exchange().wants_server();
    while !is_wanted || waited < pause {
        match told.recv_timeout(STEP) {
            Ok(Event::ClientClosed | Event::ClientGone) => {
                shared.tell_exchange(|exchange, now| exchange.server_ended(end, true, now));
                return Some(RelayEnd::ClientClosed);
            }
            Ok(Event::Signal(_)) => return Some(RelayEnd::ServerEnded(end)),
            Ok(Event::StartServer) => is_wanted = true,
            Ok(Event::Exited(_) | Event::OutputClosed(_)) => (),
            Err(_) => waited += STEP,
        }
    }
    None
}

/// How often in a row the server is started again without having answered anything.
const MOST_IN_A_ROW: usize = 5;

/// The waits before each of those.
const PAUSES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(3),
    Duration::from_secs(8),
];

/// How long a server is given to go after its input was closed, and again after each signal.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the output of a process that has ended may stay silent before it counts as empty.
const LINGER: Duration = Duration::from_millis(100);

/// How often a wait is looked at again.
const STEP: Duration = Duration::from_millis(20);

const TICK: Duration = Duration::from_millis(1);

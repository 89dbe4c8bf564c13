//! Reaches the server over HTTP, begins anew where a session or a connection is lost, and ends the conversation when the
//! client goes.

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use secondtry_failure::transport::http::{Arrivals, HttpServer};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::leader::Signal;

use super::{Event, RelayEnd, RelayError, ServerInput, Shared, Told};
use crate::exchange::Exchange;
use crate::upstream::{Look, Upstream, arrived};

/// Relays to `server` until the client ends. `begin` starts the other threads.
pub(super) fn run(
    shared: &Arc<Shared>,
    server: HttpServer,
    told: &Told,
    begin: impl FnOnce(&Arc<Shared>),
) -> Result<RelayEnd, RelayError> {
    let (upstream, arrivals) = Upstream::open(server)?;
    let upstream = Arc::new(upstream);
    shared.conversation().exchange().limit_replays(LONGEST_REPLAY);
    drop(shared.set_server(Some(Arc::clone(&upstream) as Arc<dyn ServerInput>)));
    take_in(shared, &upstream, arrivals);
    begin(shared);
    let end = loop {
        match told.recv() {
            Ok(Event::ClientClosed) => break drain(shared, &upstream, told),
            Ok(Event::ClientGone) | Err(_) => break RelayEnd::ClientClosed,
            Ok(Event::Signal(signal)) => break ended_by(signal),
            Ok(Event::StartServer) => begin_anew(shared, &upstream),
            Ok(Event::Exited(_) | Event::OutputClosed(_)) => (),
        }
    };
    shared.tell_exchange(Exchange::closed);
    upstream.close(PATIENCE);
    Ok(end)
}

impl ServerInput for Upstream {
    fn close(&self) {}

    fn push(&self, line: Vec<u8>) {
        self.send(&line);
    }

    fn carry(&self) {}
}

/// Starts the thread that takes what arrives.
fn take_in(shared: &Arc<Shared>, upstream: &Arc<Upstream>, mut arrivals: Arrivals) {
    let (shared, upstream) = (Arc::clone(shared), Arc::clone(upstream));
    thread::spawn(move || {
        while let Some(arrival) = arrivals.next() {
            match upstream.look(arrival) {
                Look::Arrived(arrival) => {
                    shared.tell_exchange(|exchange, now| arrived(arrival, exchange, now));
                }
                Look::Lost => {
                    shared.tell_exchange(Exchange::connection_lost);
                    return;
                }
                Look::Older(older) => arrivals = older,
                Look::Settled => (),
            }
        }
    });
}

/// Something waits for the server to be reached anew.
fn begin_anew(shared: &Arc<Shared>, upstream: &Arc<Upstream>) {
    if upstream.is_old() {
        match upstream.reopen() {
            Ok(arrivals) => take_in(shared, upstream, arrivals),
            Err(error) => shared.log.line(&format!("the connection cannot be opened: {error}")),
        }
    }
    shared.tell_exchange(Exchange::restarted);
}

/// The client sends nothing more: what it asked is still answered.
fn drain(shared: &Arc<Shared>, upstream: &Arc<Upstream>, told: &Told) -> RelayEnd {
    let mut patience = PATIENCE;
    loop {
        match told.recv_timeout(STEP) {
            Ok(Event::ClientGone) | Err(RecvTimeoutError::Disconnected) => {
                return RelayEnd::ClientClosed;
            }
            Ok(Event::Signal(signal)) => return ended_by(signal),
            Ok(Event::StartServer) => begin_anew(shared, upstream),
            Ok(Event::ClientClosed | Event::Exited(_) | Event::OutputClosed(_)) => (),
            Err(RecvTimeoutError::Timeout) => {
                let mut conversation = shared.conversation();
                let exchange = conversation.exchange();
                if exchange.is_idle() {
                    return RelayEnd::ClientClosed;
                }
                // What has no deadline, such as a subscription, may never be answered.
                if !exchange.has_deadlines() {
                    patience = patience.saturating_sub(STEP);
                }
                if patience.is_zero() {
                    return RelayEnd::ClientClosed;
                }
            }
        }
    }
}

fn ended_by(signal: Signal) -> RelayEnd {
    let number = match signal {
        Signal::Hangup => 1,
        Signal::Interrupt => 2,
        Signal::Kill => 9,
        Signal::Terminate => 15,
    };
    RelayEnd::ServerEnded(ProcessEnd { code: None, signal: Some(number) })
}

/// How long a server may take to end a session, and what has no deadline to be answered after the client has gone.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a server may take to answer a replayed handshake.
const LONGEST_REPLAY: Duration = Duration::from_secs(60);

/// How often a wait is looked at again.
const STEP: Duration = Duration::from_millis(10);

//! A server that is reached over HTTP, in whichever way it speaks: Streamable HTTP in both eras, or HTTP+SSE.
//!
//! [`Upstream`] sends, and looks first at what arrives; [`arrived`] tells the exchange.

mod arrived;
mod body;
pub(crate) mod retry_after;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::transport::Delivery;
use secondtry_failure::transport::http::{
    Arrival, Arrivals, HttpConnection, HttpServer, OpenError, Sender,
};
use secondtry_failure::transport::http_answer::{Asking, Cut, HttpFailure};
use secondtry_failure::transport::sse::SseConnection;

pub use self::arrived::arrived;

/// The way to a server.
pub struct Upstream {
    server: HttpServer,
    state: Mutex<State>,
}

struct State {
    sender: Arc<dyn Sender>,
    /// The server speaks HTTP+SSE.
    is_old: bool,
    /// The last `initialize`, until it is answered.
    greeting: Option<(RequestId, Vec<u8>)>,
    /// The requests whose answer broke off and was taken up, and how often.
    resumed: HashMap<RequestId, u32>,
}

/// What a first look at an arrival makes of it.
#[derive(Debug)]
pub enum Look {
    /// It is for the exchange.
    Arrived(Arrival),
    /// The connection is gone.
    Lost,
    /// The server speaks HTTP+SSE: from here on, what it says arrives there.
    Older(Arrivals),
    /// It is dealt with.
    Settled,
}

impl Upstream {
    /// Gets ready to reach `server`. Nothing goes over the wire yet.
    pub fn open(server: HttpServer) -> Result<(Self, Arrivals), OpenError> {
        let (sender, arrivals) = HttpConnection::open_in_halves(&server)?;
        let state = State { sender, is_old: false, greeting: None, resumed: HashMap::new() };
        Ok((Self { server, state: Mutex::new(state) }, arrivals))
    }

    /// Begins over with the same server. What the connection before it still brings is of no use.
    pub fn reopen(&self) -> Result<Arrivals, OpenError> {
        let (sender, arrivals) = HttpConnection::open_in_halves(&self.server)?;
        *self.state() = State { sender, is_old: false, greeting: None, resumed: HashMap::new() };
        Ok(arrivals)
    }

    /// Whether the connection has to be opened anew once it is lost. Over Streamable HTTP there is nothing to lose.
    pub fn is_old(&self) -> bool {
        self.state().is_old
    }

    /// Sends one message, with or without a line break at its end. What becomes of it arrives.
    pub fn send(&self, line: &[u8]) {
        let message = line.strip_suffix(b"\n").unwrap_or(line);
        let message = message.strip_suffix(b"\r").unwrap_or(message);
        let greeting = match peek(message).map(|peeked| peeked.kind) {
            Some(Kind::Request { id, method }) if method.is("initialize") => id.to_request_id(),
            _ => None,
        };
        let mut state = self.state();
        if let Some(id) = greeting {
            state.greeting = Some((id, message.to_owned()));
        }
        let sender = Arc::clone(&state.sender);
        drop(state);
        sender.send(message);
    }

    /// Looks at what arrived: an answer that broke off is taken up where the server allows it, and a server that knows
    /// nothing of Streamable HTTP is spoken to as it wants.
    pub fn look(&self, arrival: Arrival) -> Look {
        match arrival {
            // Over HTTP+SSE an answer breaks off when the stream ends that brings all of them.
            Arrival::Came { what: Delivery::Failed { why: HttpFailure::Cut(_), .. }, .. }
                if self.is_old() =>
            {
                Look::Lost
            }
            Arrival::Came { of: Asking::Request(id), what: Delivery::Failed { of, why } } => {
                let is_taken_up = match &why {
                    HttpFailure::Cut(cut) => self.resume(&id, cut),
                    _ => false,
                };
                if is_taken_up {
                    return Look::Settled;
                }
                self.ended(id, Delivery::Failed { of, why })
            }
            Arrival::Came { of: Asking::Request(id), what: Delivery::Http(answer) } => {
                let greeting = if answer.may_be_of_older_transport() {
                    self.state().greeting.take_if(|(greeting, _)| *greeting == id)
                } else {
                    None
                };
                // Where that fails too, the first refusal says more.
                match greeting.and_then(|(_, message)| self.older_way(&message)) {
                    Some(arrivals) => Look::Older(arrivals),
                    None => self.ended(id, Delivery::Http(answer)),
                }
            }
            Arrival::Over { of: Asking::Listening } => {
                if self.is_old() {
                    Look::Lost
                } else {
                    Look::Settled
                }
            }
            Arrival::Over { of } => {
                if let Some(id) = of.id() {
                    self.state().resumed.remove(id);
                }
                Look::Arrived(Arrival::Over { of })
            }
            Arrival::Came { .. } => Look::Arrived(arrival),
        }
    }

    /// Ends the conversation, in at most twice `patience`.
    pub fn close(&self, patience: Duration) {
        let sender = Arc::clone(&self.state().sender);
        sender.close(patience);
    }

    /// Takes up the answer to `id`, if that is possible and has not been done without end.
    fn resume(&self, id: &RequestId, cut: &Cut) -> bool {
        let mut state = self.state();
        let times = state.resumed.get(id).copied().unwrap_or_default();
        if times >= MOST_RESUMES || !state.sender.resume(id, cut) {
            return false;
        }
        state.resumed.insert(id.clone(), times + 1);
        true
    }

    /// Nothing more comes for `id`. Where its answer had begun, what ended it is that this broke off.
    fn ended(&self, id: RequestId, what: Delivery) -> Look {
        let was_cut = self.state().resumed.remove(&id).is_some();
        let of = Asking::Request(id);
        let what = if was_cut {
            Delivery::Failed { of: of.clone(), why: HttpFailure::Cut(Cut::default()) }
        } else {
            what
        };
        Look::Arrived(Arrival::Came { of, what })
    }

    /// Opens a connection of the older transport and greets the server over it.
    fn older_way(&self, greeting: &[u8]) -> Option<Arrivals> {
        let (sender, arrivals) = SseConnection::open_in_halves(&self.server, OPENING).ok()?;
        sender.send(greeting);
        *self.state() = State { sender, is_old: true, greeting: None, resumed: HashMap::new() };
        Some(arrivals)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Upstream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upstream").field("server", &self.server).finish_non_exhaustive()
    }
}

/// How often one answer is taken up that breaks off again and again.
const MOST_RESUMES: u32 = 1000;

/// How long a server of the older transport may take to name its endpoint.
const OPENING: Duration = Duration::from_secs(10);

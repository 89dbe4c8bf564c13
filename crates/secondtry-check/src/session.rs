//! One conversation: requests out, answers in, and everything that comes between recorded and answered.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use secondtry_failure::message::error_code::ErrorCode;
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::message::{Kind, Message};
use secondtry_failure::transcript::{self, Text, What};
use secondtry_failure::transport::http_answer::{Asking, HttpAnswer, HttpFailure};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::{Delivery, SendError};
use serde_json::{Value, json};

use crate::connect::Connection;
use crate::recorder::Recorder;

/// A connection in use.
pub struct Session<'r, 'a> {
    connection: Box<dyn Connection>,
    recorder: &'r mut Recorder<'a>,
    interrupted: &'r AtomicBool,
    next_id: u64,
    /// Notifications and answers that were sent, which some servers answer, without an id.
    notices: u64,
    /// Messages that came along with one that was handed on.
    waiting: VecDeque<Message>,
    /// A request that was sent before anyone waits for its answer.
    ahead: Option<Ahead>,
    /// Why the last arrival has no message.
    without_message: Option<WithoutMessage>,
}

/// A request sent ahead.
struct Ahead {
    id: RequestId,
    request: Value,
    /// Once it has come.
    answer: Option<Value>,
}

/// What came over HTTP instead of a message.
enum WithoutMessage {
    Failure(HttpFailure),
    Http(HttpAnswer),
}

/// What a session learned by waiting.
#[derive(Clone, Debug, PartialEq)]
pub enum Arrival {
    /// An answer, whole. `id` is `None` where it has none.
    Answer {
        /// The request that it says it answers.
        id: Option<RequestId>,
        /// The message; null where no reader takes it, or where HTTP brought none.
        whole: Value,
    },
    /// The server ended, or is not to be reached, or does not know the session any more.
    Ended(ProcessEnd),
    /// Nothing that ends a request came in time.
    Nothing,
    /// A request of the server, which has been answered.
    Request {
        /// The message.
        whole: Value,
    },
}

/// Why an answer did not come.
#[derive(Clone, Debug, PartialEq)]
pub enum AskError {
    /// What was asked came back as it was sent.
    Echoed,
    /// The server ended first, or closed its input.
    Ended(ProcessEnd),
    /// The transport failed.
    Failed(HttpFailure),
    /// The server answered with an HTTP status and no message.
    Http(HttpAnswer),
    /// The user wants an end.
    Interrupted,
    /// The deadline passed.
    Silent,
}

impl<'r, 'a> Session<'r, 'a> {
    /// Takes over `connection`.
    pub fn new(
        connection: Box<dyn Connection>,
        recorder: &'r mut Recorder<'a>,
        interrupted: &'r AtomicBool,
    ) -> Self {
        Self {
            connection,
            recorder,
            interrupted,
            next_id: 1,
            notices: 0,
            waiting: VecDeque::new(),
            ahead: None,
            without_message: None,
        }
    }

    /// An id that no request has had.
    pub fn fresh_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Whether `id` is one that this session gave out.
    pub fn has_asked(&self, id: &RequestId) -> bool {
        (1..self.next_id).any(|given| RequestId::from(given).resembles(id))
    }

    /// Gives the recorder back; the connection ends without ceremony.
    pub fn into_recorder(self) -> &'r mut Recorder<'a> {
        self.recorder
    }

    /// Where everything is recorded.
    pub fn recorder(&mut self) -> &mut Recorder<'a> {
        self.recorder
    }

    /// Tells the transport the entries of `tools/list`.
    pub fn know_tools(&mut self, tools: &[Value]) {
        self.connection.know_tools(tools);
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) -> Result<(), SendError> {
        if let Some(message) = Message::from_value(message.clone()) {
            self.notices += u64::from(!matches!(message.kind, Kind::Request { .. }));
            self.recorder.record(What::Client(message));
        }
        self.connection.send(message.to_string().as_bytes())
    }

    /// Sends bytes that are no message.
    pub fn send_raw(&mut self, bytes: &[u8]) -> Result<(), SendError> {
        self.recorder.record(What::ClientRaw(String::from_utf8_lossy(bytes).into_owned()));
        self.connection.send(bytes)
    }

    /// Sends a request and waits at most `limit` for its answer.
    pub fn ask(
        &mut self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value, AskError> {
        let is_same = |ahead: &mut Ahead| {
            ahead.request["method"] == method && ahead.request["params"] == *params
        };
        let (id, request) = match self.ahead.take_if(is_same) {
            Some(Ahead { answer: Some(answer), .. }) => return Ok(answer),
            Some(Ahead { id, request, answer: None }) => (id, request),
            None => self.request(method, params),
        };
        let began = self.recorder.clock().elapsed();
        let mut limit = limit;
        let mut nameless = None;
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(AskError::Interrupted);
            }
            let passed = self.recorder.clock().elapsed().saturating_sub(began);
            if passed >= limit {
                return nameless.ok_or_else(|| {
                    let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
                    self.recorder.record(What::Timeout { id: Some(id), after_ms });
                    AskError::Silent
                });
            }
            match self.wait(limit.saturating_sub(passed).min(GLANCE)) {
                Arrival::Answer { id: Some(answered), .. } if !answered.resembles(&id) => (),
                Arrival::Answer { id: None, whole } if self.may_answer_a_notice() => {
                    nameless = Some(whole);
                    limit = limit.min(passed + GRACE);
                }
                // Without an id it answers the only request there is.
                Arrival::Answer { whole, .. } => {
                    return self.without_message.take().map_or(Ok(whole), |why| Err(why.into()));
                }
                Arrival::Ended(end) => {
                    let why = self.without_message.take();
                    return Err(why.map_or(AskError::Ended(end), AskError::from));
                }
                Arrival::Request { whole } if whole == request => return Err(AskError::Echoed),
                Arrival::Nothing | Arrival::Request { .. } => (),
            }
        }
    }

    /// Sends a request whose answer is taken by a later [`ask`](Self::ask) of the same.
    pub fn ask_ahead(&mut self, method: &str, params: &Value) {
        let (id, request) = self.request(method, params);
        self.ahead = Some(Ahead { id, request, answer: None });
    }

    /// Keeps `whole` if it answers the request sent ahead. Returns whether it does.
    pub fn keep_for_later(&mut self, id: Option<&RequestId>, whole: &Value) -> bool {
        let is_meant = |ahead: &&mut Ahead| id.is_some_and(|id| ahead.id.resembles(id));
        let ahead = self.ahead.as_mut().filter(is_meant);
        ahead.map(|ahead| ahead.answer = Some(whole.clone())).is_some()
    }

    /// Whether the answer to the request sent ahead has come.
    pub fn has_kept(&self) -> bool {
        self.ahead.as_ref().is_some_and(|ahead| ahead.answer.is_some())
    }

    /// Gives up on the request sent ahead, unless its answer has come: the next [`ask`](Self::ask) sends it again.
    pub fn forget_unanswered(&mut self) {
        self.ahead.take_if(|ahead| ahead.answer.is_none());
    }

    fn request(&mut self, method: &str, params: &Value) -> (RequestId, Value) {
        let id = RequestId::from(self.fresh_id());
        let request =
            json!({"jsonrpc": "2.0", "id": id.to_value(), "method": method, "params": params});
        // A server that is gone says so by its end, which comes next.
        let _ = self.send(&request);
        (id, request)
    }

    /// Whether an answer without an id may be to a notification, which has none.
    pub fn may_answer_a_notice(&self) -> bool {
        self.notices > 0 && self.without_message.is_none()
    }

    /// Waits at most `limit` for an answer or an end; records whatever else comes and answers what the server asks.
    pub fn wait(&mut self, limit: Duration) -> Arrival {
        let began = self.recorder.clock().elapsed();
        self.without_message = None;
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return self.take(message);
            }
            let left = limit.saturating_sub(self.recorder.clock().elapsed().saturating_sub(began));
            let delivery = self.connection.receive(left);
            if let Delivery::Line(line) = &delivery
                && let Line::Batch(messages) = parse(line)
            {
                // A batch is legal in 2025-03-26; each message of it is taken by itself.
                self.waiting.extend(messages);
                continue;
            }
            match (delivery, left.is_zero()) {
                (Delivery::Ended(end), _) => {
                    self.recorder.record(What::Exit { code: end.code, signal: end.signal });
                    return Arrival::Ended(end);
                }
                (Delivery::Failed { of, why }, _) if is_awaited(&of) => {
                    return self.failed(&of, why);
                }
                (Delivery::Http(answer), _) if is_awaited(&answer.to) => return self.http(answer),
                (Delivery::Silence, _) => return Arrival::Nothing,
                (delivery, is_late) => {
                    let arrival = match arrived(&delivery) {
                        Some(What::Server(message)) => self.take(message),
                        Some(What::ServerUnreadable { id, why }) => {
                            self.recorder.record(What::ServerUnreadable { id: id.clone(), why });
                            Arrival::Answer { id, whole: Value::Null }
                        }
                        Some(what) => {
                            self.recorder.record(what);
                            Arrival::Nothing
                        }
                        None => Arrival::Nothing,
                    };
                    if arrival != Arrival::Nothing || is_late {
                        return arrival;
                    }
                }
            }
        }
    }

    /// Closes the connection as the specification asks.
    pub fn close(self) {
        self.connection.close(self.recorder);
    }

    fn failed(&mut self, of: &Asking, why: HttpFailure) -> Arrival {
        let id = of.id().cloned();
        if let (HttpFailure::Cut(cut), Some(id)) = (&why, &id)
            && self.connection.resume(id, cut)
        {
            return Arrival::Nothing;
        }
        self.recorder.record(What::Failed { id: id.clone(), why: why.to_string() });
        // A server whose connections break may be gone; one that cuts a stream is still there.
        let is_over = matches!(why, HttpFailure::Broken(_)) || !why.may_have_arrived();
        self.without_message = Some(WithoutMessage::Failure(why));
        if is_over {
            Arrival::Ended(UNKNOWN_END)
        } else {
            Arrival::Answer { id, whole: Value::Null }
        }
    }

    fn http(&mut self, answer: HttpAnswer) -> Arrival {
        let entry = transcript::HttpAnswer::from(&answer);
        let message = entry.body.clone().and_then(Message::from_value);
        self.recorder.record(What::Http(entry));
        let id = answer.to.id().cloned();
        let is_unknown_method = message
            .as_ref()
            .is_some_and(|message| message.whole["error"]["code"] == ErrorCode::METHOD_NOT_FOUND.0);
        if answer.is_session_gone() && !is_unknown_method {
            self.without_message = Some(WithoutMessage::Http(answer));
            return Arrival::Ended(UNKNOWN_END);
        }
        if let Some(Message { whole, kind: Kind::Response { .. } }) = message {
            return Arrival::Answer { id, whole };
        }
        self.without_message = Some(WithoutMessage::Http(answer));
        Arrival::Answer { id, whole: Value::Null }
    }

    fn take(&mut self, message: Message) -> Arrival {
        let whole = message.whole.clone();
        let kind = message.kind.clone();
        self.recorder.record(What::Server(message));
        match kind {
            Kind::Notification { .. } => Arrival::Nothing,
            Kind::Request { id, method } => {
                let _ = self.send(&reply(&id, &method));
                Arrival::Request { whole }
            }
            Kind::Response { id } => Arrival::Answer { id, whole },
        }
    }
}

impl From<WithoutMessage> for AskError {
    fn from(why: WithoutMessage) -> Self {
        match why {
            WithoutMessage::Failure(why) => Self::Failed(why),
            WithoutMessage::Http(answer) => Self::Http(answer),
        }
    }
}

/// Whether someone waits for an answer to it.
fn is_awaited(asking: &Asking) -> bool {
    match asking {
        Asking::Listening | Asking::Notice => false,
        Asking::Batch(_) | Asking::Request(_) | Asking::Unreadable => true,
    }
}

/// What a delivery is in a transcript; `None` for silence, for ends, and for HTTP where nobody waits for an answer.
pub(crate) fn arrived(delivery: &Delivery) -> Option<What> {
    match delivery {
        Delivery::Ended(_) | Delivery::Failed { .. } | Delivery::Http(_) | Delivery::Silence => {
            None
        }
        Delivery::Line(line) => Some(match parse(line) {
            Line::Message(message) => What::Server(message),
            Line::Unreadable { id, why } => What::ServerUnreadable { id, why },
            Line::Batch(_) | Line::NotProtocol(_) => What::Stdout(Text::from_bytes(line)),
        }),
        Delivery::Oversized { start, length } => {
            let start =
                String::from_utf8_lossy(&start[..start.len().min(SHOWN_OF_OVERSIZED)]).into_owned();
            Some(What::Stdout(Text::Utf8(format!(
                "a line of {length} bytes, over the limit, that begins: {start}"
            ))))
        }
        Delivery::Stderr(line) => Some(What::Stderr(String::from_utf8_lossy(line).into_owned())),
    }
}

/// What the checker answers to a server's request: it is alive, and offers nothing.
fn reply(id: &RequestId, method: &str) -> Value {
    match method {
        "ping" => json!({"jsonrpc": "2.0", "id": id.to_value(), "result": {}}),
        _ => json!({"jsonrpc": "2.0", "id": id.to_value(), "error": {
            "code": -32601, "message": format!("this client does not offer `{method}`")}}),
    }
}

/// The `_meta` that 2026-07-28 requires of each request (`basic/index`, Per-request protocol fields).
pub fn request_meta(version: ProtocolVersion) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version.name(),
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": client_info(),
    })
}

/// Who asks.
pub fn client_info() -> Value {
    json!({"name": "secondtry", "version": env!("CARGO_PKG_VERSION")})
}

/// How often the user's wish for an end is looked at.
pub(crate) const GLANCE: Duration = Duration::from_millis(100);

/// How long after an answer without an id the right one may still come.
pub(crate) const GRACE: Duration = Duration::from_millis(250);

/// How a server ended that is no process of ours.
const UNKNOWN_END: ProcessEnd = ProcessEnd { code: None, signal: None };

/// How much of an oversized line is kept.
const SHOWN_OF_OVERSIZED: usize = 200;

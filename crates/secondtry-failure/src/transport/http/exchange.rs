//! One HTTP request and its answer, whatever it carries.

use std::time::Duration;

use reqwest::header::{
    ALLOW, CONTENT_TYPE, DATE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};
use reqwest::{Client, Method, Response, Url};
use tokio::time::timeout;

use super::arrival::{Arrival, Purpose};
use super::client::{self, OpenError};
use super::conversation::SESSION;
use super::failure;
use super::outbox::{Deliveries, Outbox, queue};
use super::server::HttpServer;
use crate::message::parse::{Line, parse};
use crate::message::peek::{self, peek};
use crate::message::{Kind, Message};
use crate::transport::Delivery;
use crate::transport::event_stream::{EventStream, Item};
use crate::transport::http_answer::{Asking, Cut, HttpAnswer, HttpFailure};
use crate::transport::stdio::MESSAGE_LIMIT;

/// A server, a client for it, and the way back to the caller.
#[derive(Debug)]
pub(in crate::transport) struct Link {
    client: Client,
    server: HttpServer,
    outbox: Outbox,
    purpose: Purpose,
}

/// The events of an answer.
pub(in crate::transport) struct Events {
    response: Response,
    stream: EventStream,
    /// What a cut would tell.
    place: Cut,
}

/// What comes next in a stream.
pub(in crate::transport) enum Next {
    /// The stream is over.
    Ended(Cut),
    /// An event with data.
    Event {
        /// Its type; `None` stands for `message`.
        kind: Option<Vec<u8>>,
        data: Vec<u8>,
    },
    /// An event over the limit.
    Oversized(HttpFailure),
}

/// How a body ended.
enum BodyEnd {
    Broken(String),
    Truncated,
    Whole,
}

impl Link {
    pub(in crate::transport) fn new(
        server: &HttpServer,
        purpose: Purpose,
    ) -> Result<(Self, Deliveries), OpenError> {
        let (outbox, deliveries) = queue();
        let client = client::build(server)?;
        Ok((Self { client, server: server.clone(), outbox, purpose }, deliveries))
    }

    /// What the connection is for.
    pub(in crate::transport) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The server's address.
    pub(in crate::transport) fn url(&self) -> &Url {
        &self.server.url
    }

    pub(in crate::transport) async fn deliver(&self, of: &Asking, delivery: Delivery) {
        self.outbox.deliver(of.clone(), delivery).await;
    }

    /// Says that `of` gets no answer.
    pub(in crate::transport) async fn fail(&self, of: &Asking, why: HttpFailure) {
        self.deliver(of, Delivery::Failed { of: of.clone(), why }).await;
    }

    /// Says that `of` gets no answer, without waiting for room.
    pub(in crate::transport) fn refuse(&self, of: Asking, why: HttpFailure) {
        let what = Delivery::Failed { of: of.clone(), why };
        self.outbox.tell(Arrival::Came { of, what });
    }

    /// Says that nothing more comes for `of`, to a caller who cares.
    pub(in crate::transport) fn over(&self, of: &Asking) {
        match self.purpose {
            Purpose::Carry => self.outbox.tell(Arrival::Over { of: of.clone() }),
            Purpose::Watch => (),
        }
    }

    /// Sends a request and waits for the head of its answer. Where none comes the caller learns why.
    pub(in crate::transport) async fn send(
        &self,
        asking: &Asking,
        to: (Method, Url),
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Option<Response> {
        match self.ask(to, headers, body).await {
            Ok(response) => Some(response),
            Err(why) => {
                self.fail(asking, why).await;
                None
            }
        }
    }

    /// Sends a request and waits for the head of its answer.
    pub(in crate::transport) async fn ask(
        &self,
        (method, url): (Method, Url),
        mut headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Response, HttpFailure> {
        headers.extend(self.server.headers.clone());
        let request = self.client.request(method, url).headers(headers).body(body);
        request.send().await.map_err(|error| failure::before_answer(&error))
    }

    /// Delivers an answer that is no event stream: as a message where it is one, else as what it is.
    /// `learn` sees a message first.
    pub(in crate::transport) async fn whole(
        &self,
        (asking, is_in_session): (&Asking, bool),
        response: Response,
        mut learn: impl FnMut(&[u8]),
    ) {
        let is_json = is_json(&response);
        let may_be_message = response.status() == 200 && is_json && *asking != Asking::Notice;
        // A stream where none belongs may never end.
        let patience = is_event_stream(&response).then_some(GRACE);
        let limit = if is_json { MESSAGE_LIMIT } else { OTHER_BODY_LIMIT };
        let mut answer = HttpAnswer { is_in_session, ..head(asking, &response) };
        let end = body(response, limit, patience, &mut answer.body).await;
        match end {
            BodyEnd::Broken(cause) if may_be_message => {
                let cut = Cut { cause: Some(cause), ..Cut::default() };
                return self.fail(asking, HttpFailure::Cut(cut)).await;
            }
            BodyEnd::Truncated if may_be_message => {
                return self.fail(asking, HttpFailure::Oversized { limit }).await;
            }
            BodyEnd::Broken(_) | BodyEnd::Truncated => answer.is_truncated = true,
            BodyEnd::Whole => (),
        }
        if !may_be_message {
            return self.deliver(asking, Delivery::Http(answer)).await;
        }
        learn(&answer.body);
        match holds(&answer.body) {
            Holds::Answer => {
                self.deliver(asking, Delivery::Line(answer.body)).await;
                self.over(asking);
            }
            Holds::Nothing => self.deliver(asking, Delivery::Http(answer)).await,
            Holds::Other => {
                self.deliver(asking, Delivery::Line(answer.body)).await;
                self.fail(asking, HttpFailure::Cut(Cut::default())).await;
            }
        }
    }
}

impl Events {
    pub(in crate::transport) fn new(response: Response) -> Self {
        Self::behind(response, None)
    }

    /// The events of a stream that is taken up behind `last_event_id`.
    pub(in crate::transport) fn behind(response: Response, last_event_id: Option<String>) -> Self {
        let place = Cut { last_event_id, ..Cut::default() };
        Self { response, stream: EventStream::new(MESSAGE_LIMIT), place }
    }

    /// Waits for the next event that has data.
    pub(in crate::transport) async fn next(&mut self) -> Next {
        loop {
            match self.stream.next_item() {
                Ok(Some(Item::Idle(_))) => (),
                Ok(Some(Item::Block(block))) => {
                    if let Some(id) = block.id() {
                        self.place.last_event_id = Some(String::from_utf8_lossy(id).into_owned());
                    }
                    self.place.retry_ms = block.retry().or(self.place.retry_ms);
                    if let Some(data) = block.data().filter(|data| !data.is_empty()) {
                        let kind = block.event().map(<[u8]>::to_owned);
                        return Next::Event { kind, data: data.into_owned() };
                    }
                }
                Ok(None) => match self.response.chunk().await {
                    Ok(Some(chunk)) => self.stream.push(&chunk),
                    Ok(None) => return self.ended(None),
                    Err(error) => return self.ended(Some(failure::inside_answer(&error))),
                },
                Err(over) => return Next::Oversized(HttpFailure::Oversized { limit: over.limit }),
            }
        }
    }

    fn ended(&mut self, cause: Option<String>) -> Next {
        let mut cut = std::mem::take(&mut self.place);
        cut.is_inside_event = !self.stream.rest().trim_ascii().is_empty();
        cut.cause = cause;
        Next::Ended(cut)
    }
}

/// What bytes from a server mean for the request that they answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transport) enum Holds {
    /// An answer, be it to another request.
    Answer,
    /// No message.
    Nothing,
    /// A message that answers nothing.
    Other,
}

pub(in crate::transport) fn holds(bytes: &[u8]) -> Holds {
    // Most that comes is an answer, and a long one is not built twice.
    if peek(bytes).is_some_and(|seen| matches!(seen.kind, peek::Kind::Response { .. })) {
        return Holds::Answer;
    }
    let is_answer = |message: &Message| matches!(message.kind, Kind::Response { .. });
    match parse(bytes) {
        Line::Batch(messages) if messages.iter().any(is_answer) => Holds::Answer,
        Line::Message(message) if is_answer(&message) => Holds::Answer,
        Line::Unreadable { .. } => Holds::Answer,
        Line::Batch(_) | Line::Message(_) => Holds::Other,
        Line::NotProtocol(_) => Holds::Nothing,
    }
}

pub(in crate::transport) fn is_event_stream(response: &Response) -> bool {
    media_type(response).eq_ignore_ascii_case("text/event-stream")
}

fn is_json(response: &Response) -> bool {
    let media_type = media_type(response).to_ascii_lowercase();
    media_type == "application/json" || media_type.ends_with("+json")
}

fn media_type(response: &Response) -> &str {
    let value = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().split(';').next().unwrap_or_default().trim()
}

/// The head of an answer, without its body.
fn head(asking: &Asking, response: &Response) -> HttpAnswer {
    let mut headers = Vec::new();
    // The time of an answer says something only beside the time when to come back.
    let date = response.headers().contains_key(RETRY_AFTER).then_some(DATE);
    for name in KEPT.into_iter().chain(date) {
        for value in response.headers().get_all(&name) {
            let value = &value.as_bytes()[..value.len().min(HEADER_LIMIT)];
            headers.push((name.to_string(), String::from_utf8_lossy(value).into_owned()));
        }
    }
    if response.headers().contains_key(SESSION) {
        headers.push((SESSION.to_string(), "(not shown)".to_owned()));
    }
    let status = response.status().as_u16();
    HttpAnswer {
        to: asking.clone(),
        status,
        headers,
        body: Vec::new(),
        is_truncated: false,
        is_in_session: false,
    }
}

async fn body(
    mut response: Response,
    limit: usize,
    patience: Option<Duration>,
    into: &mut Vec<u8>,
) -> BodyEnd {
    let reading = async {
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    let room = limit - into.len();
                    into.extend_from_slice(&chunk[..chunk.len().min(room)]);
                    if chunk.len() > room {
                        return BodyEnd::Truncated;
                    }
                }
                Ok(None) => return BodyEnd::Whole,
                Err(error) => return BodyEnd::Broken(failure::inside_answer(&error)),
            }
        }
    };
    match patience {
        Some(patience) => timeout(patience, reading).await.unwrap_or(BodyEnd::Truncated),
        None => reading.await,
    }
}

/// The headers that explain a failure.
const KEPT: [HeaderName; 5] = [ALLOW, CONTENT_TYPE, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE];

/// How much of a header is kept, in bytes.
const HEADER_LIMIT: usize = 8 * 1024;

/// How much of a body is kept that can be no message, in bytes.
const OTHER_BODY_LIMIT: usize = 256 * 1024;

/// How long a stream is read on that has nothing more to bring.
pub(in crate::transport) const GRACE: Duration = Duration::from_secs(1);

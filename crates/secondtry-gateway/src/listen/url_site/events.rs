//! An event stream of the server on its way to the client: every byte as it came, the answer to a call repaired.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame, Incoming};
use memchr::memmem;
use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::{self};
use secondtry_failure::repair::End;
use secondtry_failure::transport::event_stream::{Block, EventStream, Item};
use serde_json::Value;
use tokio::time::{Instant, Sleep, sleep};

use super::call::Call;
use super::known::View;
use super::learn::{Learning, learned};
use super::repair::in_words;
use crate::counters::Count;
use crate::exchange::tool_list::ToolList;
use crate::listen::gauges::Held;
use crate::listen::streams::event;

#[cfg(test)]
mod tests;

/// What a stream answers.
pub(super) enum Role {
    /// A call.
    Call(Box<Call>),
    /// A request whose answer tells something.
    Learn(Learning),
    /// Anything else.
    Other,
}

/// A stream as the body of an answer.
pub(super) struct PassedEvents {
    body: Incoming,
    stream: EventStream,
    reader: Reader,
    /// When the call is given up, and what happens then.
    deadline: Option<Pin<Box<Sleep>>>,
    on_overdue: Option<Box<dyn FnOnce() + Send>>,
    /// Nothing more is looked at: an event was over the limit.
    is_raw: bool,
    is_over: bool,
    limit: usize,
    _held: Option<Held>,
}

/// What reads the events.
struct Reader {
    role: Role,
    view: Arc<View>,
    is_answered: bool,
    /// The client can take up the stream again, so its end is no end.
    is_resumable: bool,
    pace: Pace,
}

/// What the stream says of the time that the call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Something was told, so its time begins anew.
    Moved,
    /// The server waits for the client, so its time does not count.
    Paused,
    Running,
}

impl PassedEvents {
    pub(super) fn new(
        body: Incoming,
        role: Role,
        view: Arc<View>,
        limit: usize,
        on_overdue: Option<Box<dyn FnOnce() + Send>>,
        held: Option<Held>,
    ) -> Self {
        let deadline = match &role {
            Role::Call(call) => Some(Box::pin(sleep(call.patience()))),
            Role::Learn(_) | Role::Other => None,
        };
        Self {
            body,
            stream: EventStream::new(limit),
            reader: Reader {
                role,
                view,
                is_answered: false,
                is_resumable: false,
                pace: Pace::Running,
            },
            deadline,
            on_overdue,
            is_raw: false,
            is_over: false,
            limit,
            _held: held,
        }
    }

    /// Everything that is whole by now, as it is to be sent.
    fn whole_items(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        loop {
            match self.stream.next_item() {
                Ok(Some(Item::Idle(raw))) => out.extend_from_slice(raw),
                Ok(Some(Item::Block(block))) => self.reader.block(block, &mut out),
                Ok(None) => return out,
                Err(_) => {
                    let limit = in_words(self.limit);
                    let end = End::OverLimit { limit: &limit, is_request: false };
                    if self.reader.end(end, &mut out) {
                        self.is_over = true;
                    } else {
                        self.is_raw = true;
                        out.extend_from_slice(self.stream.rest());
                    }
                    return out;
                }
            }
        }
    }

    /// The last bytes, where the stream has ended; `cause` where it broke.
    fn last_items(&mut self, cause: Option<io::Error>) -> Result<Vec<u8>, io::Error> {
        self.is_over = true;
        let mut out = Vec::new();
        let end = if cause.is_some() { End::Disconnected } else { End::Cut };
        if self.reader.end(end, &mut out) {
            return Ok(out);
        }
        if !self.is_raw {
            out.extend_from_slice(self.stream.rest());
        }
        match cause {
            Some(error) if out.is_empty() => Err(error),
            _ => Ok(out),
        }
    }

    fn is_overdue(&mut self, context: &mut Context<'_>) -> bool {
        if self.reader.is_answered || self.reader.pace == Pace::Paused {
            return false;
        }
        let Some(deadline) = &mut self.deadline else { return false };
        if std::mem::replace(&mut self.reader.pace, Pace::Running) == Pace::Moved
            && let Role::Call(call) = &self.reader.role
        {
            deadline.as_mut().reset(Instant::now() + call.patience());
        }
        deadline.as_mut().poll(context).is_ready()
    }
}

impl Body for PassedEvents {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = &mut *self;
        loop {
            if this.is_over {
                return Poll::Ready(None);
            }
            let out = match Pin::new(&mut this.body).poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                    Ok(data) if this.is_raw => data.to_vec(),
                    Ok(data) => {
                        this.stream.push(&data);
                        this.whole_items()
                    }
                    Err(_) => continue,
                },
                Poll::Ready(Some(Err(error))) => {
                    ready!(Poll::Ready(this.last_items(Some(io::Error::other(error)))))?
                }
                Poll::Ready(None) => this.last_items(None)?,
                Poll::Pending => {
                    if !this.is_overdue(context) {
                        return Poll::Pending;
                    }
                    this.deadline = None;
                    let mut out = Vec::new();
                    if this.reader.overdue(&mut out) {
                        this.is_over = true;
                        if let Some(act) = this.on_overdue.take() {
                            act();
                        }
                    }
                    out
                }
            };
            if !out.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(out.into()))));
            }
        }
    }
}

impl Reader {
    /// Looks at one event, and puts it out.
    fn block(&mut self, block: Block<'_>, out: &mut Vec<u8>) {
        self.is_resumable |= block.id().is_some_and(|id| !id.is_empty());
        let data = block.data().filter(|_| block.is_message());
        let Some(data) = data else { return out.extend_from_slice(block.raw) };
        match kind_of(&data) {
            Came::Answer => match &self.role {
                Role::Call(call) => {
                    if std::mem::replace(&mut self.is_answered, true) {
                        call.workshop.counters.count(Count::Dropped);
                        return;
                    }
                    let text = std::str::from_utf8(&data).unwrap_or_default();
                    if let Some(mended) = call.mended(text) {
                        return with_data(block.raw, mended.as_bytes(), out);
                    }
                }
                Role::Learn(learning) => learned(learning, &self.view, &data),
                Role::Other => (),
            },
            Came::Question => self.pace = Pace::Paused,
            Came::Told => {
                self.pace = Pace::Moved;
                if memmem::find(&data, b"notifications/tools/list_changed").is_some() {
                    let mut seen = self.view.seen();
                    ToolList::forget(&mut seen.tools);
                    seen.not_before = None;
                }
            }
            Came::Unknown => (),
        }
        out.extend_from_slice(block.raw);
    }

    /// Answers a call whose stream is over; false where nothing is to be added.
    fn end(&mut self, end: End<'_>, out: &mut Vec<u8>) -> bool {
        let Role::Call(call) = &self.role else { return false };
        let may_come = self.is_resumable && !call.protocol.is_modern();
        if self.is_answered || may_come {
            call.unread();
            return false;
        }
        put(call.ended(end).as_ref(), out)
    }

    fn overdue(&mut self, out: &mut Vec<u8>) -> bool {
        let Role::Call(call) = &self.role else { return false };
        put(call.overdue().as_ref(), out)
    }
}

fn put(answer: Option<&Value>, out: &mut Vec<u8>) -> bool {
    let Some(answer) = answer else { return false };
    out.extend_from_slice(&event(answer.to_string().as_bytes()));
    true
}

/// What an event holds.
enum Came {
    Answer,
    /// A request of the server.
    Question,
    /// A notification.
    Told,
    Unknown,
}

fn kind_of(data: &[u8]) -> Came {
    if let Some(peeked) = peek(data) {
        return match peeked.kind {
            Kind::Notification { .. } => Came::Told,
            Kind::Request { .. } => Came::Question,
            Kind::Response { .. } => Came::Answer,
        };
    }
    match parse(data) {
        Line::Message(message) => match message.kind {
            message::Kind::Notification { .. } => Came::Told,
            message::Kind::Request { .. } => Came::Question,
            message::Kind::Response { .. } => Came::Answer,
        },
        // Nobody here can read it; the client may.
        Line::Batch(_) | Line::Unreadable { id: Some(_), .. } => Came::Answer,
        Line::NotProtocol(_) | Line::Unreadable { id: None, .. } => Came::Unknown,
    }
}

/// `raw`, the lines of an event, with other data.
fn with_data(raw: &[u8], data: &[u8], out: &mut Vec<u8>) {
    let mut is_put = false;
    let mut rest = raw;
    while !rest.is_empty() {
        let end = memchr::memchr2(b'\r', b'\n', rest).map_or(rest.len(), |place| {
            let is_crlf = rest.get(place..place + 2) == Some(b"\r\n");
            if is_crlf { place + 2 } else { place + 1 }
        });
        let (line, next) = rest.split_at(end);
        rest = next;
        let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let field = text.split(|byte| matches!(byte, b':' | b'\r' | b'\n')).next();
        if field != Some(b"data") {
            out.extend_from_slice(line);
        } else if !std::mem::replace(&mut is_put, true) {
            out.extend_from_slice(b"data: ");
            let one_line = data.iter().map(|byte| match byte {
                b'\r' | b'\n' => b' ',
                other => *other,
            });
            out.extend(one_line);
            let text_end = line.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n'));
            out.extend_from_slice(
                line.get(text_end.map_or(0, |end| end + 1)..).unwrap_or_default(),
            );
        }
    }
}

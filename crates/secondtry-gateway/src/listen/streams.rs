//! Messages on their way to one HTTP answer, and the answer as an event stream.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame as BodyFrame};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, Sleep, sleep};

use super::gauges::Held;

#[cfg(test)]
mod tests;

/// A message for an HTTP answer.
#[derive(Debug)]
pub(crate) struct Message {
    /// The message, without line break.
    pub(crate) line: Vec<u8>,
    /// It answers what was posted, or a part of that.
    pub(crate) is_answer: bool,
    /// Nothing follows it.
    pub(crate) is_last: bool,
}

/// The end that messages are put in. The stream is over once it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Inlet {
    messages: UnboundedSender<Message>,
    queued: Arc<AtomicUsize>,
}

/// The end that messages come out of.
#[derive(Debug)]
pub(crate) struct Outflow {
    messages: UnboundedReceiver<Message>,
    queued: Arc<AtomicUsize>,
    /// The next message, if it has been looked at.
    peeked: Option<Message>,
}

/// Why a message was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The client reads too slowly.
    Full,
    /// The client is gone.
    Gone,
}

/// A stream of messages.
pub(crate) fn stream() -> (Inlet, Outflow) {
    let (sender, messages) = unbounded_channel();
    let queued = Arc::new(AtomicUsize::new(0));
    (
        Inlet { messages: sender, queued: Arc::clone(&queued) },
        Outflow { messages, queued, peeked: None },
    )
}

impl Inlet {
    /// Puts `message` in. An answer is always taken, for there is one to each request; anything else only as long as what
    /// waits is not too much.
    pub(crate) fn put(&self, message: Message) -> Result<(), Refused> {
        if !message.is_answer && self.queued.load(Ordering::Relaxed) > MOST_QUEUED {
            return Err(Refused::Full);
        }
        let length = message.line.len();
        self.queued.fetch_add(length, Ordering::Relaxed);
        self.messages.send(message).map_err(|_| Refused::Gone)
    }

    /// Nobody reads any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.messages.is_closed()
    }
}

impl Outflow {
    /// Waits for the next message; `None` once the stream is over.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        if let Some(message) = self.peeked.take() {
            return Some(message);
        }
        let message = self.messages.recv().await?;
        self.queued.fetch_sub(message.line.len(), Ordering::Relaxed);
        Some(message)
    }

    /// Waits for the next message, and leaves it where it is.
    pub(crate) async fn peeked(&mut self) -> Option<&Message> {
        self.peeked = self.next().await;
        self.peeked.as_ref()
    }

    /// The next message, if it is there.
    #[cfg(test)]
    pub(crate) fn next_at_once(&mut self) -> Option<Message> {
        self.messages.try_recv().ok()
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Message>> {
        if let Some(message) = self.peeked.take() {
            return Poll::Ready(Some(message));
        }
        let polled = self.messages.poll_recv(context);
        if let Poll::Ready(Some(message)) = &polled {
            self.queued.fetch_sub(message.line.len(), Ordering::Relaxed);
        }
        polled
    }
}

/// An event stream as the body of an HTTP answer. A comment keeps it open while nothing comes.
pub(crate) struct EventBody {
    first: Option<Message>,
    messages: Outflow,
    is_over: bool,
    quiet: Pin<Box<Sleep>>,
    /// Told if the client goes before the stream is over.
    on_loss: Option<OnLoss>,
    _held: Option<Held>,
}

/// What happens where a client goes before its answer is complete.
pub(crate) struct OnLoss(Option<Box<dyn FnOnce() + Send>>);

impl OnLoss {
    pub(crate) fn new(act: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Box::new(act)))
    }

    /// The answer is complete.
    pub(crate) fn disarm(&mut self) {
        self.0 = None;
    }
}

impl Drop for OnLoss {
    fn drop(&mut self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}

impl EventBody {
    pub(crate) fn new(
        first: Option<Message>,
        messages: Outflow,
        on_loss: Option<OnLoss>,
        held: Option<Held>,
    ) -> Self {
        let quiet = Box::pin(sleep(KEEP_ALIVE));
        Self { first, messages, is_over: false, quiet, on_loss, _held: held }
    }

    fn event(&mut self, message: &Message) -> Bytes {
        if message.is_last {
            self.end();
        }
        event(&message.line)
    }

    fn end(&mut self) {
        self.is_over = true;
        if let Some(mut on_loss) = self.on_loss.take() {
            on_loss.disarm();
        }
    }
}

impl Body for EventBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<BodyFrame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Some(first) = this.first.take() {
            return Poll::Ready(Some(Ok(BodyFrame::data(this.event(&first)))));
        }
        if this.is_over {
            return Poll::Ready(None);
        }
        match this.messages.poll_next(context) {
            Poll::Ready(Some(message)) => {
                this.quiet.as_mut().reset(Instant::now() + KEEP_ALIVE);
                Poll::Ready(Some(Ok(BodyFrame::data(this.event(&message)))))
            }
            Poll::Ready(None) => {
                this.end();
                Poll::Ready(None)
            }
            Poll::Pending => {
                if this.quiet.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                this.quiet.as_mut().reset(Instant::now() + KEEP_ALIVE);
                // The new time has to be waited for, too.
                context.waker().wake_by_ref();
                Poll::Ready(Some(Ok(BodyFrame::data(Bytes::from_static(b": keep-alive\n\n")))))
            }
        }
    }
}

/// `line` as an event. A carriage return in it, which JSON takes for white space, would end the line.
pub(crate) fn event(line: &[u8]) -> Bytes {
    const START: &[u8] = b"event: message\ndata: ";
    let mut event = Vec::with_capacity(START.len() + line.len() + 2);
    event.extend_from_slice(START);
    event.extend_from_slice(line);
    if memchr::memchr2(b'\r', b'\n', line).is_some() {
        let breaks = event[START.len()..].iter_mut().filter(|byte| matches!(byte, b'\r' | b'\n'));
        breaks.for_each(|byte| *byte = b' ');
    }
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// How much may wait for a slow client, in bytes, apart from answers.
const MOST_QUEUED: usize = 1024 * 1024;

/// A stream that is silent for so long gets a comment: it tells those on the way, and us, that both ends are there.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

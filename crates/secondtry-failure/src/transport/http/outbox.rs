//! The way from the requests under way to the caller: a queue bounded by the bytes in it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::arrival::Arrival;
use crate::transport::Delivery;
use crate::transport::http_answer::Asking;
use crate::transport::stdio::MESSAGE_LIMIT;

/// Where requests put what came. When full they wait, and so does the server.
#[derive(Clone, Debug)]
pub(in crate::transport) struct Outbox {
    queue: Sender<Held>,
    room: Arc<Semaphore>,
}

/// Where the caller takes it. Blocks a thread, and needs no runtime.
#[derive(Debug)]
pub(in crate::transport) struct Deliveries {
    queue: Receiver<Held>,
}

/// An arrival, and the room it takes up until it is taken.
#[derive(Debug)]
struct Held {
    arrival: Arrival,
    room: Option<OwnedSemaphorePermit>,
}

/// Both ends of a new queue.
pub(super) fn queue() -> (Outbox, Deliveries) {
    let (sender, queue) = channel();
    let room = Arc::new(Semaphore::new(ROOM as usize));
    (Outbox { queue: sender, room }, Deliveries { queue })
}

impl Outbox {
    /// Waits until there is room, and hands `delivery` on.
    pub(in crate::transport) async fn deliver(&self, of: Asking, delivery: Delivery) {
        let kibibytes = u32::try_from(length(&delivery) / 1024).unwrap_or(ROOM);
        let room = Arc::clone(&self.room).acquire_many_owned(kibibytes.saturating_add(1).min(ROOM));
        // The semaphore is never closed; nobody listens where the send fails.
        let room = room.await.ok();
        let held = Held { arrival: Arrival::Came { of, what: delivery }, room };
        let _ = self.queue.send(held);
    }

    /// Hands on what takes no room.
    pub(in crate::transport) fn tell(&self, arrival: Arrival) {
        let _ = self.queue.send(Held { arrival, room: None });
    }
}

impl Deliveries {
    pub(in crate::transport) fn receive(&self, limit: Duration) -> Delivery {
        match self.queue.recv_timeout(limit) {
            Ok(Held { arrival: Arrival::Came { what, .. }, room }) => {
                drop(room);
                what
            }
            // An end is told only where somebody asks for it, and that one does not come this way.
            Ok(Held { arrival: Arrival::Over { .. }, .. }) | Err(RecvTimeoutError::Timeout) => {
                Delivery::Silence
            }
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(limit);
                Delivery::Silence
            }
        }
    }

    /// Waits for what comes next; `None` once nothing more can come.
    pub(super) fn next(&self) -> Option<Arrival> {
        let Held { arrival, room } = self.queue.recv().ok()?;
        drop(room);
        Some(arrival)
    }
}

fn length(delivery: &Delivery) -> usize {
    match delivery {
        Delivery::Ended(_) | Delivery::Failed { .. } | Delivery::Silence => 0,
        Delivery::Http(answer) => answer.body.len(),
        Delivery::Line(bytes) | Delivery::Stderr(bytes) => bytes.len(),
        Delivery::Oversized { start, .. } => start.len(),
    }
}

/// How much may wait to be taken, in KiB: two of the longest messages.
const ROOM: u32 = 2 * 64 * 1024;

const _: () =
    assert!(ROOM as usize * 1024 == 2 * MESSAGE_LIMIT, "ROOM goes by the longest message");

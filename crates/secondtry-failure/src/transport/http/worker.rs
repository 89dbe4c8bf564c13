//! The thread that carries messages, so that the caller need not know of a runtime.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::client::OpenError;
use super::outgoing::Outgoing;
use crate::message::request_id::RequestId;
use crate::transport::SendError;
use crate::transport::http_answer::Cut;

/// A way of carrying messages over HTTP.
pub(in crate::transport) trait Carrier: Send + Sync + 'static {
    /// What goes on from the start.
    fn begin(self: Arc<Self>) -> impl Future<Output = ()> + Send;

    /// Carries one message, and its answer back if it has one. What must not overtake it is let go when `opener` is
    /// dropped.
    fn carry(
        self: Arc<Self>,
        outgoing: Outgoing,
        opener: Option<Opener>,
    ) -> impl Future<Output = ()> + Send;

    /// Takes up the stream that was to answer `id`.
    fn resume(self: Arc<Self>, id: RequestId, cut: Cut) -> impl Future<Output = ()> + Send;

    /// Ends the conversation.
    fn end(self: Arc<Self>) -> impl Future<Output = ()> + Send;
}

/// The caller's side of the thread. When it is dropped, so is everything under way.
pub(in crate::transport) struct Worker<C> {
    carrier: Arc<C>,
    commands: UnboundedSender<Command>,
    /// What bounds the queue of commands: each message holds a permit until it is done.
    room: Arc<Semaphore>,
    /// `None` once it has been waited for.
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Opens a gate when it is dropped.
pub(in crate::transport) type Opener = watch::Sender<()>;

enum Command {
    Cancel(RequestId),
    Close(Duration),
    Post(Outgoing, OwnedSemaphorePermit),
    Resume(RequestId, Cut),
}

impl<C: Carrier> Worker<C> {
    pub(in crate::transport) fn start(carrier: C) -> Result<Self, OpenError> {
        let carrier = Arc::new(carrier);
        let (commands, orders) = unbounded_channel();
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(OpenError::Thread)?;
        let shared = Arc::clone(&carrier);
        let thread = thread::Builder::new().name("http".to_owned()).spawn(move || {
            runtime.block_on(run(&shared, orders));
            // A name that is being looked up must not hold the thread.
            runtime.shutdown_background();
        });
        let thread = thread.map_err(OpenError::Thread)?;
        let room = Arc::new(Semaphore::new(MOST_MESSAGES));
        Ok(Self { carrier, commands, room, thread: Mutex::new(Some(thread)) })
    }

    pub(in crate::transport) fn carrier(&self) -> &C {
        &self.carrier
    }

    pub(in crate::transport) fn post(&self, outgoing: Outgoing) -> Result<(), SendError> {
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| SendError::Full)?;
        self.commands.send(Command::Post(outgoing, room)).map_err(|_| SendError::Closed)
    }

    pub(in crate::transport) fn cancel(&self, id: &RequestId) {
        // A thread that is gone has nothing to cancel.
        let _ = self.commands.send(Command::Cancel(id.clone()));
    }

    pub(in crate::transport) fn resume(&self, id: &RequestId, cut: &Cut) {
        let _ = self.commands.send(Command::Resume(id.clone(), cut.clone()));
    }

    /// Returns after at most twice `patience`.
    pub(in crate::transport) fn close(&self, patience: Duration) {
        let _ = self.commands.send(Command::Close(patience));
        self.room.close();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

impl<C> fmt::Debug for Worker<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

async fn run<C: Carrier>(carrier: &Arc<C>, mut orders: UnboundedReceiver<Command>) {
    let mut running: HashMap<RequestId, AbortHandle> = HashMap::new();
    // Opens when the last message that goes first is through: a server that has not seen `notifications/initialized`
    // refuses what comes next, and before `initialize` is answered there is no session.
    let mut gate: Option<Gate> = None;
    tokio::spawn(Arc::clone(carrier).begin());
    while let Some(order) = orders.recv().await {
        match order {
            Command::Cancel(id) => {
                if let Some(task) = running.remove(&id) {
                    task.abort();
                }
            }
            Command::Close(patience) => {
                let _ = timeout(patience, opened(gate)).await;
                let _ = timeout(patience, Arc::clone(carrier).end()).await;
                return;
            }
            Command::Post(outgoing, room) => {
                let before = gate.clone();
                let opener = outgoing.goes_first().then(|| {
                    let (opener, closed) = watch::channel(());
                    let patience =
                        if outgoing.is_initialize() { LONGEST_GREETING } else { LONGEST_NOTICE };
                    // What waits for this one waits for those before it, too.
                    let before = gate.as_ref().filter(|gate| !gate.is_open());
                    let patience = before.map_or(patience, |before| before.patience.max(patience));
                    gate = Some(Gate { closed, patience });
                    opener
                });
                let id = outgoing.asking.id().cloned();
                let carrier = Arc::clone(carrier);
                let task = tokio::spawn(async move {
                    opened(before).await;
                    carrier.carry(outgoing, opener).await;
                    drop(room);
                });
                keep(&mut running, id, task.abort_handle());
            }
            Command::Resume(id, cut) => {
                let task = tokio::spawn(Arc::clone(carrier).resume(id.clone(), cut));
                keep(&mut running, Some(id), task.abort_handle());
            }
        }
    }
}

/// What a message waits for that must not overtake another.
#[derive(Clone)]
struct Gate {
    closed: watch::Receiver<()>,
    /// For so long.
    patience: Duration,
}

impl Gate {
    fn is_open(&self) -> bool {
        self.closed.has_changed().is_err()
    }
}

/// Waits until what goes first is through, if it does not take too long.
async fn opened(gate: Option<Gate>) {
    if let Some(Gate { mut closed, patience }) = gate {
        // Nothing is ever sent: the gate opens when its other end is dropped.
        let _ = timeout(patience, closed.changed()).await;
    }
}

fn keep(running: &mut HashMap<RequestId, AbortHandle>, id: Option<RequestId>, task: AbortHandle) {
    running.retain(|_, task| !task.is_finished());
    if let Some(id) = id {
        running.insert(id, task);
    }
}

/// Messages under way at once.
pub(in crate::transport) const MOST_MESSAGES: usize = 1024;

/// How long what comes after a notice waits for it.
const LONGEST_NOTICE: Duration = Duration::from_secs(10);

/// How long what comes after `initialize` waits for its answer.
const LONGEST_GREETING: Duration = Duration::from_secs(60);

//! The sessions that are open, by an id that nobody can guess.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rustls::crypto::ring;

use crate::listen::party::Line;

/// The open sessions.
pub(super) struct Sessions {
    most: usize,
    open: Mutex<HashMap<String, Session>>,
}

/// One session.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) line: Line,
    /// The revision that was agreed on, once it is known.
    pub(super) protocol: Arc<OnceLock<String>>,
}

/// A place among the open sessions, given up when it is dropped.
pub(super) struct Place {
    sessions: Arc<Sessions>,
    id: String,
}

impl Sessions {
    /// At most `most` at a time.
    pub(super) fn new(most: usize) -> Self {
        Self { most, open: Mutex::default() }
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Whether there is no room for another.
    pub(super) fn is_full(&self) -> bool {
        self.open().len() >= self.most
    }

    /// A place under a new id; `None` where the system has no random numbers.
    pub(super) fn place(self: &Arc<Self>) -> Option<Place> {
        let mut random = [0; 16];
        ring::default_provider().secure_random.fill(&mut random).ok()?;
        let mut id = String::with_capacity(32);
        for byte in random {
            // A write to a string cannot fail.
            _ = write!(id, "{byte:02x}");
        }
        Some(Place { sessions: Arc::clone(self), id })
    }

    pub(super) fn put(&self, id: String, session: Session) {
        self.open().insert(id, session);
    }

    /// The session of this id, if it is open.
    pub(super) fn of(&self, id: &str) -> Option<Session> {
        self.open().get(id).filter(|session| !session.line.is_over()).cloned()
    }

    pub(super) fn remove(&self, id: &str) -> Option<Session> {
        self.open().remove(id)
    }

    #[expect(clippy::iter_over_hash_type, reason = "each is told the same, in no order")]
    pub(super) fn each(&self, tell: impl Fn(&Line)) {
        for session in self.open().values() {
            tell(&session.line);
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    pub(super) fn id(&self) -> &str {
        &self.id
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.sessions.remove(&self.id);
    }
}

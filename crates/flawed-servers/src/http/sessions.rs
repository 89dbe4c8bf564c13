//! The legacy sessions of a site.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::server::Session;

/// The open sessions, oldest first. The oldest gives way when there are too many.
#[derive(Default)]
pub(super) struct Sessions {
    open: Mutex<VecDeque<(String, Session)>>,
}

impl Sessions {
    /// Keeps a session and returns its id.
    pub(super) fn open(&self, session: Session) -> String {
        let id = format!("{:016x}", RandomState::new().hash_one("session"));
        let mut open = self.lock();
        if open.len() == MOST_SESSIONS {
            open.pop_front();
        }
        open.push_back((id.clone(), session));
        id
    }

    pub(super) fn find(&self, id: &str) -> Option<Session> {
        self.lock().iter().find(|(known, _)| known == id).map(|(_, session)| session.clone())
    }

    /// Ends a session; false if there was none.
    pub(super) fn close(&self, id: &str) -> bool {
        let mut open = self.lock();
        let before = open.len();
        open.retain(|(known, _)| known != id);
        open.len() < before
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Session)>> {
        // A list of sessions has no state in between that a panic could leave behind.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MOST_SESSIONS: usize = 1024;

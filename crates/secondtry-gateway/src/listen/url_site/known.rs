//! What is known of the server as one client sees it: by its credentials, and by its session where it has one.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyper::HeaderMap;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::repair::Repetitions;
use tokio::time::Instant;

use crate::exchange::recovery::Recovery;
use crate::exchange::tool_list::ToolList;

#[cfg(test)]
mod tests;

/// What is known, by whom.
pub(super) struct Known {
    hashers: [RandomState; 2],
    views: Mutex<HashMap<[u64; 2], Entry>>,
}

struct Entry {
    view: Arc<View>,
    used: Instant,
}

/// What one client, or all who come with the same credentials and no session, see.
#[derive(Default)]
pub(super) struct View {
    seen: Mutex<Seen>,
    /// Held while the list of tools is asked for.
    pub(super) asking: tokio::sync::Mutex<()>,
}

/// What was seen.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) tools: ToolList,
    pub(super) repetitions: Repetitions,
    pub(super) recovery: Recovery,
    /// The revision that a session agreed on.
    pub(super) protocol: Option<ProtocolVersion>,
    /// Until then the list is not asked for: it could not be had.
    pub(super) not_before: Option<Instant>,
}

impl Known {
    pub(super) fn new() -> Self {
        Self { hashers: [RandomState::new(), RandomState::new()], views: Mutex::default() }
    }

    /// What is seen with the credentials of `headers`, in `session`.
    pub(super) fn view(&self, headers: &HeaderMap, session: Option<&str>) -> Arc<View> {
        let key = self.key(headers, session);
        let now = Instant::now();
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = views.get_mut(&key) {
            entry.used = now;
            return Arc::clone(&entry.view);
        }
        if views.len() >= MOST_VIEWS {
            // Half of them at once, so that a flood of credentials does not pay for each anew.
            let mut used: Vec<Instant> = views.values().map(|entry| entry.used).collect();
            used.sort_unstable();
            if let Some(median) = used.get(used.len() / 2).copied() {
                views.retain(|_, entry| entry.used > median);
            }
        }
        let view = Arc::new(View::default());
        views.insert(key, Entry { view: Arc::clone(&view), used: now });
        view
    }

    /// A key that tells nothing of the credentials.
    fn key(&self, headers: &HeaderMap, session: Option<&str>) -> [u64; 2] {
        [0, 1].map(|which: usize| {
            let mut hasher = self.hashers[which].build_hasher();
            session.hash(&mut hasher);
            for name in CREDENTIALS {
                for value in headers.get_all(name) {
                    (name, value.as_bytes()).hash(&mut hasher);
                }
            }
            hasher.finish()
        })
    }
}

impl View {
    pub(super) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The headers that tell one caller from another.
const CREDENTIALS: [&str; 6] =
    ["authorization", "cookie", "proxy-authorization", "x-api-key", "api-key", "x-auth-token"];

/// How many callers are remembered.
const MOST_VIEWS: usize = 4096;

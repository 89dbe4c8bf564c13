//! Settings that may be replaced while they are in force.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use secondtry_failure::repair::{Mode, RepairName};

use super::Settings;

#[cfg(test)]
mod tests;

/// The settings of one wrapped server, the same ones for all clones. An open call keeps the deadline that it has.
#[derive(Clone, Debug)]
pub struct LiveSettings {
    shared: Arc<Shared>,
    /// A repair that makes no sense where these are used.
    without: Option<RepairName>,
}

#[derive(Debug)]
struct Shared {
    current: RwLock<Arc<Settings>>,
    /// How often they were replaced.
    version: AtomicU64,
}

impl LiveSettings {
    /// These, until they are replaced.
    pub fn new(settings: Settings) -> Self {
        Arc::new(settings).into()
    }

    /// What is in force.
    pub fn now(&self) -> Arc<Settings> {
        let current =
            Arc::clone(&self.shared.current.read().unwrap_or_else(PoisonError::into_inner));
        let Some(repair) = self.without else { return current };
        let mut settings = (*current).clone();
        settings.repairs.set(repair, Mode::Off);
        Arc::new(settings)
    }

    /// Puts `settings` in force for every clone. What was decided at the start, such as the bridge, stays as it is.
    pub fn replace(&self, settings: Settings) {
        let mut current = self.shared.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(Settings { is_bridge: current.is_bridge, ..settings });
        self.shared.version.fetch_add(1, Ordering::Release);
    }

    /// The same settings, `repair` off whatever they say.
    #[must_use]
    pub fn without(&self, repair: RepairName) -> Self {
        Self { shared: Arc::clone(&self.shared), without: Some(repair) }
    }

    fn version(&self) -> u64 {
        self.shared.version.load(Ordering::Acquire)
    }
}

impl From<Arc<Settings>> for LiveSettings {
    fn from(settings: Arc<Settings>) -> Self {
        let shared = Shared { current: RwLock::new(settings), version: AtomicU64::new(0) };
        Self { shared: Arc::new(shared), without: None }
    }
}

/// What notices that settings were replaced, at the price of reading a number.
#[derive(Debug)]
pub(crate) struct Follower {
    live: LiveSettings,
    version: u64,
}

impl Follower {
    /// Follows `live` from the settings in force, which it tells, too.
    pub(crate) fn new(live: LiveSettings) -> (Self, Arc<Settings>) {
        // Read first: what is replaced in between is noticed later.
        let version = live.version();
        let now = live.now();
        (Self { live, version }, now)
    }

    /// The settings in force, if they were replaced since the last look.
    pub(crate) fn replaced(&mut self) -> Option<Arc<Settings>> {
        let version = self.live.version();
        if version == self.version {
            return None;
        }
        self.version = version;
        Some(self.live.now())
    }
}

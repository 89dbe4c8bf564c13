//! Ends what waits too long. Sleeps for good while nothing waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::crew::Crew;
use super::{Shared, now};

/// Wakes the thread that watches deadlines.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    is_asleep: AtomicBool,
    bell: Condvar,
    lock: Mutex<()>,
}

impl Clock {
    /// Something may have a deadline now.
    pub(crate) fn wake(&self) {
        // While it is awake it looks again soon by itself.
        if self.is_asleep.swap(false, Ordering::SeqCst) {
            drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
            self.bell.notify_all();
        }
    }

    fn sleep(&self) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.is_asleep.load(Ordering::SeqCst) {
            guard = self.bell.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Watches deadlines as long as the process lives.
pub(crate) fn run(shared: &Arc<Shared>) {
    let crew = Crew::default();
    loop {
        // Said before looking, so that what comes meanwhile is not overlooked.
        shared.clock.is_asleep.store(true, Ordering::SeqCst);
        let next = shared.conversation().next_tick();
        let Some(next) = next else {
            shared.clock.sleep();
            continue;
        };
        shared.clock.is_asleep.store(false, Ordering::SeqCst);
        thread::sleep(next.saturating_duration_since(now()).min(LONGEST_SLEEP));
        if next <= now() {
            // In a thread of its own: a server that reads nothing must not hold up the next deadline.
            let shared = Arc::clone(shared);
            crew.run(move || shared.act(|conversation| conversation.tick(now())));
            thread::sleep(LEAST_SLEEP);
        }
    }
}

/// A deadline that comes up meanwhile is met at most so much too late.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// The thread that ends what is due is given so long to do so.
const LEAST_SLEEP: Duration = Duration::from_millis(1);

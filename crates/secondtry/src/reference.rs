//! Names under which the log keeps what a model is not told.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns a name that no other failure has: a random part for this process, and a number.
pub(crate) fn new_reference() -> String {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:06x}-{number}", *PROCESS & 0x00ff_ffff)
}

/// std seeds it at random, once.
static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

static NEXT: AtomicU64 = AtomicU64::new(1);

//! The server processes that run at this moment, so that a program that must end at once leaves none behind.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::leader::{Signal, tell_group};

/// Kills every running server and what it started. No other can be started after that.
pub fn kill_all() {
    let mut running = lock();
    running.is_over = true;
    for leader in std::mem::take(&mut running.leaders) {
        tell_group(leader, Signal::Kill);
    }
}

struct Running {
    leaders: BTreeSet<u32>,
    is_over: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { leaders: BTreeSet::new(), is_over: false });

/// Starts `command`, which is to lead a process group.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut running = lock();
    if running.is_over {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "the program is about to end"));
    }
    let child = command.spawn()?;
    running.leaders.insert(child.id());
    Ok(child)
}

/// Runs `collect`, after which the system may give the id of `child` away, unless it returns `None`.
pub(super) fn collect<T>(
    child: &mut Child,
    collect: impl FnOnce(&mut Child) -> Option<T>,
) -> Option<T> {
    let mut running = lock();
    let collected = collect(child);
    if collected.is_some() {
        running.leaders.remove(&child.id());
    }
    collected
}

fn lock() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

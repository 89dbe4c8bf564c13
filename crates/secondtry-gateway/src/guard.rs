//! A small process that outlives this one for a moment, so that no server does when this one is killed.
//!
//! The guard reads which process groups run from a pipe that only this process holds. When the pipe ends, the groups that
//! were not taken back are killed.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

#[cfg(test)]
mod tests;

/// The guard as the guarded process sees it. A guard that cannot be had costs nothing but its service.
#[derive(Debug, Default)]
pub struct Guard {
    process: Mutex<Option<(Child, ChildStdin)>>,
}

impl Guard {
    /// Starts `command`, which is to call [`run`].
    pub fn start(mut command: Command) -> io::Result<Self> {
        // What a terminal sends to the group of this process is not meant for the guard.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        Ok(Self { process: Mutex::new(input.map(|input| (child, input))) })
    }

    /// The group that `leader` leads is to end with this process.
    pub fn watch(&self, leader: u32) {
        self.tell('+', leader);
    }

    /// The group that `leader` leads has ended.
    pub fn release(&self, leader: u32) {
        self.tell('-', leader);
    }

    fn tell(&self, what: char, leader: u32) {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, input)) = process.as_mut()
            && input.write_all(format!("{what}{leader}\n").as_bytes()).is_err()
        {
            *process = None;
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((mut child, input)) = process {
            drop(input);
            // It ends at once; collected, so that no zombie stays.
            let _ = child.wait();
        }
    }
}

/// Guards: reads which groups run until the end of `input`, then kills those that are left.
pub fn run(input: impl BufRead) {
    for leader in left_of(input) {
        if let Some(leader) = Pid::from_raw(leader) {
            // Fails only where no process of the group is left.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

/// The groups that were named and not taken back.
fn left_of(input: impl BufRead) -> BTreeSet<i32> {
    let mut leaders = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let (what, leader) = line.split_at(line.len().min(1));
        match (what, leader.parse::<i32>()) {
            // 1 is everybody's.
            ("+", Ok(leader)) if leader > 1 => _ = leaders.insert(leader),
            ("-", Ok(leader)) => _ = leaders.remove(&leader),
            _ => (),
        }
    }
    leaders
}

//! A server process and its group, without the lines that it reads and writes.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

use super::{ProcessEnd, ServerCommand, running};

/// A process that leads a group of its own. Dropping it kills the group.
#[derive(Debug)]
pub struct Leader {
    child: Child,
    end: Option<ProcessEnd>,
}

/// A started process and its ends of the pipes.
#[derive(Debug)]
pub struct Started {
    /// The process.
    pub leader: Leader,
    /// What it reads.
    pub input: ChildStdin,
    /// What it writes.
    pub output: ChildStdout,
    /// What it writes to standard error, where that is piped.
    pub errors: Option<ChildStderr>,
}

/// Where the process writes its errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// To this process's own standard error.
    Inherited,
    /// To a pipe.
    Piped,
}

/// What a process group is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Its terminal is gone.
    Hangup,
    /// Stop what you do.
    Interrupt,
    /// End at once.
    Kill,
    /// End.
    Terminate,
}

impl Leader {
    /// Starts `command`. Fails as the operating system does: no such file, no permission.
    pub fn start(command: &ServerCommand, errors: Errors) -> io::Result<Started> {
        let mut builder = command.builder();
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(match errors {
            Errors::Inherited => Stdio::inherit(),
            Errors::Piped => Stdio::piped(),
        });
        let mut child = running::spawn(&mut builder)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let errors = child.stderr.take();
        let leader = Self { child, end: None };
        match (input, output) {
            (Some(input), Some(output)) => Ok(Started { leader, input, output, errors }),
            _ => Err(io::Error::other("the process was started without pipes")),
        }
    }

    /// The id of the process, which is that of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The end of the process, if it has come. What it started ends with it.
    pub fn poll_end(&mut self) -> Option<ProcessEnd> {
        if self.end.is_none() {
            // The group's id cannot have been given away: until `try_wait` has collected the leader it is taken.
            if has_exited(&self.child) {
                self.signal(Signal::Kill);
            }
            let end = running::collect(&mut self.child, |child| child.try_wait().ok().flatten());
            self.end = end.map(ProcessEnd::from);
        }
        self.end
    }

    /// Tells the whole group.
    pub fn signal(&mut self, signal: Signal) {
        if self.end.is_none() {
            signal_group(&mut self.child, signal);
        }
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        if self.end.is_none() {
            self.signal(Signal::Kill);
            // Collects the process, so that no zombie stays.
            running::collect(&mut self.child, |child| child.wait().ok());
        }
    }
}

impl ServerCommand {
    fn builder(&self) -> Command {
        let mut builder = Command::new(&self.program);
        builder.args(&self.arguments).envs(self.environment.iter().cloned());
        for name in &self.removed {
            builder.env_remove(name);
        }
        if let Some(directory) = &self.directory {
            builder.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        builder
    }
}

/// Waits until the process `id` has ended, and leaves it to be collected by its owner.
#[cfg(unix)]
pub fn await_end(id: u32) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    if let Some(id) = Pid::from_raw(id.cast_signed()) {
        while matches!(waitid(WaitId::Pid(id), options), Err(rustix::io::Errno::INTR)) {}
    }
}

#[cfg(unix)]
fn has_exited(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Pid::from_raw(child.id().cast_signed())
        .is_some_and(|pid| matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_))))
}

#[cfg(not(unix))]
fn has_exited(_child: &Child) -> bool {
    false
}

#[cfg(unix)]
fn signal_group(child: &mut Child, signal: Signal) {
    tell_group(child.id(), signal);
}

/// Tells the process group that `leader` leads.
#[cfg(unix)]
pub(super) fn tell_group(leader: u32, signal: Signal) {
    use rustix::process::{Pid, Signal as Number, kill_process_group};
    let number = match signal {
        Signal::Hangup => Number::HUP,
        Signal::Interrupt => Number::INT,
        Signal::Kill => Number::KILL,
        Signal::Terminate => Number::TERM,
    };
    if let Some(leader) = Pid::from_raw(leader.cast_signed()) {
        // Fails only where no process of the group is left.
        let _ = kill_process_group(leader, number);
    }
}

#[cfg(not(unix))]
pub(super) fn tell_group(_leader: u32, _signal: Signal) {
    // Only the process itself can be ended here, by whoever holds it.
}

#[cfg(not(unix))]
fn signal_group(child: &mut Child, signal: Signal) {
    match signal {
        // Windows has no signal that asks; the second step ends the process.
        Signal::Hangup | Signal::Interrupt | Signal::Terminate => (),
        Signal::Kill => drop(child.kill()),
    }
}

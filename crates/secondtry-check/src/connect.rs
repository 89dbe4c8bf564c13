//! Makes connections to the server under test, as often as a run needs one.

#[cfg(feature = "http")]
mod http;

use std::io;
use std::time::Duration;

use secondtry_failure::transcript::{Target, TransportKind, What};
use secondtry_failure::transport::Transport;
use secondtry_failure::transport::stdio::{Closing, ServerCommand, ServerProcess};

use crate::error::CheckError;
use crate::recorder::Recorder;
use crate::session::arrived;

/// A way to the server under test.
pub trait Connect {
    /// Connects anew.
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError>;

    /// What a finding's command to reproduce it names.
    fn target(&self) -> Target;

    /// How messages travel.
    fn transport(&self) -> TransportKind;

    /// The server's name in messages to the user.
    fn name(&self) -> String;

    /// An older way to the same server, to be tried where this one is refused.
    fn fallback(&self) -> Option<Box<dyn Connect>> {
        None
    }
}

/// A connection that can be closed.
pub trait Connection: Transport {
    /// Closes it as the specification asks. What still arrives is recorded.
    fn close(self: Box<Self>, recorder: &mut Recorder<'_>);
}

impl Connect for ServerCommand {
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError> {
        let start = ServerProcess::start(self);
        let process = start.map_err(|source| CheckError::CannotStart {
            program: self.name(),
            hint: hint(&source),
            source,
        })?;
        Ok(Box::new(process))
    }

    fn target(&self) -> Target {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        Target::Command(words.map(|word| word.to_string_lossy().into_owned()).collect())
    }

    fn transport(&self) -> TransportKind {
        TransportKind::Stdio
    }

    fn name(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }
}

impl Connection for ServerProcess {
    fn close(self: Box<Self>, recorder: &mut Recorder<'_>) {
        recorder.record(What::Eof);
        let closing = Self::close(*self, PATIENCE, |delivery| {
            if let Some(what) = arrived(&delivery) {
                recorder.record(what);
            }
        });
        let (Closing::OnEof(end) | Closing::OnSignal(end)) = closing;
        recorder.record(What::Exit { code: end.code, signal: end.signal });
    }
}

fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "is it on PATH?",
        io::ErrorKind::PermissionDenied => "may it be executed?",
        _ => "does the command work by itself?",
    }
}

/// How long a server may take to go after its input was closed, and again after each signal.
const PATIENCE: Duration = Duration::from_secs(3);

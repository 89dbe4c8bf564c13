//! Every exit code of the program. They are API: scripts and CI go by them.

use std::process::ExitCode;

use crate::output;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// 0: nothing at or above `--fail-on`.
    Clean,
    /// 1: findings at or above `--fail-on`.
    Findings,
    /// 130: the user interrupted; the report holds what was found until then.
    Interrupted,
    /// 2: the job could not be done.
    NotDone,
    /// Whatever code the wrapped server ended with.
    OfServer(u8),
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(match ending {
            Ending::Clean => 0,
            Ending::Findings => 1,
            Ending::NotDone => 2,
            Ending::Interrupted => 130,
            Ending::OfServer(code) => code,
        })
    }
}

/// Prints what clap has to say: help to standard output with 0, a wrong usage to standard error with 2.
pub(crate) fn of_usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if error.use_stderr() {
        output::complain_text(&text);
        Ending::NotDone.into()
    } else {
        match output::print(&text) {
            Ok(()) => Ending::Clean.into(),
            Err(_) => Ending::NotDone.into(),
        }
    }
}

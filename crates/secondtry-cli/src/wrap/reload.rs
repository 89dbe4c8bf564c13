//! The file of settings is read again while `wrap` runs: on SIGHUP, and when it changes.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use secondtry_gateway::log::Log;
use secondtry_gateway::relay::Hangup;
use signal_hook::consts::SIGHUP;

use crate::error::CliError;
use crate::output::chain;

/// What tells two states of a file apart; `None` where there is no file.
type Stamp = Option<(SystemTime, u64)>;

/// Calls `again` whenever the file at `path` is to be read again, in a thread that lives as long as the process. One that
/// was named takes SIGHUP for that, too; where it was only found, a hangup still ends the program.
pub(super) fn watch(
    path: &Path,
    is_named: bool,
    log: Arc<Log>,
    again: impl Fn() -> Result<(), CliError> + Send + 'static,
) -> io::Result<Hangup> {
    let (bell, told) = UnixStream::pair()?;
    bell.set_read_timeout(Some(LOOK_AGAIN))?;
    let hangup = if is_named {
        signal_hook::low_level::pipe::register(SIGHUP, told.try_clone()?)?;
        Hangup::IsTaken
    } else {
        Hangup::Ends
    };
    let path = path.to_owned();
    thread::spawn(move || {
        // As long as this end is open, the other one waits.
        let _told = told;
        run(&path, bell, &log, again);
    });
    Ok(hangup)
}

fn run(path: &PathBuf, mut bell: UnixStream, log: &Log, again: impl Fn() -> Result<(), CliError>) {
    let mut read = stamp(path);
    let mut seen = read;
    let mut signals = [0; 64];
    loop {
        let is_asked = match bell.read(&mut signals) {
            Ok(0) => return,
            Ok(_) => true,
            Err(error) => match error.kind() {
                ErrorKind::Interrupted => continue,
                ErrorKind::TimedOut | ErrorKind::WouldBlock => false,
                _ => return,
            },
        };
        let found = stamp(path);
        // A file may be caught half written: it is read when it has come to rest.
        let has_changed = found != read && found == seen;
        seen = found;
        if !is_asked && !has_changed {
            continue;
        }
        read = found;
        match again() {
            Ok(()) => log.line(&format!("the settings in {} are read again", path.display())),
            Err(error) => {
                log.line(&format!("{}; the settings before stay in force", chain(&error)));
            }
        }
    }
}

fn stamp(path: &PathBuf) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// How often the file is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

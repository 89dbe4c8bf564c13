//! Serves on stdin and stdout: a line is a message.

use std::io::{self, BufRead, Read, Write};
use std::thread;
use std::time::Duration;

use crate::server::{Reply, Server, Session};

/// Answers until the input ends or a tool ends the process, and returns the exit code.
pub fn serve(
    server: &Server,
    mut input: impl BufRead,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<u8> {
    let mut session = Session::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            if server.habits.lingers {
                thread::sleep(LINGER);
            }
            return Ok(0);
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            writeln!(errors, "a line is longer than {LONGEST_LINE} bytes")?;
            return Ok(2);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match server.answer(&mut session, &line) {
            Reply::Accepted | Reply::Silence => (),
            Reply::Exit { code, last_words } => {
                writeln!(errors, "{last_words}")?;
                return Ok(code);
            }
            Reply::HttpFailure { message, .. } => writeln!(output, "{message}")?,
            Reply::Message { message, noise, .. } => {
                if let Some(noise) = noise {
                    writeln!(output, "{noise}")?;
                }
                writeln!(output, "{message}")?;
            }
        }
        output.flush()?;
    }
}

/// How long a server stays that does not end with its input: longer than any client waits, yet not for ever.
const LINGER: Duration = Duration::from_secs(600);
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

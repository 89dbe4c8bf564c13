//! A server on HTTP, ended when the test ends.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that listens on a port of this machine.
pub(crate) struct Listening {
    pub(crate) port: u16,
    process: Child,
}

impl Listening {
    /// Starts `command` in `folder` and waits for the line on stderr that says the port.
    pub(crate) fn start(folder: &Path, command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        // A relative path is looked up before the folder is entered.
        let program = if program.contains('/') { folder.join(program) } else { program.into() };
        let mut process = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let stderr = process.stderr.take().ok_or("no stderr")?;
        let mut server = Self { port: 0, process };
        let mut lines = BufReader::new(stderr);
        let mut said = String::new();
        loop {
            let start = said.len();
            if lines.read_line(&mut said).map_err(|error| error.to_string())? == 0 {
                return Err(format!("the server ended before it listened: {said}"));
            }
            if let Some(port) = said[start..].trim().strip_prefix("listening on ") {
                server.port = port.parse().map_err(|error| format!("{error}: {said}"))?;
                break;
            }
        }
        // What it writes later is thrown away, so that it never waits for a reader.
        std::thread::spawn(move || lines.read_to_end(&mut Vec::new()));
        Ok(server)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

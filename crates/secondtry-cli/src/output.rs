//! The only module that writes to standard output and standard error.

use std::error::Error;
use std::io::{self, IsTerminal, Write};

use secondtry_failure::report::text::Colour;
use secondtry_failure::report::visible;
use secondtry_failure::transport::stdio::kill_all;

/// Writes `text` to standard output. A reader that has gone is no error: it has seen enough.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes an error and what caused it to standard error, in one line.
pub(crate) fn complain(error: &dyn Error) {
    complain_line(&format!("secondtry: {}", chain(error)));
}

/// `error` with all its causes.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        line.push_str(": ");
        line.push_str(&source.to_string());
        cause = source.source();
    }
    line
}

/// Writes one line to standard error.
pub(crate) fn complain_line(line: &str) {
    // A line break of what a server said is no more than a gap; anything else that acts is spelt out.
    let line = line.replace(['\r', '\n', '\t'], " ");
    complain_text(&format!("{}\n", visible::line(&line)));
}

/// Writes `text` to standard error as it is.
pub(crate) fn complain_text(text: &str) {
    // Nobody is left to be told where this fails.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Colours on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
pub(crate) fn colour() -> Colour {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb {
        Colour::On
    } else {
        Colour::Off
    }
}

/// Ends the program without waiting for anything, and every server with it.
#[expect(clippy::exit, reason = "the user asked twice")]
pub(crate) fn end_at_once() {
    kill_all();
    std::process::exit(130)
}

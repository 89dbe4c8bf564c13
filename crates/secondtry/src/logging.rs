//! Logging for a server on stdio: to stderr, and to nowhere else.

use std::fmt::{self, Write as _};
use std::io::Write as _;

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{SetGlobalDefaultError, set_global_default};
use tracing::{Event, Level, Metadata, Subscriber};

#[cfg(test)]
mod tests;

/// Writes every event at `level` and above to stderr, a line each, for the whole program.
///
/// On stdio, standard output belongs to the protocol, and a line of a log there breaks it. There is no way to give this
/// another place to write to. It fails where the program has a subscriber already.
///
/// For filters, spans or JSON use `tracing-subscriber`, with `.with_writer(std::io::stderr)`: its own default is
/// standard output.
///
/// ```
/// secondtry::logging::to_stderr(tracing::Level::INFO)?;
/// tracing::info!(port = 3000, "listening");
/// # Ok::<(), secondtry::logging::AlreadySet>(())
/// ```
///
/// ```compile_fail
/// secondtry::logging::to_stderr(tracing::Level::INFO, std::io::stdout());
/// ```
pub fn to_stderr(level: Level) -> Result<(), AlreadySet> {
    set_global_default(Lines { most: level }).map_err(AlreadySet)
}

/// The program has a subscriber already; where that writes to is not known.
#[derive(Debug, thiserror::Error)]
#[error("a subscriber is set already (does it write to stderr?)")]
pub struct AlreadySet(#[source] SetGlobalDefaultError);

/// A subscriber that writes lines.
struct Lines {
    most: Level,
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.most
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.most.into())
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        // Whoever closed stderr does not want the log.
        let _ = std::io::stderr().write_all(line(event).as_bytes());
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

/// `ERROR secondtry: a tool failed reference=3fa9c1-1`
fn line(event: &Event<'_>) -> String {
    let metadata = event.metadata();
    let mut line = Line::default();
    event.record(&mut line);
    let gap = if line.message.is_empty() { "" } else { " " };
    let mut text =
        format!("{} {}:{gap}{}{}", metadata.level(), metadata.target(), line.message, line.fields);
    // A value with a line break would look like a line of its own.
    if text.contains(['\n', '\r']) {
        text = text.replace('\r', "\\r").replace('\n', "\\n");
    }
    text.push('\n');
    text
}

#[derive(Default)]
struct Line {
    message: String,
    fields: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

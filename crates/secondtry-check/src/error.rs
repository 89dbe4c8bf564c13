//! Why a check could not be done. None of these is a finding: nothing was judged.

use std::fmt;
use std::io;

use secondtry_failure::transport::http_answer::{HttpAnswer, HttpFailure};
use secondtry_failure::transport::process_end::ProcessEnd;

/// Why a server could not be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A connection could not be set up.
    #[error("cannot connect to `{address}`")]
    CannotConnect {
        /// The server's address.
        address: String,
        /// What stands in the way.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The program could not be started.
    #[error("cannot start `{program}` ({hint})")]
    CannotStart {
        /// The program.
        program: String,
        /// What to look at.
        hint: &'static str,
        /// What the operating system says.
        source: io::Error,
    },
    /// The server says back what it is told.
    #[error("`{program}` sends back what it is sent, so it is no MCP server")]
    Echo {
        /// The program.
        program: String,
    },
    /// The process ended before it spoke MCP.
    #[error("`{program}` ended at once with {end}{last_words}")]
    EndedAtStart {
        /// The program.
        program: String,
        /// How it ended.
        end: ProcessEnd,
        /// What it said last.
        last_words: LastWords,
    },
    /// The server answers with an HTTP status and no message.
    #[error("`{address}` answers `{method}` with {}", answer.reason())]
    Http {
        /// The server's address.
        address: String,
        /// What was asked.
        method: &'static str,
        /// The answer.
        answer: Box<HttpAnswer>,
    },
    /// The user wanted an end before the server had answered.
    #[error("interrupted before the server had said what it offers")]
    Interrupted,
    /// The server refuses to be spoken to.
    #[error(
        "the server refuses `{method}`: {said} (is this an MCP server, and does it speak {protocol}?)"
    )]
    Refused {
        /// What was asked.
        method: &'static str,
        /// What it answered.
        said: String,
        /// The revision asked for.
        protocol: String,
    },
    /// The server answers nothing.
    #[error(
        "no answer to `{method}` within {after_ms} ms{last_words} (is this an MCP server? --start-timeout waits longer)"
    )]
    Silent {
        /// What was asked.
        method: &'static str,
        /// The deadline.
        after_ms: u128,
        /// What it said instead.
        last_words: LastWords,
    },
    /// The transport failed.
    #[error("no answer to `{method}` from `{address}`: {why}")]
    Unreachable {
        /// The server's address.
        address: String,
        /// What was asked.
        method: &'static str,
        /// How it failed.
        why: HttpFailure,
    },
    /// The server answers what no client can use.
    #[error("the answer to `{method}` cannot be used: {why}")]
    Unusable {
        /// What was asked.
        method: &'static str,
        /// What is wrong with the answer.
        why: String,
    },
}

/// What a process said last, of what is no protocol message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastWords {
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
    /// The last lines of its standard output.
    pub stdout: Vec<String>,
}

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.stderr[..], &self.stdout[..]) {
            ([], []) => Ok(()),
            ([], lines) => write!(f, "; its stdout ends with: {}", lines.join(" | ")),
            (lines, _) => write!(f, "; its stderr ends with: {}", lines.join(" | ")),
        }
    }
}

//! Why a check could not be done. None of these is a finding: nothing was judged.

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
    /// The process ended before it spoke MCP.
    #[error("`{program}` ended at once with {end}{}", tail(stderr))]
    EndedAtStart {
        /// The program.
        program: String,
        /// How it ended.
        end: ProcessEnd,
        /// The last lines of its standard error.
        stderr: Vec<String>,
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
        "no answer to `{method}` within {after_ms} ms{} (is this an MCP server? --start-timeout waits longer)",
        tail(stderr)
    )]
    Silent {
        /// What was asked.
        method: &'static str,
        /// The deadline.
        after_ms: u128,
        /// The last lines of its standard error.
        stderr: Vec<String>,
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
}

fn tail(stderr: &[String]) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!("; its stderr ends with: {}", stderr.join(" | "))
    }
}

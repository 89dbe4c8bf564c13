//! The probes of `secondtry check` inside `cargo test`, with no process and no port.
//!
//! ```
//! use rmcp::{ServerHandler, tool, tool_handler, tool_router};
//! use rmcp::handler::server::router::tool::ToolRouter;
//!
//! #[derive(Clone)]
//! struct Clock {
//!     tool_router: ToolRouter<Self>,
//! }
//!
//! #[tool_router]
//! impl Clock {
//!     #[tool(description = "Tells the time", annotations(read_only_hint = true))]
//!     fn now(&self) -> String {
//!         "12:00".into()
//!     }
//! }
//!
//! #[tool_handler(router = self.tool_router)]
//! impl ServerHandler for Clock {
//!     secondtry::answer_malformed_calls!();
//! }
//!
//! # async fn failures_reach_the_model() {
//! // In a `#[tokio::test]`:
//! let tool_router = secondtry::guard(Clock::tool_router()).unwrap();
//! secondtry::assert::assert_failures_reach_model(Clock { tool_router }).await;
//! # }
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(failures_reach_the_model());
//! ```
//!
//! and another test that holds standard output free for the protocol: [`assert_nothing_prints`].

mod in_memory;
mod printing;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rmcp::ServerHandler;
use secondtry_check::clock::Clock;
use secondtry_check::error::CheckError;
use secondtry_check::handshake::Opening;
use secondtry_check::recorder::Recorder;
use secondtry_check::run::{Selection, Settings, check};
use secondtry_failure::classify::run::runs;
use secondtry_failure::judge::judge;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::probe::plan::Options;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::text::{self, Colour};
use secondtry_failure::report::{JudgedRun, Report};

use self::in_memory::InMemory;

pub use self::printing::{Printing, assert_nothing_prints, find_printing};
pub use secondtry_failure::judge::rule::Level;

#[cfg(test)]
mod tests;

/// Probes `server` with the settings of [`Probing::new`].
///
/// # Panics
///
/// With the report as text, where a finding is more than advice, and where the server could not be probed.
pub async fn assert_failures_reach_model<S: ServerHandler + Clone>(server: S) {
    Probing::new().assert(server).await;
}

/// How a server is probed.
///
/// ```
/// use std::time::Duration;
///
/// use secondtry::assert::{Level, Probing};
///
/// let probing = Probing::new().call_timeout(Duration::from_secs(1)).fail_on(Level::Error).without_writes();
/// ```
#[derive(Clone, Debug)]
#[must_use = "it probes nothing until `assert` or `report` gives it a server"]
pub struct Probing {
    call_timeout: Duration,
    fail_on: Level,
    policy: Policy,
    options: Options,
}

/// What was found.
#[derive(Debug)]
pub struct Probed {
    report: Report,
    fail_on: Level,
}

/// Why a server could not be probed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbingError {
    /// It cannot be spoken to.
    #[error("cannot probe the server in revision {revision}")]
    #[non_exhaustive]
    Check {
        /// The revision that was tried.
        revision: &'static str,
        /// What stands in the way.
        source: Box<CheckError>,
    },
    /// It has no tools, so there was nothing to probe.
    #[error("the server lists no tools")]
    NoTools,
    /// The probing itself broke off.
    #[error("the probing broke off")]
    Panicked(#[source] tokio::task::JoinError),
}

impl Probing {
    /// Everything is called but tools with `destructiveHint: true`, in both eras; anything above advice fails, and a
    /// call may take 10 s.
    ///
    /// Tools that write are called, so give the server nothing that it could do harm to.
    pub fn new() -> Self {
        Self {
            call_timeout: Duration::from_secs(10),
            fail_on: Level::Warning,
            policy: Policy::default(),
            options: Options { allow_writes: true, ..Options::default() },
        }
    }

    /// Sets how long a call may take.
    pub fn call_timeout(mut self, limit: Duration) -> Self {
        self.call_timeout = limit;
        self
    }

    /// Sets the lowest level that fails.
    pub fn fail_on(mut self, level: Level) -> Self {
        self.fail_on = level;
        self
    }

    /// Gives the rule with `code` another level, or turns it off with `None`.
    pub fn rule(mut self, code: &str, level: Option<Level>) -> Self {
        self.policy.set(code, level);
        self
    }

    /// Calls tools that may write only in ways that no server could run by mistake.
    pub fn without_writes(mut self) -> Self {
        self.options.allow_writes = false;
        self
    }

    /// Calls tools with `destructiveHint: true` too.
    pub fn include_destructive(mut self) -> Self {
        self.options.include_destructive = true;
        self
    }

    /// Probes `server`.
    ///
    /// # Panics
    ///
    /// With the report as text, where a finding is at or above [`fail_on`](Self::fail_on), and where the server could
    /// not be probed.
    pub async fn assert<S: ServerHandler + Clone>(self, server: S) {
        match self.report(server).await {
            Ok(probed) => assert!(probed.is_clean(), "\n{probed}"),
            Err(error) => {
                let cause = std::error::Error::source(&error);
                let cause = cause.map(|cause| format!(": {cause}")).unwrap_or_default();
                panic!("{error}{cause}");
            }
        }
    }

    /// Probes `server` and returns what was found.
    ///
    /// The server runs on the caller's runtime, a clone of it for each connection.
    pub async fn report<S: ServerHandler + Clone>(self, server: S) -> Result<Probed, ProbingError> {
        let connect = InMemory::new(server, tokio::runtime::Handle::current());
        // The conversation waits for answers, so it has a thread of its own.
        let probed = tokio::task::spawn_blocking(move || self.probe(&connect)).await;
        probed.map_err(ProbingError::Panicked)?
    }

    fn probe<S: ServerHandler + Clone>(
        self,
        connect: &InMemory<S>,
    ) -> Result<Probed, ProbingError> {
        let interrupted = AtomicBool::new(false);
        let mut sink = |_: &_| ();
        let mut recorder = Recorder::new(Clock::start(), &mut sink);
        let mut is_complete = true;
        for revision in REVISIONS {
            let opening = Opening {
                interrupted: &interrupted,
                pinned: Some(revision),
                limit: self.call_timeout,
            };
            let settings = Settings {
                opening,
                call_timeout: self.call_timeout,
                jobs: 1,
                plan: self.options,
                tools: Selection::default(),
            };
            is_complete &=
                check(connect, &settings, &mut recorder, &mut |_| ()).map_err(|error| {
                    ProbingError::Check { revision: revision.name(), source: Box::new(error) }
                })?;
        }
        let runs = runs(&recorder.into_transcript());
        if runs.iter().all(|run| run.tools.is_empty()) {
            return Err(ProbingError::NoTools);
        }
        let judgements = judge(&runs, &self.policy);
        let runs = runs.into_iter().zip(judgements);
        let runs = runs.map(|(run, judgement)| JudgedRun { run, judgement }).collect();
        let seed = Some(self.options.seed);
        let report = Report { is_complete, seed, duration_ms: 0, runs, baseline: None };
        Ok(Probed { report, fail_on: self.fail_on })
    }
}

impl Default for Probing {
    fn default() -> Self {
        Self::new()
    }
}

impl Probed {
    /// Whether nothing was found that fails.
    pub fn is_clean(&self) -> bool {
        // The worst level is the least.
        self.report.is_complete && self.report.worst().is_none_or(|worst| worst > self.fail_on)
    }

    /// The codes of the rules that were broken, each once, sorted.
    pub fn rules(&self) -> Vec<&'static str> {
        let mut rules: Vec<_> =
            self.report.findings().map(|(_, finding)| finding.rule.code).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

/// The report as `secondtry check` prints it.
impl std::fmt::Display for Probed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text::write(&self.report, Colour::Off, Mask::Hide))
    }
}

/// The newest of each era.
const REVISIONS: [ProtocolVersion; 2] = [ProtocolVersion::NEWEST, ProtocolVersion::NEWEST_LEGACY];

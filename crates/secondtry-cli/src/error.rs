//! Why the program could not do its job, as the user is told.

use std::io;

use secondtry_check::error::CheckError;
use secondtry_failure::report::baseline::Unreadable;
use secondtry_failure::transport::http::AddressError;
use secondtry_gateway::listen::ListenError;
use secondtry_gateway::relay::RelayError;

use crate::client_config::ConfigError;
use crate::settings::SettingsError;

/// Why the job could not be done. Each ends the program with exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("`{text}` is no JSON object (--arguments takes one, such as '{{\"name\":\"x\"}}')")]
    Arguments { text: String, source: serde_json::Error },
    #[error("cannot use `{path}` as a baseline")]
    Baseline { path: String, source: Unreadable },
    #[cfg(feature = "cards")]
    #[error(transparent)]
    Cards(#[from] crate::cards::CardsError),
    #[error(transparent)]
    Check(#[from] CheckError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(
        "--header and --bearer-env are for a server on HTTP (give its URL, or a --config that has one)"
    )]
    HeaderWithoutUrl,
    #[error("cannot read `{path}`")]
    Read { path: String, source: io::Error },
    #[error("--server names a server of a client's file (name that: --config FILE)")]
    NoConfig,
    #[cfg(not(feature = "cards"))]
    #[error("--cards: this program was built without cards (build it with the feature `cards`)")]
    NoCards,
    #[error("no rule `{code}` (`secondtry explain` lists them{})", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoRule { code: String, near: Option<String> },
    #[error("no baseline to write (name its file: --baseline FILE)")]
    NoBaseline,
    #[error(
        "nothing to serve (put `-- COMMAND ARGS` at the end, give a URL, or `[servers.NAME]` tables in a file: --settings FILE)"
    )]
    NothingServed,
    #[error("nothing to judge in {what}: no request and no call in it")]
    NothingJudged { what: String },
    #[error(
        "no server to talk to (put `-- COMMAND ARGS` at the end, or give a client's file: --config FILE)"
    )]
    NoServer,
    #[error("no server in `{config}` could be checked (each is told above)")]
    NoneChecked { config: String },
    #[error("server `{name}`")]
    Server { name: String, source: Box<CliError> },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error("cannot listen for Ctrl-C")]
    Signals(#[source] ctrlc::Error),
    #[error(
        "two reports for one standard output (write all but one to a file: --report json=report.json)"
    )]
    TwoReports,
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(
        "the variable `{name}` is not set (--bearer-env takes the name of the one that holds the token)"
    )]
    Variable { name: String },
    #[error(transparent)]
    Wrap(#[from] RelayError),
    #[error("cannot write `{path}`")]
    Write { path: String, source: io::Error },
}

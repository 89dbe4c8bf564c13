//! What can be wrong with a client's file.

use std::io;

/// Why a file, or one server of it, cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error(
        "every server in `{file}` is disabled (check one all the same: --server NAME; it has: {})",
        listed(has)
    )]
    AllDisabled { file: String, has: Vec<String> },
    #[error("{file}:{line}: `{member}` {what}")]
    Member { file: String, line: usize, member: String, what: String },
    #[error("no server `{name}` in `{file}` (it has: {})", listed(has))]
    NoServer { file: String, name: String, has: Vec<String> },
    #[error(
        "no server in `{file}` (expected an object `mcpServers` or `servers` with an entry for each)"
    )]
    NoServers { file: String },
    #[error("cannot read `{file}`")]
    Read { file: String, source: io::Error },
    #[error("`{file}` has several servers (name one: --server NAME; it has: {})", listed(has))]
    Several { file: String, has: Vec<String> },
    #[error("{file}:{line}:{column}: {what}")]
    Syntax { file: String, line: usize, column: usize, what: String },
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

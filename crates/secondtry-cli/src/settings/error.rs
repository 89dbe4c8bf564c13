//! What can be wrong with a setting.

use std::io;

/// Why the settings cannot be used. The flag, the variable or the line at fault is named.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    #[error("{file}:{line}: {what}")]
    Line { file: String, line: usize, what: String },
    #[error("cannot read the settings in `{file}`")]
    Read { file: String, source: io::Error },
    #[error("{name}: {what}")]
    Variable { name: String, what: String },
}

//! The file of `--record`.

use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::Path;

use secondtry_failure::report::mask::Mask;
use secondtry_failure::transcript::{Entry, write};

use crate::error::CliError;

/// The file that a transcript is written to, if any. Each entry is in it as soon as it happened, whatever comes after.
pub(crate) struct Record {
    file: Option<(LineWriter<File>, String)>,
    failed: Option<io::Error>,
    mask: Mask,
}

impl Record {
    pub(crate) fn open(path: Option<&Path>, mask: Mask) -> Result<Self, CliError> {
        let Some(path) = path else { return Ok(Self { file: None, failed: None, mask }) };
        let name = path.display().to_string();
        match File::create(path) {
            Ok(file) => Ok(Self { file: Some((LineWriter::new(file), name)), failed: None, mask }),
            Err(source) => Err(CliError::Write { path: name, source }),
        }
    }

    /// Writes one entry. After a failure nothing more is written; [`close`](Self::close) tells of it.
    pub(crate) fn write(&mut self, entry: &Entry) {
        if let (Some((file, _)), None) = (&mut self.file, &self.failed) {
            self.failed = writeln!(file, "{}", write::line(entry, self.mask)).err();
        }
    }

    pub(crate) fn close(self) -> Result<(), CliError> {
        let Some((mut file, path)) = self.file else { return Ok(()) };
        let result = self.failed.map_or_else(|| file.flush(), Err);
        result.map_err(|source| CliError::Write { path, source })
    }
}

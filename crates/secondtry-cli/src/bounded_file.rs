//! Reads a file of text that is not trusted to be small, or to be text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads the text of the file at `path`. Fails where it is longer than [`LIMIT`] or no UTF-8.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is longer than {LIMIT} bytes"),
        ));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text"))?;
    // Editors on Windows mark UTF-8 so.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Clients keep their history beside their servers; more than this no one wrote by hand.
const LIMIT: u64 = 16 * 1024 * 1024;

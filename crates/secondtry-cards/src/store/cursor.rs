//! Cursors: the name of the last item seen, wrapped so that nobody builds on what is in it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::StoreError;

/// Writes a cursor of `kind`.
pub(super) fn write(kind: &str, parts: &[&str]) -> String {
    let mut text = kind.to_owned();
    for part in parts {
        text.push('\n');
        text.push_str(part);
    }
    URL_SAFE_NO_PAD.encode(text)
}

/// Reads a cursor of `kind` with `N` parts.
pub(super) fn read<const N: usize>(kind: &str, cursor: &str) -> Result<[String; N], StoreError> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| StoreError::Cursor)?;
    let text = String::from_utf8(bytes).map_err(|_| StoreError::Cursor)?;
    let mut parts = text.split('\n');
    if parts.next() != Some(kind) || text.contains('\0') {
        return Err(StoreError::Cursor);
    }
    let parts: Vec<String> = parts.map(str::to_owned).collect();
    parts.try_into().map_err(|_| StoreError::Cursor)
}

/// Reads a cursor that is one number.
pub(super) fn number(kind: &str, cursor: Option<&str>) -> Result<Option<i64>, StoreError> {
    let Some(cursor) = cursor else { return Ok(None) };
    let [number] = read(kind, cursor)?;
    number.parse().map(Some).map_err(|_| StoreError::Cursor)
}

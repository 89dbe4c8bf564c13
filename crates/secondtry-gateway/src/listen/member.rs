//! Where a value stands in a JSON text, so that it can be read or replaced without touching the rest.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::large::room_for;

#[cfg(test)]
mod tests;

/// The value of `key` in `object` as it was written; the last where it stands twice, as most readers take it.
pub(crate) fn member<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    let mut deserializer = serde_json::Deserializer::from_str(object);
    deserializer.deserialize_map(Find { key }).ok().flatten()
}

/// The value at the end of `path`.
pub(crate) fn member_at<'a>(object: &'a str, path: &[&str]) -> Option<&'a str> {
    path.iter().try_fold(object, |object, key| member(object, key))
}

/// Where `part`, a slice of `whole`, stands in it.
pub(crate) fn place_of(whole: &str, part: &str) -> Option<Range<usize>> {
    let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
    let end = start.checked_add(part.len())?;
    (whole.get(start..end) == Some(part)).then_some(start..end)
}

/// The string that `json` is.
pub(crate) fn string(json: &str) -> Option<Cow<'_, str>> {
    serde_json::from_str::<&str>(json).map(Cow::Borrowed).ok().or_else(|| {
        // One with escapes.
        serde_json::from_str::<String>(json).map(Cow::Owned).ok()
    })
}

/// `whole` with other texts in some places.
pub(crate) fn replaced(whole: &str, mut edits: Vec<(Range<usize>, &str)>) -> Vec<u8> {
    edits.sort_by_key(|(place, _)| place.start);
    let mut out = room_for(whole.len() + 64);
    let mut done = 0;
    for (place, text) in edits {
        let Some(before) = whole.get(done..place.start) else { continue };
        out.extend_from_slice(before.as_bytes());
        out.extend_from_slice(text.as_bytes());
        done = place.end;
    }
    out.extend_from_slice(whole.get(done..).unwrap_or_default().as_bytes());
    out
}

struct Find<'k> {
    key: &'k str,
}

impl<'de> Visitor<'de> for Find<'_> {
    type Value = Option<&'de str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(key) = access.next_key::<Key<'de>>()? {
            if key.0 == self.key {
                found = Some(access.next_value::<&'de RawValue>()?.get());
            } else {
                access.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// A key, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

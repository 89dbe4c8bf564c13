//! What a line is, without a full parse: enough for a proxy to let it pass or to stop it.
//!
//! [`glance`] reads up to the first key that decides and costs the same whatever follows. [`peek`] reads the line once,
//! checks that it is JSON, and builds nothing. Neither recurses or allocates, and the time of both grows with the length
//! alone. `None` means unknown, never a guess: [`parse`](super::parse::parse) then has the word. So it is for what is no
//! JSON, for a batch, for a key that stands twice (two readers may take it in two ways), and for what few readers take
//! (127 levels, numbers of 200 characters or with three digits in the exponent).

mod scan;
mod text;

pub use self::text::Text;

use self::scan::{Key, Scanner};
use super::plain_value::plain_value;
use super::request_id::RequestId;

#[cfg(test)]
mod tests;

/// What stands at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance<'a> {
    /// The key that decides.
    pub first: First,
    /// The id, where it stands before that key. TypeScript writes `result` first, so none is to be had there.
    pub id: Option<Id<'a>>,
    /// The method, where that is the key and a string its value.
    pub method: Option<Text<'a>>,
}

/// The first of the keys that tell what a message is, by the key alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// `error`.
    Error,
    /// `method`.
    Method,
    /// `result`.
    Result,
}

/// One message, as slices of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peek<'a> {
    /// What the members make of it; the same that [`Message`](super::Message) says.
    pub kind: Kind<'a>,
    /// The key that decides, if there is one.
    pub first: Option<First>,
    /// The value of `error` as it was written.
    pub error: Option<&'a str>,
    /// The value of `params` as it was written.
    pub params: Option<&'a str>,
    /// The value of `result` as it was written.
    pub result: Option<&'a str>,
    /// What the result says of failure.
    pub is_error: IsError,
}

/// The kind of a message. See [`message::Kind`](super::Kind), of which this is the borrowed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// `method` without `id`.
    Notification {
        /// Which notification.
        method: Text<'a>,
    },
    /// `method` with `id`.
    Request {
        /// What the answer must repeat.
        id: Id<'a>,
        /// What is asked for.
        method: Text<'a>,
    },
    /// No `method`: an answer, however odd. `id` is `None` where it is absent or null.
    Response {
        /// The request that it answers.
        id: Option<Id<'a>>,
    },
}

/// An id as it was written: a JSON string or number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id<'a>(&'a str);

/// The member `isError` of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsError {
    /// There is none, or no result that is an object.
    Absent,
    /// `false`.
    False,
    /// No boolean.
    Other,
    /// `true`.
    True,
}

impl<'a> Id<'a> {
    /// The id as it was written, quotes included.
    pub fn raw(self) -> &'a str {
        self.0
    }

    /// The id as the parser reads it.
    pub fn to_request_id(self) -> Option<RequestId> {
        RequestId::from_value(&plain_value(self.0).ok()?)
    }

    /// Takes `value` where it is a string or a number.
    fn new(value: &'a str) -> Option<Self> {
        let is_id = matches!(value.bytes().next(), Some(b'"' | b'-' | b'0'..=b'9'));
        is_id.then_some(Self(value))
    }
}

/// Reads `line` up to the first of `error`, `method` and `result`, and for `method` its value. What comes after is not
/// looked at: the line may yet turn out to be cut, or to hold another of the three.
pub fn glance(line: &[u8]) -> Option<Glance<'_>> {
    let mut scanner = Scanner::new(line.trim_ascii_start());
    let mut id = None;
    let mut more = scanner.open()?;
    while more {
        let member = Member::named(scanner.key()?);
        if let Some(first) = member.first() {
            let method = match first {
                First::Method => scanner.text(),
                First::Error | First::Result => None,
            };
            return Some(Glance { first, id: id.and_then(Id::new), method });
        }
        let value = scanner.value(1)?;
        if member == Member::Id && id.replace(std::str::from_utf8(value).ok()?).is_some() {
            return None;
        }
        more = scanner.more()?;
    }
    None
}

/// Reads `line` to its end.
pub fn peek(line: &[u8]) -> Option<Peek<'_>> {
    // The parser trims what Unicode calls white space.
    let line = std::str::from_utf8(line).ok()?.trim();
    let mut scanner = Scanner::new(line.as_bytes());
    let mut members = Members::default();
    let mut first = None;
    let mut is_error = IsError::Absent;
    let mut more = scanner.open()?;
    while more {
        let member = Member::named(scanner.key()?);
        let start = scanner.at();
        if member == Member::Result && scanner.is_at_object() {
            is_error = is_error_of(&mut scanner)?;
        } else {
            scanner.value(1)?;
        }
        members.set(member, line.get(start..scanner.at())?)?;
        first = first.or(member.first());
        more = scanner.more()?;
    }
    scanner.end()?;
    members.jsonrpc?;
    let Members { error, params, result, .. } = members;
    Some(Peek { kind: members.kind()?, first, error, params, result, is_error })
}

/// The values of the members of `object` that `names` names, as they were written. `None` where it is no object, or one of
/// them is there twice.
pub fn members<'a, const N: usize>(
    object: &'a str,
    names: [&str; N],
) -> Option<[Option<&'a str>; N]> {
    let mut scanner = Scanner::new(object.as_bytes());
    let mut found = [None; N];
    let mut more = scanner.open()?;
    while more {
        let key = scanner.key()?;
        let start = scanner.at();
        scanner.value(1)?;
        if let Some(place) = names.iter().position(|name| key.is(name))
            && found[place].replace(object.get(start..scanner.at())?).is_some()
        {
            return None;
        }
        more = scanner.more()?;
    }
    scanner.end()?;
    Some(found)
}

/// Reads the object that is a result.
fn is_error_of(scanner: &mut Scanner<'_>) -> Option<IsError> {
    let mut seen = None;
    let mut more = scanner.open()?;
    while more {
        let is_ours = scanner.key()?.is("isError");
        let flag = match scanner.value(2)? {
            b"false" => IsError::False,
            b"true" => IsError::True,
            _ => IsError::Other,
        };
        if is_ours && seen.replace(flag).is_some() {
            return None;
        }
        more = scanner.more()?;
    }
    Some(seen.unwrap_or(IsError::Absent))
}

/// The values of a message as they were written.
#[derive(Default)]
struct Members<'a> {
    error: Option<&'a str>,
    id: Option<&'a str>,
    jsonrpc: Option<&'a str>,
    method: Option<&'a str>,
    params: Option<&'a str>,
    result: Option<&'a str>,
}

impl<'a> Members<'a> {
    /// Keeps `value`; `None` where there is one of the key.
    fn set(&mut self, member: Member, value: &'a str) -> Option<()> {
        let place = match member {
            Member::Error => &mut self.error,
            Member::Id => &mut self.id,
            Member::Jsonrpc => &mut self.jsonrpc,
            Member::Method => &mut self.method,
            Member::Other => return Some(()),
            Member::Params => &mut self.params,
            Member::Result => &mut self.result,
        };
        place.replace(value).is_none().then_some(())
    }

    fn kind(&self) -> Option<Kind<'a>> {
        let id = self.id.and_then(Id::new);
        let method = self.method.filter(|method| method.starts_with('"'));
        Some(match (method, id) {
            (Some(method), Some(id)) => Kind::Request { id, method: Text::of_value(method)? },
            (Some(method), None) => Kind::Notification { method: Text::of_value(method)? },
            (None, id) => Kind::Response { id },
        })
    }
}

/// The members of a message that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Error,
    Id,
    Jsonrpc,
    Method,
    Other,
    Params,
    Result,
}

impl Member {
    fn named(key: Key<'_>) -> Self {
        match key.plain() {
            Some(b"error") => Self::Error,
            Some(b"id") => Self::Id,
            Some(b"jsonrpc") => Self::Jsonrpc,
            Some(b"method") => Self::Method,
            Some(b"params") => Self::Params,
            Some(b"result") => Self::Result,
            Some(_) => Self::Other,
            None => Self::written_oddly(key),
        }
    }

    /// The member whose key has escapes.
    #[cold]
    fn written_oddly(key: Key<'_>) -> Self {
        let known = [
            ("error", Self::Error),
            ("id", Self::Id),
            ("jsonrpc", Self::Jsonrpc),
            ("method", Self::Method),
            ("params", Self::Params),
            ("result", Self::Result),
        ];
        known.into_iter().find(|(name, _)| key.is(name)).map_or(Self::Other, |(_, member)| member)
    }

    fn first(self) -> Option<First> {
        match self {
            Self::Error => Some(First::Error),
            Self::Id | Self::Jsonrpc | Self::Other | Self::Params => None,
            Self::Method => Some(First::Method),
            Self::Result => Some(First::Result),
        }
    }
}

//! Forms of texts in words: the formats of JSON Schema, and the patterns that are plain enough.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use serde_json::{Value, json};

use crate::judge::suggestion::moment::moment;
use crate::schema::compile::Schema;
use crate::schema::fault::{Constraint, Fault};

/// `format` as a noun phrase that shows the form and no value.
pub(super) fn format_in_words(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "a date in the form YYYY-MM-DD",
        "date-time" => {
            "an RFC 3339 date and time with a time zone, in the form YYYY-MM-DDThh:mm:ssZ"
        }
        "duration" => "an ISO 8601 duration",
        "email" | "idn-email" => "an e-mail address",
        "hostname" | "idn-hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "json-pointer" => "a JSON Pointer",
        "regex" => "a regular expression",
        "time" => "an RFC 3339 time with a time zone, in the form hh:mm:ssZ",
        "uri" | "iri" | "url" => "an absolute URL",
        "uuid" => "a UUID",
        _ => return None,
    })
}

/// Whether `text` plainly lacks the form that `part` announces by `format` or in its description, which no validator
/// asserts; the format.
pub(in crate::repair) fn unlike_its_form<'p>(text: &str, part: &'p Value) -> Option<&'p str> {
    let format = part.get("format").and_then(Value::as_str);
    let says_day = part
        .get("description")
        .and_then(Value::as_str)
        .is_some_and(|words| words.to_uppercase().contains("YYYY-MM-DD"));
    let format = format.or(says_day.then_some("date"))?;
    let bytes = text.as_bytes();
    let is_day = |day: &[u8]| {
        day.len() == 10
            && day.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            })
    };
    let has_form = match format {
        "date" => is_day(bytes) || says_day && bytes.len() > 10 && is_day(&bytes[..10]),
        "date-time" => {
            bytes.len() > 16
                && is_day(&bytes[..10])
                && matches!(bytes[10], b'T' | b't')
                && (text.ends_with(['Z', 'z']) || text[11..].contains(['+', '-']))
        }
        "email" => text.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
        }),
        "uri" | "url" => {
            text.split_once(':').is_some_and(|(scheme, rest)| {
                !rest.is_empty() && !scheme.is_empty() && scheme.is_ascii()
            }) && !text.contains(char::is_whitespace)
        }
        "uuid" => text.len() == 36 && text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-'),
        "ipv4" => text.parse::<std::net::Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<std::net::Ipv6Addr>().is_ok(),
        _ => true,
    };
    (!has_form).then_some(format)
}

/// For a day that is to be in the future and is past: its form, should just the year be wrong. Which year is right
/// nobody can know here; a clock may stand in another.
pub(super) fn right_but_for_the_year(words: &str, given: Option<&Value>) -> Option<String> {
    let day = given?.as_str()?.get(..10).filter(|_| words.contains("in the future"))?;
    let is_day = unlike_its_form(day, &json!({"format": "date"})).is_none();
    is_day.then(|| {
        format!(
            "If only its year is wrong, send \"YYYY{}\" with the right year in place of YYYY.",
            &day[4..]
        )
    })
}

/// A date and time without a zone, should the zone be UTC. The zone itself nobody can know.
pub(super) fn in_utc(fault: &Fault, part: Option<&Value>) -> Option<Value> {
    let asked = match &fault.constraint {
        Constraint::Format(format) => format == "date-time",
        Constraint::Pattern(_) => part?.get("format").and_then(Value::as_str) == Some("date-time"),
        _ => false,
    };
    let moment = moment(fault.given.as_ref()?.as_str()?).filter(|_| asked)?;
    moment.offset.is_none().then(|| Value::from(format!("{}Z", moment.local)))
}

/// `pattern` in words: as a form that is known by name, or as a sequence of texts and runs of plain kinds of characters
/// from start to end.
pub(super) fn pattern_in_words(pattern: &str) -> Option<String> {
    known_form(pattern).map(str::to_owned).or_else(|| sequence_in_words(pattern))
}

/// The form that `pattern` asks for, told by what it takes and what it does not.
fn known_form(pattern: &str) -> Option<&'static str> {
    // A short pattern, so that its program is small.
    if pattern.len() > LONGEST_PATTERN || !pattern.starts_with('^') || !pattern.ends_with('$') {
        return None;
    }
    let schema = Schema::compile(&json!({"type": "string", "pattern": pattern})).ok()?;
    let takes = |text: &str| schema.accepts(&text.into());
    KNOWN_FORMS
        .iter()
        .find(|form| {
            form.taken.iter().all(|text| takes(text))
                && !form.refused.iter().any(|text| takes(text))
        })
        .map(|form| form.words)
}

struct KnownForm {
    taken: &'static [&'static str],
    refused: &'static [&'static str],
    words: &'static str,
}

fn sequence_in_words(pattern: &str) -> Option<String> {
    if pattern.len() > LONGEST_PATTERN {
        return None;
    }
    let mut parser = ParserBuilder::new().unicode(false).utf8(false).nest_limit(DEEPEST).build();
    let hir = parser.parse(pattern).ok()?;
    let mut pieces = Vec::new();
    flatten(&hir, &mut pieces)?;
    let inner = match pieces.as_slice() {
        [Piece::Start, inner @ .., Piece::End] => inner,
        [Piece::Start, Piece::Text(text)] => {
            return Some(format!("a text that starts with {}", Value::from(text.as_str())));
        }
        [Piece::Text(text), Piece::End] => {
            return Some(format!("a text that ends with {}", Value::from(text.as_str())));
        }
        _ => return None,
    };
    if let [
        Piece::Run(Kind::Digits, 4, Some(4)),
        Piece::Text(one),
        Piece::Run(Kind::Digits, 2, Some(2)),
        Piece::Text(two),
        Piece::Run(Kind::Digits, 2, Some(2)),
    ] = inner
        && one == "-"
        && two == "-"
    {
        return Some("a date in the form YYYY-MM-DD".into());
    }
    let mut words = Vec::new();
    for piece in inner {
        words.push(match piece {
            Piece::Start | Piece::End => return None,
            Piece::Text(text) => Value::from(text.as_str()).to_string(),
            Piece::Run(kind, least, most) => run(*kind, *least, *most),
        });
    }
    match words.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first, rest @ ..] => Some(format!("{first} followed by {}", rest.join(", then "))),
    }
}

enum Piece {
    Start,
    End,
    Text(String),
    Run(Kind, u32, Option<u32>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Any,
    Capitals,
    Digits,
    DigitsBut0,
    HexDigits,
    Letters,
    LettersAndDigits,
    SmallLetters,
    SmallLettersAndDigits,
}

fn flatten(hir: &Hir, pieces: &mut Vec<Piece>) -> Option<()> {
    if pieces.len() > MOST_PIECES {
        return None;
    }
    match hir.kind() {
        HirKind::Concat(parts) => {
            for part in parts {
                flatten(part, pieces)?;
            }
        }
        HirKind::Capture(group) => flatten(&group.sub, pieces)?,
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?.to_owned();
            pieces.push(Piece::Text(text));
        }
        HirKind::Look(Look::Start) => pieces.push(Piece::Start),
        HirKind::Look(Look::End) => pieces.push(Piece::End),
        HirKind::Class(class) => pieces.push(Piece::Run(kind(class)?, 1, Some(1))),
        HirKind::Repetition(repetition) => match repetition.sub.kind() {
            HirKind::Class(class) => {
                pieces.push(Piece::Run(kind(class)?, repetition.min, repetition.max));
            }
            _ => return None,
        },
        HirKind::Alternation(_) | HirKind::Empty | HirKind::Look(_) => return None,
    }
    Some(())
}

fn kind(class: &Class) -> Option<Kind> {
    let ranges: Vec<(u8, u8)> = match class {
        Class::Bytes(bytes) => bytes.ranges().iter().map(|r| (r.start(), r.end())).collect(),
        Class::Unicode(_) => return None,
    };
    Some(match ranges.as_slice() {
        [(0, b'\t'), (0x0b, 0xff | 0x7f)] => Kind::Any,
        [(b'0', b'9')] => Kind::Digits,
        [(b'1', b'9')] => Kind::DigitsBut0,
        [(b'A', b'Z')] => Kind::Capitals,
        [(b'a', b'z')] => Kind::SmallLetters,
        [(b'A', b'Z'), (b'a', b'z')] => Kind::Letters,
        [(b'0', b'9'), (b'a', b'z')] => Kind::SmallLettersAndDigits,
        [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')] => Kind::LettersAndDigits,
        [(b'0', b'9'), (b'a', b'f')] | [(b'0', b'9'), (b'A', b'F'), (b'a', b'f')] => {
            Kind::HexDigits
        }
        _ => return None,
    })
}

fn run(kind: Kind, least: u32, most: Option<u32>) -> String {
    let (one, many) = match kind {
        Kind::Any => ("character", "characters"),
        Kind::Capitals => ("capital letter", "capital letters"),
        Kind::Digits => ("digit", "digits"),
        Kind::DigitsBut0 => ("digit from 1 to 9", "digits from 1 to 9"),
        Kind::HexDigits => ("hexadecimal digit", "hexadecimal digits"),
        Kind::Letters => ("letter", "letters"),
        Kind::LettersAndDigits => ("letter or digit", "letters or digits"),
        Kind::SmallLetters => ("small letter", "small letters"),
        Kind::SmallLettersAndDigits => ("small letter or digit", "small letters or digits"),
    };
    match (least, most) {
        (1, Some(1)) => format!("1 {one}"),
        (least, Some(most)) if least == most => format!("{least} {many}"),
        (0, None) => format!("any number of {many}"),
        (1, None) => many.to_owned(),
        (least, None) => format!("{least} or more {many}"),
        (least, Some(most)) => format!("{least} to {most} {many}"),
    }
}

/// What no other form takes and refuses.
const KNOWN_FORMS: [KnownForm; 5] = [
    KnownForm {
        taken: &["00:00", "09:05", "18:30", "23:59"],
        refused: &["9:05", "18:30:00", "aa:bb", "6:30 pm", "18.30"],
        words: "a time of 24 hours in the form hh:mm",
    },
    KnownForm {
        taken: &["00:00:00", "09:05:07", "23:59:59"],
        refused: &["9:05:07", "18:30", "aa:bb:cc"],
        words: "a time of 24 hours in the form hh:mm:ss",
    },
    KnownForm {
        taken: &["00:00", "09:05", "23:59", "09:05:07", "23:59:59"],
        refused: &["9:05", "25:00", "aa:bb", "6:30 pm", "18.30"],
        words: "a time of 24 hours in the form hh:mm or hh:mm:ss",
    },
    KnownForm {
        taken: &["2026-04-03", "1999-12-31"],
        refused: &["2026-4-3", "03-04-2026", "2026/04/03", "abcd-ef-gh", "2026-04-03T10:00:00Z"],
        words: "a date in the form YYYY-MM-DD",
    },
    KnownForm {
        taken: &["+41446681800", "+12025550123", "+4915112345678"],
        refused: &["41446681800", "+41 44 668 18 00", "+0446681800", "+41-44-668-18-00", "+abc"],
        words: "a phone number in the form + followed by the country code and the number, with digits only",
    },
];

/// A longer pattern is shown as it is, in bytes.
const LONGEST_PATTERN: usize = 200;

const DEEPEST: u32 = 20;

const MOST_PIECES: usize = 12;

//! The lines between the two `---`: a small part of YAML, read line by line and by nothing else than these rules.
//!
//! `key: value`, `key: [value, value]`, or `key:` with a line `- value` for each. A value stands plain or in quotation marks,
//! within which `''` (single) or `\"` and `\\` (double) stand for the mark itself. `#` begins a comment on a line of its own.

use std::ops::Range;

use super::{CardError, Kind, MAX_TITLE, Status, Wrong};

/// What the front matter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FrontMatter {
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) status: Status,
    /// Where the status stands in the source, quotation marks included.
    pub(super) status_value: Range<usize>,
    pub(super) products: Vec<String>,
    pub(super) created: Option<String>,
    pub(super) updated: String,
}

/// A key with its values.
struct Entry {
    line: usize,
    values: Vec<String>,
    is_list: bool,
    place: Range<usize>,
}

const KEYS: &[&str] = &["created", "id", "kind", "products", "rule", "status", "title", "updated"];

/// The longest list.
const MAX_PRODUCTS: usize = 40;

/// Reads the front matter. Gives it with the place of what follows.
pub(super) fn read(source: &str) -> Result<(FrontMatter, Range<usize>), CardError> {
    let (entries, end, last_line) = entries(source)?;
    let of =
        |key: &str| KEYS.iter().position(|known| *known == key).and_then(|at| entries[at].as_ref());
    let one = |key: &'static str| one_value(of(key));
    let required =
        |key: &'static str| one(key)?.ok_or_else(|| CardError::at(last_line, Wrong::Missing(key)));
    let (title_line, title) = required("title")?;
    let length = title.chars().count();
    if length == 0 || length > MAX_TITLE || title.chars().any(char::is_control) {
        return Err(CardError::at(title_line, Wrong::Title(length)));
    }
    let (status_line, status) = required("status")?;
    let status = Status::from_name(status)
        .ok_or_else(|| CardError::at(status_line, Wrong::Status(status.to_owned())))?;
    let (kind, (id_line, id)) = match (one("rule")?, one("kind")?) {
        (Some(rule), None) => (Kind::Rule, rule),
        (Some(_), Some((line, _))) => {
            return Err(CardError::at(line, Wrong::Doubled("kind".into())));
        }
        (None, None | Some((_, "card"))) => (Kind::Card, required("id")?),
        (None, Some((_, "guide"))) => (Kind::Guide, required("id")?),
        (None, Some((line, kind))) => {
            return Err(CardError::at(line, Wrong::Kind(kind.to_owned())));
        }
    };
    if kind == Kind::Rule
        && let Some((line, _)) = one("id")?
    {
        return Err(CardError::at(line, Wrong::Doubled("id".into())));
    }
    if !is_id(id) {
        return Err(CardError::at(id_line, Wrong::Id(id.to_owned())));
    }
    let created = one("created")?.map(date).transpose()?;
    let updated = date(required("updated")?)?;
    let products = of("products").map(|entry| entry.values.clone()).unwrap_or_default();
    let status_value = of("status").map(|entry| entry.place.clone()).unwrap_or_default();
    let front = FrontMatter {
        id: id.to_owned(),
        kind,
        title: title.to_owned(),
        status,
        status_value,
        products,
        created,
        updated,
    };
    Ok((front, end..source.len()))
}

fn one_value(entry: Option<&Entry>) -> Result<Option<(usize, &str)>, CardError> {
    let Some(entry) = entry else { return Ok(None) };
    match entry.values.as_slice() {
        [value] if !entry.is_list => Ok(Some((entry.line, value))),
        _ => Err(CardError::at(entry.line, Wrong::WantsOne)),
    }
}

/// The entries in the order of [`KEYS`], where the body begins, and the line that ends the front matter.
fn entries(source: &str) -> Result<(Vec<Option<Entry>>, usize, usize), CardError> {
    let mut entries: Vec<Option<Entry>> = KEYS.iter().map(|_| None).collect();
    // The key whose values stand in lines of their own.
    let mut open: Option<usize> = None;
    let mut at = 0;
    for (index, raw) in source.split_inclusive('\n').enumerate() {
        let (number, begin) = (index + 1, at);
        at += raw.len();
        let line = raw.trim_end();
        if index == 0 {
            if line != "---" {
                return Err(CardError::at(1, Wrong::NoFrontMatter));
            }
            continue;
        }
        if line == "---" {
            return Ok((entries, at, number));
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let item = line.trim_start().strip_prefix("- ");
        if let (Some(item), Some(key)) = (item, open) {
            let value = scalar(item).map_err(|wrong| CardError::at(number, wrong))?;
            push(&mut entries[key], value, number)?;
            continue;
        }
        let (key, rest) = line.split_once(':').ok_or_else(|| CardError::at(number, Wrong::Line))?;
        let Some(known) = KEYS.iter().position(|known| *known == key) else {
            let key = key.chars().take(60).collect();
            return Err(CardError::at(number, Wrong::UnknownKey { key, known: KEYS }));
        };
        if entries[known].is_some() {
            return Err(CardError::at(number, Wrong::Doubled(key.to_owned())));
        }
        let value = rest.trim();
        let from = begin + key.len() + 1 + (rest.len() - rest.trim_start().len());
        let entry = Entry {
            line: number,
            values: values(value).map_err(|wrong| CardError::at(number, wrong))?,
            is_list: value.is_empty() || value.starts_with('['),
            place: from..from + value.len(),
        };
        if entry.values.len() > MAX_PRODUCTS {
            return Err(CardError::at(number, Wrong::Products(MAX_PRODUCTS)));
        }
        open = value.is_empty().then_some(known);
        entries[known] = Some(entry);
    }
    let lines = source.lines().count().max(1);
    Err(CardError::at(lines, if at == 0 { Wrong::NoFrontMatter } else { Wrong::Unclosed }))
}

fn push(entry: &mut Option<Entry>, value: String, line: usize) -> Result<(), CardError> {
    let Some(entry) = entry else { return Err(CardError::at(line, Wrong::Line)) };
    if entry.values.len() == MAX_PRODUCTS {
        return Err(CardError::at(line, Wrong::Products(MAX_PRODUCTS)));
    }
    entry.values.push(value);
    Ok(())
}

fn values(text: &str) -> Result<Vec<String>, Wrong> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let Some(list) = text.strip_prefix('[') else { return Ok(vec![scalar(text)?]) };
    let list = list.strip_suffix(']').ok_or(Wrong::List)?;
    let mut values = Vec::new();
    let mut rest = list.trim();
    while !rest.is_empty() {
        let end = end_of_item(rest)?;
        values.push(scalar(rest[..end].trim())?);
        rest = rest[end..].strip_prefix(',').unwrap_or_default().trim_start();
    }
    Ok(values)
}

/// Where the first item of a list ends: at a comma outside quotation marks.
fn end_of_item(list: &str) -> Result<usize, Wrong> {
    let quote = list.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else { return Ok(list.find(',').unwrap_or(list.len())) };
    let mut is_escaped = false;
    let mut closed = None;
    for (at, c) in list.char_indices().skip(1) {
        match c {
            ',' if closed.is_some() => return Ok(at),
            '\\' if quote == '"' && !is_escaped => {
                is_escaped = true;
                continue;
            }
            c if c == quote && !is_escaped => {
                closed = if closed.is_some() { None } else { Some(at) }
            }
            _ => {}
        }
        is_escaped = false;
    }
    closed.map(|_| list.len()).ok_or(Wrong::Quote)
}

fn scalar(text: &str) -> Result<String, Wrong> {
    let Some(first) = text.chars().next() else { return Ok(String::new()) };
    match first {
        '"' => {
            let inner = text[1..].strip_suffix('"').ok_or(Wrong::Quote)?;
            let mut value = String::with_capacity(inner.len());
            let mut chars = inner.chars();
            while let Some(c) = chars.next() {
                match c {
                    '\\' => match chars.next() {
                        Some(escaped @ ('"' | '\\')) => value.push(escaped),
                        _ => return Err(Wrong::Quote),
                    },
                    '"' => return Err(Wrong::Quote),
                    c => value.push(c),
                }
            }
            Ok(value)
        }
        '\'' => {
            let inner = text[1..].strip_suffix('\'').ok_or(Wrong::Quote)?;
            let value = inner.replace("''", "\0");
            if value.contains('\'') { Err(Wrong::Quote) } else { Ok(value.replace('\0', "'")) }
        }
        '&' | '*' | '!' | '|' | '>' | '%' | '@' | '`' | '{' | '}' | '[' | ']' => {
            Err(Wrong::Unquoted(first))
        }
        _ => Ok(text.to_owned()),
    }
}

fn date((line, text): (usize, &str)) -> Result<String, CardError> {
    let is_date = crate::day::Day::parse(text).is_some();
    if is_date {
        Ok(text.to_owned())
    } else {
        Err(CardError::at(line, Wrong::Date(text.chars().take(40).collect())))
    }
}

/// Whether `id` can name a card.
pub(crate) fn is_id(id: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    (1..=80).contains(&id.len()) && id.split('-').all(is_part)
}

//! A file of settings in TOML.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Settings;
use super::error::SettingsError;
use super::nearest::nearest;
use super::table::{Given, Kind, SETTINGS, Setting};
use crate::bounded_file;

/// Sets what the file at `path` sets. A name that is no setting is refused: it would be missed.
pub(super) fn apply(path: &Path, settings: &mut Settings) -> Result<(), SettingsError> {
    let file = path.display().to_string();
    let text = bounded_file::read(path)
        .map_err(|source| SettingsError::Read { file: file.clone(), source })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    set(&text, folder, settings).map_err(|(at, what)| {
        let before = text.get(..at).unwrap_or(&text);
        SettingsError::Line { file, line: before.matches('\n').count() + 1, what }
    })
}

/// The table of what `wrap --listen` serves.
pub(crate) const SERVERS: &str = "servers";

/// Where in the text a fault is, and what it is.
type Fault = (usize, String);

fn set(text: &str, folder: &Path, settings: &mut Settings) -> Result<(), Fault> {
    let table = DeTable::parse(text).map_err(|error| {
        (error.span().map_or(0, |span| span.start), error.message().replace('\n', ", "))
    })?;
    for (name, value) in table.get_ref() {
        if name.get_ref().as_ref() == SERVERS {
            // For `wrap --listen`, which reads them.
            continue;
        }
        let setting = SETTINGS.iter().find(|setting| setting.name == name.get_ref().as_ref());
        let setting = setting.ok_or_else(|| (name.span().start, unknown(name.get_ref())))?;
        let words = words(setting, value)?;
        let plain: Vec<String> = words.iter().map(|(_, word)| word.clone()).collect();
        (setting.take)(settings, &Given { words: &plain, folder }).map_err(|wrong| {
            let span =
                words.get(wrong.index).map_or_else(|| value.span(), |(span, _)| span.clone());
            (span.start, format!("`{}`: {}", setting.name, wrong.what))
        })?;
    }
    Ok(())
}

fn unknown(name: &str) -> String {
    let near = nearest(name, SETTINGS.iter().map(|setting| setting.name));
    let hint = near.map_or_else(
        || {
            format!(
                "has: {}",
                SETTINGS.iter().map(|setting| setting.name).collect::<Vec<_>>().join(", ")
            )
        },
        |near| format!("did you mean `{near}`?"),
    );
    format!("no setting `{name}` ({hint})")
}

/// The words of `value` as they would stand behind the flag, each with its place.
fn words(
    setting: &Setting,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<(Range<usize>, String)>, Fault> {
    let refused = |value: &Spanned<DeValue<'_>>, expected: &str| {
        let got = match value.get_ref() {
            DeValue::Array(_) => "a list",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Float(_) => "a fraction",
            DeValue::Integer(_) => "a number",
            DeValue::String(_) => "a text",
            DeValue::Table(_) => "a table",
        };
        (value.span().start, format!("`{}` has {got} where {expected} belongs", setting.name))
    };
    let one = |word: String| Ok(vec![(value.span(), word)]);
    match (setting.kind, value.get_ref()) {
        (Kind::Number | Kind::Time, DeValue::Integer(number)) if number.radix() == 10 => {
            one(number.as_str().to_owned())
        }
        (Kind::Time, DeValue::Float(number)) => one(number.as_str().to_owned()),
        (Kind::Switch, DeValue::Boolean(flag)) => one(flag.to_string()),
        (Kind::List | Kind::Text | Kind::Time, DeValue::String(text)) => {
            one(text.clone().into_owned())
        }
        (Kind::List, DeValue::Array(items)) => {
            let items = items.iter().map(|item| match item.get_ref() {
                DeValue::String(text) => Ok((item.span(), text.clone().into_owned())),
                _ => Err(refused(item, "a text")),
            });
            items.collect()
        }
        (Kind::Table, DeValue::Table(members)) => {
            let members = members.iter().map(|(name, member)| match member.get_ref() {
                DeValue::String(text) => Ok((name.span(), format!("{}={text}", name.get_ref()))),
                _ => Err(refused(member, "a text")),
            });
            members.collect()
        }
        (kind, _) => Err(refused(value, expected(kind))),
    }
}

fn expected(kind: Kind) -> &'static str {
    match kind {
        Kind::List => "a list of texts",
        Kind::Number => "a whole number",
        Kind::Switch => "true or false",
        Kind::Table => "a table",
        Kind::Text => "a text",
        Kind::Time => "a time such as \"10s\"",
    }
}

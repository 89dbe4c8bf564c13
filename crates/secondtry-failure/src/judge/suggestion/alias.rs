//! Other names of the same thing: units of measure, sizes, kinds of files, currencies, languages, countries.
//!
//! A word may have several meanings (`pounds`); the choices on offer decide, and where they leave two, none is meant.

mod words;

use self::words::{COUNTRIES, CURRENCIES, LANGUAGES, WORDS};

/// What an argument is the code of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Country,
    Currency,
    Language,
}

impl Field {
    /// What an argument of that name and description is the code of.
    pub(super) fn of(name: &str, description: Option<&str>) -> Option<Self> {
        let words = format!("{name} {}", description.unwrap_or_default()).to_lowercase();
        let is = |word: &str| words.contains(word);
        match (is("country"), is("currency"), is("language") || is("locale")) {
            (true, false, false) => Some(Self::Country),
            (false, true, false) => Some(Self::Currency),
            (false, false, true) => Some(Self::Language),
            _ => None,
        }
    }

    fn groups(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Country => COUNTRIES,
            Self::Currency => CURRENCIES,
            Self::Language => LANGUAGES,
        }
    }
}

/// Returns the one of `known` that is another name of what `given` names.
pub(super) fn alias<'k>(given: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let given = fold(given);
    let groups: Vec<&[&str]> = [WORDS, CURRENCIES, LANGUAGES, COUNTRIES]
        .into_iter()
        .flatten()
        .copied()
        .filter(|group| group.contains(&given.as_str()))
        .collect();
    if groups.is_empty() {
        return None;
    }
    let mut meant = known.filter(|name| {
        let name = fold(name);
        groups.iter().any(|group| group.contains(&name.as_str()))
    });
    meant.next().filter(|_| meant.next().is_none())
}

/// Returns the other names of the only `field` that `given` names, in small letters.
pub(super) fn others(given: &str, field: Field) -> Vec<String> {
    let given = fold(given);
    let mut groups = field.groups().iter().filter(|group| group.contains(&given.as_str()));
    match (groups.next(), groups.next()) {
        (Some(group), None) => {
            group.iter().filter(|name| **name != given).map(|name| (*name).to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

fn fold(name: &str) -> String {
    if name.len() > LONGEST {
        return String::new();
    }
    let kept = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | '.'));
    kept.flat_map(char::to_lowercase).collect()
}

const LONGEST: usize = 40;

//! Replaces what looks like a secret before anything is written.

use std::borrow::Cow;

use serde_json::Value;

use crate::judge::facts::{MASKED, without_secrets};

#[cfg(test)]
mod tests;

/// Whether secrets are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mask {
    /// Each secret gives way to a mark.
    #[default]
    Hide,
    /// Everything is written as it came, because the user asked for it.
    Show,
}

impl Mask {
    /// `text` as it may be written.
    pub fn text(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Hide => without_secrets(text),
            Self::Show => Cow::Borrowed(text),
        }
    }

    /// `value` as it may be written: every string in it, and every member whose name says that it is a secret.
    #[must_use]
    pub fn value(self, value: &Value) -> Value {
        if self == Self::Show {
            return value.clone();
        }
        match value {
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(key, member)| match member {
                    Value::String(text) if !text.is_empty() && names_a_secret(key) => {
                        (key.clone(), MASKED.into())
                    }
                    _ => (self.text(key).into_owned(), self.value(member)),
                })
                .collect(),
            Value::String(text) => self.text(text).into_owned().into(),
            Value::Bool(_) | Value::Null | Value::Number(_) => value.clone(),
        }
    }
}

fn names_a_secret(key: &str) -> bool {
    let key: String =
        key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    SECRET_NAMES.contains(&key.as_str())
}

/// Member names, letters and digits only, whose value is a secret whatever it looks like.
const SECRET_NAMES: [&str; 14] = [
    "accesstoken",
    "apikey",
    "apisecret",
    "authorization",
    "bearertoken",
    "clientsecret",
    "idtoken",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "refreshtoken",
    "secret",
    "secretkey",
];

//! The name of a question that only who asked it knows.

use std::fmt;

use super::StoreError;

/// The name of a question: 128 bits that nobody can guess, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(String);

impl Handle {
    pub(super) fn random() -> Result<Self, StoreError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::Random(error.into()))?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Reads a handle; `None` where the text cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        let is_handle = text.len() == 32
            && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        is_handle.then(|| Self(text.to_owned()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

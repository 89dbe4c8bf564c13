//! The texts in `cards/`, by file name.

pub(super) const TEXTS: &[(&str, &str)] = &[];

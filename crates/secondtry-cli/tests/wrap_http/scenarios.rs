//! Whole conversations.

pub(crate) fn all() -> Vec<(&'static str, fn())> {
    vec![]
}

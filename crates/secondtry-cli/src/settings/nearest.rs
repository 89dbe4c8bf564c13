//! The name that was meant, perhaps.

/// The one of `names` that is most like `name`, if any is.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = names.map(|known| (strsim::normalized_damerau_levenshtein(name, known), known));
    near.max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness > 0.6)
        .map(|(_, nearest)| nearest)
}

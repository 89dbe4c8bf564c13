//! A file of variables, as `envFile` names one.

#[cfg(test)]
mod tests;

/// The variables of `text` in order: `NAME=value`, with or without `export` and quotes; `#` begins a comment. A line
/// that is none of this is passed over, as clients do.
pub(super) fn variables(text: &str) -> impl Iterator<Item = (&str, String)> {
    text.lines().filter_map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("export ").unwrap_or(line);
        let (name, value) = line.split_once('=')?;
        let name = name.trim();
        let is_name = !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        is_name.then(|| (name, unquoted(value.trim())))
    })
}

fn unquoted(value: &str) -> String {
    for quote in ['"', '\''] {
        let inner = value.strip_prefix(quote).and_then(|rest| rest.split_once(quote));
        if let Some((inner, rest)) = inner
            && (rest.trim().is_empty() || rest.trim_start().starts_with('#'))
        {
            return if quote == '"' { inner.replace("\\n", "\n") } else { inner.to_owned() };
        }
    }
    // A `#` inside a value, as in a colour or a password, is none.
    value.split_once(" #").map_or(value, |(value, _)| value.trim_end()).to_owned()
}

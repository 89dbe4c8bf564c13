//! The name that was meant: the same in other letters, or the only one that is a slip away.

/// Returns the one of `known` that `given` means: equal but for case, spaces and separators, or else the only one within
/// a slip or two of the keyboard.
pub(crate) fn nearest<'k>(given: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    if given.len() > LONGEST {
        return None;
    }
    let known: Vec<&str> =
        known.filter(|name| name.len() <= LONGEST && *name != given).take(MOST).collect();
    let folded = fold(given);
    if folded.is_empty() {
        return None;
    }
    let mut alike = known.iter().filter(|name| fold(name) == folded);
    match (alike.next(), alike.next()) {
        (Some(only), None) => return Some(only),
        (Some(_), Some(_)) => return None,
        (None, _) => (),
    }
    let slips = allowed_slips(&folded)?;
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|name| (distance(&folded, &fold(name)), name))
        .filter(|(distance, _)| *distance <= slips)
        .collect();
    near.sort_unstable();
    match near.as_slice() {
        [(_, only)] => Some(only),
        // A second that is as near leaves doubt.
        [(first, best), (second, _), ..] if first < second => Some(best),
        _ => None,
    }
}

/// Returns the only one of `known` that `given` is the beginning of.
pub(super) fn begun<'k>(given: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let folded = fold(given);
    if !(SHORTEST_BEGINNING..=LONGEST).contains(&folded.len())
        || !folded.chars().all(char::is_alphabetic)
    {
        return None;
    }
    let mut found = known.take(MOST).filter(|name| fold(name).starts_with(&folded));
    found.next().filter(|_| found.next().is_none())
}

/// Short names and names with digits differ from each other by a letter on purpose.
fn allowed_slips(name: &str) -> Option<usize> {
    if name.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match name.chars().count() {
        0..=3 => None,
        4..=6 => Some(1),
        _ => Some(2),
    }
}

fn fold(name: &str) -> String {
    let kept = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | '.'));
    kept.flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, substitutions and swaps of neighbours, each counted once (optimal string alignment).
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, c) in one.iter().enumerate() {
        let mut here = Vec::with_capacity(above.len());
        here.push(row + 1);
        for (column, d) in other.iter().enumerate() {
            let change = above[column] + usize::from(c != d);
            let mut best = change.min(above[column + 1] + 1).min(here[column] + 1);
            let is_swap =
                row > 0 && column > 0 && one[row - 1] == *d && other[column - 1] == *c && c != d;
            if is_swap {
                best = best.min(before[column - 1] + 1);
            }
            here.push(best);
        }
        before = std::mem::replace(&mut above, here);
    }
    above.last().copied().unwrap_or_default()
}

/// Shorter words are words of their own.
const SHORTEST_BEGINNING: usize = 4;

/// Longer names are not compared, in bytes.
const LONGEST: usize = 100;

/// So many names are compared.
const MOST: usize = 500;

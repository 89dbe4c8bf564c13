//! Matches the small patterns of our own schemas: `^`, literals and classes with a count, `$`.

/// Whether the whole of `text` keeps `pattern`. Each part takes as many characters as it may: no pattern of ours needs to go back.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let mut rest = pattern.trim_start_matches('^').trim_end_matches('$');
    let mut text = text.chars().peekable();
    while let Some(first) = rest.chars().next() {
        let (class, after) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((class, after)) => (class.to_owned(), after),
            None => (first.to_string(), &rest[first.len_utf8()..]),
        };
        let (least, most, after) = count(after);
        let mut taken = 0;
        while taken < most && text.next_if(|letter| holds(&class, *letter)).is_some() {
            taken += 1;
        }
        if taken < least {
            return false;
        }
        rest = after;
    }
    text.next().is_none()
}

/// Reads `{4}`, `{1,3}` or nothing, which is once.
fn count(rest: &str) -> (usize, usize, &str) {
    let Some((count, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
        return (1, 1, rest);
    };
    let (least, most) = count.split_once(',').unwrap_or((count, count));
    (least.parse().unwrap_or(1), most.parse().unwrap_or(usize::MAX), after)
}

/// Whether a class such as `A-Z0-9` holds `letter`.
fn holds(class: &str, letter: char) -> bool {
    let letters: Vec<char> = class.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let ranged = letters.get(at + 1) == Some(&'-') && at + 2 < letters.len();
        let last = if ranged { letters[at + 2] } else { letters[at] };
        if (letters[at]..=last).contains(&letter) {
            return true;
        }
        at += if ranged { 3 } else { 1 };
    }
    false
}

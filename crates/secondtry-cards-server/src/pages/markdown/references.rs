//! Finds what names an issue or a pull request of a repository on GitHub, as `owner/repository#7`.

use std::ops::Range;

/// A reference in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) place: Range<usize>,
    /// GitHub leads on to the pull request, where it is one.
    pub(super) url: String,
}

/// Every reference in `text`, in order.
pub(super) fn find(text: &str) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    for (at, _) in text.match_indices('#') {
        // What follows a number directly belongs to it, so that no two references overlap.
        let begin = found.last().map_or(0, |last| last.place.end);
        if let Some(reference) = around(text, at)
            && (found.is_empty() || reference.place.start > begin)
        {
            found.push(reference);
        }
    }
    found
}

fn around(text: &str, hash: usize) -> Option<Reference> {
    let digits = text[hash + 1..].bytes().take_while(u8::is_ascii_digit).count();
    let name = text[..hash].bytes().rev().take_while(|byte| is_of_name(*byte)).count();
    let place = hash - name..hash + 1 + digits;
    let (owner, repository) = text[place.start..hash].split_once('/')?;
    let is_reference = (1..=9).contains(&digits)
        && !owner.is_empty()
        && !repository.is_empty()
        && !repository.contains('/')
        // Neither of them goes up a folder.
        && !owner.starts_with('.')
        && !repository.starts_with('.');
    let number = &text[hash + 1..place.end];
    is_reference.then(|| Reference {
        url: format!("https://github.com/{owner}/{repository}/issues/{number}"),
        place,
    })
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_./".contains(&byte)
}

//! The headings of the second level and what stands under each.

use std::ops::Range;

use super::{CardError, HEADINGS, Kind, Section, Wrong};

/// Splits `body` at its headings. A `## ` inside a fenced block is none.
pub(super) fn split(source: &str, body: Range<usize>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut fence: Option<(u8, usize)> = None;
    let mut at = body.start;
    for raw in source[body.clone()].split_inclusive('\n') {
        let begin = at;
        at += raw.len();
        let line = raw.trim_end();
        let marks = fence_marks(line);
        match (fence, marks) {
            (None, Some((mark, count, _))) => fence = Some((mark, count)),
            (Some((open, least)), Some((mark, count, rest)))
                if mark == open && count >= least && rest.is_empty() =>
            {
                fence = None;
            }
            (None, None) => {
                if let Some(heading) = line.strip_prefix("## ") {
                    if let Some(last) = sections.last_mut() {
                        last.text.end = begin;
                    }
                    let from = begin + 3;
                    sections
                        .push(Section { heading: from..from + heading.len(), text: at..body.end });
                }
            }
            (Some(_), _) => {}
        }
    }
    sections
}

/// The mark of a fence, how often it stands, and what follows it.
fn fence_marks(line: &str) -> Option<(u8, usize, &str)> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let rest = &line[indent..];
    let mark = *rest.as_bytes().first()?;
    if indent > 3 || !matches!(mark, b'`' | b'~') {
        return None;
    }
    let count = rest.bytes().take_while(|b| *b == mark).count();
    let info = rest[count..].trim();
    let is_fence = count >= 3 && !(mark == b'`' && info.contains('`'));
    is_fence.then_some((mark, count, info))
}

/// Whether the headings are those of a card, in order, each once.
pub(super) fn check(
    source: &str,
    kind: Kind,
    sections: &[Section],
    body: usize,
) -> Result<(), CardError> {
    if kind == Kind::Guide {
        return Ok(());
    }
    let mut next = 0;
    let mut seen: Vec<&str> = Vec::new();
    for section in sections {
        let heading = source[section.heading.clone()].trim();
        let fail = |wrong| Err(CardError::at(line_of(source, section.heading.start), wrong));
        if seen.contains(&heading) {
            return fail(Wrong::Doubled(format!("## {}", shown(heading))));
        }
        seen.push(heading);
        match HEADINGS.iter().position(|known| *known == heading) {
            Some(at) if at == next => next += 1,
            Some(at) if at > next => {
                return fail(Wrong::HeadingOrder {
                    heading: shown(heading),
                    before: HEADINGS[next].to_owned(),
                });
            }
            None if next < HEADINGS.len() => {
                return fail(Wrong::HeadingOrder {
                    heading: shown(heading),
                    before: HEADINGS[next].to_owned(),
                });
            }
            Some(_) | None => {}
        }
    }
    match HEADINGS.get(next) {
        Some(heading) => Err(CardError::at(
            line_of(source, body.saturating_sub(1)),
            Wrong::MissingHeading { heading },
        )),
        None => Ok(()),
    }
}

fn shown(heading: &str) -> String {
    heading.chars().take(60).collect()
}

/// The line, from 1, in which the byte `at` stands.
pub(super) fn line_of(source: &str, at: usize) -> usize {
    source[..at].matches('\n').count() + 1
}

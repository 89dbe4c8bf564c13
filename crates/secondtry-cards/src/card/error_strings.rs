//! What a failing program says: the items of the section "Error strings".

use super::sections::line_of;
use super::{CardError, HEADINGS, Kind, MAX_ERROR_STRING, MAX_ERROR_STRINGS, Section, Wrong};

/// Reads the items; each is a code span, alone or with words behind it.
pub(super) fn read(
    source: &str,
    kind: Kind,
    sections: &[Section],
) -> Result<Vec<String>, CardError> {
    let is_here = |section: &&Section| source[section.heading.clone()].trim() == HEADINGS[0];
    let Some(section) = sections.iter().find(is_here).filter(|_| kind != Kind::Guide) else {
        return Ok(Vec::new());
    };
    let mut strings = Vec::new();
    let first = line_of(source, section.text.start);
    for (index, line) in source[section.text.clone()].lines().enumerate() {
        let Some(item) = line.strip_prefix("- ") else { continue };
        let fail = |wrong| CardError::at(first + index, wrong);
        let string = code_span(item.trim()).ok_or_else(|| fail(Wrong::ErrorStringSpan))?;
        if string.len() > MAX_ERROR_STRING {
            return Err(fail(Wrong::ErrorStringLength { bytes: string.len() }));
        }
        if strings.len() == MAX_ERROR_STRINGS {
            return Err(fail(Wrong::ErrorStrings(strings.len() + 1)));
        }
        strings.push(string.to_owned());
    }
    Ok(strings)
}

/// The code span at the start of `text`, as `CommonMark` reads it.
fn code_span(text: &str) -> Option<&str> {
    let ticks = text.len() - text.trim_start_matches('`').len();
    if ticks == 0 {
        return None;
    }
    let inner = &text[ticks..];
    let mut at = 0;
    loop {
        let open = at + inner[at..].find('`')?;
        let run = inner.len() - open - inner[open..].trim_start_matches('`').len();
        if run == ticks {
            let span = &inner[..open];
            let is_padded = span.len() > 2
                && span.starts_with(' ')
                && span.ends_with(' ')
                && !span.trim().is_empty();
            let span = if is_padded { &span[1..span.len() - 1] } else { span };
            return (!span.trim().is_empty()).then_some(span);
        }
        at = open + run;
    }
}

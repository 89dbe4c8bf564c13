//! Stack traces of the common runtimes: the frames go, what the exception said stays.

use std::sync::LazyLock;

use regex::Regex;

use super::super::pattern::compiled;

/// `text` without the frames of stack traces, and without the class of the exception in front of its words.
pub(super) fn without_frames(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        if let Some(rest) = REST.find(line) {
            push(&mut kept, line[..rest.start()].trim_end_matches([' ', ':']));
            break;
        }
        if let Some(start) = line.find(PYTHON) {
            push(&mut kept, line[..start].trim_end_matches([' ', ':']));
            is_inside = true;
            continue;
        }
        let is_frame_of_python =
            is_inside && (line.starts_with([' ', '\t']) || line.trim().is_empty());
        if is_frame_of_python || FRAME.is_match(line) {
            continue;
        }
        let line = PANIC.replace(line, "");
        push(&mut kept, CLASS.replace(&line, "").as_ref());
        is_inside = false;
    }
    kept.join("\n")
}

fn push(kept: &mut Vec<String>, line: &str) {
    let is_told = kept.iter().any(|known| known == line);
    if !line.trim().is_empty() && !is_told {
        kept.push(line.to_owned());
    }
}

const PYTHON: &str = "Traceback (most recent call last)";

/// From here on there is nothing but frames.
static REST: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"\bgoroutine \d+ \[|\bstack backtrace:|\bnote: run with `RUST_BACKTRACE")
});

static FRAME: LazyLock<Regex> = LazyLock::new(|| {
    compiled(concat!(
        r#"^\s+at \S|^\s*at \S+ ?\(.*\)\s*$|^\s*at .*:\d+(?::\d+)?\)?\s*$|^\s*File ".*", line \d+"#,
        r"|^\s*\.\.\. \d+ (?:more|common frames)|^During handling of the above exception|^The above exception was the direct cause",
        r"|^\s*\^+\s*$|^\s*from .*:\d+:in ",
    ))
});

static PANIC: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:thread '[^']*'(?: \(\d+\))? panicked at (?:[^\s:]+:\d+:\d+:?\s*)?|panic: |Caused by: )",
    )
});

/// The class of an exception, where words follow it.
static CLASS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^\s*(?:(?:Error|Exception): )?(?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*(?:Error|Exception|Fault|Timeout)(?: \[\w+\])?: ",
    )
});

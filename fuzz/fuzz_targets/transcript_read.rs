//! Any bytes are a transcript. Written and read again it is the same, and judging it goes through.
#![no_main]

use std::mem::discriminant;

use libfuzzer_sys::fuzz_target;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::transcript::write::line;
use secondtry_fuzz::{report_on, same, transcript};
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let read = transcript(bytes);
    let lines: Vec<String> = read.entries.iter().map(|entry| line(entry, Mask::Show)).collect();
    let again = transcript(lines.join("\n").as_bytes());
    assert_eq!(again.entries.len(), read.entries.len(), "{lines:#?}");
    for (entry, again) in read.entries.iter().zip(&again.entries) {
        assert_eq!(discriminant(&entry.what), discriminant(&again.what), "{entry:?}\n{again:?}");
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("a line is JSON");
        assert!(same(&value(&line(entry, Mask::Show)), &value(&line(again, Mask::Show))), "{entry:?}\n{again:?}");
    }
    let first = report_on(&read);
    let second = report_on(&again);
    assert_eq!(codes(&first), codes(&second), "{lines:#?}");
});

fn codes(report: &secondtry_failure::report::Report) -> Vec<(usize, &'static str, Option<&str>)> {
    let findings = report.findings();
    findings.map(|(run, finding)| (run, finding.rule.code, finding.tool.as_deref())).collect()
}

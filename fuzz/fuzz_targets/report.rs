//! A report on any transcript can be written in every format, and what is written is what the format asks for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::text::Colour;
use secondtry_failure::report::{json, text};
use secondtry_fuzz::{report_on, transcript};
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let report = report_on(&transcript(bytes));
    for mask in [Mask::Hide, Mask::Show] {
        let written = json::write(&report, mask);
        let read: Value = serde_json::from_str(&written).expect("the JSON report is JSON");
        assert_eq!(read["report"], 1);
        for colour in [Colour::Off, Colour::On] {
            let written = text::write(&report, colour, mask);
            let may_stand =
                |c: char| c == '\n' || !c.is_control() || colour == Colour::On && c == '\x1b';
            assert!(written.chars().all(may_stand), "{written:?}");
        }
    }
});

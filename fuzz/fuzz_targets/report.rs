//! A report on any transcript can be written in every format, and what is written is what the format asks for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quick_xml::Reader;
use quick_xml::events::Event;
use secondtry_failure::report::Report;
use secondtry_failure::report::baseline::Baseline;
use secondtry_failure::report::format::Format;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::text::Colour;
use secondtry_fuzz::{report_on, transcript};
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = Baseline::read(&String::from_utf8_lossy(bytes)) {
        assert!(!why.to_string().is_empty());
    }
    let mut report = report_on(&transcript(bytes));
    check(&report);
    let baseline = Baseline::default().updated(&report);
    let read = Baseline::read(&baseline.write()).expect("a baseline reads what it writes");
    assert_eq!(read.write(), baseline.write());
    report.baseline = Some(read);
    check(&report);
    assert!(report.findings().all(|(_, finding)| report.is_known(finding)));
});

fn check(report: &Report) {
    for format in Format::ALL {
        for mask in [Mask::Hide, Mask::Show] {
            let written = format.write(report, Colour::Off, mask);
            match format {
                Format::Json => assert_eq!(json(&written)["report"], 1),
                Format::Sarif => assert_eq!(json(&written)["version"], "2.1.0"),
                Format::Junit => xml(&written),
                Format::Github | Format::Html | Format::Markdown | Format::Text => {
                    assert!(written.chars().all(|c| c == '\n' || !c.is_control()), "{written:?}");
                }
                other => panic!("nothing is known of {other:?}"),
            }
        }
    }
    Format::Text.write(report, Colour::On, Mask::Hide);
}

fn json(written: &str) -> Value {
    serde_json::from_str(written).expect("JSON")
}

fn xml(written: &str) {
    let mut reader = Reader::from_str(written);
    reader.config_mut().check_comments = true;
    loop {
        match reader.read_event().unwrap_or_else(|why| panic!("{why}: {written}")) {
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    attribute.unwrap_or_else(|why| panic!("{why}: {written}"));
                }
            }
            Event::Eof => return,
            _ => (),
        }
    }
}

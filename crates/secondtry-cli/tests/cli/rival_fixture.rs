//! A plain server with six faults, one a tool, and one tool that is right.
//!
//! Other checkers were run against the like of it: none found more than four of the six, and three blamed the right tool.

use std::collections::BTreeSet;

use crate::watched::{assert_nobody_left, check, end, hostile, mark, start};

#[test]
fn each_of_six_faults_is_found_under_its_tool() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let mark = mark();
        let mut command = check();
        command.args(["--report", "json", "--protocol", revision]);
        let ended = end(start(hostile(&mut command, "six_faults", &mark)));
        assert_nobody_left(&mark);
        let report = ended.report();
        let findings = report["findings"].as_array().expect("a list").iter();
        let found: BTreeSet<(&str, &str)> = findings
            .filter_map(|finding| Some((finding["tool"].as_str()?, finding["rule"].as_str()?)))
            .collect();
        for fault in FAULTS {
            assert!(found.contains(&fault), "{revision}: {fault:?} is not in {found:?}");
        }
        let of_the_right = found.iter().filter(|(tool, _)| *tool == "conform");
        assert_eq!(of_the_right.count(), 0, "{revision}: {found:?}");
        assert_eq!((ended.code(), report["complete"].as_bool()), (Some(1), Some(true)));
    }
}

const FAULTS: [(&str, &str); 6] = [
    ("hidden", "failure-without-is-error"),
    ("leaky", "internals-in-message"),
    ("noisy", "stdout-not-protocol"),
    ("opaque", "no-reason-given"),
    ("proto", "input-error-as-protocol-error"),
    ("silent", "invalid-arguments-accepted"),
];

//! Servers whose lists of tools are bombs, circles or nonsense.

use std::collections::BTreeSet;
use std::net::TcpListener;

use super::{assert_found, finds, found, refuses, run, skipped};
use crate::watched::{assert_nobody_left, check, end, hostile, mark, start};

#[test]
fn lists_that_are_none_are_told() {
    for (name, words) in [
        ("lists_no_array", "`tools` is {"),
        ("lists_a_deeply_nested_schema", "not every reader takes it"),
        ("lists_half_a_surrogate_pair", "not every reader takes it"),
        ("lists_numbers_out_of_range", "not every reader takes it"),
    ] {
        refuses(name, words);
    }
}

#[test]
fn odd_entries_of_a_list_are_left_out() {
    finds("lists_nothing", &[]);
    let report = finds("lists_no_objects", &[]);
    assert_eq!(skipped(&report), ["no name that is a string"; 5]);
    let report = finds("lists_names_that_are_no_strings", &[]);
    assert_eq!(skipped(&report), ["no name that is a string"; 5]);
    finds("lists_names_twice", &["tool-name-duplicate"]);
}

#[test]
fn lists_without_an_end_are_cut() {
    let circle = "a cursor of tools/list came a second time";
    for name in ["lists_in_a_circle", "lists_one_page_for_ever"] {
        let ended = run(name);
        let report = ended.report();
        assert_eq!(report["complete"], true, "{name}");
        assert!(skipped(&report).contains(&circle), "{name}: {:?}", skipped(&report));
    }
    let ended = run("lists_cursors_that_are_no_strings");
    assert_eq!(ended.report()["complete"], true);
}

#[test]
fn list_of_endless_pages_is_cut() {
    let mark = mark();
    let mut command = check();
    command.args(["--report", "json", "--tool", "read_page_1"]);
    let ended = end(start(hostile(&mut command, "lists_without_end", &mark)));
    assert_nobody_left(&mark);
    assert!(skipped(&ended.report()).contains(&"tools/list had over 1000 pages"));
}

#[test]
fn one_of_ten_thousand_tools_is_checked() {
    let mark = mark();
    let mut command = check();
    command.args(["--report", "json", "--tool", "tool_77"]);
    let ended = end(start(hostile(&mut command, "lists_ten_thousand_tools", &mark)));
    assert_nobody_left(&mark);
    let report = ended.report();
    assert_eq!(found(&report), BTreeSet::new());
    assert_eq!((&report["complete"], &report["summary"]["tools"]), (&true.into(), &10_000.into()));
}

#[test]
fn schema_bombs_are_left_alone() {
    for name in [
        "lists_branching_schemas",
        "lists_a_huge_schema",
        "lists_five_thousand_properties",
        "lists_demands_of_size",
    ] {
        finds(name, &[]);
    }
}

#[test]
fn slow_patterns_do_not_stop_the_check() {
    let report = finds("lists_slow_patterns", &["input-schema-invalid"]);
    assert_found(&report, "input-schema-invalid", "read_9");
}

#[test]
fn circles_of_references_are_found() {
    let ended = run("lists_circular_references");
    let report = ended.report();
    assert_eq!(report["complete"], true);
    assert_found(&report, "input-schema-invalid", "read_0");
}

#[test]
fn schemas_that_are_none_are_found() {
    let report = run("lists_schemas_that_are_none").report();
    assert_found(&report, "input-schema-invalid", "read_2");
}

#[test]
fn references_to_files_are_not_read() {
    let report = finds("lists_references_to_files", &["ref-unresolvable"]);
    assert!(!report.to_string().contains("root:"), "{report}");
}

#[test]
fn references_to_the_network_are_not_fetched() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.set_nonblocking(true).expect("a socket");
    let address = listener.local_addr().expect("an address");
    for name in ["lists_references_to_the_network", "lists_dialects_on_the_network"] {
        let url = format!("http://{address}/{}", mark());
        let ended = end(start(hostile(check().args(["--report", "json"]), name, &url)));
        assert_nobody_left(&url);
        let report = ended.report();
        assert_eq!(report["complete"], true, "{name}");
        let error = listener.accept().expect_err("no connection");
        assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock, "{name}");
    }
}

#[test]
fn names_that_act_on_a_terminal_are_spelt_out() {
    for format in ["text", "markdown", "github", "junit", "sarif", "html", "json"] {
        let mark = mark();
        let mut command = check();
        command.args(["--report", format]);
        let ended = end(start(hostile(&mut command, "lists_control_characters", &mark)));
        assert_nobody_left(&mark);
        assert_eq!(ended.code(), Some(1), "{format}: {}", ended.stderr);
        let acts = |c: char| c != '\n' && c.is_control() || "\u{202e}\u{e0041}".contains(c);
        let place = ended.stdout.find(acts);
        let shown = place.map(|at| ended.stdout[..at].lines().last().unwrap_or_default());
        assert_eq!(shown, None, "{format}");
        assert!(!ended.stdout.contains("\n::error::c"), "{format}");
    }
}

#[test]
fn plan_spells_out_names_that_act_on_a_terminal() {
    let mark = mark();
    let ended = end(start(hostile(check().arg("--plan"), "lists_control_characters", &mark)));
    assert_nobody_left(&mark);
    assert!(!ended.stdout.contains(|c| "\u{1b}\u{202e}\0\r".contains(c)), "{:?}", ended.stdout);
}

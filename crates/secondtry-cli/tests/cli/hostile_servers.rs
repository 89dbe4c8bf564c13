//! The built program against servers that want it to break: each run ends in time with one clear line or a whole report,
//! and leaves nothing behind.

mod definitions;

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::watched::{Ended, assert_nobody_left, check, check_within, end, hostile, mark, start};

/// Checks a hostile server and sees that the program and all it started are gone in time.
fn run(name: &str) -> Ended {
    run_with(check(), name)
}

fn run_with(mut check: Command, name: &str) -> Ended {
    let mark = mark();
    let ended = end(start(hostile(check.args(["--report", "json"]), name, &mark)));
    assert_nobody_left(&mark);
    assert!(!ended.stderr.contains("panicked"), "{name}: {}", ended.stderr);
    ended
}

/// The program gives up, and says why in one line that has `words` in it.
fn refuses(name: &str, words: &str) {
    let ended = run(name);
    assert_eq!(ended.code(), Some(2), "{name}: {}", ended.stderr);
    assert_eq!(ended.stdout, "", "{name}");
    let line = ended.stderr.strip_suffix('\n').expect("a line");
    assert!(line.starts_with("secondtry: ") && line.contains(words), "{name}: {line}");
    assert!(!line.contains(char::is_control), "{name}: {line:?}");
}

/// The program carries its plan out, and breaks of just these rules are found, leaving advice aside.
fn finds(name: &str, expected: &[&str]) -> Value {
    finds_with(check(), name, expected)
}

fn finds_with(check: Command, name: &str, expected: &[&str]) -> Value {
    let ended = run_with(check, name);
    let report = ended.report();
    let rules: BTreeSet<String> = found(&report).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, expected.iter().map(ToString::to_string).collect(), "{name}");
    assert_eq!(report["complete"], true, "{name}");
    let has_errors = report["summary"]["findings"]["error"] != 0;
    assert_eq!(ended.code(), Some(i32::from(has_errors)), "{name}: {}", ended.stderr);
    assert_eq!(ended.stderr, "", "{name}");
    report
}

/// The rules broken, and the tools that break them; advice left aside.
fn found(report: &Value) -> BTreeSet<(String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let findings = report["findings"].as_array().expect("a list").iter();
    findings
        .filter(|finding| finding["level"] != "advice")
        .map(|finding| (text(&finding["rule"]).expect("a rule"), text(&finding["tool"])))
        .collect()
}

fn assert_found(report: &Value, rule: &str, tool: &str) {
    let found = found(report);
    assert!(found.contains(&(rule.to_owned(), Some(tool.to_owned()))), "{found:?}");
}

fn skipped(report: &Value) -> Vec<&str> {
    let skipped = report["summary"]["skipped"].as_array().expect("a list").iter();
    skipped.filter_map(|skipped| skipped["why"].as_str()).collect()
}

#[test]
fn server_that_exits_at_once_is_told() {
    refuses("exits_at_once", "ended at once with exit code 3");
    refuses(
        "exits_with_last_words",
        "its stderr ends with: Traceback (most recent call last): | ModuleNotFoundError: No module named 'weather'",
    );
}

#[test]
fn banner_before_the_protocol_is_found() {
    finds("prints_a_banner", &["stdout-not-protocol"]);
}

#[test]
fn program_that_speaks_no_mcp_is_told() {
    refuses("echoes", "sends back what it is sent");
    refuses("prints_prose", "its stdout ends with: Sorry, I did not understand that.");
    refuses("never_answers", "no answer to `initialize` within 4000 ms");
}

#[test]
fn http_greeting_on_stdout_is_found() {
    finds("greets_as_http", &["server-exited", "stdout-not-protocol"]);
}

#[test]
fn unusable_answer_to_initialize_is_told() {
    for (name, words) in [
        ("initialize_answered_with_garbage", "`result` is \"fish\", not an object"),
        ("initialize_answered_with_cut_json", "no answer to `initialize`"),
        ("initialize_answered_to_another_id", "no answer to `initialize`"),
        ("initialize_answered_with_an_error", "error -32603: licence expired\\u{1b}[2J renew it"),
        (
            "initialize_answered_with_a_number_as_revision",
            "`protocolVersion` is 20251125, not a string",
        ),
        (
            "initialize_answered_with_an_unknown_revision",
            "revision 2031-01-01\\u{1b}[31m, which is not known",
        ),
    ] {
        refuses(name, words);
    }
}

#[test]
fn slow_start_is_waited_for() {
    finds("starts_slowly", &[]);
}

#[test]
fn flood_of_lines_at_the_start_is_told() {
    refuses("floods_stdout", "its stdout ends with: all work and no play");
}

#[test]
fn flood_beside_the_work_is_found() {
    // The answers come behind the flood, which takes its time where other tests want the processor, too.
    finds_with(check_within("5s"), "floods_stdout_while_it_works", &["stdout-not-protocol"]);
    finds("floods_stderr", &[]);
}

#[test]
fn flood_on_a_call_is_found() {
    finds("floods_stdout_on_a_call", &["no-response", "stdout-not-protocol"]);
}

#[test]
fn line_without_an_end_is_found() {
    finds("pours_without_a_line_break", &["stdout-not-protocol"]);
}

#[test]
fn answer_over_the_limit_is_no_answer() {
    finds("answers_with_a_huge_line", &["no-response"]);
}

#[test]
fn answers_of_many_megabytes_fit_a_small_memory() {
    for name in ["answers_with_countless_items", "answers_with_a_long_line"] {
        let mark = mark();
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "ulimit -v 1200000; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_secondtry"),
        ]);
        command.args(["check", "--call-timeout", "3s", "--report", "json"]);
        let ended = end(start(hostile(&mut command, name, &mark)));
        assert_nobody_left(&mark);
        assert_eq!(ended.report()["complete"], true, "{name}: {}", ended.stderr);
        assert!(ended.stdout.len() < 2_000_000, "{name}: {}", ended.stdout.len());
    }
}

#[test]
fn answers_that_are_no_json_are_found() {
    let both = ["no-response", "stdout-not-protocol"];
    finds("answers_with_bytes_that_are_no_text", &both);
    finds("answers_with_zero_bytes", &both);
    finds("marks_every_line_with_a_byte_order", &both);
}

#[test]
fn byte_order_mark_at_the_start_is_found() {
    finds("begins_with_a_byte_order_mark", &["stdout-not-protocol"]);
}

#[test]
fn characters_that_act_are_data() {
    finds("answers_with_escaped_zero_bytes", &[]);
    finds("ends_lines_as_windows_does", &[]);
}

#[test]
fn answers_that_some_readers_refuse_are_found() {
    finds("answers_deeply_nested", &["ambiguous-envelope"]);
    finds("answers_with_half_a_surrogate_pair", &["ambiguous-envelope"]);
}

#[test]
fn answers_to_other_ids_are_found() {
    for name in [
        "answers_to_ids_of_another_type",
        "answers_to_fractional_ids",
        "answers_to_ids_that_are_objects",
    ] {
        finds(name, &["response-id-mismatch"]);
    }
    assert_found(&run("answers_to_foreign_ids").report(), "response-id-mismatch", "read_page");
}

#[test]
fn two_answers_to_one_call_are_found() {
    finds("answers_twice", &["ambiguous-envelope"]);
    finds("answers_a_thousand_times", &["ambiguous-envelope"]);
}

#[test]
fn late_answers_do_not_reach_later_calls() {
    let report = finds("answers_too_late", &["no-response"]);
    assert_eq!(skipped(&report), ["it left three calls without an answer"]);
}

#[test]
fn answers_to_notifications_are_no_answers_to_calls() {
    finds("answers_notifications", &[]);
    finds("answers_notifications_slowly", &["no-response"]);
}

#[test]
fn request_for_more_input_is_no_failure() {
    finds("asks_for_more_input", &[]);
}

#[test]
fn answers_of_every_wrong_shape_end_well() {
    let ended = run("answers_with_no_result_at_all");
    assert_eq!(ended.code(), Some(1));
    for rule in ["ambiguous-envelope", "content-missing"] {
        assert_found(&ended.report(), rule, "read_page");
    }
}

#[test]
fn server_stuck_in_a_call_is_started_again() {
    let report = finds("stops_in_one_tool", &["no-response"]);
    assert_eq!(found(&report).len(), 1);
    assert_found(&report, "no-response", "read_chapter");
    assert_eq!(skipped(&report), ["it left three calls without an answer"]);
}

#[test]
fn server_that_leaves_after_each_answer_is_checked() {
    let ended = run("leaves_after_every_answer");
    assert_eq!((ended.code(), ended.report()["complete"].as_bool()), (Some(1), Some(true)));
}

#[test]
fn floods_between_call_and_answer_are_no_answers() {
    finds("floods_notifications", &[]);
    finds("floods_requests", &[]);
    finds("asks_with_ids_of_the_client", &[]);
}

#[test]
fn requests_of_the_server_are_answered() {
    finds("waits_for_answers_to_its_own_requests", &[]);
}

#[test]
fn stubborn_servers_are_killed() {
    finds("ignores_the_end_of_its_input", &[]);
    let mark = mark();
    let mut command = check();
    command.args(["--report", "json", "--", "sh", "-c", "trap '' TERM; exec \"$0\" \"$@\""]);
    command.arg(crate::program::flawed_server());
    command.args(["hostile", "ignores_the_end_of_its_input", &mark]);
    let ended = end(start(&mut command));
    assert_nobody_left(&mark);
    assert_eq!((ended.code(), ended.report()["complete"].as_bool()), (Some(0), Some(true)));
}

#[test]
fn children_of_a_server_go_with_it() {
    finds("leaves_a_child", &[]);
    finds("leaves_a_child_on_a_call", &["server-exited"]);
    finds("leaves_a_child_that_floods", &["server-exited", "stdout-not-protocol"]);
}

/// Runs the hostile server up to its first call in a shell, which then runs `after` in its place.
fn then(after: &str) -> Value {
    let mark = mark();
    let script = format!("\"$0\" hostile leaves_at_the_first_call \"$1\"; {after}");
    let mut command = check();
    command.args(["--report", "json", "--", "sh", "-c", &script]);
    command.arg(crate::program::flawed_server()).arg(&mark);
    let ended = end(start(&mut command));
    assert_nobody_left(&mark);
    assert_eq!(ended.code(), Some(1), "{}", ended.stderr);
    ended.report()
}

#[test]
fn closed_output_of_a_living_server_is_no_response() {
    let report = then("exec >&- 2>&-; while :; do sleep 0.1; done");
    assert_found(&report, "no-response", "read_page");
}

#[test]
fn closed_input_of_a_living_server_is_no_response() {
    let report = then("exec <&-; while :; do sleep 0.1; done");
    assert_found(&report, "no-response", "read_page");
}

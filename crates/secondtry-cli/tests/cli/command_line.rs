//! The built program from the outside: exit codes, one line of error, output that pipes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::program::{flawed_server, secondtry};

fn run(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn judge(transcript: &str) -> Output {
    let mut child = secondtry()
        .args(["judge", "--report", "json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(transcript.as_bytes()).expect("room");
    child.wait_with_output().expect("an end")
}

#[test]
fn missing_program_is_told_in_one_line() {
    let output = run(secondtry().args(["check", "--", "no-such-program-zz"]));
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.starts_with("secondtry: cannot start `no-such-program-zz` (is it on PATH?)"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn program_that_ends_at_once_shows_its_last_words() {
    let output =
        run(secondtry().args(["check", "--", "sh", "-c", "echo broken import >&2; exit 7"]));
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("exit code 7") && said.contains("broken import"), "{said}");
}

#[test]
fn program_that_speaks_no_mcp_is_told() {
    let output = run(secondtry().args(["check", "--", "cat"]));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn wrong_usage_ends_with_two() {
    for arguments in [
        &["check"][..],
        &["check", "--protocol", "1999", "--", "x"],
        &["judge"],
        &["explain", "no-reason"],
    ] {
        let output = run(secondtry().args(arguments));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn unknown_rule_suggests_the_nearest() {
    let output = run(secondtry().args(["explain", "no-respnse"]));
    assert!(stderr(&output).contains("did you mean `no-response`?"), "{}", stderr(&output));
}

#[test]
fn explain_prints_a_page_for_each_rule_listed() {
    let list = run(secondtry().arg("explain"));
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(list.lines().count() >= 12, "{list}");
    for code in list.lines().filter_map(|line| line.split(' ').next()) {
        let page = run(secondtry().args(["explain", code]));
        let text = String::from_utf8_lossy(&page.stdout).into_owned();
        assert_eq!(page.status.code(), Some(0), "{code}");
        assert!(
            text.contains("## Fix") && text.contains("## Spec") && text.contains(code),
            "{code}: {text}"
        );
    }
}

#[test]
fn recording_judged_again_gives_the_same_findings() {
    let folder = std::env::temp_dir().join(format!("secondtry-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("transcript.jsonl");
    let checked = run(secondtry()
        .args(["check", "--call-timeout", "700ms", "--report", "json", "--record"])
        .arg(&file)
        .arg("--")
        .arg(flawed_server())
        .arg("all"));
    let judged = run(secondtry().args(["judge", "--report", "json"]).arg(&file));
    std::fs::remove_dir_all(&folder).expect("the folder is there");
    let member = |output: &Output, name: &str| {
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("a report")[name].clone()
    };
    for name in ["findings", "rules", "runs", "calls"] {
        assert_eq!(member(&checked, name), member(&judged, name), "{name}");
    }
    assert_eq!(member(&judged, "seed"), serde_json::Value::Null);
}

#[test]
fn transcript_without_a_call_is_nothing_to_judge() {
    let output = judge("starting up\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("nothing to judge"), "{}", stderr(&output));
}

#[test]
fn call_shows_channel_facts_and_rules() {
    let output = run(secondtry()
        .args(["call", "--tool", "plan_route", "--arguments", "{}", "--"])
        .arg(flawed_server())
        .arg("parameter_not_named"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(said.starts_with("channel  tool-execution-error\n"), "{said}");
    assert!(
        said.contains("parameter named: no") && said.contains("parameter-not-named (warning)"),
        "{said}"
    );
}

#[test]
fn reader_that_goes_away_is_no_error() {
    let program = env!("CARGO_BIN_EXE_secondtry");
    let output = run(Command::new("sh")
        .args(["-c", &format!("{program} explain no-response | head -n 1; exit $?")]));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn full_disk_is_told_with_the_file() {
    let output = run(secondtry().args(["judge", "--report", "json=/dev/full", "/dev/null"]));
    assert_eq!(output.status.code(), Some(2));
    let recorded = run(secondtry()
        .args(["check", "--call-timeout", "700ms", "--record", "/dev/full", "--"])
        .arg(flawed_server())
        .arg("clean"));
    assert_eq!(recorded.status.code(), Some(2));
    assert!(stderr(&recorded).contains("cannot write `/dev/full`"), "{}", stderr(&recorded));
}

#[test]
fn help_shows_examples() {
    for command in ["check", "call", "cards", "judge"] {
        let output = run(secondtry().args([command, "--help"]));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("Examples:\n  secondtry "), "{said}");
    }
}

//! The built program when something comes between: Ctrl-C, a full disk, a reader that goes, a file that is none.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::program::{flawed_server, secondtry};
use crate::watched::{Ended, Running, assert_nobody_left, check, end, hostile, mark, start};

fn interrupt(running: &Running) {
    send("INT", running);
}

fn send(signal: &str, running: &Running) {
    let kill = format!("kill -{signal} {}", running.child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("sh").success());
}

/// A file of this name that no other test has.
fn file(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("secondtry-interruption-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

/// Waits until the recording in `path` has `words` in it.
fn wait_for(path: &PathBuf, words: &str) {
    for _ in 0..1500 {
        if fs::read_to_string(path).is_ok_and(|text| text.contains(words)) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("`{words}` was not recorded");
}

fn run(command: &mut Command) -> Ended {
    let ended = end(start(command));
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    ended
}

fn assert_one_line(ended: &Ended, words: &str) {
    assert_eq!(ended.code(), Some(2), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    assert!(ended.stderr.contains(words), "{}", ended.stderr);
}

#[test]
fn interrupted_check_reports_what_it_found() {
    let (mark, record) = (mark(), file("interrupted.jsonl"));
    let mut command = secondtry();
    command.args(["check", "--call-timeout", "30s", "--report", "json", "--record"]).arg(&record);
    let running = start(hostile(&mut command, "stops_after_a_while", &mark));
    wait_for(&record, r#""name":"read_page""#);
    thread::sleep(Duration::from_secs(1));
    interrupt(&running);
    let ended = end(running);
    assert_nobody_left(&mark);
    assert_eq!(ended.code(), Some(130), "{}", ended.stderr);
    let report = ended.report();
    assert_eq!(report["complete"], false);
    let rules = report["findings"].as_array().expect("a list").iter();
    let rules: Vec<&str> = rules.filter_map(|finding| finding["rule"].as_str()).collect();
    assert!(rules.contains(&"no-reason-given"), "{rules:?}");
}

#[test]
fn interrupted_start_reports_nothing_found() {
    let (mark, record) = (mark(), file("start.jsonl"));
    let mut command = secondtry();
    command.args(["check", "--report", "json", "--record"]).arg(&record);
    let running = start(hostile(&mut command, "never_answers", &mark));
    thread::sleep(Duration::from_secs(1));
    interrupt(&running);
    let ended = end(running);
    assert_nobody_left(&mark);
    assert_eq!(ended.code(), Some(130), "{}", ended.stderr);
    let report = ended.report();
    assert_eq!((&report["complete"], &report["calls"]), (&false.into(), &serde_json::json!([])));
}

#[test]
fn termination_counts_as_an_interruption() {
    let mark = mark();
    let mut command = secondtry();
    command.args(["check", "--report", "json"]);
    let running = start(hostile(&mut command, "never_answers", &mark));
    thread::sleep(Duration::from_secs(1));
    send("TERM", &running);
    let ended = end(running);
    assert_nobody_left(&mark);
    assert_eq!((ended.code(), &ended.report()["complete"]), (Some(130), &false.into()));
}

#[test]
fn second_interruption_ends_at_once_and_leaves_nobody() {
    let mark = mark();
    let mut command = secondtry();
    command.args(["check", "--call-timeout", "30s", "--report", "json", "--", "sh", "-c"]);
    command.args(["trap '' TERM; \"$0\" \"$@\"; while :; do sleep 0.1; done"]).arg(flawed_server());
    command.args(["hostile", "ignores_the_end_of_its_input", &mark]);
    let running = start(&mut command);
    thread::sleep(Duration::from_secs(2));
    // A stubborn server makes the orderly end last six seconds.
    interrupt(&running);
    thread::sleep(Duration::from_millis(500));
    interrupt(&running);
    let ended = end(running);
    assert_nobody_left(&mark);
    assert_eq!((ended.code(), ended.stdout.as_str()), (Some(130), ""), "{}", ended.stderr);
}

#[test]
fn interrupted_call_leaves_nobody() {
    let mark = mark();
    let mut command = secondtry();
    command.args(["call", "--tool", "read_page"]);
    let running = start(hostile(&mut command, "never_answers", &mark));
    thread::sleep(Duration::from_secs(1));
    interrupt(&running);
    let ended = end(running);
    assert_nobody_left(&mark);
    assert_eq!((ended.code(), ended.stdout.as_str()), (Some(130), ""), "{}", ended.stderr);
}

#[test]
fn reader_of_a_report_that_goes_away_is_no_error() {
    let mark = mark();
    let script = format!(
        "{} check --call-timeout 700ms --report json -- {} hostile six_faults {mark} | head -c 10 >/dev/null; echo ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_secondtry"),
        flawed_server().display()
    );
    let ended = run(Command::new("bash").args(["-c", &script]));
    assert_nobody_left(&mark);
    assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("1\n", ""));
}

#[test]
fn report_to_a_full_disk_is_told() {
    for format in ["text", "json", "junit", "sarif", "markdown", "html", "github"] {
        let mark = mark();
        let mut command = check();
        command.args(["--report", &format!("{format}=/dev/full")]);
        let ended = run(hostile(&mut command, "lists_nothing", &mark));
        assert_nobody_left(&mark);
        assert_one_line(&ended, "cannot write `/dev/full`: ");
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux");
    let child = secondtry().arg("explain").stdout(full).stderr(Stdio::piped()).spawn();
    let output = child.expect("the program starts").wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("cannot write `standard output`"), "{said}");
}

#[test]
fn recording_to_a_full_disk_costs_no_report() {
    let mark = mark();
    let mut command = check();
    command.args(["--report", "json", "--record", "/dev/full"]);
    let ended = run(hostile(&mut command, "six_faults", &mark));
    assert_nobody_left(&mark);
    assert_one_line(&ended, "cannot write `/dev/full`: ");
    assert_eq!(ended.report()["complete"], true);
}

#[test]
fn transcript_that_cannot_be_read_is_told() {
    let folder = std::env::temp_dir();
    assert_one_line(&run(secondtry().arg("judge").arg(folder)), "cannot read `");
    let missing = file("missing.jsonl");
    assert_one_line(&run(secondtry().arg("judge").arg(missing)), "No such file");
    let closed = file("closed.jsonl");
    fs::write(&closed, "{}").expect("room");
    let mut permissions = fs::metadata(&closed).expect("a file").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0);
    fs::set_permissions(&closed, permissions).expect("a file of ours");
    // The superuser reads it all the same, and finds nothing in it.
    assert_eq!(run(secondtry().arg("judge").arg(closed)).code(), Some(2));
}

#[test]
fn bytes_that_are_no_transcript_are_nothing_to_judge() {
    let noise = file("noise");
    let mut state = 1_u64;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33).to_le_bytes()[0]
    })
    .take(2_000_000)
    .collect();
    fs::write(&noise, bytes).expect("room");
    assert_one_line(&run(secondtry().arg("judge").arg(noise)), "nothing to judge");
}

#[test]
fn empty_transcript_is_nothing_to_judge() {
    assert_one_line(&run(secondtry().args(["judge", "/dev/null"])), "nothing to judge");
    let empty = file("empty.jsonl");
    fs::write(&empty, "\n\n").expect("room");
    assert_one_line(&run(secondtry().arg("judge").arg(empty)), "nothing to judge");
}

#[test]
fn log_of_fifty_megabytes_is_judged() {
    let log = file("long.jsonl");
    let mut out = std::io::BufWriter::new(fs::File::create(&log).expect("a file"));
    let noise =
        "2026-11-30T12:00:00Z INFO request handled in 3 ms by worker 7 of the pool\n".repeat(100);
    let mut written = 0;
    let mut id = 0;
    while written < 50 * 1024 * 1024 {
        id += 1;
        let call = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"read_page\",\"arguments\":{{\"page\":{id}}}}}}}\n"
        );
        let answer = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"Invalid input\"}}],\"isError\":true}}}}\n"
        );
        written += noise.len() + call.len() + answer.len();
        for text in [&noise, &call, &answer] {
            out.write_all(text.as_bytes()).expect("room");
        }
    }
    drop(out);
    let ended = run(secondtry().args(["judge", "--report", "json"]).arg(&log));
    fs::remove_file(log).expect("the file is there");
    assert_eq!(ended.code(), Some(1), "{}", ended.stderr);
    let report = ended.report();
    assert_eq!((&report["complete"], &report["summary"]["calls"]), (&true.into(), &id.into()));
}

//! `secondtry wrap` as the process that a client starts in place of the server.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{flawed_server, secondtry};
use crate::watched::{Ended, assert_nobody_left, end, hostile, mark, start_with};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

fn wrap(server: &[&str]) -> Command {
    let mut command = secondtry();
    command.args(["wrap", "--"]).args(server);
    command
}

/// Sends `lines`, closes the input, and waits for the end.
fn talk(mut command: Command, lines: &[&str]) -> Ended {
    let mut running = start_with(&mut command, Stdio::piped());
    let mut input = running.child.stdin.take().expect("piped");
    for line in lines {
        // The program may end before it has read everything.
        let _ = input.write_all(format!("{line}\n").as_bytes());
    }
    drop(input);
    end(running)
}

fn answers(ended: &Ended) -> Vec<Value> {
    ended.stdout.lines().map(|line| serde_json::from_str(line).expect("a message")).collect()
}

#[test]
fn what_the_client_asked_before_it_closed_is_answered() {
    let mut command = wrap(&[]);
    command.arg(flawed_server()).arg("clean");
    let list = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"book_room","arguments":{}}}"#;
    let ended = talk(command, &[INITIALIZE, list, call]);
    let ids: Vec<Value> = answers(&ended).iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!(ended.code(), Some(0));
    assert!(
        ended.stderr.ends_with("1 calls, 1 failed; repaired: arguments 1\n"),
        "{}",
        ended.stderr
    );
}

#[test]
fn program_that_cannot_be_started_is_told_in_one_line() {
    let ended = talk(wrap(&["/no/such/program"]), &[INITIALIZE]);
    assert_eq!((ended.code(), ended.stdout.as_str()), (Some(2), ""));
    assert!(
        ended.stderr.starts_with("secondtry: cannot start /no/such/program: "),
        "{}",
        ended.stderr
    );
    assert_eq!(ended.stderr.lines().count(), 1);
}

#[test]
fn standard_error_of_the_server_passes() {
    let ended = talk(wrap(&["sh", "-c", "echo 'a  b' >&2; cat >/dev/null"]), &[]);
    assert_eq!((ended.code(), ended.stderr.as_str()), (Some(0), "a  b\n"));
}

#[test]
fn server_that_ends_for_good_hands_its_code_on() {
    let mut command = secondtry();
    command.args(["wrap", "--", "sh", "-c", "read line; exit 7"]);
    let mut running = start_with(&mut command, Stdio::piped());
    let mut input = running.child.stdin.take().expect("piped");
    // Each message finds a new server, until enough is enough.
    for _ in 0..20 {
        if input.write_all(format!("{INITIALIZE}\n").as_bytes()).is_err() {
            break;
        }
        thread::sleep(Duration::from_secs(1));
        if running.child.try_wait().expect("a child").is_some() {
            break;
        }
    }
    let ended = end(running);
    assert_eq!(ended.code(), Some(7), "{}", ended.stderr);
    let told = answers(&ended);
    let text = |answer: &Value| answer["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(text(&told[0]).contains("exit code 7"), "{}", told[0]);
    // One that comes between the last end and that of the program is told that nobody is there.
    assert!(told.iter().all(|answer| !text(answer).is_empty()), "{told:?}");
}

#[test]
fn signal_reaches_the_server_and_its_end_is_ours() {
    let script = "trap 'exit 3' TERM; echo '{\"jsonrpc\":\"2.0\",\"method\":\"up\"}'; while :; do sleep 0.05; done";
    let mut command = wrap(&["sh", "-c", script]);
    let running = start_with(&mut command, Stdio::piped());
    thread::sleep(Duration::from_millis(500));
    let killed = Command::new("kill").arg(running.child.id().to_string()).status().expect("kill");
    assert!(killed.success());
    let ended = end(running);
    assert_eq!(ended.code(), Some(3), "{}", ended.stderr);
}

#[test]
fn wrapper_that_is_killed_leaves_nobody() {
    for name in ["ignores_the_end_of_its_input", "leaves_a_child", "never_answers"] {
        let mark = mark();
        let mut command = secondtry();
        command.arg("wrap");
        let mut running = start_with(hostile(&mut command, name, &mark), Stdio::piped());
        let mut input = running.child.stdin.take().expect("piped");
        input.write_all(format!("{INITIALIZE}\n").as_bytes()).expect("open");
        thread::sleep(Duration::from_millis(300));
        running.child.kill().expect("a child");
        running.child.wait().expect("a child");
        assert_nobody_left(&mark);
    }
}

#[cfg(unix)]
#[test]
fn socket_pair_serves_as_standard_input_and_output() {
    use std::io::{BufRead, BufReader};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let (mine, theirs) = UnixStream::pair().expect("a pair");
    theirs.set_nonblocking(true).expect("a socket");
    let mut command = wrap(&[]);
    command.arg(flawed_server()).arg("clean");
    command.stdin(OwnedFd::from(theirs.try_clone().expect("a socket")));
    command.stdout(OwnedFd::from(theirs)).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    drop(command);
    let mut writer = mine.try_clone().expect("a socket");
    writer.write_all(format!("{INITIALIZE}\n").as_bytes()).expect("open");
    let mut line = String::new();
    BufReader::new(&mine).read_line(&mut line).expect("an answer");
    assert!(line.contains("\"id\":1"), "{line}");
    mine.shutdown(std::net::Shutdown::Write).expect("open");
    assert!(child.wait().expect("a child").success());
}

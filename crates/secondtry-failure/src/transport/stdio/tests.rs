use super::*;

const LONG: Duration = Duration::from_secs(10);

fn shell(script: &str) -> ServerProcess {
    let arguments = vec!["-c".into(), script.into()];
    ServerProcess::start(&ServerCommand {
        program: "sh".into(),
        arguments,
        ..ServerCommand::default()
    })
    .expect("sh")
}

#[test]
fn lines_come_before_the_end() {
    let mut server = shell("echo one; exit 3");
    assert_eq!(server.receive(LONG), Delivery::Line(b"one".to_vec()));
    assert_eq!(server.receive(LONG), Delivery::Ended(ProcessEnd { code: Some(3), signal: None }));
    assert_eq!(server.receive(Duration::ZERO), Delivery::Silence);
}

#[test]
fn sent_line_is_echoed() {
    let mut server = shell("cat");
    server.send(b"{}").expect("room");
    assert_eq!(server.receive(LONG), Delivery::Line(b"{}".to_vec()));
    assert_eq!(
        server.close(LONG, |_| ()),
        Closing::OnEof(ProcessEnd { code: Some(0), signal: None })
    );
}

#[test]
fn server_that_ignores_eof_gets_a_signal() {
    let server = shell("exec sleep 60");
    let closing = server.close(Duration::from_millis(100), |_| ());
    assert_eq!(closing, Closing::OnSignal(ProcessEnd { code: None, signal: Some(15) }));
}

#[test]
fn server_that_ignores_sigterm_is_killed() {
    let mut server = shell("trap '' TERM; echo up; while :; do sleep 0.05; done");
    assert_eq!(server.receive(LONG), Delivery::Line(b"up".to_vec()));
    let closing = server.close(Duration::from_millis(200), |_| ());
    assert_eq!(closing, Closing::OnSignal(ProcessEnd { code: None, signal: Some(9) }));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test looks at the process table")]
fn child_of_a_dead_server_does_not_keep_it_open() {
    let mut server = shell("sleep 60 & echo $!; exit 0");
    let Delivery::Line(pid) = server.receive(LONG) else { panic!("no pid") };
    assert_eq!(server.receive(LONG), Delivery::Ended(ProcessEnd { code: Some(0), signal: None }));
    let pid = String::from_utf8(pid).expect("digits");
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "still running: {state}");
}

#[test]
fn server_that_never_reads_fills_its_queue() {
    let mut server = shell("exec sleep 60");
    let message = vec![b'x'; 100_000];
    let error = (0..200).find_map(|_| server.send(&message).err());
    assert_eq!(error, Some(SendError::Full));
}

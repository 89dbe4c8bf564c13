//! A run of the program under a watch: it must end in time, and leave no process behind.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

use crate::program::{flawed_server, secondtry};

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A run that goes on.
pub(crate) struct Running {
    pub(crate) child: Child,
    stdout: JoinHandle<String>,
    stderr: JoinHandle<String>,
}

impl Ended {
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// The report on standard output.
    pub(crate) fn report(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("no report: {error}\n{}\n{}", self.stdout, self.stderr))
    }
}

/// A word that stands in the arguments of just one server, by which it and its children can be found.
pub(crate) fn mark() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format!("mark-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// `secondtry check` with deadlines that a test can wait for.
pub(crate) fn check() -> Command {
    check_within("700ms")
}

/// The same with `deadline` for a call.
pub(crate) fn check_within(deadline: &str) -> Command {
    let mut command = secondtry();
    command.args(["check", "--call-timeout", deadline, "--start-timeout", "4s"]);
    command
}

/// Adds the hostile server called `name`, with `word` in its arguments.
pub(crate) fn hostile<'c>(command: &'c mut Command, name: &str, word: &str) -> &'c mut Command {
    command.arg("--").arg(flawed_server()).args(["hostile", name, word])
}

/// Starts `command` without input.
pub(crate) fn start(command: &mut Command) -> Running {
    start_with(command, Stdio::null())
}

/// Starts `command`, which reads `input`.
pub(crate) fn start_with(command: &mut Command, input: Stdio) -> Running {
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let stdout = read(child.stdout.take().expect("piped"));
    let stderr = read(child.stderr.take().expect("piped"));
    Running { child, stdout, stderr }
}

/// Waits for the end of `running`, which must come within [`PATIENCE`].
pub(crate) fn end(mut running: Running) -> Ended {
    for _ in 0..PATIENCE.as_millis() / POLL.as_millis() {
        if let Some(status) = running.child.try_wait().expect("a child") {
            let text = |reader: JoinHandle<String>| reader.join().expect("text");
            return Ended { status, stdout: text(running.stdout), stderr: text(running.stderr) };
        }
        thread::sleep(POLL);
    }
    running.child.kill().expect("a child");
    panic!("no end within {PATIENCE:?}; stderr: {}", running.stderr.join().expect("text"));
}

/// Fails if a process with `mark` in its arguments is left.
pub(crate) fn assert_nobody_left(mark: &str) {
    let mut left = Vec::new();
    // A killed process takes a moment to go.
    for _ in 0..100 {
        left = std::fs::read_dir("/proc")
            .expect("Linux")
            .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok())
            .map(|words| String::from_utf8_lossy(&words).replace('\0', " "))
            // A mark that begins another is not that other.
            .filter(|words| words.split(' ').any(|word| word == mark))
            .collect();
        if left.is_empty() {
            return;
        }
        thread::sleep(POLL);
    }
    panic!("still running: {left:?}");
}

fn read(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).expect("a pipe");
        String::from_utf8(bytes).expect("what the program writes is UTF-8")
    })
}

/// How long a run may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

const POLL: Duration = Duration::from_millis(20);

//! The program under test, listening.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::client::Client;
use crate::program::secondtry;

/// A front that listens. It is killed when dropped.
pub(crate) struct Front {
    child: Child,
    pub(crate) address: SocketAddr,
    stderr: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Front {
    /// In front of the command of [`command_server`](crate::command_server), told `word`.
    pub(crate) fn of_command(options: &[&str], word: &str) -> Self {
        let own = std::env::current_exe().expect("this program");
        let mut command = wrap(options);
        command.arg("--").arg(own).args(["serve-a-command", word]);
        Self::start(command)
    }

    /// In front of `url`.
    pub(crate) fn of_url(options: &[&str], url: &str) -> Self {
        let mut command = wrap(options);
        command.arg(url);
        Self::start(command)
    }

    /// In front of `url`, with a variable in its environment.
    pub(crate) fn of_url_with(variable: (&str, &OsStr), options: &[&str], url: &str) -> Self {
        let mut command = wrap(options);
        command.arg(url).env(variable.0, variable.1);
        Self::start(command)
    }

    /// In front of the servers that `file` has.
    pub(crate) fn of_settings(file: &std::path::Path) -> Self {
        let mut command = secondtry();
        command.arg("--settings").arg(file).args(["wrap", "--listen", "127.0.0.1:0"]);
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let mut said = String::new();
        let address = loop {
            let line = lines.next().unwrap_or_else(|| panic!("no address: {said}")).expect("text");
            if let Some(rest) = line.strip_prefix("secondtry: listening on http://") {
                break rest.split('/').next().unwrap_or(rest).to_owned();
            }
            said.push_str(&line);
            said.push('\n');
        };
        let stderr = Arc::new(Mutex::new(said));
        let kept = Arc::clone(&stderr);
        let reader = thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut kept = kept.lock().expect("whole");
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        Self { address: address.parse().expect("an address"), child, stderr, reader: Some(reader) }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    pub(crate) fn stderr(&self) -> String {
        self.stderr.lock().expect("whole").clone()
    }

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status().expect("kill");
        assert!(status.success());
    }

    /// Tells it to end, and returns its exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.signal("-TERM");
        self.ended()
    }

    /// Waits for its end, and for all that it says.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        for _ in 0..1500 {
            if let Some(status) = self.child.try_wait().expect("a child") {
                if let Some(reader) = self.reader.take() {
                    reader.join().expect("no panic");
                }
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("it does not end; stderr: {}", self.stderr());
    }

    /// The processes that it started and that are there still, zombies included; without its guard.
    pub(crate) fn children(&self) -> usize {
        let own = self.child.id().to_string();
        let entries = std::fs::read_dir("/proc").expect("Linux");
        let is_child = |path: std::path::PathBuf| {
            let Ok(stat) = std::fs::read_to_string(path.join("stat")) else { return false };
            let after_name = stat.rsplit(')').next().unwrap_or_default();
            let is_own = after_name.split_whitespace().nth(1) == Some(own.as_str());
            let words = std::fs::read(path.join("cmdline")).unwrap_or_default();
            is_own && !String::from_utf8_lossy(&words).contains("guard-processes")
        };
        entries.flatten().filter(|entry| is_child(entry.path())).count()
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn wrap(options: &[&str]) -> Command {
    let mut command = secondtry();
    command.args(["wrap", "--listen", "127.0.0.1:0"]).args(options);
    command
}

/// Waits until `is_so`, for ten seconds at most.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..500 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("never: {what}");
}

/// How long `act` takes.
#[expect(clippy::disallowed_methods, reason = "that no time is lost is what is tested")]
pub(crate) fn time_of(act: impl FnOnce()) -> Duration {
    let began = std::time::Instant::now();
    act();
    began.elapsed()
}

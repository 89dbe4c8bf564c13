//! A store in a folder that goes with the test, and a server before it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use crate::program::secondtry;

pub(super) struct Bed(PathBuf);

/// A server that listens. It is killed with this value.
pub(super) struct Served {
    child: Child,
    address: String,
    bed: Bed,
}

impl Bed {
    pub(super) fn new() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("secondtry-served-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.0
    }

    pub(super) fn store(&self) -> String {
        self.0.join("cards.db").display().to_string()
    }

    /// What `secondtry cards` says to these words.
    pub(super) fn cards(&self, words: &[&str]) -> String {
        let mut command = secondtry();
        command.args(["cards", "--store", &self.store()]).args(words);
        let output = command.output().expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {told}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Adds an accepted card.
    pub(super) fn add(&self, id: &str) {
        let headings = [
            "Error strings",
            "Situation",
            "Symptom",
            "Cause",
            "Fix",
            "Snippet",
            "Verify",
            "Sources",
        ];
        let body = headings.map(|heading| format!("\n## {heading}\n- `the {id} is jammed`\n"));
        let card = format!(
            "---\ntitle: What {id} does\nid: {id}\nstatus: accepted\nupdated: 2026-11-30\n---\n{}",
            body.concat()
        );
        let file = self.0.join(format!("{id}.md"));
        fs::write(&file, card).expect("room");
        self.cards(&["add", &file.display().to_string()]);
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Served {
    /// Serves a store of its own on a free port.
    pub(super) fn start(options: &[&str]) -> Self {
        let bed = Bed::new();
        let store = bed.store();
        Self::before(bed, &store, options)
    }

    /// Serves `store`.
    pub(super) fn before(bed: Bed, store: &str, options: &[&str]) -> Self {
        let mut command = secondtry();
        command.args(["cards", "--store", store, "serve", "--listen", "127.0.0.1:0"]);
        command.args(options).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("a line");
        let address = line.strip_prefix("secondtry: listening on http://");
        let address = address.and_then(|rest| rest.split_once('/')).expect(&line).0.to_owned();
        // It may go on to speak.
        thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        Self { child, address, bed }
    }

    pub(super) fn bed(&self) -> &Bed {
        &self.bed
    }

    /// Where it listens.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Tells it to end, and waits for its code.
    pub(super) fn end(mut self) -> Option<i32> {
        terminate(&self.child);
        code_of(&mut self.child)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn terminate(child: &Child) {
    let told = Command::new("kill").arg(child.id().to_string()).status().expect("kill");
    assert!(told.success());
}

/// The code that `child` ends with, which must be soon.
pub(super) fn code_of(child: &mut Child) -> Option<i32> {
    for _ in 0..200 {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    panic!("it does not end");
}

/// What `command` says on standard error, and how it ends.
pub(super) fn complaint(command: &mut Command) -> (Option<i32>, String) {
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let code = code_of(&mut child);
    let mut told = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut told).expect("text");
    (code, told)
}

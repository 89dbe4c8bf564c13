//! Settings from a file, from variables and from flags, as the built program takes them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::program::{flawed_server, secondtry};

#[test]
fn file_in_the_working_directory_is_picked_up() {
    let folder =
        Folder::with("secondtry.toml", "seed = 5\nreport = \"json\"\ncall_timeout = \"700ms\"");
    assert_eq!(seed(&folder.run(&["--", "clean"])), 5);
    assert_eq!(seed(&folder.run(&["--seed", "6", "--", "clean"])), 6);
}

#[test]
fn file_that_is_named_replaces_the_other() {
    let folder = Folder::with("secondtry.toml", "no such setting");
    folder.write(
        "ci/settings.toml",
        "seed = 8\nconfig = \"../mcp.json\"\nreport = \"json\"\ncall_timeout = \"700ms\"",
    );
    let server = flawed_server().display().to_string();
    folder.write(
        "mcp.json",
        &format!(
            "{{\"mcpServers\": {{\"a\": {{\"command\": {server:?}, \"args\": [\"clean\"]}}}}}}"
        ),
    );
    let output = folder.run(&["--settings", "ci/settings.toml"]);
    assert_eq!(seed(&output), 8, "paths are relative to the folder of the file");
}

#[test]
fn faulty_file_ends_with_two_in_one_line() {
    let folder = Folder::with("secondtry.toml", "seed = 5\nfail-on = \"error\"");
    for arguments in [&["--", "clean"][..], &["--settings", "missing.toml", "--", "clean"]] {
        let output = folder.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
    let said = stderr(&folder.run(&["--", "clean"]));
    assert_eq!(
        said,
        "secondtry: secondtry.toml:2: no setting `fail-on` (did you mean `fail_on`?)\n"
    );
    let explained = folder.command("explain", &["no-response"]).output().expect("a start");
    assert_eq!(explained.status.code(), Some(0), "a command without settings reads none");
}

#[test]
fn judge_takes_levels_from_a_file() {
    let folder = Folder::with(
        "secondtry.toml",
        "fail_on = \"advice\"\n[rule]\nno-reason-given = \"advice\"",
    );
    let recorded =
        folder.run(&["--call-timeout", "700ms", "--record", "run.jsonl", "--", "no_reason_given"]);
    assert_eq!(recorded.status.code(), Some(1), "{}", stderr(&recorded));
    let judged = |arguments: &[&str]| folder.command("judge", arguments).output().expect("a start");
    assert_eq!(judged(&["run.jsonl"]).status.code(), Some(1));
    assert_eq!(judged(&["--fail-on", "error", "run.jsonl"]).status.code(), Some(0));
    let mut with_variable = folder.command("judge", &["run.jsonl"]);
    let output = with_variable.env("SECONDTRY_FAIL_ON", "error").output().expect("a start");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn writes_that_a_file_allows_are_told() {
    let folder = Folder::with("secondtry.toml", "allow_writes = true\ncall_timeout = \"700ms\"");
    let said = stderr(&folder.run(&["--plan", "--", "clean"]));
    assert!(said.contains("--allow-writes=false"), "{said}");
    for arguments in [
        &["--allow-writes=false", "--plan", "--", "clean"][..],
        &["--allow-writes", "--plan", "--", "clean"],
    ] {
        assert_eq!(stderr(&folder.run(arguments)), "", "{arguments:?}");
    }
}

/// A working directory that goes when the test ends.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn with(name: &str, text: &str) -> Self {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name_of_it = format!("secondtry-folder-{}-{count}", std::process::id());
        let folder = Self { path: std::env::temp_dir().join(name_of_it) };
        folder.write(name, text);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        std::fs::write(path, text).expect("room");
    }

    /// Runs `check`; after `--` comes the name of a flawed server.
    fn run(&self, arguments: &[&str]) -> Output {
        let server = arguments.iter().position(|word| *word == "--");
        let (options, server) = arguments.split_at(server.unwrap_or(arguments.len()));
        let mut command = self.command("check", options);
        if let [dashes, name] = server {
            command.arg(dashes).arg(flawed_server()).arg(name);
        }
        command.output().expect("the program starts")
    }

    fn command(&self, name: &str, arguments: &[&str]) -> Command {
        let mut command = secondtry();
        command.current_dir(&self.path).arg(name).args(arguments);
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn seed(output: &Output) -> u64 {
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)));
    report["seed"].as_u64().expect("a seed")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

//! The built program against real servers from the two registries that most of them come from. `.ci/install` installs them; a
//! test whose server is not there is listed as ignored.

#[expect(dead_code, reason = "these tests bring servers of their own")]
#[path = "cli/program.rs"]
mod program;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::program::secondtry;

fn main() {
    let arguments = Arguments::from_args();
    let trials = vec![
        trial("server_everything_shows_what_the_typescript_sdk_does", everything(), typescript_v1),
        trial("server_time_breaks_nothing_in_either_era", time(), nothing_above_advice),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

fn trial(name: &str, server: Vec<PathBuf>, test: fn(&[PathBuf]) -> Result<(), Failed>) -> Trial {
    let is_there = server.iter().all(|part| part.exists());
    Trial::test(name, move || test(&server)).with_ignored_flag(!is_there)
}

/// TypeScript SDK v1 answers an unknown tool with a result, a malformed call with -32603, and puts "MCP error -32602" in
/// front of the texts of its results.
fn typescript_v1(server: &[PathBuf]) -> Result<(), Failed> {
    let report = check(server, &[])?;
    let finding =
        |rule: &str| report["findings"].as_array()?.iter().find(|finding| finding["rule"] == rule);
    let unknown = finding("unknown-tool-as-result").ok_or("no finding unknown-tool-as-result")?;
    require(unknown["tool"].is_null() && unknown["level"] == "warning", unknown)?;
    let calls = report["calls"].as_array().ok_or("no calls")?;
    let of_kind = |kinds: &'static [&str]| {
        calls.iter().filter(|call| kinds.iter().any(|kind| call["probe"] == *kind))
    };
    for call in of_kind(&["no-name", "name-not-string", "arguments-array", "arguments-string"]) {
        require(call["outcome"]["code"] == -32603, call)?;
    }
    for call in of_kind(&["missing", "type", "enum", "minimum", "maximum"]) {
        let text = call["outcome"]["text"].as_str().unwrap_or_default();
        let is_task = text.contains("requires task");
        require(call["outcome"]["channel"] == "tool-execution-error", call)?;
        require(is_task || text.starts_with("MCP error -32602: Input validation error"), call)?;
    }
    require(
        of_kind(&["missing"]).count() > 2 && of_kind(&["no-name"]).count() == 1,
        &report["summary"],
    )?;
    Ok(())
}

fn nothing_above_advice(server: &[PathBuf]) -> Result<(), Failed> {
    for protocol in ["2025-11-25", "2026-07-28"] {
        let report = check(server, &["--protocol", protocol, "--allow-writes"])?;
        let above: Vec<&Value> = report["findings"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|finding| finding["level"] != "advice")
            .collect();
        if !above.is_empty() {
            return Err(format!("{protocol}: {above:#?}").into());
        }
        require(report["summary"]["calls"].as_u64() > Some(20), &report["summary"])?;
    }
    Ok(())
}

fn check(server: &[PathBuf], options: &[&str]) -> Result<Value, Failed> {
    let run = secondtry()
        .args(["check", "--report", "json"])
        .args(options)
        .arg("--")
        .args(server)
        .output()?;
    serde_json::from_slice(&run.stdout).map_err(|error| {
        format!("{error}; stderr: {}", String::from_utf8_lossy(&run.stderr)).into()
    })
}

fn require(holds: bool, shown: &Value) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(format!("{shown:#}").into()) }
}

fn everything() -> Vec<PathBuf> {
    let script = installed("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    vec![on_path("node"), script]
}

fn time() -> Vec<PathBuf> {
    vec![installed("venv/bin/mcp-server-time")]
}

fn installed(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-servers").join(path)
}

fn on_path(program: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).map(|folder| folder.join(program));
    folders.into_iter().find(|file| file.exists()).unwrap_or_default()
}

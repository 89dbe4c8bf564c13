//! The HTML report in a real browser: `browser/report.mjs` clicks through it. `.ci/install` installs what it needs; listed
//! as ignored where Node.js, Chromium or `playwright-core` is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "browser/found.rs"]
mod browser;

use browser::Browser;

/// A tool that breaks several rules, and says what would run if it were markup.
const HOSTILE: &str = r#"
{"event": "start", "transport": "stdio", "protocol": "2026-07-28"}
{"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "</script><img src=x onerror=alert(1)>", "inputSchema": {"type": "object"}}]}}}
{"from": "client", "message": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "</script><img src=x onerror=alert(1)>", "arguments": {}}}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 2, "error": {"code": -32000, "message": "</pre><script>alert(1)</script><style>*{display:none}</style>"}}}
"#;

fn main() {
    browser::run("html_report_works_in_a_browser", report_works_in);
}

fn report_works_in(browser: &Browser) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html_in_browser");
    fs::create_dir_all(&folder).expect("the files of the test can be read and written");
    let recorded = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../secondtry-failure/tests/formats/transcript.jsonl"),
    );
    let transcript = folder.join("transcript.jsonl");
    fs::write(
        &transcript,
        recorded.expect("the files of the test can be read and written") + HOSTILE,
    )
    .expect("the files of the test can be read and written");
    let baseline = folder.join("baseline.json");
    let first = json_report(&transcript);
    let known = first["findings"]
        .as_array()
        .expect("the files of the test can be read and written")
        .iter()
        .find(|found| found["rule"] == "no-response");
    let fingerprint = &known.expect("the files of the test can be read and written")["fingerprint"];
    let list = serde_json::json!({"baseline": 1, "findings": [{"fingerprint": fingerprint, "rule": "no-response"}]});
    fs::write(&baseline, list.to_string()).expect("the files of the test can be read and written");

    let page = folder.join("report.html");
    let status = Command::new(env!("CARGO_BIN_EXE_secondtry"))
        .args(["judge", "--report"])
        .arg(format!("html={}", page.display()))
        .arg("--baseline")
        .arg(&baseline)
        .arg(&transcript)
        .status()
        .expect("the files of the test can be read and written");
    assert_eq!(status.code(), Some(1));

    browser.click_through("report.mjs", &page, &folder);
}

fn json_report(transcript: &Path) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_secondtry"))
        .args(["judge", "--report", "json"])
        .arg(transcript)
        .output()
        .expect("the program starts");
    serde_json::from_slice(&output.stdout).expect("the report is JSON")
}

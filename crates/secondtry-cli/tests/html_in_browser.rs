//! The HTML report in a real browser: `browser/report.mjs` clicks through it. Skipped where Node, Chromium or
//! `playwright-core` (`npm install` in `tests/browser`) is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tool that breaks several rules, and says what would run if it were markup.
const HOSTILE: &str = r#"
{"event": "start", "transport": "stdio", "protocol": "2026-07-28"}
{"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "</script><img src=x onerror=alert(1)>", "inputSchema": {"type": "object"}}]}}}
{"from": "client", "message": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "</script><img src=x onerror=alert(1)>", "arguments": {}}}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 2, "error": {"code": -32000, "message": "</pre><script>alert(1)</script><style>*{display:none}</style>"}}}
"#;

#[test]
fn report_works_in_a_browser() {
    let Some(browser) = Browser::found() else { return };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html_in_browser");
    fs::create_dir_all(&folder).unwrap();
    let recorded = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../secondtry-failure/tests/formats/transcript.jsonl"),
    );
    let transcript = folder.join("transcript.jsonl");
    fs::write(&transcript, recorded.unwrap() + HOSTILE).unwrap();
    let baseline = folder.join("baseline.json");
    let first = json_report(&transcript);
    let known =
        first["findings"].as_array().unwrap().iter().find(|found| found["rule"] == "no-response");
    let fingerprint = &known.unwrap()["fingerprint"];
    let list = serde_json::json!({"baseline": 1, "findings": [{"fingerprint": fingerprint, "rule": "no-response"}]});
    fs::write(&baseline, list.to_string()).unwrap();

    let page = folder.join("report.html");
    let status = Command::new(env!("CARGO_BIN_EXE_secondtry"))
        .args(["judge", "--report"])
        .arg(format!("html={}", page.display()))
        .arg("--baseline")
        .arg(&baseline)
        .arg(&transcript)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));

    let output = Command::new("node")
        .arg(browser.script)
        .arg(browser.chromium)
        .arg(&page)
        .arg(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

fn json_report(transcript: &Path) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_secondtry"))
        .args(["judge", "--report", "json"])
        .arg(transcript)
        .output()
        .expect("the program starts");
    serde_json::from_slice(&output.stdout).expect("the report is JSON")
}

struct Browser {
    script: PathBuf,
    chromium: PathBuf,
}

impl Browser {
    /// What the test needs; tells what is missing.
    #[expect(clippy::print_stderr, reason = "whoever runs the tests must see what was skipped")]
    fn found() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
        let node = Command::new("node").arg("--version").output();
        let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .map(PathBuf::from);
        let chromium = chromium.into_iter().find(|path| path.exists());
        let missing = match &chromium {
            _ if node.is_err() => "Node.js",
            None => "Chromium",
            Some(_) if !folder.join("node_modules/playwright-core").exists() => {
                "playwright-core (npm install)"
            }
            Some(_) => "",
        };
        if !missing.is_empty() {
            eprintln!("skipped report_works_in_a_browser: no {missing}");
            return None;
        }
        Some(Self { script: folder.join("report.mjs"), chromium: chromium? })
    }
}

//! Known findings, from the command line: written, held against a run, and missed when they are gone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A tool that gives no reason.
const TRANSCRIPT: &str = r#"
{"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "convert", "inputSchema": {"type": "object", "required": ["amount"]}}]}}}
{"from": "client", "message": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "convert", "arguments": {}}}}
{"from": "server", "message": {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Invalid input"}], "isError": true}}}
"#;

#[test]
fn known_findings_do_not_fail() {
    let (transcript, baseline) = files("known");
    assert_eq!(judge(&transcript, &[]).status.code(), Some(1));
    assert_eq!(
        judge(&transcript, &["--baseline", &baseline, "--update-baseline"]).status.code(),
        Some(0)
    );
    let output = judge(&transcript, &["--baseline", &baseline]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn stale_entry_fails_with_its_name() {
    let (transcript, baseline) = files("stale");
    judge(&transcript, &["--baseline", &baseline, "--update-baseline"]);
    let good = TRANSCRIPT.replace(
        "Invalid input",
        "`amount` is missing, but must be a number. Add `amount` and call again.",
    );
    fs::write(&transcript, good).unwrap();
    let output = judge(&transcript, &["--baseline", &baseline, "--rule", "no-reason-given=error"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("lists `no-reason-given` on `convert`") && said.contains("no longer found"),
        "{said}"
    );
    let output = judge(&transcript, &["--baseline", &baseline, "--update-baseline"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn rule_that_is_off_leaves_its_entries() {
    let (transcript, baseline) = files("off");
    judge(&transcript, &["--baseline", &baseline, "--update-baseline"]);
    let output = judge(&transcript, &["--baseline", &baseline, "--rule", "no-reason-given=off"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn baseline_that_is_none_ends_the_job() {
    let (transcript, baseline) = files("none");
    let missing = judge(&transcript, &["--baseline", &baseline]);
    fs::write(&baseline, "{}").unwrap();
    let faulty = judge(&transcript, &["--baseline", &baseline, "--update-baseline"]);
    assert_eq!((missing.status.code(), faulty.status.code()), (Some(2), Some(2)));
    assert!(text(&missing.stderr).starts_with("secondtry: cannot read `"));
    assert!(text(&faulty.stderr).starts_with("secondtry: cannot use `"));
    assert_eq!(fs::read_to_string(&baseline).unwrap(), "{}");
}

#[test]
fn every_format_goes_to_its_file() {
    let (transcript, _) = files("formats");
    let folder = Path::new(&transcript).parent().unwrap();
    let formats = ["text", "json", "junit", "sarif", "markdown", "html", "github"];
    let arguments: Vec<String> = formats
        .iter()
        .flat_map(|name| ["--report".to_owned(), format!("{name}={}", folder.join(name).display())])
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = judge(&transcript, &arguments);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    for name in formats {
        assert!(
            fs::read_to_string(folder.join(name)).unwrap().contains("no-reason-given"),
            "{name}"
        );
    }
    let two = judge(&transcript, &["--report", "html", "--report", "junit"]);
    assert_eq!(two.status.code(), Some(2));
}

/// A transcript, and the path of a baseline that is not there yet.
fn files(name: &str) -> (String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("baseline").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder of tests is writable");
    let transcript = folder.join("transcript.jsonl");
    fs::write(&transcript, TRANSCRIPT).expect("the folder of tests is writable");
    (transcript.display().to_string(), folder.join("baseline.json").display().to_string())
}

fn judge(transcript: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_secondtry"))
        .arg("judge")
        .args(arguments)
        .arg(transcript)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

//! The files of real clients: every server in one report, no secret in it, and one fault does not stop the others.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::program::{flawed_server, secondtry};

#[test]
fn every_server_of_claude_desktop_is_in_one_report() {
    let output = run(&["check", "--config", &file("claude_desktop_config.json")]);
    let report = report(&output);
    assert_eq!(names(&report), ["clean", "parameter_not_named"], "{}", stderr(&output));
    assert!(rules(&report).contains(&(1, "parameter-not-named".to_owned())), "{report}");
    assert_eq!(report["complete"], true);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn only_the_server_named_is_checked() {
    let desktop = file("claude_desktop_config.json");
    let output = run(&["check", "--config", &desktop, "--server", "routes"]);
    assert_eq!(report(&output)["runs"].as_array().map(Vec::len), Some(1));
    let output = run(&["check", "--config", &desktop, "--server", "rutes"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no server `rutes`"), "{}", stderr(&output));
    assert!(stderr(&output).contains("(it has: `bookings`, `routes`)"), "{}", stderr(&output));
}

#[test]
fn variables_of_claude_code_are_expanded() {
    let output = run(&["check", "--config", &file("claude-code/.mcp.json")]);
    let report = report(&output);
    assert_eq!(names(&report), ["clean", "no_reason_given"], "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn cursor_file_may_have_comments_and_an_env_file() {
    let output = run(&["check", "--config", &file("cursor/.cursor/mcp.json")]);
    let report = report(&output);
    assert_eq!(names(&report), ["value_not_given"]);
    assert_eq!(report["complete"], false, "one server was not checked");
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.contains("server `old` left out"), "{said}");
    assert!(said.contains("secondtry: server `remote`: "), "{said}");
    assert!(said.contains("`REMOTE_TOKEN`, which is not set (set REMOTE_TOKEN)"), "{said}");
    assert_eq!(output.status.code(), Some(2), "one server was not checked");
}

#[test]
fn inputs_of_vscode_come_from_the_environment() {
    let vscode = file("vscode/.vscode/mcp.json");
    let arguments = ["check", "--report", "json", "--config", &vscode, "--server", "weather"];
    let given =
        command(&arguments).env("SECONDTRY_INPUT_WEATHER_KEY", "sunny").output().expect("a start");
    assert_eq!(names(&report(&given)), ["clean"]);
    let missing = run(&arguments);
    assert_eq!(missing.status.code(), Some(2));
    let said = stderr(&missing);
    assert!(
        said.contains("mcp.json:18: `servers.weather.env.KEY` uses `${input:weather-key}`"),
        "{said}"
    );
    assert!(said.contains("(set SECONDTRY_INPUT_WEATHER_KEY)"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn file_with_no_server_to_judge_ends_with_two() {
    let output = command(&["check", "--config", &file("claude_desktop_config.json")])
        .env("PATH", "/nowhere")
        .output()
        .expect("a start");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("server `bookings`: cannot start `flawed-servers` (is it on PATH?)"),
        "{said}"
    );
    assert!(said.ends_with("could be checked (each is told above)\n"), "{said}");
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(output.stdout.is_empty());
}

#[test]
fn finding_is_reproduced_by_the_servers_name() {
    let code = file("claude-code/.mcp.json");
    let report = report(&run(&["check", "--config", &code]));
    let again = report["findings"][0]["reproduce"].as_str().expect("a command");
    assert!(again.ends_with(&format!("--config {code} --server guarded")), "{again}");
    let program = env!("CARGO_BIN_EXE_secondtry");
    let output = with_servers(
        Command::new("sh")
            .args(["-c", &again.replace("secondtry call", &format!("{program} call"))]),
    )
    .output()
    .expect("a start");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("no-reason-given (error)"), "{again}\n{said}{}", stderr(&output));
}

#[test]
fn secret_of_the_file_is_in_no_report_and_no_record() {
    let record =
        std::env::temp_dir().join(format!("secondtry-config-{}.jsonl", std::process::id()));
    let checked = run(&[
        "check",
        "--report",
        "json",
        "--config",
        &file("claude_desktop_config.json"),
        "--record",
        &record.display().to_string(),
    ]);
    let recorded = std::fs::read_to_string(&record).expect("a record");
    let judged =
        secondtry().args(["judge", "--report", "json"]).arg(&record).output().expect("a start");
    std::fs::remove_file(&record).expect("the record is there");
    for text in [recorded, String::from_utf8_lossy(&checked.stdout).into_owned()] {
        assert!(
            !text.contains("sk-test-desktop") && text.contains("claude_desktop_config.json"),
            "{text}"
        );
    }
    for member in ["runs", "findings", "calls"] {
        assert_eq!(report(&checked)[member], report(&judged)[member], "{member}");
    }
}

#[test]
fn address_gets_the_headers_of_file_and_command_line() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    let asked = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let mut request = [0; 4096];
        let length = stream.read(&mut request).expect("a request");
        let _ = stream.write_all(
            b"HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        );
        String::from_utf8_lossy(&request[..length]).into_owned()
    });
    let path = std::env::temp_dir().join(format!("secondtry-url-{}.json", std::process::id()));
    let text =
        r#"{"mcpServers": {"far": {"url": "${URL}", "headers": {"X-Key": "Basic ${KEY}"}}}}"#;
    std::fs::write(&path, text).expect("room");
    let file = path.display().to_string();
    let arguments =
        ["check", "--config", &file, "--header", "X-Region: eu", "--bearer-env", "TOKEN"];
    let variables = [("URL", url.as_str()), ("KEY", "k-77"), ("TOKEN", "t-99")];
    let output = command(&arguments).envs(variables).output().expect("a start");
    std::fs::remove_file(&path).expect("the file is there");
    let request = asked.join().expect("a request").to_ascii_lowercase();
    for header in ["x-key: basic k-77\r\n", "x-region: eu\r\n", "authorization: bearer t-99\r\n"] {
        assert!(request.contains(header), "{request}");
    }
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.starts_with("secondtry: server `far`: "), "{said}");
    assert!(!said.contains("k-77") && !said.contains("t-99"), "{said}");
}

#[test]
fn call_needs_the_name_where_there_are_several() {
    let desktop = file("claude_desktop_config.json");
    let output = run(&["call", "--tool", "plan_route", "--config", &desktop]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("name one: --server NAME; it has: `bookings`, `routes`"),
        "{}",
        stderr(&output)
    );
    let output = run(&["call", "--tool", "plan_route", "--config", &desktop, "--server", "routes"]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("parameter-not-named"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn fault_in_the_file_is_told_with_its_place() {
    let folder = std::env::temp_dir().join(format!("secondtry-faults-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("mcp.json");
    for (text, expected) in [
        ("{\n \"mcpServers\": {\"a\" {}}\n}", ":2:21: expected colon after"),
        ("{\"mcp\": 1}", "no server in `"),
        ("{\"mcpServers\": {}}", "no server in `"),
        ("[]", "no server in `"),
        ("", "no server in `"),
        (
            "{\n\"mcpServers\": {\n\"a\": {\"command\": 1}}}",
            ":3: `mcpServers.a.command` is a number, not a string",
        ),
        (
            "{\"mcpServers\": {\"a\": {\"type\": \"ws\"}}}",
            ":1: `mcpServers.a.type` is `ws` (expected stdio, http or sse)",
        ),
        ("{\"mcpServers\": {\"a\": {\"comand\": \"x\"}}}", "has neither a `command` nor a `url`"),
        ("{\"mcpServers\": {\"a\": {}, \"a\": {}}}", "`mcpServers.a` stands there twice"),
    ] {
        std::fs::write(&path, text).expect("room");
        let output = run(&["check", "--config", &path.display().to_string()]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let said = stderr(&output);
        assert!(said.contains(expected), "{text}: {said}");
        assert_eq!(said.lines().count(), 1, "{text}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}

/// A command that finds the flawed servers as the files name them.
fn command(arguments: &[&str]) -> Command {
    let mut command = secondtry();
    command.args(arguments);
    if !arguments.contains(&"--report") && arguments[0] == "check" {
        command.args(["--report", "json"]);
    }
    command.args(["--call-timeout", "700ms"]);
    with_servers(&mut command);
    command
}

fn with_servers(command: &mut Command) -> &mut Command {
    let program = flawed_server();
    let folder = program.parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&path));
    command
        .env("FLAWED_SERVERS", &program)
        .env("PATH", std::env::join_paths(folders).expect("no separator in a path"))
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program starts")
}

fn file(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cli/config")
        .join(name)
        .display()
        .to_string()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

fn names(report: &Value) -> Vec<&str> {
    let runs = report["runs"].as_array().expect("a list").iter();
    runs.map(|run| run["server"]["name"].as_str().expect("a name")).collect()
}

fn rules(report: &Value) -> Vec<(u64, String)> {
    let findings = report["findings"].as_array().expect("a list").iter();
    let told = findings.map(|finding| (finding["run"].as_u64(), finding["rule"].as_str()));
    told.map(|(run, rule)| (run.expect("a run"), rule.expect("a rule").to_owned())).collect()
}

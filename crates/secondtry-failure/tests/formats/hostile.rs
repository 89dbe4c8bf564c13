//! A server that says the worst it can, wherever it can say something.

use secondtry_failure::report::format::Format;
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::text::Colour;
use serde_json::{Value, json};

use super::reading::{assert_html, assert_xml};
use crate::hostile_report;

/// What breaks one format or another, and a secret.
const WORST: &str = "\u{1b}[2J\u{1b}]0;x\u{7}]]></system-out><!--</script><script>alert(1)</script>\"'><img src=x \
    onerror=alert(1)>&amp;%0A::error::x\r\n::warning title=y::z\n##[error]q|`````~~~[l](javascript:x)\u{202e}\u{2066}\
    \u{0}\u{feff}\u{2028}\u{fffe}{0}@someone <details> AKIAHUNTER2SECRET012";

/// What must stand in no report.
const SECRETS: [&str; 2] = ["AKIAHUNTER2SECRET012", "hunter2secret"];

/// A transcript in which every text of the server is [`WORST`], over two runs.
pub(crate) fn transcript() -> String {
    let mut lines = Vec::new();
    for run in 0..2 {
        lines.extend(one_run(run));
    }
    lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

fn one_run(run: u64) -> Vec<Value> {
    let tool = json!({"name": WORST, "description": WORST, "inputSchema": {"type": "object", "required": [WORST, "token"],
        "additionalProperties": false, "properties": {WORST: {"enum": [WORST, "b"]}, "token": {"type": "string"}}}});
    let mut lines = vec![
        json!({"event": "start", "transport": "stdio", "command": [WORST, "--password=hunter2secret"]}),
        json!({"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}}),
        json!({"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25",
            "capabilities": {}, "serverInfo": {"name": WORST, "version": WORST}}}}),
        json!({"from": "client", "message": {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}}),
        json!({"from": "server", "message": {"jsonrpc": "2.0", "id": 2, "result": {"tools": [tool]}}}),
        json!({"event": "skip", "tool": WORST, "why": WORST}),
    ];
    let text = |text: &str, is_error: bool| json!({"result": {"content": [{"type": "text", "text": text}], "isError": is_error}});
    let answers = [
        json!({"error": {"code": -32602, "message": WORST, "data": WORST}}),
        json!({"error": {"code": WORST, "message": WORST}}),
        json!({"error": {"code": -32603, "message": ""}}),
        json!({"error": {"code": 9_007_199_254_740_993_i64, "message": "Invalid params"}}),
        json!({"result": {"content": [], "isError": WORST}}),
        json!({"result": {"content": [], "resultType": [WORST]}}),
        json!({"result": {WORST: WORST, "content": WORST, "structuredContent": {"password": "hunter2secret"}}}),
        text(WORST, true),
        text("cannot reach postgres://u:hunter2secret@h/", true),
        text("", true),
        text(&format!("Error: {WORST}"), false),
        text(&format!("Error at f (/srv/{WORST}/a.js:1:2)"), true),
    ];
    for (index, answer) in answers.iter().enumerate() {
        for (turn, arguments) in [
            json!({WORST: "B", "token": WORST}),
            json!({WORST: 1}),
            json!({"password": "hunter2secret"}),
        ]
        .iter()
        .enumerate()
        {
            let id = 10 + index * 4 + turn;
            lines.push(json!({"event": "probe", "id": id, "tool": WORST, "kind": if run == 0 { WORST } else { "enum" }, "parameter": format!("/{WORST}")}));
            lines.push(json!({"from": "client", "message": {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": WORST, "arguments": arguments}}}));
            lines.push(json!({"event": "stdout", "text": WORST}));
            lines.push(json!({"event": "stderr", "text": WORST}));
            let mut message = answer.clone();
            message["jsonrpc"] = json!("2.0");
            message["id"] = json!(id);
            lines.push(json!({"from": "server", "message": message}));
        }
    }
    lines.extend([
        json!({"from": "client", "message": {"jsonrpc": "2.0", "id": 91, "method": "tools/call", "params": {"name": "x", "arguments": [WORST]}}}),
        json!({"event": "http", "id": 91, "status": 500, "headers": {WORST: WORST}, "body": WORST}),
        json!({"from": "client", "raw": WORST}),
        json!({"event": "timeout", "after_ms": 5}),
        json!({"from": "client", "message": {"jsonrpc": "2.0", "id": 92, "method": WORST, "params": WORST}}),
        json!({"event": "exit", "code": 1}),
    ]);
    lines
}

#[test]
fn hostile_server_is_found_out() {
    assert!(hostile_report().findings().count() > 20);
}

#[test]
fn no_format_lets_a_control_character_through() {
    let report = hostile_report();
    for format in Format::ALL {
        let written = format.write(&report, Colour::Off, Mask::Hide);
        let acting = |c: char| {
            c != '\n' && (c.is_control() || "\u{202e}\u{2066}\u{feff}\u{2028}\u{fffe}".contains(c))
        };
        let found = written.char_indices().find(|(_, c)| acting(*c));
        // JSON is for machines: there a string is what the server said.
        let is_exact = format == Format::Json;
        assert!(is_exact || found.is_none(), "{format:?}: {found:?}");
    }
}

#[test]
fn no_format_shows_a_secret() {
    let report = hostile_report();
    for format in Format::ALL {
        let hidden = format.write(&report, Colour::Off, Mask::Hide);
        let shown = format.write(&report, Colour::Off, Mask::Show);
        for secret in SECRETS {
            let around = hidden.split_once(secret).map(|(before, _)| &before[before.len() - 80..]);
            assert_eq!(around, None, "{format:?}");
        }
        assert!(shown.contains(SECRETS[0]), "{format:?}");
    }
}

#[test]
fn junit_stays_well_formed() {
    assert_xml(&Format::Junit.write(&hostile_report(), Colour::Off, Mask::Hide));
}

#[test]
fn sarif_stays_json_without_links() {
    let written = Format::Sarif.write(&hostile_report(), Colour::Off, Mask::Hide);
    let log: Value = serde_json::from_str(&written).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() > 10);
    for result in results {
        assert!(!result["message"]["text"].as_str().unwrap().contains("]("), "{result}");
    }
}

#[test]
fn annotations_stay_on_their_lines() {
    let written = Format::Github.write(&hostile_report(), Colour::Off, Mask::Hide);
    let (last, commands) = written
        .lines()
        .collect::<Vec<_>>()
        .split_last()
        .map(|(last, rest)| (*last, rest.to_vec()))
        .unwrap();
    assert!(commands.len() > 5 && last.starts_with("secondtry: "));
    for command in commands {
        let rest = ["::error title=", "::warning title=", "::notice title="]
            .iter()
            .find_map(|name| command.strip_prefix(name));
        let (title, _) = rest.and_then(|rest| rest.split_once("::")).expect("a workflow command");
        assert!(!title.contains([':', ',']), "{title}");
    }
}

#[test]
fn markdown_holds_no_markup_of_the_server() {
    let written = Format::Markdown.write(&hostile_report(), Colour::Off, Mask::Hide);
    let mut fence: Option<String> = None;
    for line in written.lines() {
        let ticks: String = line.chars().take_while(|c| *c == '`').collect();
        match &fence {
            Some(open) => {
                if line == open {
                    fence = None;
                }
            }
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                let bare =
                    ["<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>"]
                        .iter()
                        .fold(line.to_owned(), |line, tag| line.replace(tag, ""));
                assert!(!bare.contains(['<', '>', '`', '[', ']', '@']), "{line}");
            }
        }
    }
    assert_eq!(fence, None);
}

#[test]
fn page_holds_no_markup_of_the_server() {
    assert_html(&Format::Html.write(&hostile_report(), Colour::Off, Mask::Hide));
}

#[test]
fn text_stays_within_eighty_columns() {
    let written = Format::Text.write(&hostile_report(), Colour::Off, Mask::Hide);
    let long = written.lines().find(|line| line.chars().count() > 80 && !line.starts_with("again"));
    assert_eq!(long, None);
}

//! The server as the process that a client starts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::bed::{Bed, code_of, terminate};
use crate::program::secondtry;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

fn start(bed: &Bed, options: &[&str]) -> Child {
    let mut command: Command = secondtry();
    command.args(["cards", "--store", &bed.store(), "serve"]).args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("it starts")
}

/// Sends lines, and reads as many answers as there are ids to answer.
fn talk(child: &mut Child, lines: &[String], answers: usize) -> Vec<Value> {
    let input = child.stdin.as_mut().expect("piped");
    for line in lines {
        input.write_all(format!("{line}\n").as_bytes()).expect("open");
    }
    let output = child.stdout.as_mut().expect("piped");
    let output = BufReader::new(output).lines().take(answers);
    output.map(|line| serde_json::from_str(&line.expect("text")).expect("a message")).collect()
}

#[test]
fn reports_and_questions_work_without_a_network() {
    let bed = Bed::new();
    let mut child = start(&bed, &["--stdio", "--ask", "--unmoderated"]);
    let call = |id: usize, tool: &str, arguments: &Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
            .to_string()
    };
    let report = json!({"card": "no-response", "worked": true, "client_key": "k"});
    let mut lines = vec![INITIALIZE.to_owned()];
    lines.push(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned());
    // Nothing is limited for whoever has started the program.
    lines.extend((1..=30).map(|id| call(id, "report_outcome", &report)));
    lines.push(call(31, "ask_markedet", &json!({"question": "why?"})));
    let answers = talk(&mut child, &lines, 32);
    let outcomes = answers
        .iter()
        .filter_map(|answer| answer["result"]["structuredContent"]["outcome"].as_str());
    let counted = outcomes.clone().filter(|outcome| *outcome == "counted").count();
    let same = outcomes.filter(|outcome| *outcome == "same_key").count();
    assert_eq!((counted, same), (1, 29));
    let kept = answers.iter().find(|answer| answer["id"] == 31).expect("an answer");
    assert_eq!(kept["result"]["structuredContent"]["is_public"], true);
    drop(child.stdin.take());
    assert_eq!(code_of(&mut child), Some(0));
}

#[test]
fn hostile_lines_leave_the_server_at_work() {
    let bed = Bed::new();
    let mut child = start(&bed, &[]);
    let lines = [
        INITIALIZE,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "",
        "{",
        "[]",
        r#"{"jsonrpc":"2.0","id":"\ud800","method":7}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"get_card","arguments":{"id":"no-response"}}}"#,
    ];
    let lines = lines.map(str::to_owned);
    let input = child.stdin.as_mut().expect("piped");
    for line in &lines {
        input.write_all(format!("{line}\n").as_bytes()).expect("open");
    }
    let output = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut answers =
        output.map(|line| serde_json::from_str::<Value>(&line.expect("text")).expect("a message"));
    let answer = answers.find(|answer| answer["id"] == 9).expect("an answer");
    assert_eq!(answer["result"]["structuredContent"]["id"], "no-response");
    terminate(&child);
    assert_eq!(code_of(&mut child), Some(0));
}

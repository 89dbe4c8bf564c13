//! The least that a client can do: sends the lines of a script to a server, waits for each answer, and closes.
//!
//! `replay SCRIPT COMMAND...`. A line of the script is `start`, or an id (empty where no answer is due), a tab and what to
//! send.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn main() {
    let mut arguments = env::args().skip(1);
    let script = fs::read_to_string(arguments.next().expect("a script")).expect("a script");
    let command: Vec<String> = arguments.collect();
    let mut server: Option<Server> = None;
    let mut answer = String::new();
    for line in script.lines() {
        if line == "start" {
            server.take().map(close);
            server = Some(start(&command));
            continue;
        }
        let (id, message) = line.split_once('\t').expect("an id and a message");
        let server = server.as_mut().expect("a server");
        let input = &mut server.input;
        input.write_all(message.as_bytes()).and_then(|()| input.write_all(b"\n")).expect("written");
        while !id.is_empty() {
            answer.clear();
            if server.output.read_line(&mut answer).expect("read") == 0 {
                break;
            }
            let answers = |end: &str| answer.contains(&format!("\"id\":{id}{end}"));
            if answers(",") || answers("}") {
                break;
            }
        }
    }
    server.take().map(close);
}

fn start(command: &[String]) -> Server {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let input = child.stdin.take().expect("piped");
    let output = BufReader::new(child.stdout.take().expect("piped"));
    Server { child, input, output }
}

fn close(server: Server) {
    let Server { mut child, input, .. } = server;
    drop(input);
    child.wait().expect("the server ends");
}

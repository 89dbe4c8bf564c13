//! The least that can stand between a client and a server: carries lines from one to the other and reads nothing in them.
//!
//! `relay COMMAND...`. A thread a direction, a buffer of 64 KiB, one write a line, as `secondtry wrap` has them.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

fn main() {
    let command: Vec<String> = env::args().skip(1).collect();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    thread::spawn(move || carry(io::stdin(), input));
    carry(output, io::stdout());
    child.wait().expect("the server ends");
}

fn carry(from: impl Read, mut to: impl Write) {
    let mut from = BufReader::with_capacity(64 * 1024, from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if to.write_all(&line).and_then(|()| to.flush()).is_err() {
            return;
        }
        line.clear();
    }
}

//! `flawed-servers SERVER`: serves one of the flawed servers.

use std::io;
use std::process::ExitCode;

use flawed_servers::{Eras, names, serve_stdio, server, summary};

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(code) => ExitCode::from(code),
        Err(reason) => {
            complain(&reason);
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<u8, String> {
    let mut eras = Eras::Both;
    let mut name = None;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--era" => {
                let word = arguments.next().unwrap_or_default();
                eras = Eras::from_word(&word)
                    .ok_or_else(|| format!("no era `{word}` (there are: both, legacy, modern)"))?;
            }
            "--help" | "-h" => {
                say(USAGE);
                return Ok(0);
            }
            "--list" => {
                names().for_each(|name| say(&format!("{name:32} {}", summary(name))));
                return Ok(0);
            }
            option if option.starts_with('-') => {
                return Err(format!("no option `{option}` (see --help)"));
            }
            _ if name.is_some() => {
                return Err(format!("a second server `{argument}` (one at a time)"));
            }
            _ => name = Some(argument),
        }
    }
    let name = name.ok_or("no server named (see --list)")?;
    let server = server(&name, eras).ok_or_else(|| format!("no server `{name}` (see --list)"))?;
    serve_stdio(&server, io::stdin().lock(), io::stdout().lock(), io::stderr())
        .map_err(|error| format!("stdio broke: {error}"))
}

#[expect(clippy::print_stdout, reason = "the only place that prints, before any protocol message")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "the only place that complains")]
fn complain(text: &str) {
    eprintln!("flawed-servers: {text}");
}

const USAGE: &str = "\
Usage: flawed-servers [--era legacy|modern|both] SERVER
       flawed-servers --list

Serves one MCP server with a planted flaw on stdin and stdout.

  --era ERA   the protocol revisions it speaks: with a handshake, stateless, or both (default)
  --list      the servers by name, with the tool that has the flaw";

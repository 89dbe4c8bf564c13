//! `flawed-servers SERVER`: serves one of the flawed servers.

use std::io::{self, Write};
use std::net::TcpListener;
use std::process::ExitCode;

use flawed_servers::{Eras, Framing, hostile, names, serve_http, serve_stdio, server, summary};

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(code) => ExitCode::from(code),
        Err(reason) => {
            complain(&reason);
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for.
struct Choice {
    eras: Eras,
    framing: Framing,
    /// The address to listen on; stdio if there is none.
    address: Option<String>,
    name: Option<String>,
}

fn run(arguments: impl Iterator<Item = String>) -> Result<u8, String> {
    let mut arguments = arguments.peekable();
    if arguments.next_if(|first| first == "hostile").is_some() {
        let name = arguments.next().unwrap_or_default();
        let word = arguments.next().unwrap_or_default();
        return hostile::serve(&name, &word).ok_or_else(|| {
            let known: Vec<&str> = hostile::names().collect();
            format!("no hostile server `{name}` (there are: {})", known.join(", "))
        });
    }
    let mut choice = Choice { eras: Eras::Both, framing: Framing::Json, address: None, name: None };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--era" => {
                let word = arguments.next().unwrap_or_default();
                choice.eras = Eras::from_word(&word)
                    .ok_or_else(|| format!("no era `{word}` (there are: both, legacy, modern)"))?;
            }
            "--help" | "-h" => {
                say(USAGE);
                return Ok(0);
            }
            "--http" => {
                let address =
                    arguments.next().ok_or("no address after `--http` (such as 127.0.0.1:8080)")?;
                choice.address = Some(address);
            }
            "--list" => {
                names().for_each(|name| say(&format!("{name:32} {}", summary(name))));
                return Ok(0);
            }
            "--sse" => choice.framing = Framing::EventStream,
            option if option.starts_with('-') => {
                return Err(format!("no option `{option}` (see --help)"));
            }
            _ if choice.name.is_some() => {
                return Err(format!("a second server `{argument}` (one at a time)"));
            }
            _ => choice.name = Some(argument),
        }
    }
    serve(choice)
}

fn serve(choice: Choice) -> Result<u8, String> {
    let name = choice.name.ok_or("no server named (see --list)")?;
    let server =
        server(&name, choice.eras).ok_or_else(|| format!("no server `{name}` (see --list)"))?;
    let Some(address) = choice.address else {
        return serve_stdio(&server, io::stdin().lock(), io::stdout().lock(), io::stderr())
            .map_err(|error| format!("stdio broke: {error}"));
    };
    let unable = |error| format!("cannot listen on {address}: {error}");
    let listener = TcpListener::bind(&address).map_err(unable)?;
    say(&format!("listening on http://{}/mcp", listener.local_addr().map_err(unable)?));
    serve_http(server, &listener, choice.framing).map_err(unable)?;
    Ok(0)
}

/// The only place that prints, and never on a protocol's stdout.
fn say(text: &str) {
    // A reader that has seen enough closes the pipe.
    let _ = io::stdout().write_all(format!("{text}\n").as_bytes());
}

#[expect(clippy::print_stderr, reason = "the only place that complains")]
fn complain(text: &str) {
    eprintln!("flawed-servers: {text}");
}

const USAGE: &str = "\
Usage: flawed-servers [--http ADDRESS [--sse]] [--era legacy|modern|both] SERVER
       flawed-servers hostile NAME [WORD]
       flawed-servers --list

Serves one MCP server with a planted flaw, on stdin and stdout unless told otherwise.
A hostile server breaks its client rather than a rule; an unknown name lists them.

  --era ERA       the protocol revisions it speaks: with a handshake, stateless, or both (default)
  --http ADDRESS  serve over Streamable HTTP at /mcp; the first line on stdout tells the URL
  --list          the servers by name, with the tool that has the flaw
  --sse           over HTTP, answer with event streams in place of JSON";

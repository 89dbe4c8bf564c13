//! Serves over Streamable HTTP: one request a POST to `/mcp`, a thread a connection.

mod connection;
mod header_check;
mod sessions;
#[cfg(test)]
mod tests;

use std::io::{self, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use self::connection::{Request, Response, read_request};
use self::header_check::{has_modern_marks, mismatch};
use self::sessions::Sessions;
use crate::era::{Eras, LEGACY};
use crate::server::{HEADER_MISMATCH, Reply, Server, Session};
use crate::tool::ProtocolError;

/// The way in which a message is sent back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// A body of type `text/event-stream` with one event.
    EventStream,
    /// A body of type `application/json`.
    Json,
}

/// Answers on `listener` until it breaks.
pub fn serve(server: Server, listener: &TcpListener, framing: Framing) -> io::Result<()> {
    let site = Arc::new(Site {
        server,
        framing,
        sessions: Sessions::default(),
        open: AtomicUsize::new(0),
    });
    for stream in listener.incoming() {
        let (site, stream) = (Arc::clone(&site), stream?);
        if site.open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            site.open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        thread::spawn(move || {
            // A connection that breaks is the client's to open again.
            let _ = site.serve_connection(stream);
            site.open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

/// A server, and what all its connections share.
struct Site {
    server: Server,
    framing: Framing,
    sessions: Sessions,
    open: AtomicUsize,
}

/// What a connection does after a request.
enum Outcome {
    /// It closes without an answer.
    Close,
    /// It stays open without an answer, until the client closes it.
    Hold,
    Respond(Response),
}

impl Site {
    fn serve_connection(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(LONGEST_IDLE))?;
        stream.set_nodelay(true)?;
        let mut output = stream.try_clone()?;
        let mut input = BufReader::new(stream);
        while let Some(request) = read_request(&mut input, &mut output)? {
            let outcome = match request {
                Ok(request) => self.respond(&request),
                Err(refusal) => Outcome::Respond(refusal.closing()),
            };
            match outcome {
                Outcome::Close => return Ok(()),
                Outcome::Hold => {
                    io::copy(&mut input, &mut io::sink())?;
                    return Ok(());
                }
                Outcome::Respond(response) => {
                    response.write(&mut output)?;
                    output.flush()?;
                    if response.closes() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    fn respond(&self, request: &Request) -> Outcome {
        if request.header("origin").is_some_and(|origin| !is_local(origin)) {
            return Outcome::Respond(Response::plain(403, "The Origin is not this machine."));
        }
        if request.path != "/mcp" {
            return Outcome::Respond(Response::plain(404, "The endpoint is /mcp."));
        }
        match request.method.as_str() {
            "POST" => self.post(request),
            "DELETE" => Outcome::Respond(self.delete(request)),
            _ => Outcome::Respond(
                Response::plain(405, "POST a message.").with("Allow", "POST, DELETE"),
            ),
        }
    }

    fn post(&self, request: &Request) -> Outcome {
        // What cannot be read counts as legacy; either way the answer is a parse error.
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let modern = match self.server.eras {
            Eras::Legacy => false,
            Eras::Both => has_modern_marks(request, &message),
            Eras::Modern => true,
        };
        match (modern, message["method"].as_str()) {
            (true, Some(_)) if message.get("id").is_some() => self.post_modern(request, &message),
            (false, Some("initialize")) => self.initialize(request),
            (false, Some(_)) => self.post_legacy(request),
            (true, Some(_)) | (_, None) => self.answer(&mut Session::default(), request),
        }
    }

    fn post_modern(&self, request: &Request, message: &Value) -> Outcome {
        match mismatch(request, message) {
            None => self.answer(&mut Session::default(), request),
            Some(reason) => {
                let error = ProtocolError::new(HEADER_MISMATCH, reason);
                let reply =
                    Reply::error(message.get("id"), &error, (self.server.habits.status)(400));
                self.outcome(reply)
            }
        }
    }

    fn post_legacy(&self, request: &Request) -> Outcome {
        let version = request.header("mcp-protocol-version");
        if version.is_some_and(|version| !LEGACY.contains(&version)) {
            return Outcome::Respond(Response::plain(
                400,
                "MCP-Protocol-Version is not known here.",
            ));
        }
        let Some(id) = request.header("mcp-session-id") else {
            return Outcome::Respond(Response::plain(
                400,
                "Mcp-Session-Id is missing: POST initialize first.",
            ));
        };
        match self.sessions.find(id) {
            Some(mut session) => self.answer(&mut session, request),
            None => Outcome::Respond(Response::plain(
                404,
                "The session has ended: POST initialize again.",
            )),
        }
    }

    fn initialize(&self, request: &Request) -> Outcome {
        let mut session = Session::default();
        match self.answer(&mut session, request) {
            Outcome::Respond(response) if session.revision.is_some() => {
                Outcome::Respond(response.with("Mcp-Session-Id", &self.sessions.open(session)))
            }
            outcome @ (Outcome::Close | Outcome::Hold | Outcome::Respond(_)) => outcome,
        }
    }

    fn delete(&self, request: &Request) -> Response {
        match request.header("mcp-session-id") {
            Some(id) if self.server.eras != Eras::Modern => {
                if self.sessions.close(id) {
                    return Response::empty(204);
                }
                Response::plain(404, "The session has ended.")
            }
            Some(_) | None => {
                Response::plain(405, "There is no session to end.").with("Allow", "POST")
            }
        }
    }

    fn answer(&self, session: &mut Session, request: &Request) -> Outcome {
        self.outcome(self.server.answer(session, &request.body))
    }

    fn outcome(&self, reply: Reply) -> Outcome {
        match reply {
            Reply::Accepted => Outcome::Respond(Response::empty(202)),
            Reply::Exit { .. } => Outcome::Close,
            Reply::HttpFailure { status, body, .. } => {
                Outcome::Respond(Response::plain(status, body))
            }
            Reply::Message { message, status, .. } => Outcome::Respond(match self.framing {
                Framing::EventStream if status == 200 => Response::event(&message),
                Framing::EventStream | Framing::Json => Response::json(status, &message),
            }),
            Reply::Silence => Outcome::Hold,
        }
    }
}

/// Whether a browser page of this machine sent it.
fn is_local(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|local| {
        host.strip_prefix(local).is_some_and(|port| port.is_empty() || port.starts_with(':'))
    })
}

const LONGEST_IDLE: Duration = Duration::from_secs(300);
/// Connections beyond these are closed at once.
const MOST_CONNECTIONS: usize = 256;

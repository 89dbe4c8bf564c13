//! A server for tests that answers each connection just as told, byte for byte.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request as it came.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) method: String,
    pub(super) path: String,
    /// Lines of the head, names in lower case.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

/// A server at work, and what it was asked.
pub(super) struct ScriptedServer {
    pub(super) address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Asked {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl ScriptedServer {
    /// Serves one request a connection. `answer` writes whatever it likes; the connection ends when it returns.
    pub(super) fn start(answer: impl Fn(&Asked, &mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").expect("a free port"), answer)
    }

    /// The same on an address of one's own.
    pub(super) fn start_on(
        listener: TcpListener,
        answer: impl Fn(&Asked, &mut TcpStream) + Send + Sync + 'static,
    ) -> Self {
        let address = listener.local_addr().expect("an address");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (log, answer) = (Arc::clone(&asked), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || {
                    let mut stream = stream;
                    let Some(request) = read(&mut stream) else { return };
                    log.lock().expect("no panic").push(request.clone());
                    answer(&request, &mut stream);
                });
            }
        });
        Self { address, asked }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }

    /// Waits until `count` requests have come, for two seconds at most.
    pub(super) fn await_asked(&self, count: usize) -> Vec<Asked> {
        for _ in 0..400 {
            if self.asked().len() >= count {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.asked()
    }
}

/// Writes text; a client that has gone is no concern of the script.
pub(super) fn say(stream: &mut TcpStream, text: &str) {
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

/// A whole answer.
pub(super) fn whole(status: &str, content_type: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// The head of an event stream that lasts as long as the connection.
pub(super) const STREAM_HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines = head.lines();
    let mut words = lines.next()?.split(' ').map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let mut asked = Asked { method, path, headers, body: String::new() };
    let length = asked.header("content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    asked.body = String::from_utf8(body).ok()?;
    Some(asked)
}

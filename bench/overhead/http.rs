//! As much of an HTTP client as Streamable HTTP needs: POST on one connection, answers as JSON or as an event stream.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

/// One connection after another, one session.
pub struct Http {
    input: BufReader<TcpStream>,
    port: u16,
    path: String,
    session: String,
    body: String,
}

impl Http {
    /// Connects as soon as somebody listens.
    pub fn new(port: u16, path: String) -> Self {
        Self { input: connection(port), port, path, session: String::new(), body: String::new() }
    }

    /// Takes a new connection.
    pub fn connect(&mut self) {
        self.input = connection(self.port);
    }

    /// Sends one message and gives the answer to it, read to its end.
    pub fn post(&mut self, message: &str, id: Option<usize>) -> &str {
        let request = format!(
            "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: 2025-06-18\r\n{}Content-Length: {}\r\n\r\n{message}",
            self.path,
            self.session,
            message.len(),
        );
        self.input.get_mut().write_all(request.as_bytes()).expect("written");
        let head = self.head();
        let told = |name: &str| {
            head.lines().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case(name).then(|| value.trim())
            })
        };
        if let Some(session) = told("mcp-session-id") {
            self.session = format!("Mcp-Session-Id: {session}\r\n");
        }
        let status = head.split_whitespace().nth(1).expect("a status");
        assert!(status.starts_with('2'), "{head}");
        let length = told("content-length").map(|length| length.parse().expect("a length"));
        let is_chunked = told("transfer-encoding").is_some();
        let mut body = Vec::new();
        if is_chunked {
            while self.chunk(&mut body) {}
        } else {
            body.resize(length.unwrap_or(0), 0);
            self.input.read_exact(&mut body).expect("a whole body");
        }
        self.body = String::from_utf8(body).expect("UTF-8");
        match id {
            None => "",
            Some(id) => {
                let mut messages = self.body.lines().map(|line| line.trim_start_matches("data:"));
                messages.find(|message| is_answer(message, id)).expect("an answer in the body")
            }
        }
    }

    fn head(&mut self) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.input.read_line(&mut head).expect("read") > 0, "closed before a head");
        }
        head
    }

    /// Reads one chunk; whether more follow.
    fn chunk(&mut self, body: &mut Vec<u8>) -> bool {
        let mut size = String::new();
        self.input.read_line(&mut size).expect("read");
        let size = usize::from_str_radix(size.trim(), 16).expect("the size of a chunk");
        let start = body.len();
        body.resize(start + size + 2, 0);
        self.input.read_exact(&mut body[start..]).expect("a whole chunk");
        body.truncate(start + size);
        size > 0
    }
}

/// Whether `message` answers request `id`: the ends of a long one are enough.
pub fn is_answer(message: &str, id: usize) -> bool {
    let near = |place: Option<usize>| {
        let rest = &message[place.unwrap_or(message.len())..];
        let rest =
            rest.trim_start_matches("\"id\"").trim_start().trim_start_matches(':').trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse() == Ok(id)
    };
    near(message.find("\"id\"")) || near(message.rfind("\"id\""))
}

fn connection(port: u16) -> BufReader<TcpStream> {
    for _ in 0..PATIENCE {
        if let Ok(connection) = TcpStream::connect(("127.0.0.1", port)) {
            connection.set_nodelay(true).expect("an open connection");
            return BufReader::with_capacity(64 * 1024, connection);
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("nobody listens on port {port}");
}

/// How often a listener is looked for.
const PATIENCE: usize = 12000;

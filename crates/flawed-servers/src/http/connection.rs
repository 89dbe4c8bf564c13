//! HTTP/1.1, as far as one endpoint for short messages needs it.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// A request, read whole.
pub(super) struct Request {
    pub(super) method: String,
    /// The path without its query.
    pub(super) path: String,
    /// Names in lower case, values trimmed.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Reads the next request of a connection: `None` if the client has closed it, the response if it cannot be read.
pub(super) fn read_request(
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Option<Result<Request, Response>>> {
    let Some(head) = read_head(input)? else {
        return Ok(None);
    };
    let mut lines = head.lines();
    let mut start = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (start.next(), start.next(), start.next(), start.next())
    else {
        return Ok(Some(Err(Response::plain(400, "The request line is no HTTP/1.1."))));
    };
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let mut request = Request { method: method.to_owned(), path, headers, body: Vec::new() };
    if request.header("transfer-encoding").is_some() {
        return Ok(Some(Err(Response::plain(411, "Send the body with Content-Length."))));
    }
    let length = match request.header("content-length").map(str::parse::<u64>) {
        None => 0,
        Some(Ok(length)) if length <= LONGEST_BODY => length,
        Some(Ok(_)) => {
            return Ok(Some(Err(Response::plain(413, "The body is longer than 16 MiB."))));
        }
        Some(Err(_)) => return Ok(Some(Err(Response::plain(400, "Content-Length is no number.")))),
    };
    if request.header("expect").is_some() {
        output.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    input.by_ref().take(length).read_to_end(&mut request.body)?;
    if (request.body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(Ok(request)))
}

/// Reads up to the empty line; `None` if the connection ends before or the head is too long.
fn read_head(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut rest = input.by_ref().take(LONGEST_HEAD);
    loop {
        let before = head.len();
        rest.read_until(b'\n', &mut head)?;
        let line = head.get(before..).unwrap_or_default();
        if !line.ends_with(b"\n") {
            return Ok(None);
        }
        if line.trim_ascii().is_empty() && before > 0 {
            return Ok(Some(String::from_utf8_lossy(&head).into_owned()));
        }
    }
}

/// A response, whole before it is written.
#[derive(Debug, PartialEq)]
pub(super) struct Response {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
    closes: bool,
}

impl Response {
    pub(super) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: String::new(), closes: false }
    }

    /// One event that carries the message; the stream ends with it.
    pub(super) fn event(message: &Value) -> Self {
        let mut response = Self::empty(200)
            .with("Content-Type", "text/event-stream")
            .with("Cache-Control", "no-cache")
            .with("X-Accel-Buffering", "no");
        response.body = format!("event: message\ndata: {message}\n\n");
        response.closing()
    }

    pub(super) fn json(status: u16, message: &Value) -> Self {
        let mut response = Self::empty(status).with("Content-Type", "application/json");
        response.body = message.to_string();
        response
    }

    pub(super) fn plain(status: u16, body: &str) -> Self {
        let mut response = Self::empty(status).with("Content-Type", "text/plain; charset=utf-8");
        body.clone_into(&mut response.body);
        response
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// The connection ends with it.
    pub(super) fn closing(mut self) -> Self {
        self.closes = true;
        self
    }

    pub(super) fn closes(&self) -> bool {
        self.closes
    }

    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let mut whole = Vec::new();
        write!(whole, "HTTP/1.1 {} {}\r\n", self.status, reason(self.status))?;
        for (name, value) in &self.headers {
            write!(whole, "{name}: {value}\r\n")?;
        }
        if self.closes {
            write!(whole, "Connection: close\r\n")?;
        }
        if self.status != 204 {
            write!(whole, "Content-Length: {}\r\n", self.body.len())?;
        }
        write!(whole, "\r\n{}", self.body)?;
        output.write_all(&whole)
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        202 => "Accepted",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        500 => "Internal Server Error",
        _ => "",
    }
}

const LONGEST_HEAD: u64 = 64 * 1024;
const LONGEST_BODY: u64 = 16 * 1024 * 1024;

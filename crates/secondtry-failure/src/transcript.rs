//! What went over the wire, in order: the one input of [`classify`](crate::classify) and so of every report.
//!
//! A checker records it while it provokes failures; a file of JSON Lines holds the same.

pub mod read;
pub mod write;

use serde_json::{Map, Value};

use crate::message::{Message, protocol_version::ProtocolVersion, request_id::RequestId};

/// The entries of one or more runs. A [`Start`] opens each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// In the order in which they happened.
    pub entries: Vec<Entry>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Milliseconds since the run began, where known.
    pub at_ms: Option<u64>,
    /// What happened.
    pub what: What,
}

/// The things that happen.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The client wrote a message.
    Client(Message),
    /// The client wrote bytes that are no message, to see what the server makes of them.
    ClientRaw(String),
    /// The client closed the server's input for good.
    Eof,
    /// The server process ended.
    Exit {
        /// Its exit code, unless a signal ended it.
        code: Option<i32>,
        /// The signal that ended it.
        signal: Option<i32>,
    },
    /// The transport failed before an answer came, or in the middle of one.
    Failed {
        /// Which request; `None` for bytes without an id.
        id: Option<RequestId>,
        /// How.
        why: String,
    },
    /// An HTTP answer that brought no JSON-RPC message of its own.
    Http(HttpAnswer),
    /// What the next call breaks.
    Probe(Probe),
    /// The server wrote a message.
    Server(Message),
    /// A message from the server whose body no reader takes.
    ServerUnreadable {
        /// The request that it answers, if it is an answer.
        id: Option<RequestId>,
        /// What stopped the reader.
        why: String,
    },
    /// A tool was left out, in whole or from here on.
    Skip {
        /// Which one.
        tool: String,
        /// Why.
        why: String,
    },
    /// A run begins, or its server was started again.
    Start(Start),
    /// A line on standard error.
    Stderr(String),
    /// A line on standard output that is no protocol message.
    Stdout(Text),
    /// A deadline passed without an answer.
    Timeout {
        /// Which request; `None` for bytes without an id.
        id: Option<RequestId>,
        /// The deadline.
        after_ms: u64,
    },
}

/// How a run begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// How messages travel; `None` where a transcript does not say.
    pub transport: Option<TransportKind>,
    /// The revision agreed on, where it is known from the start.
    pub protocol: Option<ProtocolVersion>,
    /// What was started or called, so that a finding can be reproduced.
    pub target: Option<Target>,
    /// The same run goes on with a fresh process.
    pub is_restart: bool,
}

/// How messages travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportKind {
    /// Streamable HTTP (2025-03-26 and later).
    Http,
    /// HTTP+SSE (2024-11-05).
    Sse,
    /// Lines over a process's standard input and output.
    Stdio,
}

/// The server under test, as the user named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A program and its arguments.
    Command(Vec<String>),
    /// An entry of a client's own file. Its command, variables and headers stay there: they may be secret.
    Config {
        /// The file.
        file: String,
        /// The server's name in it.
        server: String,
    },
    /// An address.
    Url {
        /// The address, without credentials.
        address: String,
        /// What the command line said besides, secrets left out.
        options: Vec<String>,
    },
}

/// What a call was made to break.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The id of the call; `None` where the bytes carry no id.
    pub id: Option<RequestId>,
    /// The tool called; `None` for a server-wide probe.
    pub tool: Option<String>,
    /// The situation, by its kebab-case name.
    pub kind: String,
    /// The argument broken, as a JSON Pointer.
    pub parameter: Option<String>,
}

/// An HTTP answer as far as it explains a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct HttpAnswer {
    /// The request that it answers.
    pub id: Option<RequestId>,
    /// The status code.
    pub status: u16,
    /// The headers that matter.
    pub headers: Map<String, Value>,
    /// The body: JSON where it parses as such, else a string.
    pub body: Option<Value>,
}

/// A line as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// Bytes that are no UTF-8.
    Bytes(Vec<u8>),
    /// Text.
    Utf8(String),
}

impl Transcript {
    /// Adds something that happened `at_ms` milliseconds into the run.
    pub fn push(&mut self, at_ms: u64, what: What) {
        self.entries.push(Entry { at_ms: Some(at_ms), what });
    }
}

impl TransportKind {
    /// `http`, `sse` or `stdio`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Sse => "sse",
            Self::Stdio => "stdio",
        }
    }

    /// Reads what [`name`](Self::name) writes.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Http, Self::Sse, Self::Stdio].into_iter().find(|kind| kind.name() == name)
    }
}

impl Text {
    /// Takes `bytes` as text where they are UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Utf8(text.to_owned()),
            Err(_) => Self::Bytes(bytes.to_owned()),
        }
    }

    /// The text, with marks where bytes are no UTF-8.
    pub fn to_lossy(&self) -> String {
        match self {
            Self::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Self::Utf8(text) => text.clone(),
        }
    }
}

//! A client of one era in front of a server of the other, as far as the revisions can express each other.
//!
//! The bridge stands between the client and the [`Exchange`](crate::exchange::Exchange), which speaks the server's era.
//! Which eras meet is found out from the client's first message and a probe; where both sides speak the same, everything
//! passes as it is. Lines go in, [`Way`]s come out; nothing here reads or writes.

mod legacy_client;
mod modern_client;
mod translate;

use std::time::{Duration, Instant};

use secondtry_failure::message::parse::{Line, parse};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use serde_json::{Value, json};

use self::legacy_client::LegacyClient;
use self::modern_client::ModernClient;
use self::translate::{MODERN_VERSION, modern_meta};

#[cfg(test)]
mod tests;

/// Where a line goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the client. `answers` is the request that it answers.
    ToClient {
        /// The line, line break included.
        line: Vec<u8>,
        /// The request that it answers.
        answers: Option<RequestId>,
    },
    /// To the server.
    ToServer(Vec<u8>),
}

/// The bridge of one conversation.
#[derive(Debug, Default)]
pub struct Bridge {
    state: State,
    asked: u64,
    waiting: Vec<Vec<u8>>,
}

#[derive(Debug, Default)]
enum State {
    /// The client has said nothing yet.
    #[default]
    Start,
    /// The server is asked whether it speaks the modern era.
    Probing { id: RequestId, until: Instant, client: Client },
    /// The server is asked for the handshake of the legacy era, for a client of the modern one.
    Shaking { id: RequestId },
    /// Both sides speak the same era.
    Same,
    /// The client speaks the modern era, the server the legacy one.
    Modern(Box<ModernClient>),
    /// The client speaks the legacy era, the server the modern one.
    Legacy(Box<LegacyClient>),
}

/// How the client began.
#[derive(Debug)]
enum Client {
    /// With this `initialize`.
    Legacy(Value),
    /// With a request that has this `_meta`.
    Modern(Value),
}

impl Bridge {
    /// Takes a line of the client.
    pub fn from_client(&mut self, line: Vec<u8>, now: Instant) -> Vec<Way> {
        match &mut self.state {
            State::Same => vec![Way::ToServer(line)],
            State::Start => self.begin(line, now),
            State::Probing { .. } | State::Shaking { .. } => {
                if self.waiting.len() < MOST_WAITING {
                    self.waiting.push(line);
                }
                Vec::new()
            }
            State::Modern(client) => client.client_line(line),
            State::Legacy(client) => client.client_line(line),
        }
    }

    /// Takes a line for the client, and the request that it answers.
    pub fn to_client(
        &mut self,
        line: Vec<u8>,
        answers: Option<RequestId>,
        now: Instant,
    ) -> Vec<Way> {
        match &mut self.state {
            State::Start | State::Same => vec![Way::ToClient { line, answers }],
            State::Probing { id, .. } if answers.as_ref() == Some(id) => {
                let answer = read(&line);
                self.probed(answer.as_ref(), now)
            }
            State::Shaking { id } if answers.as_ref() == Some(id) => {
                let answer = read(&line).unwrap_or_default();
                self.shaken(&answer, now)
            }
            // What was asked before the client began as clients begin has gone to the server as it came.
            State::Probing { .. } | State::Shaking { .. } if answers.is_some() => {
                vec![Way::ToClient { line, answers }]
            }
            // What a server says of its own accord before it is understood has nobody to go to.
            State::Probing { .. } | State::Shaking { .. } => Vec::new(),
            State::Modern(client) => client.server_line(line, answers),
            State::Legacy(client) => client.server_line(line, answers),
        }
    }

    /// When [`Bridge::tick`] is to be called.
    pub fn next_tick(&self) -> Option<Instant> {
        match &self.state {
            State::Probing { until, .. } => Some(*until),
            _ => None,
        }
    }

    /// A server that does not answer the probe in time speaks the legacy era.
    pub fn tick(&mut self, now: Instant) -> Vec<Way> {
        match &self.state {
            State::Probing { until, .. } if *until <= now => self.probed(None, now),
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, line: Vec<u8>, now: Instant) -> Vec<Way> {
        let Some(first) = read(&line) else {
            return vec![Way::ToServer(line)];
        };
        let meta = first.pointer("/params/_meta").cloned().unwrap_or_default();
        let client = if first["method"] == "initialize" {
            Client::Legacy(first)
        } else if is_modern(&meta) {
            Client::Modern(meta)
        } else {
            return vec![Way::ToServer(line)];
        };
        let Some(until) = now.checked_add(PROBE_LIMIT) else {
            return vec![Way::ToServer(line)];
        };
        let id = self.next_id();
        let meta = match &client {
            Client::Legacy(initialize) => modern_meta(&initialize["params"]),
            Client::Modern(meta) => meta.clone(),
        };
        let probe = json!({"jsonrpc": "2.0", "id": id.to_value(), "method": "server/discover", "params": {"_meta": meta}});
        // The legacy client's `initialize` is answered by the bridge, or sent once it is known that it will be understood.
        self.waiting.push(line);
        self.state = State::Probing { id, until, client };
        vec![Way::ToServer(line_of(&probe))]
    }

    fn probed(&mut self, answer: Option<&Value>, now: Instant) -> Vec<Way> {
        let State::Probing { client, .. } = std::mem::take(&mut self.state) else {
            return Vec::new();
        };
        let found = answer.and_then(discovered);
        match (client, found) {
            (Client::Legacy(_), None) | (Client::Modern(_), Some(_)) => {
                self.state = State::Same;
                self.go_on(now)
            }
            (Client::Legacy(initialize), Some(discovered)) => {
                let (client, greeting) = LegacyClient::new(&initialize, &discovered);
                self.state = State::Legacy(Box::new(client));
                self.waiting.remove(0);
                let answers = RequestId::from_value(&initialize["id"]);
                let mut ways = vec![Way::ToClient { line: line_of(&greeting), answers }];
                ways.extend(self.go_on(now));
                ways
            }
            (Client::Modern(meta), None) => {
                let id = self.next_id();
                let initialize = modern_client::initialize(&id, &meta);
                self.state = State::Shaking { id };
                vec![Way::ToServer(line_of(&initialize))]
            }
        }
    }

    fn shaken(&mut self, answer: &Value, now: Instant) -> Vec<Way> {
        self.state = State::Modern(Box::new(ModernClient::new(answer)));
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let mut ways = vec![Way::ToServer(line_of(&initialized))];
        ways.extend(self.go_on(now));
        ways
    }

    /// Takes what has waited.
    fn go_on(&mut self, now: Instant) -> Vec<Way> {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_iter().flat_map(|line| self.from_client(line, now)).collect()
    }

    fn next_id(&mut self) -> RequestId {
        self.asked += 1;
        RequestId::String(format!("secondtry-bridge-{}", self.asked))
    }
}

/// The result of `server/discover`, if the server speaks the modern era; of a server that refuses the revision alone, an
/// empty one.
fn discovered(answer: &Value) -> Option<Value> {
    if let Some(result) = answer.get("result") {
        let versions = result.get("supportedVersions")?.as_array()?;
        return versions.iter().any(|version| version == MODERN_VERSION).then(|| result.clone());
    }
    None
}

fn is_modern(meta: &Value) -> bool {
    meta.get("io.modelcontextprotocol/protocolVersion")
        .and_then(Value::as_str)
        .and_then(ProtocolVersion::from_name)
        .is_some_and(ProtocolVersion::is_modern)
}

/// A line as one message.
fn read(line: &[u8]) -> Option<Value> {
    match parse(line.trim_ascii()) {
        Line::Message(message) => Some(message.whole),
        Line::Batch(_) | Line::NotProtocol(_) | Line::Unreadable { .. } => None,
    }
}

fn line_of(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}

/// How long a server is given to answer the probe: one of the legacy era may not answer at all.
const PROBE_LIMIT: Duration = Duration::from_secs(3);

/// How many messages of the client wait until the eras are known.
const MOST_WAITING: usize = 1024;

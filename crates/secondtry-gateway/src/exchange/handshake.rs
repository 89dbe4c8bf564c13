//! What was agreed when the conversation began, and how to begin it anew with a server that was started again.

use std::time::{Duration, Instant};

use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::transport::process_end::ProcessEnd;
use serde_json::{Value, json};

use super::{Exchange, Note, ServerState, Step, line_of};

/// The handshake as far as it has come.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and none excludes another"
)]
#[derive(Debug, Default)]
pub(crate) struct Handshake {
    /// The client's `initialize`, once answered with a result.
    initialize: Option<Value>,
    /// The client has sent `initialize`, and the answer has not come yet.
    pub(crate) is_open: bool,
    /// The client has said `notifications/initialized`.
    pub(crate) is_initialized: bool,
    /// The revision agreed on.
    pub(crate) protocol: Option<ProtocolVersion>,
    /// The server has tools.
    pub(crate) has_tools: bool,
    /// The server says when its tools change.
    tells_changes: bool,
    /// How many requests a server of this conversation has answered.
    pub(crate) answers: u64,
    /// The handshakes replayed.
    replays: u32,
    /// The client's `initialize` failed for a reason that passes: no server has answered it yet.
    pub(crate) is_owed: bool,
    /// How long a server may take to answer a replay; without end where it is a process, whose end is seen.
    pub(crate) replay_limit: Option<Duration>,
    /// When the replay under way is given up.
    pub(crate) replay_until: Option<Instant>,
    /// When the server was last reached anew.
    pub(crate) reopened: Option<Instant>,
}

impl Handshake {
    /// The server answered `request`, an `initialize` or a `server/discover`.
    pub(crate) fn answered(&mut self, request: Value, result: &Value) {
        self.is_open = false;
        let tools = result.pointer("/capabilities/tools");
        self.has_tools = tools.is_some();
        self.tells_changes =
            tools.and_then(|tools| tools.get("listChanged")) == Some(&Value::Bool(true));
        let protocol = result.get("protocolVersion").and_then(Value::as_str);
        if let Some(protocol) = protocol {
            self.protocol = ProtocolVersion::from_name(protocol).or(self.protocol);
            self.initialize = Some(request);
            self.is_owed = false;
        }
    }

    /// `initialize` is to be replayed, for no server has answered it.
    pub(crate) fn owe(&mut self, initialize: Value) {
        self.initialize = Some(initialize);
        self.is_owed = true;
    }

    /// Whether there is anything to replay.
    pub(crate) fn is_begun(&self) -> bool {
        self.initialize.is_some()
    }

    pub(crate) fn replay_id(&self) -> RequestId {
        RequestId::String(format!("secondtry-initialize-{}", self.replays))
    }
}

impl Exchange {
    /// The server has been started again.
    pub fn restarted(&mut self, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        self.tools.forget();
        self.server = ServerState::Up;
        self.handshake.reopened = Some(now);
        let begins_anew = self.waiting.front().is_some_and(|line| is_initialize(line));
        if let Some(initialize) = self.handshake.initialize.clone().filter(|_| !begins_anew) {
            self.handshake.replay_until =
                self.handshake.replay_limit.and_then(|limit| now.checked_add(limit));
            self.handshake.replays += 1;
            let mut replayed = initialize;
            replayed["id"] = self.handshake.replay_id().to_value();
            self.server = ServerState::Replaying;
            steps.push(Step::ToServer(line_of(&replayed)));
        } else {
            self.flush(now, &mut steps);
        }
        steps
    }

    /// Whether `id` is that of the handshake that is replayed.
    pub(super) fn is_replay(&self, id: &RequestId) -> bool {
        self.server == ServerState::Replaying && *id == self.handshake.replay_id()
    }

    /// The server has answered the handshake that was replayed.
    pub(super) fn replayed(&mut self, answer: &Value, now: Instant, steps: &mut Vec<Step>) {
        self.server = ServerState::Up;
        match answer.get("result") {
            None => {
                let said =
                    format!("the server refused the handshake when it was replayed: {answer}");
                steps.push(Step::Note(Note::Said(said)));
            }
            Some(result) if self.handshake.is_owed => {
                if let Some(initialize) = self.handshake.initialize.clone() {
                    self.handshake.answered(initialize, result);
                }
                self.handshake.is_initialized = true;
            }
            Some(_) => (),
        }
        if self.handshake.is_initialized {
            let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            steps.push(Step::ToServer(line_of(&initialized)));
        }
        if self.handshake.tells_changes {
            let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
            steps.push(Step::ToClient { line: line_of(&changed), answers: None });
        }
        self.flush(now, steps);
    }

    /// Sends what has waited for the server.
    fn flush(&mut self, now: Instant, steps: &mut Vec<Step>) {
        for line in std::mem::take(&mut self.waiting) {
            steps.extend(self.from_client(line, now));
        }
    }

    /// Keeps `line` until the server runs.
    pub(super) fn wait(&mut self, line: Vec<u8>, now: Instant, steps: &mut Vec<Step>) {
        if self.server == ServerState::Gone || self.waiting.len() >= self.settings.limits.waiting {
            self.refuse_gone(&line, now, steps);
            return;
        }
        self.waiting.push_back(line);
        if self.server == (ServerState::Down { is_called: false }) {
            self.server = ServerState::Down { is_called: true };
            steps.push(Step::StartServer);
        }
    }

    /// The server has ended. Where `is_final`, it is not started again.
    pub fn server_ended(&mut self, end: ProcessEnd, is_final: bool, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        self.server =
            if is_final { ServerState::Gone } else { ServerState::Down { is_called: false } };
        self.tools.forget();
        self.asked_back.clear();
        self.end_all(super::ends::Why::Exited(end, !is_final), now, &mut steps);
        if is_final {
            for line in std::mem::take(&mut self.waiting) {
                self.refuse_gone(&line, now, &mut steps);
            }
        }
        steps
    }

    /// The server lives on and says nothing more.
    pub fn output_closed(&mut self, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        self.end_all(super::ends::Why::PipeClosed, now, &mut steps);
        steps
    }
}

/// Whether `line` begins a conversation of its own.
fn is_initialize(line: &[u8]) -> bool {
    matches!(
        peek(line).map(|peeked| peeked.kind),
        Some(Kind::Request { method, .. }) if method.is("initialize")
    )
}

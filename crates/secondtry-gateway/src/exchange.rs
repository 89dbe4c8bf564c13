//! One client and one server, and every message between them: what passes, what is held, what is put right.
//!
//! Nothing here reads or writes: lines go in with the time at which they came, and [`Step`]s come out in the order in
//! which they are to be taken.

mod answer;
mod batch;
mod client;
mod ends;
mod handshake;
pub(crate) mod mend;
mod noise;
mod open;
mod own_list;
pub(crate) mod recovery;
mod remote;
mod server;
pub(crate) mod splice;
pub mod tool_list;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::{RepairName, Repetitions};
use serde_json::Value;

use self::handshake::Handshake;
use self::open::Open;
use self::own_list::OwnList;
use self::recovery::Recovery;
use self::tool_list::ToolList;
use crate::counters::Counters;
use crate::settings::{Follower, LiveSettings, Settings};

#[cfg(test)]
mod tests;

/// Something to be done, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Tell the log.
    Note(Note),
    /// Start the server, for something waits for it.
    StartServer,
    /// Send this to the client.
    ToClient {
        /// The bytes, line break included.
        line: Vec<u8>,
        /// The request that it answers.
        answers: Option<RequestId>,
    },
    /// Send this to the server: the bytes, line break included.
    ToServer(Vec<u8>),
}

/// What the log is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// An answer that nobody waits for was dropped.
    Dropped {
        /// The id that it bears.
        id: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The server wrote this where only messages belong.
    Noise(Vec<u8>),
    /// Something the operator should know.
    Said(String),
    /// What the answer does not hold. It may hold secrets.
    Withheld {
        /// How the answer refers to it.
        reference: String,
        /// The text as it came.
        text: String,
    },
}

/// One client's conversation with one server.
#[derive(Debug)]
pub struct Exchange {
    settings: Arc<Settings>,
    follower: Follower,
    counters: Arc<Counters>,
    open: Open,
    tools: ToolList,
    own: OwnList,
    handshake: Handshake,
    recovery: Recovery,
    repetitions: Repetitions,
    /// The server's questions to the user or a model that the client has not answered, and when they came.
    asked_back: HashMap<RequestId, Instant>,
    /// Whether messages can be handed to the server at this moment.
    server: ServerState,
    /// What came from the client meanwhile.
    waiting: VecDeque<Vec<u8>>,
    /// Lines of the client that no answer can be paired with.
    unreadable_asked: u32,
    /// Answers withheld in part so far.
    references: u32,
    /// What makes the references of two runs differ.
    run: u32,
}

/// Whether the server can be handed messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerState {
    /// It has ended for good.
    Gone,
    /// It is not running. `is_called` when it has been asked for.
    Down { is_called: bool },
    /// It is told again what the client told it before.
    Replaying,
    /// It runs.
    Up,
}

impl Exchange {
    /// A conversation with a server that runs. `run` tells the references of this run from those of others. Where
    /// `settings` are replaced, the next line or tick goes by the new ones.
    pub fn new(settings: impl Into<LiveSettings>, counters: Arc<Counters>, run: u32) -> Self {
        let (follower, settings) = Follower::new(settings.into());
        Self {
            settings,
            follower,
            counters,
            open: Open::default(),
            tools: ToolList::default(),
            own: OwnList::default(),
            handshake: Handshake::default(),
            recovery: Recovery::default(),
            repetitions: Repetitions::default(),
            asked_back: HashMap::new(),
            server: ServerState::Up,
            waiting: VecDeque::new(),
            unreadable_asked: 0,
            references: 0,
            run,
        }
    }

    /// Goes by other settings from here on, if they were replaced.
    fn follow_settings(&mut self) {
        if let Some(settings) = self.follower.replaced() {
            self.settings = settings;
        }
    }

    /// When [`Exchange::tick`] is to be called next.
    pub fn next_tick(&self) -> Option<Instant> {
        let deadline = if self.asked_back.is_empty() { self.open.next_deadline() } else { None };
        [deadline, self.own.deadline(), self.replay_deadline()].into_iter().flatten().min()
    }

    /// Ends what has waited too long.
    pub fn tick(&mut self, now: Instant) -> Vec<Step> {
        self.follow_settings();
        let mut steps = Vec::new();
        if self.own.deadline().is_some_and(|deadline| deadline <= now) {
            self.own.give_up(now);
            self.release(now, &mut steps);
        }
        if self.replay_deadline().is_some_and(|deadline| deadline <= now) {
            self.replay_overdue(now, &mut steps);
        }
        if self.asked_back.is_empty() {
            self.end_overdue(now, &mut steps);
        }
        steps
    }

    /// The tool called `name`, as far as the list is known.
    pub fn tool(&self, name: &str) -> Option<tool_list::KnownTool> {
        self.tools.get(name).filter(|_| self.tools.is_read())
    }

    /// Whether no request of the client waits for an answer.
    pub fn is_idle(&self) -> bool {
        self.open.is_empty() && self.own.is_idle() && self.waiting.is_empty()
    }

    /// Whether a server of this conversation has ever answered.
    pub fn has_answered(&self) -> bool {
        self.handshake.answers > 0
    }

    /// How many requests a server of this conversation has answered.
    pub fn answered(&self) -> u64 {
        self.handshake.answers
    }

    /// Whether calls wait for the list of tools.
    pub fn holds_calls(&self) -> bool {
        !self.own.is_idle()
    }

    /// Messages wait for a server that does not run.
    pub fn wants_server(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn is_on(&self, repair: RepairName) -> bool {
        self.settings.repairs.is_on(repair)
    }

    /// The revision in force for `request`.
    fn protocol_of(&self, request: &Value) -> ProtocolVersion {
        let told = request
            .pointer("/params/_meta/io.modelcontextprotocol~1protocolVersion")
            .and_then(Value::as_str)
            .and_then(ProtocolVersion::from_name);
        told.or(self.handshake.protocol).unwrap_or(ProtocolVersion::NEWEST_LEGACY)
    }

    fn deadline(&self, now: Instant) -> Option<Instant> {
        now.checked_add(self.settings.call_timeout)
    }
}

/// A name for what an answer withholds, the `number`th that does so in `run`.
pub(crate) fn reference(run: u32, number: u32) -> String {
    format!("{:06x}-{number}", run & 0x00ff_ffff)
}

/// `line` without its line break and what stands around it.
fn trimmed(line: &[u8]) -> &[u8] {
    line.trim_ascii()
}

/// The line break that `line` ends with; one where it has none.
fn line_break(line: &[u8]) -> &[u8] {
    if line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" }
}

/// `value` as a line.
fn line_of(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}

/// A time to count from.
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests count from it and never ask again")]
pub(crate) fn some_instant() -> Instant {
    Instant::now()
}

//! Pairs answers with requests, in the order in which a transcript tells them.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::{Closing, ListedTool, Run};
use crate::classify::call::{Standing, standing};
use crate::classify::channel::{Ambiguous, channel_of};
use crate::classify::exchange::{self, Exchange, Sent};
use crate::classify::outcome::{Outcome, Silence};
use crate::message::call_tool::call_tool_params;
use crate::message::plain_value::plain_value;
use crate::message::protocol_version::ProtocolVersion;
use crate::message::request_id::RequestId;
use crate::message::tool::Tool;
use crate::message::{Kind, Message};
use crate::transcript::{Entry, HttpAnswer, Probe, Start, Target, Text, What};

/// A run while it is read.
#[derive(Default)]
pub(super) struct Pairing {
    run: Run,
    /// Every request so far, those of the handshake too.
    asked: Vec<Asked>,
    /// The places of those that nothing has ended.
    open: BTreeSet<usize>,
    /// The place of the last one with each id.
    latest: HashMap<RequestId, usize>,
    /// The record of a probe whose call has not been sent yet.
    announced: Option<Probe>,
    /// Pages of a list that goes on.
    pages: Vec<Value>,
}

struct Asked {
    exchange: Exchange,
    /// No more than an answer to the handshake or a list.
    is_setup: bool,
}

impl Pairing {
    pub(super) fn take(&mut self, entry: &Entry) {
        let at = entry.at_ms;
        match &entry.what {
            What::Client(message) => self.client(message, at),
            What::ClientRaw(raw) => self.ask(Sent::Raw(raw.clone()), at, false),
            What::Eof => self.run.eof_ms = Some(at.unwrap_or_default()),
            What::Exit { code, signal } => self.exit(*code, *signal, at),
            What::Failed { id, why } => self.failed(id.as_ref(), why, at),
            What::Http(answer) => self.http(answer, at),
            What::Probe(probe) => self.announced = Some(probe.clone()),
            What::Server(message) => self.server(message, at),
            What::ServerUnreadable { id, why } => self.unreadable(id.as_ref(), why, at),
            What::Skip { tool, why } => self.run.skipped.push((tool.clone(), why.clone())),
            What::Start(start) => self.start(start),
            What::Stderr(text) => self.stderr(text),
            What::Stdout(text) => self.stdout(text),
            What::Timeout { id, after_ms } => self.timeout(id.as_ref(), *after_ms, at),
        }
    }

    /// Ends the run: what is still open stays unanswered, and each call is held against the list of tools.
    pub(super) fn finish(mut self) -> Run {
        if !self.pages.is_empty() && self.run.lists.is_empty() {
            self.complete_list();
        }
        let mut exchanges: Vec<Exchange> = self
            .asked
            .into_iter()
            .filter(|asked| !asked.is_setup)
            .map(|asked| asked.exchange)
            .collect();
        for (number, exchange) in exchanges.iter_mut().enumerate() {
            exchange.number = number;
            let name = exchange.params().map(|params| params.name.clone());
            exchange.standing = standing(
                &exchange.sent,
                self.run.look_up(name.as_deref()),
                exchange.probe.as_ref(),
            );
        }
        self.run.exchanges = exchanges;
        self.run
    }

    fn start(&mut self, start: &Start) {
        if start.is_restart {
            // The first way to the server may have led nowhere.
            self.run.start.transport = start.transport.or(self.run.start.transport);
            return;
        }
        self.run.protocol = start.protocol.or(self.run.protocol);
        if let Some(Target::Config { server, .. }) = &start.target {
            self.run.server_name = Some(server.clone());
        }
        self.run.start = start.clone();
    }

    fn client(&mut self, message: &Message, at: Option<u64>) {
        let Kind::Request { id, method } = &message.kind else { return };
        let request = message.whole.clone();
        if method == "initialize" && self.run.protocol.is_none() {
            self.run.protocol =
                version_at(&request, "/params/protocolVersion").filter(|asked| !asked.is_modern());
        }
        let is_modern =
            version_at(&request, "/params/_meta/io.modelcontextprotocol~1protocolVersion")
                .is_some_and(ProtocolVersion::is_modern);
        if is_modern && method != "server/discover" && self.run.protocol.is_none() {
            self.run.protocol = Some(ProtocolVersion::NEWEST);
        }
        let sent = if method == "tools/call" {
            Sent::ToolCall { id: id.clone(), params: call_tool_params(&request), request }
        } else {
            Sent::Other { id: id.clone(), method: method.clone(), request }
        };
        let is_setup = method != "tools/call" && self.announced.is_none();
        self.ask(sent, at, is_setup);
    }

    fn ask(&mut self, sent: Sent, at: Option<u64>, is_setup: bool) {
        let exchange = Exchange {
            number: 0,
            sent,
            probe: self.announced.take(),
            standing: Standing::Unjudged("not looked at"),
            answer: None,
            pairing: exchange::Pairing::None,
            http: None,
            outcome: Outcome::Silent(Silence::Unfinished),
            stray: Vec::new(),
            stderr: Vec::new(),
            sent_ms: at,
            ended_ms: None,
        };
        let index = self.asked.len();
        if let Some(id) = exchange.id() {
            self.latest.insert(id.clone(), index);
        }
        self.open.insert(index);
        self.asked.push(Asked { exchange, is_setup });
    }

    /// Ends the request at `index`.
    fn end(&mut self, index: usize, at: Option<u64>) -> &mut Asked {
        self.open.remove(&index);
        let asked = &mut self.asked[index];
        asked.exchange.ended_ms = at;
        asked
    }

    fn server(&mut self, message: &Message, at: Option<u64>) {
        let Kind::Response { id } = &message.kind else { return };
        let Some((index, pairing)) = self.pair(id.as_ref()) else { return };
        let is_open = self.open.contains(&index);
        let asked = &mut self.asked[index];
        // The body of an HTTP answer may be told as a message too.
        if asked.exchange.http.is_some() && asked.exchange.answer.as_ref() == Some(&message.whole) {
            return;
        }
        // An answer without an id counts until the right one comes: it may have been to a notification.
        let is_better = pairing == exchange::Pairing::Exact
            && asked.exchange.pairing == exchange::Pairing::Missing
            && asked.exchange.id().is_some();
        if !is_open && asked.exchange.answer.is_some() && !is_better {
            asked.exchange.outcome = Outcome::Ambiguous(Ambiguous::Doubled);
            return;
        }
        if !is_open && !is_better {
            // A late answer: the deadline has passed, and the exchange ended with it.
            return;
        }
        let asked = self.end(index, at);
        asked.exchange.pairing = pairing;
        asked.exchange.outcome = match channel_of(&message.whole) {
            Ok(channel) => Outcome::Answered(channel),
            Err(ambiguous) => Outcome::Ambiguous(ambiguous),
        };
        asked.exchange.answer = Some(message.whole.clone());
        if asked.is_setup {
            self.setup(index);
        }
    }

    /// The request that an answer with `id` belongs to, and how surely. An id of its own decides; without one the only
    /// open request does.
    fn pair(&self, id: Option<&RequestId>) -> Option<(usize, exchange::Pairing)> {
        if let Some(&index) = id.and_then(|id| self.latest.get(id)) {
            return Some((index, exchange::Pairing::Exact));
        }
        let open = self.only_open()?;
        match (id, &self.asked[open].exchange.sent) {
            // Bytes that are no message have no id to repeat.
            (None, Sent::Raw(_)) => Some((open, exchange::Pairing::Exact)),
            (None, _) => Some((open, exchange::Pairing::Missing)),
            (Some(id), _) => Some((open, exchange::Pairing::Other(id.clone()))),
        }
    }

    /// The only open request. A list that is asked for behind bytes that are no message takes nothing from them.
    fn only_open(&self) -> Option<usize> {
        let mut calls = self.open.iter().copied().filter(|&index| !self.asked[index].is_setup);
        let of_calls = calls.next().filter(|_| calls.next().is_none());
        let is_raw = |&index: &usize| matches!(self.asked[index].exchange.sent, Sent::Raw(_));
        let only = self.open.first().copied().filter(|_| self.open.len() == 1);
        only.or_else(|| of_calls.filter(is_raw))
    }

    fn unreadable(&mut self, id: Option<&RequestId>, why: &str, at: Option<u64>) {
        let Some((index, pairing)) = self.pair(id) else { return };
        let asked = self.end(index, at);
        asked.exchange.pairing = pairing;
        asked.exchange.outcome = Outcome::Unreadable(why.to_owned());
    }

    fn http(&mut self, answer: &HttpAnswer, at: Option<u64>) {
        let Some((index, _)) = self.pair(answer.id.as_ref()) else { return };
        self.asked[index].exchange.http = Some(answer.clone());
        if !self.open.contains(&index) {
            return;
        }
        let asked = self.end(index, at);
        let message = answer.body.as_ref().and_then(|body| Message::from_value(parsed(body)));
        match message.map(|message| message.whole) {
            Some(whole) => {
                asked.exchange.outcome = match channel_of(&whole) {
                    Ok(channel) => Outcome::Answered(channel),
                    Err(ambiguous) => Outcome::Ambiguous(ambiguous),
                };
                asked.exchange.answer = Some(whole);
            }
            None => asked.exchange.outcome = Outcome::HttpError(answer.status),
        }
        asked.exchange.pairing = exchange::Pairing::Exact;
    }

    fn failed(&mut self, id: Option<&RequestId>, why: &str, at: Option<u64>) {
        let Some((index, _)) = self.pair(id).filter(|(index, _)| self.open.contains(index)) else {
            return;
        };
        self.end(index, at).exchange.outcome = Outcome::Silent(Silence::Failed(why.to_owned()));
    }

    fn timeout(&mut self, id: Option<&RequestId>, after_ms: u64, at: Option<u64>) {
        let meant = if let Some(id) = id {
            self.latest.get(id).filter(|index| self.open.contains(index)).copied()
        } else {
            let mut open = self.open.iter().rev();
            open.find(|&&index| self.asked[index].exchange.id().is_none()).copied()
        };
        if let Some(index) = meant {
            self.end(index, at).exchange.outcome = Outcome::Silent(Silence::TimedOut { after_ms });
        }
    }

    fn exit(&mut self, code: Option<i32>, signal: Option<i32>, at: Option<u64>) {
        let mut ended_a_call = false;
        let open = std::mem::take(&mut self.open);
        let is_shared = open.iter().filter(|&&index| !self.asked[index].is_setup).count() > 1;
        for index in open {
            let asked = self.end(index, at);
            asked.exchange.outcome = Outcome::Silent(Silence::Exited { code, signal, is_shared });
            ended_a_call |= !asked.is_setup;
        }
        if let Some(eof_ms) = self.run.eof_ms {
            self.run.closing = Some(Closing {
                code,
                signal,
                after_ms: at.unwrap_or_default().saturating_sub(eof_ms),
            });
        } else if !ended_a_call {
            self.run.idle_exits.push((code, signal));
        }
    }

    fn stdout(&mut self, text: &Text) {
        match self.only_open().filter(|&index| !self.asked[index].is_setup) {
            Some(index) => self.asked[index].exchange.stray.push(text.clone()),
            None => self.run.stray.push(text.clone()),
        }
    }

    fn stderr(&mut self, text: &str) {
        if let Some(index) = self.only_open() {
            let kept = &mut self.asked[index].exchange.stderr;
            if kept.len() == STDERR_TAIL {
                kept.remove(0);
            }
            kept.push(text.to_owned());
        }
    }

    /// Takes what an answer of the handshake or of a list tells about the server.
    fn setup(&mut self, index: usize) {
        let Sent::Other { method, request, .. } = &self.asked[index].exchange.sent else { return };
        let Some(result) = self.asked[index].exchange.result().cloned() else { return };
        match method.as_str() {
            "initialize" => {
                self.run.protocol = version_at(&result, "/protocolVersion").or(self.run.protocol);
                self.server_info(&result["serverInfo"]);
                self.run.capabilities = result["capabilities"].clone();
            }
            "server/discover" => {
                self.run.capabilities = result["capabilities"].clone();
                // The client has the last word; until its first call the newest of both decides.
                self.server_info(&result["_meta"]["io.modelcontextprotocol/serverInfo"]);
                self.server_info(&result["serverInfo"]);
            }
            "tools/list" => {
                if request.pointer("/params/cursor").is_none() {
                    self.pages.clear();
                }
                self.pages.extend(result["tools"].as_array().into_iter().flatten().cloned());
                if result["nextCursor"].is_null() {
                    self.complete_list();
                }
            }
            _ => (),
        }
    }

    fn server_info(&mut self, info: &Value) {
        if let Some(name) = info["name"].as_str() {
            self.run.server_name = Some(name.to_owned());
            self.run.server_version = info["version"].as_str().map(str::to_owned);
        }
    }

    fn complete_list(&mut self) {
        let list = std::mem::take(&mut self.pages);
        if self.run.lists.is_empty() {
            let mut names = HashSet::new();
            let tools = list.iter().filter_map(Tool::from_definition);
            let first = tools.filter(|tool| names.insert(tool.name.clone()));
            self.run.tools = first.map(ListedTool::new).collect();
        }
        self.run.lists.push(list);
    }
}

fn version_at(message: &Value, pointer: &str) -> Option<ProtocolVersion> {
    message.pointer(pointer).and_then(Value::as_str).and_then(ProtocolVersion::from_name)
}

/// A body that is a string may hold JSON all the same.
fn parsed(body: &Value) -> Value {
    match body {
        Value::String(text) => plain_value(text).unwrap_or_else(|_| body.clone()),
        other => other.clone(),
    }
}

/// How many lines of standard error are kept with a call.
const STDERR_TAIL: usize = 20;

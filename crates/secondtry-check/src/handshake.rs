//! Finds out which era a server speaks, and begins the conversation in it.
//!
//! Sources: 2026-07-28 `basic/transports/stdio` and `basic/transports/streamable-http`, Backward Compatibility;
//! 2025-11-25 `basic/lifecycle`.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::tool::Tool;
use secondtry_failure::transcript::{Start, TransportKind, What};
use secondtry_failure::transport::mirrored_parameters::MirroredParameters;
use serde_json::{Value, json};

use crate::connect::{Connect, Connection};
use crate::error::CheckError;
use crate::recorder::Recorder;
use crate::session::{AskError, Session, client_info, request_meta};

/// A server that answers, and what it offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Greeting {
    /// The revision agreed on.
    pub protocol: ProtocolVersion,
    /// What the server calls itself.
    pub server: String,
    /// The entries of `tools/list`, all pages.
    pub tools: Vec<Value>,
}

/// How the conversation begins.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'s> {
    /// Set from elsewhere when the user wants an end.
    pub interrupted: &'s AtomicBool,
    /// Only this revision, or whichever the server prefers.
    pub pinned: Option<ProtocolVersion>,
    /// How long to wait for each answer.
    pub limit: Duration,
}

impl Opening<'_> {
    /// Whether the user wants an end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

/// Connects and begins. A process that the probe for 2026-07-28 ended is started again, as servers on some SDKs need.
pub fn greet<'r, 'a>(
    connect: &dyn Connect,
    opening: Opening<'r>,
    is_restart: bool,
    recorder: &'r mut Recorder<'a>,
) -> Result<(Session<'r, 'a>, Greeting), CheckError> {
    recorder.record(start(connect, opening, is_restart));
    let mut session = Session::new(connect.connect()?, recorder, opening.interrupted);
    let legacy = opening.pinned.unwrap_or(ProtocolVersion::NEWEST_LEGACY);
    let greeting = match opening.pinned {
        Some(version) if version.is_modern() => discover(&mut session, opening.limit, connect)?
            .ok_or_else(|| refused("server/discover", "no revision of this era", version)),
        Some(_) => initialize(&mut session, legacy, opening.limit, connect),
        None => match discover(&mut session, opening.limit.min(PROBE_LIMIT), connect) {
            Ok(Some(greeting)) => Ok(greeting),
            Ok(None) => initialize(&mut session, legacy, opening.limit, connect),
            Err(CheckError::EndedAtStart { .. }) => {
                let recorder = session.into_recorder();
                recorder.record(start(connect, opening, true));
                session = Session::new(connect.connect()?, recorder, opening.interrupted);
                initialize(&mut session, legacy, opening.limit, connect)
            }
            Err(error) => Err(error),
        },
    };
    let fallback = greeting.as_ref().err().and_then(|error| older_way(connect, error));
    let mut greeting = match fallback {
        None => greeting?,
        Some((older, connection)) => {
            let recorder = session.into_recorder();
            recorder.record(start(&*older, opening, true));
            session = Session::new(connection, recorder, opening.interrupted);
            initialize(&mut session, legacy, opening.limit, &*older)?
        }
    };
    if let Some(pinned) = opening.pinned.filter(|pinned| *pinned != greeting.protocol) {
        let answered = format!("it answers with revision {}", greeting.protocol);
        return Err(refused("initialize", &answered, pinned));
    }
    greeting.tools = list_tools(&mut session, greeting.protocol, opening.limit, connect)?;
    if connect.transport() == TransportKind::Http && greeting.protocol.is_modern() {
        leave_out_invalid(&mut session, &mut greeting.tools);
    }
    session.know_tools(&greeting.tools);
    Ok((session, greeting))
}

/// Over HTTP a client must leave out tools that ask for headers in an invalid way (2026-07-28
/// `basic/transports/streamable-http`, Schema Extension).
fn leave_out_invalid(session: &mut Session<'_, '_>, tools: &mut Vec<Value>) {
    tools.retain(|tool| {
        let Err(why) = MirroredParameters::from_schema(&tool["inputSchema"]) else { return true };
        let name = tool["name"].as_str().unwrap_or("(a tool without a name)").to_owned();
        let why = format!("no client may call it over HTTP: {why}");
        session.recorder().record(What::Skip { tool: name, why });
        false
    });
}

fn start(connect: &dyn Connect, opening: Opening<'_>, is_restart: bool) -> What {
    What::Start(Start {
        transport: Some(connect.transport()),
        protocol: opening.pinned,
        target: Some(connect.target()),
        is_restart,
    })
}

/// The transport of 2024-11-05, where `error` leaves room for it and the server speaks it.
fn older_way(
    connect: &dyn Connect,
    error: &CheckError,
) -> Option<(Box<dyn Connect>, Box<dyn Connection>)> {
    let CheckError::Http { method: "initialize", answer, .. } = error else { return None };
    if !answer.may_be_of_older_transport() {
        return None;
    }
    let older = connect.fallback()?;
    // Where this fails too, the first refusal says more.
    let connection = older.connect().ok()?;
    Some((older, connection))
}

/// Asks for the era of 2026-07-28; `None` where the server does not speak it.
fn discover(
    session: &mut Session<'_, '_>,
    limit: Duration,
    connect: &dyn Connect,
) -> Result<Option<Greeting>, CheckError> {
    let params = json!({"_meta": request_meta(ProtocolVersion::NEWEST)});
    let answer = match session.ask("server/discover", &params, limit) {
        Ok(answer) => answer,
        Err(AskError::Http(answer)) if matches!(answer.status, 300..=399 | 401 | 403 | 429) => {
            let (address, method) = (connect.name(), "server/discover");
            return Err(CheckError::Http { address, method, answer: Box::new(answer) });
        }
        Err(AskError::Failed(why)) if !why.may_have_arrived() => {
            let (address, method) = (connect.name(), "server/discover");
            return Err(CheckError::Unreachable { address, method, why });
        }
        // What a server makes of a request that it does not know is not said.
        Err(AskError::Failed(_) | AskError::Http(_) | AskError::Silent) => return Ok(None),
        Err(error @ (AskError::Echoed | AskError::Ended(_) | AskError::Interrupted)) => {
            return Err(failed(session, "server/discover", limit, connect, error));
        }
    };
    let offered =
        answer.pointer("/result/supportedVersions").or(answer.pointer("/error/data/supported"));
    let speaks = |version: &Value| version.as_str() == Some(ProtocolVersion::NEWEST.name());
    if !offered.and_then(Value::as_array).is_some_and(|versions| versions.iter().any(speaks)) {
        return Ok(None);
    }
    let result = &answer["result"];
    let info = [&result["_meta"]["io.modelcontextprotocol/serverInfo"], &result["serverInfo"]];
    let server = info
        .into_iter()
        .find_map(|info| info["name"].as_str())
        .unwrap_or("unnamed server")
        .to_owned();
    Ok(Some(Greeting { protocol: ProtocolVersion::NEWEST, server, tools: Vec::new() }))
}

fn initialize(
    session: &mut Session<'_, '_>,
    version: ProtocolVersion,
    limit: Duration,
    connect: &dyn Connect,
) -> Result<Greeting, CheckError> {
    let params =
        json!({"protocolVersion": version.name(), "capabilities": {}, "clientInfo": client_info()});
    let answer = asked(session, "initialize", &params, limit, connect)?;
    let Some(agreed) = answer.pointer("/result/protocolVersion").and_then(Value::as_str) else {
        return Err(unusable("initialize", &answer, "protocolVersion", "a string", version));
    };
    let Some(protocol) = ProtocolVersion::from_name(agreed).filter(|version| !version.is_modern())
    else {
        return Err(refused(
            "initialize",
            &format!("it answers with revision {agreed}, which is not known"),
            version,
        ));
    };
    let _ = session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let server = answer
        .pointer("/result/serverInfo/name")
        .and_then(Value::as_str)
        .unwrap_or("unnamed server");
    Ok(Greeting { protocol, server: server.to_owned(), tools: Vec::new() })
}

/// Reads `tools/list` to its last page.
pub fn list_tools(
    session: &mut Session<'_, '_>,
    protocol: ProtocolVersion,
    limit: Duration,
    connect: &dyn Connect,
) -> Result<Vec<Value>, CheckError> {
    let mut tools = Vec::new();
    let mut cursor: Option<Value> = None;
    let mut known = HashSet::new();
    let began = session.recorder().clock().elapsed();
    for _ in 0..MOST_PAGES {
        let mut params = first_page(protocol);
        if let Some(cursor) = &cursor {
            params["cursor"] = cursor.clone();
        }
        let answer = asked(session, "tools/list", &params, limit, connect)?;
        let Some(page) = answer.pointer("/result/tools").and_then(Value::as_array) else {
            return Err(unusable("tools/list", &answer, "tools", "an array", protocol));
        };
        tools.extend(page.iter().cloned());
        match answer.pointer("/result/nextCursor") {
            None | Some(Value::Null) => return Ok(tools),
            Some(next) if !known.insert(next.to_string()) => {
                return Ok(cut(session, tools, "a cursor of tools/list came a second time"));
            }
            Some(next) => cursor = Some(next.clone()),
        }
        if session.recorder().clock().elapsed().saturating_sub(began) > limit.max(LIST_LIMIT) {
            return Ok(cut(session, tools, "tools/list went on for too long"));
        }
    }
    Ok(cut(session, tools, "tools/list had over 1000 pages"))
}

/// Asks for the first page of `tools/list`, for a later [`list_tools`] to take.
pub(crate) fn list_tools_ahead(session: &mut Session<'_, '_>, protocol: ProtocolVersion) {
    session.ask_ahead("tools/list", &first_page(protocol));
}

/// The `params` that ask for the first page.
fn first_page(protocol: ProtocolVersion) -> Value {
    if protocol.is_modern() { json!({"_meta": request_meta(protocol)}) } else { json!({}) }
}

/// What of a list is used that has no end, said in the report.
fn cut(session: &mut Session<'_, '_>, tools: Vec<Value>, why: &str) -> Vec<Value> {
    let tool = "(the rest of tools/list)".to_owned();
    session.recorder().record(What::Skip { tool, why: why.to_owned() });
    tools
}

/// The tools of a list, without the entries that are none.
pub fn named(tools: &[Value]) -> Vec<Tool> {
    tools.iter().filter_map(Tool::from_definition).collect()
}

fn asked(
    session: &mut Session<'_, '_>,
    method: &'static str,
    params: &Value,
    limit: Duration,
    connect: &dyn Connect,
) -> Result<Value, CheckError> {
    let answer = session.ask(method, params, limit);
    answer.map_err(|error| failed(session, method, limit, connect, error))
}

fn failed(
    session: &mut Session<'_, '_>,
    method: &'static str,
    limit: Duration,
    connect: &dyn Connect,
    error: AskError,
) -> CheckError {
    let last_words = session.recorder().last_words();
    match error {
        AskError::Echoed => CheckError::Echo { program: connect.name() },
        AskError::Ended(end) => {
            CheckError::EndedAtStart { program: connect.name(), end, last_words }
        }
        AskError::Failed(why) => CheckError::Unreachable { address: connect.name(), method, why },
        AskError::Http(answer) => {
            CheckError::Http { address: connect.name(), method, answer: Box::new(answer) }
        }
        AskError::Interrupted => CheckError::Interrupted,
        AskError::Silent => CheckError::Silent { method, after_ms: limit.as_millis(), last_words },
    }
}

/// What is wrong with an answer that lacks `member` in the `form` it must have.
fn unusable(
    method: &'static str,
    answer: &Value,
    member: &str,
    form: &str,
    version: ProtocolVersion,
) -> CheckError {
    if let Some(error) = answer.get("error") {
        let message = error["message"].as_str().unwrap_or_default();
        return refused(method, &format!("error {}: {message}", error["code"]), version);
    }
    let why = match (answer, answer.get("result")) {
        (Value::Null, _) => {
            "not every reader takes it (nested too deeply, a number out of range, or half a surrogate pair)"
                .to_owned()
        }
        (_, Some(Value::Object(result))) => match result.get(member) {
            Some(other) => format!("`{member}` is {}, not {form}", short(other)),
            None => format!("it has no `{member}`"),
        },
        (_, Some(other)) => format!("`result` is {}, not an object", short(other)),
        (_, None) => "it has no `result`".to_owned(),
    };
    CheckError::Unusable { method, why }
}

/// The beginning of `value` as JSON.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_OF_VALUE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn refused(method: &'static str, said: &str, version: ProtocolVersion) -> CheckError {
    CheckError::Refused { method, said: said.to_owned(), protocol: version.name().to_owned() }
}

/// How long a server may take to answer the probe for 2026-07-28 before it counts as older.
const PROBE_LIMIT: Duration = Duration::from_secs(10);

/// A list that goes on longer is taken as far as this.
const MOST_PAGES: usize = 1000;

/// A list that takes longer is taken as far as it came, unless a single page may take that long.
const LIST_LIMIT: Duration = Duration::from_secs(60);

/// How much of a value an error shows.
const SHOWN_OF_VALUE: usize = 60;

//! Sends the calls of a plan and keeps going whatever the server does.

mod conduct;
mod flight;

use std::collections::VecDeque;
use std::time::Duration;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::probe::ProbeKind;
use secondtry_failure::probe::plan::{self, Plan, PlannedCall};
use secondtry_failure::transcript::{TransportKind, What};
use serde_json::{Value, json};

use self::conduct::Conducts;
use self::flight::{Ending, Flight, Landing};
use crate::connect::Connect;
use crate::error::CheckError;
use crate::event::Event;
use crate::handshake::{Greeting, Opening, greet, list_tools, list_tools_ahead};
use crate::recorder::Recorder;
use crate::session::{AskError, GLANCE, Session, request_meta};

pub(crate) use self::flight::await_answer;

#[cfg(test)]
mod tests;

/// How a check is to go.
#[derive(Clone, Debug)]
pub struct Settings<'s> {
    /// How the conversation begins.
    pub opening: Opening<'s>,
    /// How long a call may take.
    pub call_timeout: Duration,
    /// How many calls may be open at a time, once each situation has been seen by itself; at least 1.
    pub jobs: usize,
    /// What is planned.
    pub plan: plan::Options,
    /// Which tools are called, by name.
    pub tools: Selection,
}

/// Which tools a user wants called.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only names that match one of these; all, if there are none.
    pub only: Vec<glob::Pattern>,
    /// No name that matches one of these.
    pub except: Vec<glob::Pattern>,
}

/// Checks a server: begins, plans, sends every call. Returns whether the plan was carried out to its end.
pub fn check(
    connect: &dyn Connect,
    settings: &Settings<'_>,
    recorder: &mut Recorder<'_>,
    observe: &mut dyn FnMut(Event),
) -> Result<bool, CheckError> {
    let (session, greeting) = match greet(connect, settings.opening, false, recorder) {
        Err(CheckError::Interrupted) => return Ok(false),
        greeted => greeted?,
    };
    observe(Event::Connected {
        server: greeting.server.clone(),
        protocol: greeting.protocol,
        tools: greeting.tools.len(),
    });
    let plan = settings.plan_for(&greeting.tools);
    let mut run = Run {
        connect,
        settings,
        session: Some(session),
        greeting,
        conducts: Conducts::default(),
        open: Vec::new(),
        done: 0,
    };
    let mut is_complete = run.carry_out(&plan, observe);
    if let Some(mut session) = run.session {
        if is_complete {
            // A second reading shows whether the order holds, and whether calls changed the list. Whatever comes of it is
            // in the recording.
            let _ = list_tools(&mut session, run.greeting.protocol, settings.call_timeout, connect);
            is_complete = !settings.opening.is_interrupted();
        }
        session.close();
    }
    Ok(is_complete)
}

/// Checks a server in each revision that it speaks, the newest first, each a run of its own. Returns whether every plan was
/// carried out to its end; fails where the server speaks none.
pub fn check_every_revision(
    connect: &dyn Connect,
    settings: &Settings<'_>,
    recorder: &mut Recorder<'_>,
    observe: &mut dyn FnMut(Event),
) -> Result<bool, CheckError> {
    let (mut is_complete, mut is_spoken, mut refusal) = (true, false, None);
    for version in ProtocolVersion::ALL.into_iter().rev() {
        if settings.opening.is_interrupted() {
            return Ok(false);
        }
        let opening = Opening { pinned: Some(version), ..settings.opening };
        match check(connect, &Settings { opening, ..settings.clone() }, recorder, observe) {
            Ok(to_the_end) => {
                is_spoken = true;
                is_complete &= to_the_end;
            }
            Err(error @ (CheckError::CannotStart { .. } | CheckError::Unreachable { .. })) => {
                return Err(error);
            }
            // Another revision may still be spoken.
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    match refusal {
        Some(error) if !is_spoken => Err(error),
        Some(_) | None => Ok(is_complete),
    }
}

/// Begins, and returns the plan for a server without carrying it out.
pub fn plan_only(
    connect: &dyn Connect,
    settings: &Settings<'_>,
    recorder: &mut Recorder<'_>,
) -> Result<Plan, CheckError> {
    let (session, greeting) = greet(connect, settings.opening, false, recorder)?;
    session.close();
    Ok(settings.plan_for(&greeting.tools))
}

impl Settings<'_> {
    fn plan_for(&self, tools: &[Value]) -> Plan {
        plan::plan_of(tools, self.plan, &|name| self.tools.takes(name))
    }
}

impl Selection {
    /// Whether the tool called `name` is wanted.
    pub fn takes(&self, name: &str) -> bool {
        let matches =
            |patterns: &[glob::Pattern]| patterns.iter().any(|pattern| pattern.matches(name));
        (self.only.is_empty() || matches(&self.only)) && !matches(&self.except)
    }
}

struct Run<'s, 'r, 'a> {
    connect: &'s dyn Connect,
    settings: &'s Settings<'s>,
    /// `None` once the server could not be started again.
    session: Option<Session<'r, 'a>>,
    greeting: Greeting,
    conducts: Conducts,
    open: Vec<Flight>,
    done: usize,
}

/// A call that waits to be made.
#[derive(Clone, Copy)]
struct Waiting {
    /// Its place in the plan.
    index: usize,
    /// No other call may be open meanwhile.
    is_alone: bool,
}

impl<'s: 'r, 'r> Run<'s, 'r, '_> {
    fn carry_out(&mut self, plan: &Plan, observe: &mut dyn FnMut(Event)) -> bool {
        let total = plan.calls.len();
        for skipped in &plan.skipped {
            self.skip(
                skipped.tool.as_deref().unwrap_or("(a tool without a name)"),
                &skipped.why.to_string(),
            );
        }
        let mut waiting: VecDeque<Waiting> = plan
            .calls
            .iter()
            .enumerate()
            .map(|(index, call)| Waiting {
                index,
                is_alone: index < plan.alone || call.kind == ProbeKind::MalformedJson,
            })
            .collect();
        while !waiting.is_empty() || !self.open.is_empty() {
            if self.settings.opening.is_interrupted() {
                return false;
            }
            self.launch(&plan.calls, &mut waiting);
            observe(Event::Called { done: self.done, total });
            let Some(session) = &mut self.session else { return false };
            match flight::next_landing(session, &mut self.open, GLANCE) {
                Landing::Ended => {
                    self.bury(&plan.calls, &mut waiting);
                    if !self.restart(observe) {
                        return false;
                    }
                }
                Landing::Landed { index, ending } => {
                    self.done += 1;
                    let is_hung = matches!(ending, Ending::Hung);
                    let call = &plan.calls[index];
                    let why = call
                        .tool
                        .as_ref()
                        .and_then(|tool| self.conducts.react(tool, call, &ending));
                    if let (Some(tool), Some(why)) = (&call.tool, why) {
                        self.skip(tool, why);
                    }
                    // A server that waits inside one call would leave all later ones without an answer, too.
                    if is_hung && !self.is_alive() && !self.restart(observe) {
                        return false;
                    }
                }
                Landing::Nothing => (),
            }
        }
        observe(Event::Called { done: total, total });
        true
    }

    /// Makes calls until as many are open as may be.
    fn launch(&mut self, calls: &[PlannedCall], waiting: &mut VecDeque<Waiting>) {
        let limit = self.settings.call_timeout;
        let protocol = self.greeting.protocol;
        while let Some(next) = waiting.front().copied() {
            let is_blocked = next.is_alone && !self.open.is_empty()
                || self.open.iter().any(|flight| flight.is_alone);
            if is_blocked || self.open.len() >= self.settings.jobs.max(1) {
                return;
            }
            waiting.pop_front();
            let call = &calls[next.index];
            if call.tool.as_deref().is_some_and(|tool| self.conducts.is_left_alone(tool)) {
                self.done += 1;
                continue;
            }
            let Some(session) = &mut self.session else { return };
            self.open.extend(Flight::start(
                session,
                next.index,
                call,
                next.is_alone,
                protocol,
                limit,
            ));
            // Many servers never answer a line that is no JSON. Where messages are read in order, the answer to what comes
            // behind it says that no more is to be waited for.
            let is_last_raw = call.kind == ProbeKind::MalformedJson && waiting.is_empty();
            if is_last_raw && self.connect.transport() == TransportKind::Stdio {
                list_tools_ahead(session, protocol);
            }
        }
    }

    /// The server ended: a single open call is to blame; of several each is made again by itself to see which.
    fn bury(&mut self, calls: &[PlannedCall], waiting: &mut VecDeque<Waiting>) {
        let open = std::mem::take(&mut self.open);
        if let [flight] = &open[..] {
            self.done += 1;
            let tool = calls[flight.index].tool.clone();
            let why = tool.as_ref().and_then(|tool| self.conducts.died_on(tool));
            if let (Some(tool), Some(why)) = (tool, why) {
                self.skip(&tool, why);
            }
            return;
        }
        for flight in open.iter().rev() {
            waiting.push_front(Waiting { index: flight.index, is_alone: true });
        }
    }

    /// Whether the server still answers anything. Taken for granted while other calls are open, after an answer to what was
    /// sent behind the last, and over HTTP, where requests do not wait for each other.
    fn is_alive(&mut self) -> bool {
        let Some(session) = &mut self.session else { return false };
        // Bytes that are no message may have taken with them what was sent behind.
        session.forget_unanswered();
        let is_shown = !self.open.is_empty() || session.has_kept();
        if is_shown || self.connect.transport() != TransportKind::Stdio {
            return true;
        }
        let protocol = self.greeting.protocol;
        let (method, params) = if protocol.is_modern() {
            ("server/discover", json!({"_meta": request_meta(protocol)}))
        } else {
            ("ping", json!({}))
        };
        let limit = self.settings.call_timeout.min(ALIVE_LIMIT);
        !matches!(session.ask(method, &params, limit), Err(AskError::Ended(_) | AskError::Silent))
    }

    fn restart(&mut self, observe: &mut dyn FnMut(Event)) -> bool {
        let Some(session) = self.session.take() else { return false };
        let opening = Opening { pinned: Some(self.greeting.protocol), ..self.settings.opening };
        match greet(self.connect, opening, true, session.into_recorder()) {
            Ok((session, _)) => {
                self.session = Some(session);
                observe(Event::Restarted);
                true
            }
            Err(_) => false,
        }
    }

    fn skip(&mut self, tool: &str, why: &str) {
        if let Some(session) = &mut self.session {
            session.recorder().record(What::Skip { tool: tool.to_owned(), why: why.to_owned() });
        }
    }
}

/// How long a server may take to show that it is alive.
const ALIVE_LIMIT: Duration = Duration::from_secs(2);

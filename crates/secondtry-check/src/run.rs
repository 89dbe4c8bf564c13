//! Sends the calls of a plan one after another, and keeps going whatever the server does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use secondtry_failure::classify::channel::{Channel, channel_of};
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::probe::ProbeKind;
use secondtry_failure::probe::plan::request::PlannedRequest;
use secondtry_failure::probe::plan::{self, Plan, PlannedCall};
use secondtry_failure::transcript::{Probe, What};
use serde_json::{Value, json};

use crate::connect::Connect;
use crate::error::CheckError;
use crate::event::Event;
use crate::handshake::{Greeting, Opening, greet};
use crate::recorder::Recorder;
use crate::session::{Arrival, Session, request_meta};

/// How a check is to go.
#[derive(Clone, Debug)]
pub struct Settings<'s> {
    /// How the conversation begins.
    pub opening: Opening,
    /// How long a call may take.
    pub call_timeout: Duration,
    /// What is planned.
    pub plan: plan::Options,
    /// Set from elsewhere when the user wants an end.
    pub interrupted: &'s AtomicBool,
}

/// Checks a server: begins, plans, sends every call. Returns whether the plan was carried out to its end.
pub fn check(
    connect: &dyn Connect,
    settings: &Settings<'_>,
    recorder: &mut Recorder<'_>,
    observe: &mut dyn FnMut(Event),
) -> Result<bool, CheckError> {
    let (session, greeting) = greet(connect, settings.opening, false, recorder)?;
    observe(Event::Connected {
        server: greeting.server.clone(),
        protocol: greeting.protocol,
        tools: greeting.tools.len(),
    });
    let plan = plan::plan(&greeting.tools, settings.plan);
    let mut run =
        Run { connect, settings, session: Some(session), greeting, tools: HashMap::new() };
    let is_complete = run.carry_out(&plan, observe);
    if let Some(session) = run.session {
        session.close();
    }
    Ok(is_complete)
}

/// Begins, and returns the plan for a server without carrying it out.
pub fn plan_only(
    connect: &dyn Connect,
    settings: &Settings<'_>,
    recorder: &mut Recorder<'_>,
) -> Result<Plan, CheckError> {
    let (session, greeting) = greet(connect, settings.opening, false, recorder)?;
    session.close();
    Ok(plan::plan(&greeting.tools, settings.plan))
}

struct Run<'s, 'r, 'a> {
    connect: &'s dyn Connect,
    settings: &'s Settings<'s>,
    /// `None` once the server could not be started again.
    session: Option<Session<'r, 'a>>,
    greeting: Greeting,
    tools: HashMap<String, Conduct>,
}

/// How a tool behaved so far.
#[derive(Default)]
struct Conduct {
    deaths: u32,
    hangs: u32,
    is_left_alone: bool,
}

/// How a call ended, as far as the run must react.
pub(crate) enum Ending {
    Answered(Value),
    Died,
    Hung,
    /// The user wants an end.
    Interrupted,
}

impl Run<'_, '_, '_> {
    fn carry_out(&mut self, plan: &Plan, observe: &mut dyn FnMut(Event)) -> bool {
        for skipped in &plan.skipped {
            self.skip(
                skipped.tool.as_deref().unwrap_or("(a tool without a name)"),
                &skipped.why.to_string(),
            );
        }
        for (done, call) in plan.calls.iter().enumerate() {
            if self.settings.interrupted.load(Ordering::Relaxed) {
                return false;
            }
            observe(Event::Called { done, total: plan.calls.len() });
            if call
                .tool
                .as_ref()
                .and_then(|tool| self.tools.get(tool))
                .is_some_and(|conduct| conduct.is_left_alone)
            {
                continue;
            }
            let Some(ending) = self.make(call) else { return false };
            self.react(call, &ending);
            if matches!(ending, Ending::Died) && !self.restart(observe) {
                return false;
            }
        }
        observe(Event::Called { done: plan.calls.len(), total: plan.calls.len() });
        true
    }

    /// Makes one call. `None` where there is no session left.
    fn make(&mut self, call: &PlannedCall) -> Option<Ending> {
        let is_modern = self.greeting.protocol.is_modern();
        let limit = self.settings.call_timeout;
        let interrupted = self.settings.interrupted;
        let session = self.session.as_mut()?;
        let probe = |id: Option<RequestId>| Probe {
            id,
            tool: call.tool.clone(),
            kind: call.kind.name().to_owned(),
            parameter: call.parameter.as_ref().map(|parameter| parameter.as_str().to_owned()),
        };
        if let PlannedRequest::Raw(bytes) = &call.request {
            session.recorder().record(What::Probe(probe(None)));
            let _ = session.send_raw(bytes);
            return Some(await_answer(session, None, limit.min(RAW_LIMIT), interrupted));
        }
        let id = RequestId::from(session.fresh_id());
        let mut request = call.request.with_id(&id.to_value())?;
        if is_modern && let Some(params) = request["params"].as_object_mut() {
            params.insert("_meta".to_owned(), request_meta(self.greeting.protocol));
        }
        session.recorder().record(What::Probe(probe(Some(id.clone()))));
        // A server that is gone, or reads nothing, shows it by its end or its silence.
        let _ = session.send(&request);
        Some(await_answer(session, Some(&id), limit, interrupted))
    }

    /// Leaves a tool alone that hangs, kills the server, or takes a call that was meant to be refused.
    fn react(&mut self, call: &PlannedCall, ending: &Ending) {
        let Some(tool) = &call.tool else { return };
        let conduct = self.tools.entry(tool.clone()).or_default();
        let why = match ending {
            Ending::Answered(answer) => {
                let is_accepted = channel_of(answer) == Ok(Channel::Complete);
                (is_accepted && matches!(call.kind, ProbeKind::SafeMissing | ProbeKind::SafeType))
                    .then_some("it took a call that it should have refused, and it may write")
            }
            Ending::Died => {
                conduct.deaths += 1;
                (conduct.deaths >= PATIENCE).then_some("the server ended three times on it")
            }
            Ending::Interrupted => None,
            Ending::Hung => {
                conduct.hangs += 1;
                (conduct.hangs >= PATIENCE).then_some("it left three calls without an answer")
            }
        };
        if let Some(why) = why {
            conduct.is_left_alone = true;
            self.skip(&tool.clone(), why);
        }
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

/// Waits for the answer to `id`; to bytes without an id, for any answer.
pub(crate) fn await_answer(
    session: &mut Session<'_, '_>,
    id: Option<&RequestId>,
    limit: Duration,
    interrupted: &AtomicBool,
) -> Ending {
    let began = session.recorder().clock().elapsed();
    loop {
        let left = limit.saturating_sub(session.recorder().clock().elapsed().saturating_sub(began));
        if interrupted.load(Ordering::Relaxed) {
            return Ending::Interrupted;
        }
        match session.wait(left.min(GLANCE)) {
            Arrival::Answer { id: answered, whole } => {
                let is_earlier = matches!((&answered, id), (Some(answered), Some(id))
                    if !answered.resembles(id) && session.has_asked(answered));
                if !is_earlier {
                    return Ending::Answered(whole);
                }
            }
            Arrival::Ended(_) => return Ending::Died,
            Arrival::Nothing if left.is_zero() => {
                let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
                session.recorder().record(What::Timeout { id: id.cloned(), after_ms });
                if let Some(id) = id {
                    let params = json!({"requestId": id.to_value(), "reason": "no answer in time"});
                    let _ = session
                        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
                }
                return Ending::Hung;
            }
            Arrival::Nothing => (),
        }
    }
}

/// How often a tool may hang or kill the server before it is left alone.
const PATIENCE: u32 = 3;

/// How often the user's wish for an end is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// How long to wait for an answer to bytes that are no message; many servers give none.
const RAW_LIMIT: Duration = Duration::from_secs(2);

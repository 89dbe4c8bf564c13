//! Calls that have been sent and not yet answered.

use std::time::Duration;

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::probe::plan::PlannedCall;
use secondtry_failure::probe::plan::request::PlannedRequest;
use secondtry_failure::transcript::{Probe, What};
use serde_json::{Value, json};

use crate::session::{Arrival, GRACE, Session, request_meta};

/// A call on its way.
pub(super) struct Flight {
    /// Its place in the plan.
    pub(super) index: usize,
    /// No other call may be open meanwhile.
    pub(super) is_alone: bool,
    /// `None` for bytes that are no message.
    id: Option<RequestId>,
    sent: Duration,
    limit: Duration,
    /// An answer without an id, which may be to this call or to a notification.
    nameless: Option<Value>,
}

/// How a call ended.
pub(super) enum Ending {
    /// With an answer.
    Answered(Value),
    /// With its deadline.
    Hung,
}

/// What waiting brought.
pub(super) enum Landing {
    /// The server ended, and every open call with it.
    Ended,
    /// One call ended.
    Landed {
        /// Its place in the plan.
        index: usize,
        /// How.
        ending: Ending,
    },
    /// Nothing yet.
    Nothing,
}

impl Flight {
    /// Sends `call`, which has place `index` in the plan.
    pub(super) fn start(
        session: &mut Session<'_, '_>,
        index: usize,
        call: &PlannedCall,
        is_alone: bool,
        protocol: ProtocolVersion,
        limit: Duration,
    ) -> Option<Self> {
        let probe = |id: Option<RequestId>| Probe {
            id,
            tool: call.tool.clone(),
            kind: call.kind.name().to_owned(),
            parameter: call.parameter.as_ref().map(|parameter| parameter.as_str().to_owned()),
        };
        let sent = session.recorder().clock().elapsed();
        if let PlannedRequest::Raw(bytes) = &call.request {
            session.recorder().record(What::Probe(probe(None)));
            // A server that is gone, or reads nothing, shows it by its end or its silence.
            let _ = session.send_raw(bytes);
            return Some(Self {
                index,
                is_alone,
                id: None,
                sent,
                limit: limit.min(RAW_LIMIT),
                nameless: None,
            });
        }
        let id = RequestId::from(session.fresh_id());
        let mut request = call.request.with_id(&id.to_value())?;
        if protocol.is_modern()
            && let Some(params) = request["params"].as_object_mut()
        {
            params.insert("_meta".to_owned(), request_meta(protocol));
        }
        session.recorder().record(What::Probe(probe(Some(id.clone()))));
        let _ = session.send(&request);
        Some(Self { index, is_alone, id: Some(id), sent, limit, nameless: None })
    }

    /// The server has read past bytes that are no message: an answer to them comes about now, or never.
    fn expect_soon(&mut self, now: Duration) {
        if self.id.is_none() {
            self.limit = self.limit.min(now.saturating_sub(self.sent) + OVERTAKEN_LIMIT);
        }
    }

    fn left(&self, now: Duration) -> Duration {
        self.limit.saturating_sub(now.saturating_sub(self.sent))
    }
}

/// Waits at most `limit` for one of the `open` calls to end, and takes it out.
pub(super) fn next_landing(
    session: &mut Session<'_, '_>,
    open: &mut Vec<Flight>,
    limit: Duration,
) -> Landing {
    let now = session.recorder().clock().elapsed();
    if let Some(late) = open.iter().position(|flight| flight.left(now).is_zero()) {
        let flight = open.swap_remove(late);
        if let Some(whole) = flight.nameless {
            return Landing::Landed { index: flight.index, ending: Ending::Answered(whole) };
        }
        give_up(session, flight.id.as_ref(), flight.limit);
        return Landing::Landed { index: flight.index, ending: Ending::Hung };
    }
    let patience = open.iter().map(|flight| flight.left(now)).min().unwrap_or_default().min(limit);
    match session.wait(patience) {
        Arrival::Answer { id, whole } => match meant(session, open, id.as_ref()) {
            Some(place) if is_open_to_doubt(session, &open[place], id.as_ref()) => {
                let flight = &mut open[place];
                flight.nameless = Some(whole);
                flight.limit = flight.limit.min(now.saturating_sub(flight.sent) + GRACE);
                Landing::Nothing
            }
            Some(place) => {
                let index = open.swap_remove(place).index;
                Landing::Landed { index, ending: Ending::Answered(whole) }
            }
            None => {
                if session.keep_for_later(id.as_ref(), &whole) {
                    let now = session.recorder().clock().elapsed();
                    for flight in open.iter_mut() {
                        flight.expect_soon(now);
                    }
                }
                Landing::Nothing
            }
        },
        Arrival::Ended(_) => Landing::Ended,
        Arrival::Nothing | Arrival::Request { .. } => Landing::Nothing,
    }
}

/// The open call that an answer with `id` ends: the one with that id, or else the only one, unless the answer belongs to
/// an earlier request.
fn meant(session: &Session<'_, '_>, open: &[Flight], id: Option<&RequestId>) -> Option<usize> {
    let same =
        |flight: &Flight| flight.id.as_ref().zip(id).is_some_and(|(own, id)| own.resembles(id));
    if let Some(place) = open.iter().position(same) {
        return Some(place);
    }
    let is_earlier = id.is_some_and(|id| session.has_asked(id));
    (open.len() == 1 && !is_earlier).then_some(0)
}

/// An answer without an id that may be to a notification: the call's own may still come.
fn is_open_to_doubt(session: &Session<'_, '_>, flight: &Flight, id: Option<&RequestId>) -> bool {
    id.is_none() && flight.id.is_some() && session.may_answer_a_notice()
}

/// Waits at most `limit` for the answer to `id`; without an id, for any answer. It is in the recording.
pub(crate) fn await_answer(session: &mut Session<'_, '_>, id: Option<&RequestId>, limit: Duration) {
    let sent = session.recorder().clock().elapsed();
    let mut open =
        vec![Flight { index: 0, is_alone: true, id: id.cloned(), sent, limit, nameless: None }];
    while !open.is_empty() {
        if matches!(next_landing(session, &mut open, limit), Landing::Ended) {
            return;
        }
    }
}

fn give_up(session: &mut Session<'_, '_>, id: Option<&RequestId>, limit: Duration) {
    let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
    session.recorder().record(What::Timeout { id: id.cloned(), after_ms });
    if let Some(id) = id {
        let params = json!({"requestId": id.to_value(), "reason": "no answer in time"});
        let _ = session.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
        );
    }
}

/// How long an answer to bytes that are no message may come after the answer to what was sent behind them: a server may work
/// on several messages at a time.
const OVERTAKEN_LIMIT: Duration = Duration::from_millis(100);

/// How long to wait for an answer to bytes that are no message; many servers give none.
const RAW_LIMIT: Duration = Duration::from_secs(2);

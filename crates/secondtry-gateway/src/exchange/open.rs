//! The client's requests that have no answer yet, and the pairing of answers with them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::message::request_id::RequestId;
use secondtry_failure::repair::KnownCall;
use serde_json::Value;

use super::tool_list::KnownTool;
use crate::spans::Account;

#[cfg(test)]
mod tests;

/// A request of the client that waits for its answer.
#[derive(Debug)]
pub(crate) struct Request {
    /// The request, whole for a `tools/call`; else its id and method.
    pub(crate) whole: Value,
    /// What is asked for.
    pub(crate) method: Method,
    /// The tool called, if it is listed.
    pub(crate) tool: Option<KnownTool>,
    /// Whether the list of tools was complete and fresh when it was called.
    pub(crate) has_list: bool,
    /// The revision in force.
    pub(crate) protocol: ProtocolVersion,
    /// When it was sent.
    pub(crate) sent: Instant,
    /// Its place among all requests; given when it is added.
    pub(crate) order: u64,
    /// When it is given up.
    pub(crate) deadline: Option<Instant>,
    /// What its progress is told under.
    pub(crate) progress_token: Option<RequestId>,
    /// Whether its arguments were coerced on the way.
    pub(crate) is_coerced: bool,
    /// Open requests of the same id, beyond this one. A client's mistake, passed on as it is.
    pub(crate) twins: u32,
}

/// A method, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// `server/discover`.
    Discover,
    /// `initialize`.
    Initialize,
    /// `tools/list`, from this cursor on.
    ListTools(Option<String>),
    /// Any other.
    Other,
    /// `tools/call`.
    CallTool,
}

/// The open requests by id.
#[derive(Debug, Default)]
pub(crate) struct Open {
    requests: HashMap<RequestId, Request>,
    added: u64,
    /// Ids whose answer has been given, oldest first.
    settled: VecDeque<RequestId>,
    is_settled: HashSet<RequestId>,
    /// Ids that the server still owes an answer that nobody waits for. A call that was given up may be answered much later
    /// than one that was answered.
    owed: VecDeque<RequestId>,
    is_owed: HashSet<RequestId>,
}

/// What an answer belongs to.
#[derive(Debug)]
pub(crate) enum Owner {
    /// This request, which is open no longer.
    Request(RequestId, Box<Request>),
    /// A request that was answered or cancelled before.
    Settled,
    /// Nothing that is known.
    Unknown,
}

impl Request {
    /// What is known of it at `now`.
    pub(crate) fn known(&self, now: Instant) -> KnownCall<'_> {
        let elapsed = now.saturating_duration_since(self.sent).as_millis();
        KnownCall {
            request: &self.whole,
            tool: self.tool.as_ref().map(KnownTool::listed),
            has_list: self.has_list,
            protocol: self.protocol,
            elapsed_ms: Some(u64::try_from(elapsed).unwrap_or(u64::MAX)),
        }
    }

    /// What was done about it before it was sent.
    pub(crate) fn account(&self) -> Account {
        Account::of_sent(self.is_coerced)
    }
}

impl Open {
    /// Notes that `request` waits for its answer.
    pub(crate) fn add(&mut self, id: RequestId, mut request: Request) {
        self.added += 1;
        request.order = self.added;
        if self.is_settled.remove(&id) {
            self.settled.retain(|settled| *settled != id);
        }
        self.forgive(&id);
        if let Some(twin) = self.requests.remove(&id) {
            request.twins = twin.twins.saturating_add(1);
        }
        self.requests.insert(id, request);
    }

    /// Finds the request that is answered under `id`, leniently if `is_lenient`, and takes it out.
    pub(crate) fn settle(&mut self, id: Option<&RequestId>, is_lenient: bool) -> Owner {
        let exact = id.filter(|id| self.requests.contains_key(id)).cloned();
        if let (None, Some(id)) = (&exact, id)
            && (self.forgive(id)
                || self.is_settled.contains(id)
                || is_lenient && self.has_settled_alike(id))
        {
            return Owner::Settled;
        }
        let found = exact.or_else(|| is_lenient.then(|| self.resembling(id)).flatten());
        let Some(id) = found else { return Owner::Unknown };
        match self.remove(&id) {
            Some(request) => Owner::Request(id, Box::new(request)),
            None => Owner::Unknown,
        }
    }

    /// Whether a request was answered or given up that `id` stands for in another form.
    fn has_settled_alike(&self, id: &RequestId) -> bool {
        id.other_form()
            .is_some_and(|id| self.is_settled.contains(&id) || self.is_owed.contains(&id))
    }

    /// The one open request that an answer under a wrong id can only belong to.
    fn resembling(&self, id: Option<&RequestId>) -> Option<RequestId> {
        if let [(only, request)] = self.requests.iter().take(2).collect::<Vec<_>>().as_slice() {
            return (request.twins == 0).then(|| (*only).clone());
        }
        let id = id?;
        let mut alike = self.requests.keys().filter(|open| open.resembles(id));
        match (alike.next(), alike.next()) {
            (Some(only), None) => Some(only.clone()),
            _ => None,
        }
    }

    /// Takes out the request of this id, whose answer has been given or is wanted no more.
    pub(crate) fn remove(&mut self, id: &RequestId) -> Option<Request> {
        let request = self.requests.remove(id)?;
        if request.twins > 0 {
            let twin = Request {
                whole: request.whole.clone(),
                method: request.method.clone(),
                tool: request.tool.clone(),
                progress_token: request.progress_token.clone(),
                twins: request.twins - 1,
                ..request
            };
            self.requests.insert(id.clone(), twin);
            return Some(Request { twins: 0, ..request });
        }
        self.close(id);
        Some(request)
    }

    /// The request of this id was answered, if it is not open: an answer that comes all the same is one too many.
    pub(crate) fn close(&mut self, id: &RequestId) {
        if self.requests.contains_key(id) || !self.is_settled.insert(id.clone()) {
            return;
        }
        self.settled.push_back(id.clone());
        if self.settled.len() > MOST_SETTLED
            && let Some(oldest) = self.settled.pop_front()
        {
            self.is_settled.remove(&oldest);
        }
    }

    /// Takes out the request of this id, which the server may still answer.
    pub(crate) fn give_up(&mut self, id: &RequestId) -> Option<Request> {
        let request = self.remove(id)?;
        if !self.requests.contains_key(id) && self.is_owed.insert(id.clone()) {
            self.owed.push_back(id.clone());
            if self.owed.len() > MOST_OWED
                && let Some(oldest) = self.owed.pop_front()
            {
                self.is_owed.remove(&oldest);
            }
        }
        Some(request)
    }

    /// Expects no late answer to this id; whether one was.
    fn forgive(&mut self, id: &RequestId) -> bool {
        let was_owed = self.is_owed.remove(id);
        if was_owed {
            self.owed.retain(|owed| owed != id);
        }
        was_owed
    }

    /// Takes out all requests, oldest first: who owed an answer is gone.
    pub(crate) fn drain(&mut self) -> Vec<(RequestId, Request)> {
        self.owed.clear();
        self.is_owed.clear();
        let mut ids: Vec<(u64, RequestId)> =
            self.requests.iter().map(|(id, request)| (request.order, id.clone())).collect();
        ids.sort_by_key(|(order, _)| *order);
        let mut drained = Vec::new();
        for (_, id) in ids {
            while let Some(request) = self.remove(&id) {
                drained.push((id.clone(), request));
            }
        }
        drained
    }

    /// The requests whose deadline has passed at `now`, oldest first, each taken out.
    pub(crate) fn overdue(&mut self, now: Instant) -> Vec<(RequestId, Request)> {
        let is_due = |request: &Request| request.deadline.is_some_and(|deadline| deadline <= now);
        let mut due: Vec<(u64, RequestId)> = self
            .requests
            .iter()
            .filter(|(_, request)| is_due(request))
            .map(|(id, request)| (request.order, id.clone()))
            .collect();
        due.sort_by_key(|(order, _)| *order);
        due.into_iter().filter_map(|(_, id)| Some((id.clone(), self.give_up(&id)?))).collect()
    }

    /// The next deadline.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.requests.values().filter_map(|request| request.deadline).min()
    }

    /// Progress was told under `token`: whatever asked for it starts its time anew.
    pub(crate) fn extend(&mut self, token: &RequestId, deadline: Option<Instant>) {
        let asked = |request: &&mut Request| {
            request.deadline.is_some() && request.progress_token.as_ref() == Some(token)
        };
        self.requests.values_mut().filter(asked).for_each(|request| request.deadline = deadline);
    }

    /// Puts all deadlines off: for that long, somebody else was waited for.
    pub(crate) fn put_off(&mut self, by: Duration) {
        self.requests.values_mut().for_each(|request| {
            request.deadline = request.deadline.and_then(|deadline| deadline.checked_add(by));
        });
    }

    /// When the request of this id was sent.
    pub(crate) fn sent(&self, id: &RequestId) -> Option<Instant> {
        self.requests.get(id).map(|request| request.sent)
    }

    /// Whether a request of this id is open.
    pub(crate) fn has(&self, id: &RequestId) -> bool {
        self.requests.contains_key(id)
    }

    /// Whether nothing is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// The one request that is open.
    pub(crate) fn only(&self) -> Option<RequestId> {
        match self.requests.keys().take(2).collect::<Vec<_>>().as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        }
    }
}

/// How many answered ids are remembered, so that a second answer can be told from a first.
const MOST_SETTLED: usize = 4096;

/// How many late answers are expected at most.
const MOST_OWED: usize = 16 * 1024;

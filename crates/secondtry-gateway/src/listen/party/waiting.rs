//! A request that an HTTP answer is owed for, and the names it goes by on either side.

use secondtry_failure::message::peek::{Id, Kind, peek};
use secondtry_failure::message::request_id::RequestId;

use super::routes::SUBSCRIPTION;
use crate::listen::member::{member, member_at, place_of, replaced};

#[cfg(test)]
mod tests;

/// A request, under the names that the server knows.
#[derive(Debug)]
pub(in crate::listen) struct Waiting {
    /// Its id.
    pub(in crate::listen) id: RequestId,
    /// What its progress is told under.
    pub(in crate::listen) token: Option<RequestId>,
    /// It asked for log messages.
    pub(in crate::listen) wants_log: bool,
    /// It is a `subscriptions/listen`, which has no end of its own.
    pub(in crate::listen) is_subscription: bool,
    /// The names that the client gave it, where they are others.
    pub(in crate::listen) given: Option<Given>,
}

/// The names of a client, as it wrote them.
#[derive(Debug)]
pub(in crate::listen) struct Given {
    pub(in crate::listen) id: String,
    pub(in crate::listen) token: Option<String>,
}

impl Waiting {
    /// A message of the server for this request, under the names that the client gave. Nothing else in it changes.
    pub(super) fn restored(&self, line: Vec<u8>) -> Vec<u8> {
        self.renamed(&line).unwrap_or(line)
    }

    /// The same; `None` where nothing is to change.
    fn renamed(&self, line: &[u8]) -> Option<Vec<u8>> {
        let (given, text) = (self.given.as_ref()?, std::str::from_utf8(line).ok()?);
        let seen = Seen::of(text);
        let tag = |whole| member_at(whole, &["_meta", SUBSCRIPTION]);
        let tags = [seen.params, seen.result].into_iter().flatten();
        let mut parts: Vec<(Option<&str>, &str)> = vec![(seen.answers, &given.id)];
        if seen.is_progress
            && let Some(token) = &given.token
        {
            parts.push((seen.params.and_then(|params| member(params, "progressToken")), token));
        }
        if self.is_subscription {
            parts.extend(tags.map(|whole| (tag(whole), given.id.as_str())));
        }
        let edits: Vec<_> = parts
            .into_iter()
            .filter_map(|(part, name)| Some((place_of(text, part?)?, name)))
            .collect();
        (!edits.is_empty()).then(|| replaced(text, edits))
    }
}

/// The parts of a message that may hold a name.
struct Seen<'a> {
    /// The id, if the message is an answer.
    answers: Option<&'a str>,
    is_progress: bool,
    params: Option<&'a str>,
    result: Option<&'a str>,
}

impl<'a> Seen<'a> {
    fn of(text: &'a str) -> Self {
        let Some(peeked) = peek(text.as_bytes()) else {
            // What it does not vouch for is read for what is needed.
            let answers = if member(text, "method").is_none() { member(text, "id") } else { None };
            let (params, result) = (member(text, "params"), member(text, "result"));
            return Self { answers, is_progress: false, params, result };
        };
        let answers = match peeked.kind {
            Kind::Response { id } => id.map(Id::raw),
            Kind::Notification { .. } | Kind::Request { .. } => None,
        };
        let is_progress = match peeked.kind {
            Kind::Notification { method } => method.is("notifications/progress"),
            Kind::Request { .. } | Kind::Response { .. } => false,
        };
        Self { answers, is_progress, params: peeked.params, result: peeked.result }
    }
}

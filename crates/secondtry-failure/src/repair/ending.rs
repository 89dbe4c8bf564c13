//! Calls that ended without an answer that could be read: what happened, whether the work may be done all the same, and
//! whether to repeat.

use serde_json::Value;

use super::failure_meta::{FailureMeta, Retry, Work};
use super::html::page;
use super::known_call::KnownCall;
use super::outlook::{Passing, advice, duration, retry_after};
use super::refuse::{failure, protocol_error, refuse_malformed};
use super::withhold::cleaned;
use crate::judge::case::error_data::reason_text;
use crate::judge::facts::stock_sentence;
use crate::message::error_code::ErrorCode;

#[cfg(test)]
mod tests;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<'a> {
    /// The answer broke off.
    Cut,
    /// The deadline passed.
    Deadline {
        /// The deadline.
        after_ms: u64,
    },
    /// The session was gone before the call was run.
    DeadSession,
    /// The connection broke while the call was open.
    Disconnected,
    /// An HTTP status that means success, and no message: an empty body, or 202.
    Empty {
        /// The status.
        status: u16,
    },
    /// The server process ended.
    Exited {
        /// Its exit code.
        code: Option<i32>,
        /// The signal that ended it.
        signal: Option<i32>,
        /// It is started again for the next call.
        is_restarted: bool,
    },
    /// The call could not be handed over: the server has ended for good, or cannot be reached.
    Gone,
    /// A message, from either side, is over a limit of the proxy.
    OverLimit {
        /// The limit in words, such as "64 MiB for one message".
        limit: &'a str,
        /// The request itself is over it, and was not passed on.
        is_request: bool,
    },
    /// The server closed its output and lives on.
    PipeClosed,
    /// The server refuses the proxy's own credentials.
    Refused {
        /// 401 or 403.
        status: u16,
    },
    /// An HTTP status that means failure.
    Status {
        /// The status.
        status: u16,
        /// What `Retry-After` says.
        retry_after_ms: Option<u64>,
        /// The body, if it is text.
        body: Option<&'a str>,
    },
    /// A body that is no protocol message.
    Unreadable {
        /// The body, if it is text.
        body: Option<&'a str>,
    },
}

/// Returns the one answer for `call`, which ended as `end` says: a result with `isError: true` for a `tools/call`,
/// -32602 for a malformed one, and a JSON-RPC error for any other method.
pub fn ending_answer(end: End<'_>, call: &KnownCall<'_>) -> Value {
    if let Some(refused) = refuse_malformed(call) {
        return refused;
    }
    let told = told(end, call);
    let retry = match told.passing {
        Some(passing) => retry_after(passing, call),
        None => told.otherwise,
    };
    let rule = [told.rule];
    let is_tool_call = call.is_tool_call();
    let meta = FailureMeta {
        rules: if told.rule.is_empty() || !is_tool_call { &[] } else { &rule },
        retry,
        work: told.work,
        retry_after_ms: told.after_ms,
        faults: &[],
        code: None,
        reference: None,
    };
    if is_tool_call && !told.is_protocol_error {
        failure(&format!("{} {}", told.what, told.next), &meta, call)
    } else {
        let what = told.what.trim_end_matches('.');
        protocol_error(ErrorCode::INTERNAL_ERROR, what, &meta, call)
    }
}

/// An end in words.
struct Told {
    what: String,
    next: String,
    work: Work,
    /// A cause that passes by itself.
    passing: Option<Passing>,
    /// Whether to repeat, where it is none.
    otherwise: Retry,
    after_ms: Option<u64>,
    rule: &'static str,
    is_protocol_error: bool,
}

fn told(end: End<'_>, call: &KnownCall<'_>) -> Told {
    let name = match call.name().filter(|_| call.is_tool_call()) {
        Some(_) => call.subject(),
        None => format!("`{}`", call.method().unwrap_or("the request")),
    };
    let unanswered = |what: String, rule| Told {
        next: advice(Passing::Unanswered, None, call),
        passing: Some(Passing::Unanswered),
        work: Work::Unknown,
        ..Told::new(what, rule)
    };
    match end {
        End::Cut => unanswered(format!("The answer to {name} broke off."), "no-response"),
        End::Deadline { after_ms } => unanswered(
            format!("{name} timed out: no answer came within {}.", duration(after_ms)),
            "no-response",
        ),
        End::DeadSession => Told {
            next: "The call was not run. A new session is opened for the next one: the same call can be sent again.".into(),
            work: Work::NotRun,
            otherwise: Retry::SameCall,
            ..Told::new(format!("The server's session was lost before {name} was run."), "")
        },
        End::Disconnected => {
            unanswered(format!("The connection to the server broke while {name} ran."), "no-response")
        }
        End::Empty { status } => unanswered(
            format!("The server answered {name} with HTTP {status} and nothing in it."),
            "no-response",
        ),
        End::Exited { code, signal, is_restarted } => {
            let how = match (code, signal) {
                (_, Some(signal)) => format!("was ended by signal {signal} (exit without an answer)"),
                (Some(code), None) => format!("exited with exit code {code}"),
                (None, None) => "exited".to_owned(),
            };
            let again = if is_restarted { " It is started again for the next call." } else { "" };
            unanswered(format!("The server {how} while {name} ran.{again}"), "server-exited")
        }
        End::Gone => Told {
            next: "The call was not run.".into(),
            passing: Some(Passing::Unavailable),
            work: Work::NotRun,
            ..Told::new(format!("The server of {name} cannot be reached: it has ended, or does not take connections."), "")
        },
        End::OverLimit { limit, is_request: true } => Told {
            next: "The call was not run. Send less at a time.".into(),
            work: Work::NotRun,
            otherwise: Retry::ChangedCall,
            ..Told::new(format!("The call of {name} is over a limit of the proxy: {limit}."), "")
        },
        End::OverLimit { limit, is_request: false } => Told {
            next: "The call was run, and its result was dropped. Ask for less at a time.".into(),
            work: Work::Unknown,
            otherwise: Retry::ChangedCall,
            ..Told::new(format!("The result of {name} is over a limit of the proxy: {limit}."), "")
        },
        End::PipeClosed => {
            unanswered(format!("The server closed its output while {name} ran."), "no-response")
        }
        End::Refused { status } => Told {
            is_protocol_error: true,
            otherwise: Retry::No,
            work: Work::NotRun,
            ..Told::new(
                format!(
                    "The server answered HTTP {status}: {}. The operator of the proxy must set `--bearer-env` or `--header` to credentials that it accepts",
                    if status == 403 { "the credentials do not suffice" } else { "it wants credentials" }
                ),
                "",
            )
        },
        End::Status { status, retry_after_ms, body } => by_status(status, retry_after_ms, body, &name, call),
        End::Unreadable { body } => {
            let what = format!("The answer to {name} was no protocol message{}.", said(body, call));
            unanswered(what, "no-response")
        }
    }
}

impl Told {
    fn new(what: String, rule: &'static str) -> Self {
        Self {
            what,
            next: String::new(),
            work: Work::Unknown,
            passing: None,
            otherwise: Retry::Unknown,
            after_ms: None,
            rule,
            is_protocol_error: false,
        }
    }
}

fn by_status(
    status: u16,
    after_ms: Option<u64>,
    body: Option<&str>,
    name: &str,
    call: &KnownCall<'_>,
) -> Told {
    let meaning = match status {
        429 => " (too many requests)",
        500 => " (internal error)",
        502 => " (bad gateway)",
        503 => " (service unavailable)",
        504 => " (gateway timeout)",
        _ => "",
    };
    let what =
        format!("The server answered {name} with HTTP {status}{meaning}{}.", said(body, call));
    let (passing, work) = match status {
        429 => (Some(Passing::RateLimit), Work::NotRun),
        503 => (Some(Passing::Unavailable), Work::Unknown),
        500..=599 => (Some(Passing::Unanswered), Work::Unknown),
        _ => (None, Work::Failed),
    };
    let next = match passing {
        Some(passing) => advice(passing, after_ms, call),
        None => "Whether the same call can work later is not known.".into(),
    };
    Told { next, work, passing, after_ms, ..Told::new(what, "tool-failure-as-http-error") }
}

/// What a body says: the title of a page, the reason in an object, or a line of text.
fn said(body: Option<&str>, call: &KnownCall<'_>) -> String {
    let Some(body) = body.map(str::trim).filter(|body| !body.is_empty()) else {
        return String::new();
    };
    let body = super::message::head(body);
    if let Some(page) = page(body) {
        let titled = page.title.map(|title| format!(" titled \"{title}\"")).unwrap_or_default();
        let words = format!(" and an HTML page{titled}");
        return cleaned(&words, call).unwrap_or(words);
    }
    let words = match serde_json::from_str::<Value>(body) {
        Ok(Value::String(text)) => Some(text),
        Ok(value) => reason_text(&value),
        Err(_) => body.lines().next().map(str::to_owned),
    };
    let words = words.map(|words| cleaned(&words, call).unwrap_or(words));
    match words.as_deref().map(str::trim) {
        Some(words) if !words.is_empty() && !stock_sentence(words) => {
            let words: String = words.chars().take(MOST_WORDS).collect();
            format!(": {}", words.trim_end_matches('.'))
        }
        Some(_) | None => String::new(),
    }
}

/// How much of a body is repeated, in characters.
const MOST_WORDS: usize = 300;

//! `?` from any error: the log gets it under a reference, the model a sentence that gives nothing away.

use std::error::Error;
use std::io;

use secondtry_failure::judge::facts::{internals, shows_secret, stock_sentence, without_secrets};
use secondtry_failure::repair::{Retry, Work};

use super::{Facts, ToolFailure, sentence};
use crate::answer::own_failure;
use crate::reference::new_reference;

/// Tells the model no more than the kind of the error; the error itself goes to the log.
impl<E: Error + Send + Sync + 'static> From<E> for ToolFailure {
    fn from(error: E) -> Self {
        let error: &(dyn Error + Send + Sync + 'static) = &error;
        let of_rmcp = error.downcast_ref::<rmcp::ErrorData>();
        let own = of_rmcp.and_then(|error| own_failure(error).or_else(|| plain(&error.message)));
        own.unwrap_or_else(|| failure_of_boxed(error))
    }
}

/// What an author wrote for a client is as good for a model, where it says something and gives nothing away.
fn plain(message: &str) -> Option<ToolFailure> {
    let is_plain = message.len() <= LONGEST
        && !stock_sentence(message)
        && !shows_secret(message)
        && internals(message, &|_| false).is_empty();
    is_plain.then(|| {
        ToolFailure::of(Facts {
            what: sentence(message),
            retry: Retry::Unknown,
            work: Work::Failed,
            ..Facts::not_run()
        })
    })
}

pub(super) fn failure_of_boxed(error: &(dyn Error + Send + Sync + 'static)) -> ToolFailure {
    let reference = new_reference();
    tracing::error!(%reference, detail = %without_secrets(&chain(error)), "a tool failed");
    let Safe { what, next, retry, work } = safe_sentence(error);
    ToolFailure::of(Facts {
        what: what.into(),
        next: format!("{next} Details are in the log under reference {reference}."),
        retry,
        work,
        reference: Some(reference),
        ..Facts::not_run()
    })
}

/// What may be said of an error.
struct Safe {
    what: &'static str,
    next: &'static str,
    retry: Retry,
    work: Work,
}

/// The kind of `error`, or of the first of its causes that has one to tell.
fn safe_sentence(error: &(dyn Error + Send + Sync + 'static)) -> Safe {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    // A chain can be made to lead back to itself.
    for _ in 0..LONGEST_CHAIN {
        let Some(error) = cause else { break };
        if let Some(error) = error.downcast_ref::<io::Error>()
            && let Some(safe) = of_io(error.kind())
        {
            return safe;
        }
        if error.is::<tokio::time::error::Elapsed>() {
            return TIMED_OUT;
        }
        if error.is::<serde_json::Error>() || error.is::<std::string::FromUtf8Error>() {
            return Safe {
                what: "The tool failed: data that it works with could not be read. The arguments are not the cause.",
                ..FAILED
            };
        }
        cause = error.source();
    }
    FAILED
}

fn of_io(kind: io::ErrorKind) -> Option<Safe> {
    use io::ErrorKind;
    Some(match kind {
        ErrorKind::TimedOut => TIMED_OUT,
        ErrorKind::ConnectionRefused
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkDown
        | ErrorKind::NetworkUnreachable => Safe {
            what: "The tool failed: a service that it depends on could not be reached.",
            next: "Send the call again later.",
            retry: Retry::Unknown,
            work: Work::Failed,
        },
        ErrorKind::BrokenPipe
        | ErrorKind::ConnectionAborted
        | ErrorKind::ConnectionReset
        | ErrorKind::UnexpectedEof => Safe {
            what: "The tool failed: the connection to a service that it depends on broke.",
            ..TIMED_OUT
        },
        ErrorKind::NotFound => Safe {
            what: "The tool failed: something that it needs on the server is missing. The arguments are not the cause.",
            ..FAILED
        },
        ErrorKind::PermissionDenied => Safe {
            what: "The tool failed: the server may not use something that it needs. The arguments are not the cause.",
            ..FAILED
        },
        ErrorKind::QuotaExceeded | ErrorKind::StorageFull => Safe {
            what: "The tool failed: the server has no room left to store anything.",
            ..FAILED
        },
        _ => return None,
    })
}

fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    for _ in 0..LONGEST_CHAIN {
        let Some(error) = cause else { break };
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

const FAILED: Safe = Safe {
    what: "The tool failed for a reason that lies in the server, not in the arguments.",
    next: "The same call is likely to fail again: tell the user.",
    retry: Retry::Unknown,
    work: Work::Failed,
};

const TIMED_OUT: Safe = Safe {
    what: "The tool timed out: something that it depends on did not answer in time.",
    next: "Whether the work was done is not known. Check whether it was before sending the call again.",
    retry: Retry::Unknown,
    work: Work::Unknown,
};

const LONGEST_CHAIN: usize = 32;

/// A longer message is no sentence, in bytes.
const LONGEST: usize = 1000;

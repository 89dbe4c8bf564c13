//! What an error of the HTTP client says about the server.

use std::error::Error;
use std::io;

use crate::transport::http_answer::HttpFailure;

/// Names the failure of a request whose answer has not begun.
pub(super) fn before_answer(error: &reqwest::Error) -> HttpFailure {
    let causes = Causes::of(error);
    if let Some(tls) = causes.tls {
        return HttpFailure::Tls(tls);
    }
    let last = causes.last;
    match causes.io {
        Some(io::ErrorKind::ConnectionRefused) => return HttpFailure::Refused,
        _ if error.is_dns() => return HttpFailure::NoSuchHost(last),
        _ if error.is_connect() => return HttpFailure::Unreachable(last),
        _ if causes.is_malformed => return HttpFailure::Malformed(last),
        _ => (),
    }
    if error.is_builder() { HttpFailure::Unreachable(last) } else { HttpFailure::Broken(last) }
}

/// What went wrong in the middle of a body.
pub(super) fn inside_answer(error: &reqwest::Error) -> String {
    Causes::of(error).last
}

#[derive(Default)]
struct Causes {
    io: Option<io::ErrorKind>,
    is_malformed: bool,
    tls: Option<String>,
    /// The innermost cause in words.
    last: String,
}

impl Causes {
    fn of(error: &reqwest::Error) -> Self {
        let mut causes = Self::default();
        let mut next: Option<&(dyn Error + 'static)> = Some(error);
        // A chain of errors is short; the bound guards against one that leads back to itself.
        for _ in 0..LONGEST_CHAIN {
            let Some(cause) = next else { break };
            causes.last = cause.to_string();
            next = cause.source();
            if let Some(tls) = cause.downcast_ref::<rustls::Error>() {
                causes.tls = Some(tls.to_string());
            }
            if let Some(hyper) = cause.downcast_ref::<hyper::Error>() {
                causes.is_malformed |= hyper.is_parse();
            }
            if let Some(io) = cause.downcast_ref::<io::Error>() {
                causes.io = Some(io.kind());
                // `source` of an `io::Error` passes over the error inside it.
                if let Some(inner) = io.get_ref() {
                    next = Some(inner);
                }
            }
        }
        causes
    }
}

const LONGEST_CHAIN: usize = 32;

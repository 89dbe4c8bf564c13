//! An error whose HTTP status the specification fixes came with another.

use crate::classify::cause::ErrorCause;
use crate::classify::exchange::Sent;
use crate::judge::case::Case;
use crate::judge::rule::{
    Breach, Group, Level, Look, Rule, SpecReference, Strength, Verdict, Weight,
};
use crate::message::error_code::ErrorCode;
use crate::probe::ProbeKind;
use crate::transcript::TransportKind;

pub(super) const RULE: Rule = Rule {
    code: "http-status-wrong",
    group: Group::Transport,
    page: include_str!("http_status_wrong.md"),
    weight: |_| Weight::of(Level::Error),
    spec: |version| SpecReference::new(version, "basic/transports/streamable-http", Strength::Must),
    is_server_wide: true,
    look: Look::Exchange(look),
};

fn look(case: &Case<'_>) -> Verdict {
    let is_http = case.run.start.transport == Some(TransportKind::Http)
        || case.exchange.http.is_some() && case.run.start.transport.is_none();
    let (Some(code), true) =
        (case.exchange.outcome.code(), is_http && case.run.version().is_modern())
    else {
        return Verdict::NotObserved;
    };
    let Some(right) = right_status(case, code) else { return Verdict::NotObserved };
    // A message that came without a status of its own came with 200.
    let status = case.exchange.http.as_ref().map_or(200, |answer| answer.status);
    if status == right {
        return Verdict::Passed;
    }
    Verdict::found(Breach {
        got: format!("HTTP {status} with error {}: {}", code.0, case.quote()),
        expected: format!("HTTP {right} with this error"),
        advice: format!("set the status {right} before the body is sent"),
        key: format!("{right} {}", code.0),
        ..Breach::default()
    })
}

/// The status that 2026-07-28 fixes for an error; for most it fixes none.
fn right_status(case: &Case<'_>, code: ErrorCode) -> Option<u16> {
    let is_about_the_envelope = [
        ErrorCode::HEADER_MISMATCH,
        ErrorCode::MISSING_CLIENT_CAPABILITY,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
    ]
    .contains(&code);
    let meta = case.exchange.request().map(|request| &request["params"]["_meta"]);
    let lacks_meta = case.cause == Some(ErrorCause::Request)
        && meta.is_some_and(|meta| !meta["io.modelcontextprotocol/protocolVersion"].is_string());
    let is_unknown_method = matches!(case.exchange.sent, Sent::Other { .. })
        && case
            .exchange
            .probe
            .as_ref()
            .is_some_and(|probe| probe.kind == ProbeKind::UnknownMethod.name());
    match code {
        _ if is_about_the_envelope => Some(400),
        ErrorCode::INVALID_PARAMS if lacks_meta => Some(400),
        ErrorCode::METHOD_NOT_FOUND if is_unknown_method => Some(404),
        _ => None,
    }
}

//! The variables `OTEL_*`: whether spans are sent, and where to. By the specification of OpenTelemetry, what is wrong in
//! one of them is told, and ends nothing.

use std::sync::Arc;
use std::time::Duration;

use secondtry_failure::transport::http::{HttpOptions, HttpServer};
use secondtry_gateway::log::Log;
use secondtry_gateway::spans::{Collector, Spans};

use crate::environment::Environment;
use crate::output::chain;

#[cfg(test)]
mod tests;

/// Starts to send spans, where the environment names a collector.
pub(super) fn spans(environment: &Environment, log: &Arc<Log>) -> Option<Spans> {
    let unable = |why: &str| log.line(&format!("no spans are sent: {why}"));
    match collector(environment) {
        Ok(None) => None,
        Ok(Some(collector)) => {
            Spans::start(collector, Arc::clone(log)).map_err(|error| unable(&chain(&error))).ok()
        }
        Err(why) => {
            unable(&why);
            None
        }
    }
}

/// The collector that the environment names; `None` where it names none, or wants no spans.
fn collector(environment: &Environment) -> Result<Option<Collector>, String> {
    let variable =
        |name: &str| environment.variable(name).map(str::trim).filter(|value| !value.is_empty());
    // What is said of traces alone wins over what is said of all signals.
    let either = |name: &str| {
        let of_traces = format!("OTEL_EXPORTER_OTLP_TRACES_{name}");
        let of_all = format!("OTEL_EXPORTER_OTLP_{name}");
        variable(&of_traces).map(|value| (of_traces, value)).or_else(|| {
            let value = variable(&of_all)?;
            Some((of_all, value))
        })
    };
    let Some((name, endpoint)) = either("ENDPOINT") else { return Ok(None) };
    let is_off = variable("OTEL_SDK_DISABLED")
        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
        || variable("OTEL_TRACES_EXPORTER") == Some("none")
        || variable("OTEL_TRACES_SAMPLER") == Some("always_off");
    if is_off {
        return Ok(None);
    }
    if let Some((name, protocol)) = either("PROTOCOL")
        && !protocol.starts_with("http/")
    {
        return Err(format!("{name} is `{protocol}` (only http/json is spoken here)"));
    }
    let address = if name.contains("TRACES") {
        endpoint.to_owned()
    } else {
        format!("{}/v1/traces", endpoint.trim_end_matches('/'))
    };
    let headers = match either("HEADERS") {
        None => Vec::new(),
        Some((name, text)) => pairs(text).ok_or_else(|| {
            // The value may be a secret.
            format!("{name} is no list of NAME=VALUE parted by commas")
        })?,
    };
    let server = HttpServer::new(&address, &HttpOptions { headers, ..HttpOptions::default() })
        .map_err(|error| format!("{name}: {}", chain(&error)))?;
    let milliseconds = |text: &str| text.parse().ok().map(Duration::from_millis);
    let patience = either("TIMEOUT").and_then(|(_, text)| milliseconds(text));
    let delay = variable("OTEL_BSP_SCHEDULE_DELAY").and_then(milliseconds);
    Ok(Some(Collector {
        server,
        resource: resource(
            variable("OTEL_SERVICE_NAME"),
            variable("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default(),
        ),
        patience: patience.filter(|patience| !patience.is_zero()).unwrap_or(PATIENCE),
        delay: delay.unwrap_or(DELAY).min(LONGEST_DELAY),
    }))
}

/// The attributes of the resource: faulty ones do not count at all, by the specification.
fn resource(service: Option<&str>, attributes: &str) -> Vec<(String, String)> {
    let mut resource = pairs(attributes).unwrap_or_default();
    let has_name = |resource: &[(String, String)]| resource.iter().any(|(name, _)| name == SERVICE);
    if let Some(service) = service {
        resource.retain(|(name, _)| name != SERVICE);
        resource.push((SERVICE.to_owned(), service.to_owned()));
    } else if !has_name(&resource) {
        resource.push((SERVICE.to_owned(), "secondtry".to_owned()));
    }
    resource
}

/// Reads `NAME=VALUE,NAME=VALUE`, values in percent encoding.
fn pairs(text: &str) -> Option<Vec<(String, String)>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=')?;
            let name = name.trim();
            (!name.is_empty()).then_some(())?;
            Some((name.to_owned(), decoded(value.trim())?))
        })
        .collect()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

/// The attribute that names this process to people.
const SERVICE: &str = "service.name";

/// How long a collector may take, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long spans are gathered, unless told otherwise.
const DELAY: Duration = Duration::from_secs(5);

/// Longer than that nobody waits for a span.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

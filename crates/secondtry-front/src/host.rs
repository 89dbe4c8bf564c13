//! What a request says of its host, and whether that is this machine.

use std::net::IpAddr;

use hyper::HeaderMap;
use hyper::header::HeaderName;

/// The host of `HOST[:PORT]`, without brackets.
pub fn host_of(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    (is_port && !host.is_empty()).then_some(host)
}

/// Whether `host` is this machine by a name that nobody else can give it.
pub fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// The first value of a header; what is no UTF-8 in it is replaced.
pub fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

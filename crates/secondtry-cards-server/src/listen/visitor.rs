//! Tells who asks.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::desk::Visitor;

#[cfg(test)]
mod tests;

/// Who asks from `peer`. Behind a proxy it is the last that `X-Forwarded-For` names, whom the proxy saw itself; those before
/// it could have been made up.
pub(super) fn of(headers: &HeaderMap, peer: IpAddr, is_behind_proxy: bool) -> Visitor {
    let told = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .next_back()
        .filter(|_| is_behind_proxy)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| address(value.rsplit(',').next()?.trim()));
    Visitor::At(told.unwrap_or(peer))
}

/// An address, with or without brackets and a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port)
}

const FORWARDED_FOR: &str = "x-forwarded-for";

//! Who may ask at all: pages of other origins may not, nor may whoever comes under a name that was bent to this address.
//!
//! Source: 2025-11-25 `basic/transports`, Security Warning; 2026-07-28 `basic/transports/streamable-http`.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use secondtry_front::host::{host_of, is_loopback, text};

use super::Front;

#[cfg(test)]
mod tests;

/// The origins and hosts that are let in.
#[derive(Clone, Debug, Default)]
pub(super) struct Admission {
    origins: Vec<String>,
    hosts: Vec<String>,
    /// Whether addresses count as hosts: nobody can bend those.
    takes_addresses: bool,
}

/// Why a request is turned away.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TurnedAway {
    #[error(
        "the host {0:?} is none that this server goes by (a name bent to it? whoever runs it can add names: --allow-host)"
    )]
    Host(String),
    #[error("a request needs one `Host`")]
    NoHost,
    #[error(
        "pages of the origin {0:?} may not ask here (whoever runs this server can let them: --allow-origin)"
    )]
    Origin(String),
}

impl Admission {
    /// Lets in loopback, what `front` names, and the public URL; addresses too where `listening` is no loopback one.
    pub(super) fn new(front: &Front, listening: IpAddr, public_url: Option<&str>) -> Self {
        let named = front.origins.iter().map(String::as_str).chain(public_url.and_then(origin_of));
        let origins: Vec<String> =
            named.map(|origin| origin.trim_end_matches('/').to_ascii_lowercase()).collect();
        let of_origins =
            origins.iter().filter_map(|origin| Some(origin.split_once("://")?.1.to_owned()));
        let hosts = front.hosts.iter().cloned().chain(of_origins).collect();
        Self { origins, hosts, takes_addresses: !listening.is_loopback() }
    }

    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), TurnedAway> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(_), None) = (hosts.next(), hosts.next()) else { return Err(TurnedAway::NoHost) };
        let host = text(headers, &HOST).unwrap_or_default();
        if !self.goes_by(&host) {
            return Err(TurnedAway::Host(host));
        }
        match text(headers, &ORIGIN) {
            Some(origin) if !self.lets_in(&origin, &host) => Err(TurnedAway::Origin(origin)),
            Some(_) | None => Ok(()),
        }
    }

    fn goes_by(&self, authority: &str) -> bool {
        let Some(host) = host_of(authority) else { return false };
        let is_listed = |known: &String| {
            known == "*"
                || known.eq_ignore_ascii_case(authority)
                || known.eq_ignore_ascii_case(host)
        };
        let address = host.parse::<IpAddr>().ok();
        is_loopback(host)
            || (self.takes_addresses && address.is_some())
            || self.hosts.iter().any(is_listed)
    }

    /// Pages that this server itself gave out come from the host that they ask, which has been checked.
    fn lets_in(&self, origin: &str, host: &str) -> bool {
        let is_listed = |known: &String| known == "*" || known.eq_ignore_ascii_case(origin);
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        self.origins.iter().any(is_listed)
            || authority.is_some_and(|authority| {
                authority.eq_ignore_ascii_case(host) || host_of(authority).is_some_and(is_loopback)
            })
    }
}

/// `https://cards.example` of `https://cards.example/known/`.
fn origin_of(url: &str) -> Option<&str> {
    let authority = url.find("://")? + 3;
    let end = url[authority..].find('/').map_or(url.len(), |at| authority + at);
    Some(&url[..end])
}

//! Who may ask at all: pages of other origins may not, nor may a name that was bent to this address.
//!
//! Source: 2025-11-25 `basic/transports`, Security Warning; 2026-07-28 `basic/transports/streamable-http`.

use hyper::HeaderMap;
use hyper::header::{HOST, ORIGIN};
use secondtry_front::host::{host_of, is_loopback, text};

#[cfg(test)]
mod tests;

/// The origins and hosts that are let in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Admission {
    origins: Vec<String>,
    /// `None` where the address is no loopback one: it may then go by any name.
    hosts: Option<Vec<String>>,
}

/// Why a request is turned away.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TurnedAway {
    #[error(
        "the host {0:?} is not this address (a name bent to it? what is served on loopback goes by no other name)"
    )]
    Host(String),
    #[error(
        "pages of the origin {0:?} may not ask here (the operator can let them: --allow-origin)"
    )]
    Origin(String),
}

impl Admission {
    /// Lets in loopback origins and `origins`; where `is_loopback`, only under a loopback name or one of an origin.
    pub(crate) fn new(origins: &[String], is_loopback: bool) -> Self {
        let origins: Vec<String> = origins
            .iter()
            .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase())
            .collect();
        let hosts =
            origins.iter().filter_map(|origin| Some(origin.split_once("://")?.1.to_owned()));
        let hosts = is_loopback.then(|| hosts.collect());
        Self { origins, hosts }
    }

    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), TurnedAway> {
        if let Some(hosts) = &self.hosts
            && let Some(host) = text(headers, &HOST)
        {
            let is_listed = hosts.iter().any(|known| known.eq_ignore_ascii_case(&host));
            if !is_loopback_authority(&host) && !is_listed {
                return Err(TurnedAway::Host(host));
            }
        }
        match text(headers, &ORIGIN) {
            Some(origin) if !self.lets_in(&origin) => Err(TurnedAway::Origin(origin)),
            Some(_) | None => Ok(()),
        }
    }

    fn lets_in(&self, origin: &str) -> bool {
        let is_listed = |known: &String| known == "*" || known.eq_ignore_ascii_case(origin);
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        self.origins.iter().any(is_listed) || authority.is_some_and(is_loopback_authority)
    }
}

/// Whether `HOST[:PORT]` is this machine by a name that nobody else can give it.
fn is_loopback_authority(authority: &str) -> bool {
    host_of(authority).is_some_and(is_loopback)
}

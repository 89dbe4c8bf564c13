//! `secondtry wrap --listen`: clients come over HTTP.

use std::sync::Arc;

use secondtry_failure::transport::stdio::ServerCommand;
use secondtry_gateway::counters::Counters;
use secondtry_gateway::guard::Guard;
use secondtry_gateway::listen::{self, Front, FrontLimits, ListenError, Served, Site};
use secondtry_gateway::log::Log;
use secondtry_gateway::settings::Settings;

use crate::args::WrapArgs;

/// Serves until told to end.
pub(super) fn serve(
    address: &str,
    args: &WrapArgs,
    command: ServerCommand,
    settings: Arc<Settings>,
    counters: &Arc<Counters>,
    log: &Arc<Log>,
    guard: Guard,
) -> Result<(), ListenError> {
    let defaults = FrontLimits::default();
    let front = Front {
        address: address.to_owned(),
        origins: args.front.allow_origin.clone(),
        limits: FrontLimits {
            session_idle: args.front.session_timeout.unwrap_or(defaults.session_idle),
            drain: args.front.drain_timeout.unwrap_or(defaults.drain),
            ..defaults
        },
    };
    let site = Site { path: "/mcp".to_owned(), server: Served::Command(command), settings };
    listen::run(&front, vec![site], counters, log, guard)?;
    if let Some(summary) = counters.summary() {
        log.line(&summary);
    }
    Ok(())
}

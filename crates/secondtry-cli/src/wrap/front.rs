//! `secondtry wrap --listen`: clients come over HTTP.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use secondtry_gateway::counters::Counters;
use secondtry_gateway::guard::Guard;
use secondtry_gateway::listen::{self, Front, FrontLimits, Served, Site};
use secondtry_gateway::log::Log;
use secondtry_gateway::relay::RelayError;
use secondtry_gateway::settings::LiveSettings;

use super::{Back, conclude, started_guard};
use crate::args::WrapArgs;
use crate::environment::Environment;
use crate::error::CliError;

/// Serves until told to end.
pub(super) fn serve(
    address: &str,
    (args, environment): (&WrapArgs, &Environment),
    back: Back,
    settings: LiveSettings,
    counters: &Arc<Counters>,
    log: &Arc<Log>,
) -> Result<(), CliError> {
    let (server, guard) = match back {
        Back::Process(command) => {
            startable(&command.program, environment)?;
            (Served::Command(command), started_guard(log))
        }
        Back::Url(server) => (Served::Url(server), Guard::default()),
    };
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
    let site = Site { path: "/mcp".to_owned(), server, settings };
    listen::run(&front, vec![site], counters, log, guard)?;
    conclude(counters, log);
    Ok(())
}

/// Processes are started when clients come; that there is no such program is to be told before.
fn startable(program: &OsStr, environment: &Environment) -> Result<(), CliError> {
    let is_file = |path: &Path| path.metadata().is_ok_and(|metadata| metadata.is_file());
    let is_path = program.to_string_lossy().contains('/');
    let paths = environment.variable("PATH").unwrap_or_default();
    let is_there = if is_path {
        is_file(Path::new(program))
    } else {
        std::env::split_paths(paths).any(|folder| is_file(&folder.join(program)))
    };
    if is_there {
        return Ok(());
    }
    let program = program.to_string_lossy().into_owned();
    let source = std::io::Error::new(std::io::ErrorKind::NotFound, "no such file (is it on PATH?)");
    Err(RelayError::Start { program, source }.into())
}

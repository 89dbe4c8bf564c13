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

use super::{Back, back, conclude, servers, started_guard};
use crate::args::WrapArgs;
use crate::environment::Environment;
use crate::error::CliError;
use crate::settings::{self, FileOf, Settings};

/// What is to be served: the server on the command line, or else those of the file of settings.
pub(super) fn sites(
    args: &WrapArgs,
    named: Option<&Path>,
    live: &LiveSettings,
    settings: &Settings,
    environment: &Environment,
) -> Result<Vec<Site>, CliError> {
    let file = settings::file_of(named, environment).filter(|_| !is_told(args));
    let sites = if let Some(FileOf::Found(file) | FileOf::Named(file)) = file {
        servers::read(file, &live.now(), environment)?
    } else {
        let server = match back(args, settings, environment)? {
            Back::Process(command) => Served::Command(command),
            Back::Url(server) => Served::Url(server),
        };
        vec![Site { path: "/mcp".to_owned(), server, settings: live.clone() }]
    };
    if sites.is_empty() {
        return Err(CliError::NothingServed);
    }
    for site in &sites {
        if let Served::Command(command) = &site.server {
            startable(&command.program, environment)?;
        }
    }
    Ok(sites)
}

/// Whether the command line says what is to be served.
pub(super) fn is_told(args: &WrapArgs) -> bool {
    args.url.is_some() || !args.command.is_empty()
}

/// Serves until told to end.
pub(super) fn serve(
    address: &str,
    args: &WrapArgs,
    sites: Vec<Site>,
    counters: &Arc<Counters>,
    log: &Arc<Log>,
) -> Result<(), CliError> {
    let starts_processes = sites.iter().any(|site| matches!(site.server, Served::Command(_)));
    let guard = if starts_processes { started_guard(log) } else { Guard::default() };
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
    let is_unbridged =
        |site: &Site| matches!(site.server, Served::Url(_)) && site.settings.now().is_bridge;
    if sites.iter().any(is_unbridged) {
        log.line(
            "`--era bridge` does nothing between HTTP and a URL: there both sides keep their era",
        );
    }
    listen::run(&front, sites, counters, log, guard)?;
    conclude(counters, log);
    log.close();
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

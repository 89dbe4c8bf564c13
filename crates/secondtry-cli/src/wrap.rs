//! `secondtry wrap`: stands in front of a server.

mod collector;
mod front;
mod known_fixes;
mod reload;
pub(crate) mod servers;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use secondtry_failure::report::mask::Mask;
use secondtry_failure::transport::http::{HttpOptions, HttpServer};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::stdio::ServerCommand;
use secondtry_gateway::counters::Counters;
use secondtry_gateway::guard::{self, Guard};
use secondtry_gateway::listen::Site;
use secondtry_gateway::log::Log;
use secondtry_gateway::relay::{self, Hangup, RelayEnd};
use secondtry_gateway::settings::{self as gateway, LiveSettings};

use crate::args::WrapArgs;
use crate::environment::Environment;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::server;
use crate::settings::{self, FileOf, Settings};

/// What stands behind.
enum Back {
    Process(ServerCommand),
    Url(HttpServer),
}

pub(crate) fn run(
    args: &WrapArgs,
    named: Option<&Path>,
    environment: &Environment,
) -> Result<Ending, CliError> {
    let settings = settings::below_flags(named, environment)?.with_wrap(args);
    let counters = Arc::new(Counters::default());
    let mask = if args.show_secrets { Mask::Show } else { Mask::Hide };
    let live = LiveSettings::new(of_gateway(&settings)?);
    if let Some(address) = &args.front.listen {
        // Many clients wait for what one server may hold up with its noise.
        let log = Arc::new(Log::to_stderr_aside(mask));
        trace(&counters, environment, &log);
        let sites = front::sites(args, named, &live, &settings, environment)?;
        keep_up(args, (named, environment), &live, &sites, &log);
        front::serve(address, args, sites, &counters, &log)?;
        return Ok(Ending::Clean);
    }
    let back = back(args, &settings, environment)?;
    let log = Arc::new(Log::to_stderr(mask));
    trace(&counters, environment, &log);
    let hangup = keep_up(args, (named, environment), &live, &[], &log);
    let end = match back {
        Back::Process(command) => {
            let guard = started_guard(&log);
            relay::run(&command, (live, hangup), &counters, Arc::clone(&log), guard)?
        }
        Back::Url(server) => {
            relay::run_remote(server, (live, hangup), &counters, Arc::clone(&log))?
        }
    };
    conclude(&counters, &log);
    Ok(match end {
        RelayEnd::ClientClosed => Ending::Clean,
        RelayEnd::ServerEnded(end) => Ending::OfServer(code_of(end)),
    })
}

/// Sends a span for each call, where a collector is named.
fn trace(counters: &Counters, environment: &Environment, log: &Arc<Log>) {
    if let Some(spans) = collector::spans(environment, log) {
        counters.trace(spans);
    }
}

/// Sends the last spans, and tells what there was.
fn conclude(counters: &Counters, log: &Log) {
    if let Some(spans) = counters.spans() {
        spans.close(LAST_SPANS);
    }
    if let Some(summary) = counters.summary() {
        log.own_line(&summary);
    }
}

fn back(args: &WrapArgs, settings: &Settings, environment: &Environment) -> Result<Back, CliError> {
    let bearer = server::bearer(settings.server.bearer_env.as_deref(), environment)?;
    match (&args.url, args.command.split_first()) {
        (Some(url), _) => {
            let options =
                HttpOptions { headers: args.header.clone(), bearer, ..HttpOptions::default() };
            Ok(Back::Url(HttpServer::new(url, &options)?))
        }
        (None, Some(_)) if bearer.is_some() || !args.header.is_empty() => {
            Err(CliError::HeaderWithoutUrl)
        }
        (None, Some((program, arguments))) => Ok(Back::Process(ServerCommand {
            program: program.clone(),
            arguments: arguments.to_vec(),
            ..ServerCommand::default()
        })),
        (None, None) => Err(CliError::NoServer),
    }
}

fn of_gateway(settings: &Settings) -> Result<gateway::Settings, CliError> {
    let known_fixes = settings.wrap.cards.as_deref().map(known_fixes::read).transpose()?;
    Ok(gateway::Settings { known_fixes, ..settings.wrap.of_gateway() })
}

/// Keeps `live`, and the settings of each of `sites` that the file of settings has, as the file has them.
fn keep_up(
    args: &WrapArgs,
    (named, environment): (Option<&Path>, &Environment),
    live: &LiveSettings,
    sites: &[Site],
    log: &Arc<Log>,
) -> Hangup {
    let (path, is_named) = match settings::file_of(named, environment) {
        Some(FileOf::Found(path)) => (path, false),
        Some(FileOf::Named(path)) => (path, true),
        None => return Hangup::Ends,
    };
    let (args, environment, live) = (args.clone(), environment.clone(), live.clone());
    let (named, said) = (named.map(Path::to_owned), Arc::clone(log));
    let (file, sites) = (path.to_owned(), sites.to_vec());
    let is_of_file = !front::is_told(&args);
    let again = move || {
        let settings = settings::below_flags(named.as_deref(), &environment)?.with_wrap(&args);
        let settings = of_gateway(&settings)?;
        // All is read before anything counts: a file with a fault changes nothing.
        let found = if is_of_file && !sites.is_empty() {
            servers::read(&file, &settings, &environment)?
        } else {
            Vec::new()
        };
        if settings.is_bridge != live.now().is_bridge {
            said.line("`era` has changed: that counts from the next start on");
        }
        live.replace(settings);
        if is_of_file && !servers::put_in_force(&found, &sites) {
            said.line("the servers have changed: that counts from the next start on");
        }
        Ok(())
    };
    reload::watch(path, is_named, Arc::clone(log), again).unwrap_or_else(|error| {
        log.line(&format!("the settings are not read again when they change: {error}"));
        Hangup::Ends
    })
}

/// What the hidden command does that [`started_guard`] starts.
pub(crate) fn guard() -> Ending {
    guard::run(std::io::stdin().lock());
    Ending::Clean
}

fn started_guard(log: &Log) -> Guard {
    let started = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.arg("guard-processes");
        Guard::start(command)
    });
    started.unwrap_or_else(|error| {
        log.line(&format!("no guard could be started, so the server may outlive a kill: {error}"));
        Guard::default()
    })
}

/// The code that a shell would report.
fn code_of(end: ProcessEnd) -> u8 {
    let code = end.code.or_else(|| end.signal.map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code & 0xff).unwrap_or(1)
}

/// How long a collector may hold up the end.
const LAST_SPANS: Duration = Duration::from_secs(2);

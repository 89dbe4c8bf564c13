//! The servers that the user named, and the way to each.

use std::fmt;
use std::sync::atomic::AtomicBool;

use secondtry_check::connect::{Connect, Connection};
use secondtry_check::error::CheckError;
use secondtry_check::handshake::Opening;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::transcript::{Target, TransportKind};
use secondtry_failure::transport::http::{HttpOptions, HttpServer};
use secondtry_failure::transport::stdio::ServerCommand;

use crate::args::Revisions;
use crate::client_config::{self, ConfigError, ConfiguredServer};
use crate::environment::Environment;
use crate::error::CliError;
use crate::output;
use crate::settings::ServerSettings;

/// One of the servers that the user named.
pub(crate) struct Server {
    /// What a client's file calls it.
    pub(crate) name: Option<String>,
    /// The way to it, or why there is none.
    pub(crate) connect: Result<Box<dyn Connect>, CliError>,
}

/// How a server is reached.
#[derive(Debug)]
pub(crate) enum Reach {
    /// A process that is started.
    Process(ServerCommand),
    /// An address.
    Url(UrlServer),
}

/// A server on HTTP, and what each request to it carries.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct UrlServer {
    pub(crate) url: String,
    /// In order; a later one of the same name replaces an earlier one.
    pub(crate) headers: Vec<(String, String)>,
    /// The token of `Authorization: Bearer`.
    pub(crate) bearer: Option<String>,
    /// What a client's file says of the transport.
    pub(crate) transport: Option<TransportKind>,
}

/// The servers of `settings`: one, or every one of a client's file. A fault of a single one stays with it.
pub(crate) fn all(
    settings: &ServerSettings,
    environment: &Environment,
) -> Result<Vec<Server>, CliError> {
    let bearer = bearer(settings.bearer_env.as_deref(), environment)?;
    if let Some(path) = &settings.config {
        let config = client_config::read(path, environment)?;
        let file = path.display().to_string();
        if settings.server.is_none() {
            for name in config.disabled() {
                output::complain_line(&format!(
                    "secondtry: server `{name}` left out: {file} disables it (--server {name} checks it all the same)"
                ));
            }
        }
        let chosen = config.chosen(settings.server.as_deref())?;
        return Ok(chosen
            .into_iter()
            .map(|server| configured(&file, server, settings, bearer.as_deref()))
            .collect());
    }
    if settings.server.is_some() {
        return Err(CliError::NoConfig);
    }
    let reach = match (&settings.url, settings.command.split_first()) {
        (Some(url), _) => Reach::Url(UrlServer {
            url: url.clone(),
            headers: settings.header.clone(),
            bearer,
            transport: None,
        }),
        (None, Some(_)) if bearer.is_some() || !settings.header.is_empty() => {
            return Err(CliError::HeaderWithoutUrl);
        }
        (None, Some((program, arguments))) => Reach::Process(ServerCommand {
            program: program.clone(),
            arguments: arguments.to_vec(),
            ..ServerCommand::default()
        }),
        (None, None) => return Err(CliError::NoServer),
    };
    let way = way(reach)?;
    let connect = match way.target() {
        Target::Url { address, .. } => {
            let target = Target::Url { address: address.clone(), options: options(settings) };
            Box::new(Named { way, target, name: address })
        }
        Target::Command(_) | Target::Config { .. } => way,
    };
    Ok(vec![Server { name: None, connect: Ok(connect) }])
}

/// The way to the one server of `settings`.
pub(crate) fn one(
    settings: &ServerSettings,
    environment: &Environment,
) -> Result<Box<dyn Connect>, CliError> {
    let mut servers = all(settings, environment)?;
    match (servers.pop(), servers.is_empty(), &settings.config) {
        (Some(server), true, _) => server.connect,
        (Some(last), false, Some(path)) => {
            let names = servers.into_iter().chain([last]).filter_map(|server| server.name);
            Err(ConfigError::Several { file: path.display().to_string(), has: names.collect() }
                .into())
        }
        (_, _, _) => Err(CliError::NoServer),
    }
}

/// How to begin with it. A start may take longer than a call: interpreters load, packages are fetched.
pub(crate) fn opening<'s>(
    settings: &ServerSettings,
    pinned: Option<ProtocolVersion>,
    interrupted: &'s AtomicBool,
) -> Opening<'s> {
    let limit = settings.start_timeout.unwrap_or(settings.call_timeout.max(SHORTEST_START));
    Opening { interrupted, pinned, limit }
}

/// The revision that a single conversation is held in; `None` for the server's own choice.
pub(crate) fn pinned(settings: &ServerSettings) -> Option<ProtocolVersion> {
    match settings.protocol {
        None | Some(Revisions::All) => None,
        Some(Revisions::Only(version)) => Some(version),
    }
}

/// The token that the variable `name` holds.
pub(crate) fn bearer(
    name: Option<&str>,
    environment: &Environment,
) -> Result<Option<String>, CliError> {
    let Some(name) = name else { return Ok(None) };
    let token = environment.variable(name).filter(|token| !token.is_empty());
    token
        .map(|token| Some(token.to_owned()))
        .ok_or_else(|| CliError::Variable { name: name.to_owned() })
}

/// The server of an entry. What the command line says of headers goes to each that is on HTTP.
fn configured(
    file: &str,
    server: ConfiguredServer,
    settings: &ServerSettings,
    bearer: Option<&str>,
) -> Server {
    let name = server.name;
    let way = server.reach.map_err(CliError::from).and_then(|mut reach| {
        if let Reach::Url(url) = &mut reach {
            url.headers.extend(settings.header.iter().cloned());
            url.bearer = bearer.map(str::to_owned);
        }
        way(reach)
    });
    let connect = match way {
        Ok(way) => {
            let target = Target::Config { file: file.to_owned(), server: name.clone() };
            Ok(Box::new(Named { way, target, name: name.clone() }) as Box<dyn Connect>)
        }
        Err(error) => Err(CliError::Server { name: name.clone(), source: Box::new(error) }),
    };
    Server { name: Some(name), connect }
}

fn way(reach: Reach) -> Result<Box<dyn Connect>, CliError> {
    match reach {
        Reach::Process(command) => Ok(Box::new(command)),
        Reach::Url(server) => {
            let options = HttpOptions {
                headers: server.headers,
                bearer: server.bearer,
                ..HttpOptions::default()
            };
            let http = HttpServer::new(&server.url, &options)?;
            let old = http.fallback().filter(|_| server.transport == Some(TransportKind::Sse));
            Ok(old.unwrap_or_else(|| Box::new(http)))
        }
    }
}

/// What the settings say of an address besides the address. Values stay out: they may be secret.
fn options(settings: &ServerSettings) -> Vec<String> {
    let bearer =
        settings.bearer_env.iter().flat_map(|name| ["--bearer-env".to_owned(), name.clone()]);
    let headers = settings
        .header
        .iter()
        .flat_map(|(name, _)| ["--header".to_owned(), format!("{name}: ...")]);
    bearer.chain(headers).collect()
}

/// A server that reports name in another way than it is reached: by its entry in a client's file, or by its address and the
/// options that belong to it.
struct Named {
    way: Box<dyn Connect>,
    target: Target,
    name: String,
}

impl Connect for Named {
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError> {
        self.way.connect()
    }

    fn target(&self) -> Target {
        self.target.clone()
    }

    fn transport(&self) -> TransportKind {
        self.way.transport()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn fallback(&self) -> Option<Box<dyn Connect>> {
        let way = self.way.fallback()?;
        Some(Box::new(Self { way, target: self.target.clone(), name: self.name.clone() }))
    }
}

impl fmt::Debug for UrlServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        let mut shown = formatter.debug_struct("UrlServer");
        shown.field("url", &self.url).field("headers", &names).finish_non_exhaustive()
    }
}

const SHORTEST_START: std::time::Duration = std::time::Duration::from_secs(30);

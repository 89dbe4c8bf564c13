//! One entry of a client's file: the command or the address of a server.
//!
//! Sources: Cursor, "STDIO server configuration" and "Remote server configuration"; VS Code, "MCP configuration
//! reference"; Claude Code, "Connect Claude Code to tools via MCP".

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use secondtry_failure::transcript::TransportKind;
use secondtry_failure::transport::stdio::ServerCommand;

use super::document::Node;
use super::env_file;
use super::error::ConfigError;
use super::expand::{Surroundings, expanded, text};
use crate::bounded_file;
use crate::server::{Reach, UrlServer};

/// How to reach the server of `node`. Its process is started in `directory` unless the entry says otherwise.
pub(super) fn reach(
    node: &Node<'_>,
    surroundings: &Surroundings<'_>,
    directory: Option<&Path>,
) -> Result<Reach, ConfigError> {
    node.members()?;
    let address = URLS.iter().find_map(|name| node.member(name));
    let kind = node.member("type");
    let kind = match &kind {
        None => None,
        Some(kind) => match kind.text()? {
            "stdio" => Some(TransportKind::Stdio),
            "http" | "streamable-http" | "streamableHttp" => Some(TransportKind::Http),
            "sse" => Some(TransportKind::Sse),
            other => return Err(kind.wrong(&format!("is `{other}` (expected stdio, http or sse)"))),
        },
    };
    match (kind, node.member("command"), address) {
        (None | Some(TransportKind::Stdio), Some(command), _) => {
            process(node, &command, surroundings, directory).map(Reach::Process)
        }
        (Some(TransportKind::Stdio), None, _) => {
            Err(node.wrong("is of type stdio and has no `command`"))
        }
        (kind, _, Some(address)) => url(node, &address, kind, surroundings).map(Reach::Url),
        (Some(TransportKind::Http | TransportKind::Sse), _, None) => {
            Err(node.wrong("is reached over HTTP and has no `url`"))
        }
        (None, None, None) => Err(node.wrong("has neither a `command` nor a `url`")),
    }
}

fn process(
    node: &Node<'_>,
    command: &Node<'_>,
    surroundings: &Surroundings<'_>,
    directory: Option<&Path>,
) -> Result<ServerCommand, ConfigError> {
    let folder = node.member("cwd").map(|cwd| path(&cwd, surroundings)).transpose()?;
    let directory = folder.or_else(|| directory.map(Path::to_owned));
    let program = path_text(expanded(command, surroundings)?, surroundings);
    if program.is_empty() {
        return Err(command.wrong("is empty"));
    }
    let arguments = node.member("args").map(|list| list.items()).transpose()?.unwrap_or_default();
    let arguments = arguments.iter().map(|word| expanded(word, surroundings).map(OsString::from));
    let mut server = ServerCommand {
        program: placed(&program, directory.as_deref()),
        arguments: arguments.collect::<Result<_, _>>()?,
        directory,
        ..ServerCommand::default()
    };
    if let Some(member) = node.member("envFile") {
        let file = path(&member, surroundings)?;
        let variables = bounded_file::read(&file).map_err(|error| {
            member.wrong(&format!("names `{}`, which cannot be read: {error}", file.display()))
        })?;
        server.environment.extend(
            env_file::variables(&variables).map(|(name, value)| (name.into(), value.into())),
        );
    }
    for (name, member) in
        node.member("env").map(|env| env.members()).transpose()?.unwrap_or_default()
    {
        match member.variable()? {
            Some(value) => {
                let value = text(value, surroundings).map_err(|what| member.wrong(&what))?;
                server.environment.push((name.into(), value.into()));
            }
            None => server.removed.push(name.into()),
        }
    }
    Ok(server)
}

fn url(
    node: &Node<'_>,
    address: &Node<'_>,
    transport: Option<TransportKind>,
    surroundings: &Surroundings<'_>,
) -> Result<UrlServer, ConfigError> {
    if let Some(helper) = node.member("headersHelper") {
        return Err(
            helper.wrong("is a program that is not run here (put the header under `headers`)")
        );
    }
    let headers =
        node.member("headers").map(|headers| headers.members()).transpose()?.unwrap_or_default();
    let headers =
        headers.into_iter().map(|(name, value)| Ok((name, expanded(&value, surroundings)?)));
    Ok(UrlServer {
        url: expanded(address, surroundings)?,
        headers: headers.collect::<Result<_, ConfigError>>()?,
        bearer: None,
        transport,
    })
}

/// A path of the file, from the workspace where it is relative.
fn path(node: &Node<'_>, surroundings: &Surroundings<'_>) -> Result<PathBuf, ConfigError> {
    let path = path_text(expanded(node, surroundings)?, surroundings);
    Ok(surroundings.workspace.join(path))
}

/// `~/x` in the user's own folder.
fn path_text(text: String, surroundings: &Surroundings<'_>) -> String {
    match (text.strip_prefix("~/"), surroundings.environment.home()) {
        (Some(rest), Some(home)) => format!("{home}/{rest}"),
        _ => text,
    }
}

/// A program that is named by a relative path is one from `directory`: systems disagree on that.
fn placed(program: &str, directory: Option<&Path>) -> OsString {
    match directory {
        Some(directory) if Path::new(program).components().count() > 1 => {
            directory.join(program).into()
        }
        _ => program.into(),
    }
}

/// What clients call the address: most of them, Windsurf, Gemini CLI.
const URLS: [&str; 3] = ["url", "serverUrl", "httpUrl"];

//! `[servers.NAME]` in a file of settings: what `wrap --listen` serves, each on a path of its own.

use std::path::Path;

use secondtry_failure::repair::{Mode, RepairName};
use secondtry_failure::transport::http::{HttpOptions, HttpServer};
use secondtry_failure::transport::stdio::ServerCommand;
use secondtry_gateway::listen::{Served, Site};
use secondtry_gateway::settings::{LiveSettings, Settings};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::args::duration;
use crate::bounded_file;
use crate::environment::Environment;
use crate::error::CliError;
use crate::server;
use crate::settings::SettingsError;
use crate::settings::file::SERVERS;
use crate::settings::nearest::nearest;

#[cfg(test)]
mod tests;

/// Where in the text a fault is, and what it is.
type Fault = (usize, String);

/// One server as the file has it.
#[derive(Debug, Default)]
struct Entry {
    bearer_env: Option<String>,
    call_timeout: Option<std::time::Duration>,
    command: Vec<String>,
    directory: Option<String>,
    environment: Vec<(String, String)>,
    path: Option<String>,
    repair: Vec<(RepairName, Mode)>,
    url: Option<String>,
}

/// Reads the servers in the file at `path`. What one does not set is as in `usual`.
pub(super) fn read(
    path: &Path,
    usual: &Settings,
    environment: &Environment,
) -> Result<Vec<Site>, CliError> {
    let file = path.display().to_string();
    let text = bounded_file::read(path)
        .map_err(|source| SettingsError::Read { file: file.clone(), source })?;
    let entries = entries(&text).map_err(|(at, what)| {
        let before = text.get(..at).unwrap_or(&text);
        SettingsError::Line { file, line: before.matches('\n').count() + 1, what }
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    entries
        .into_iter()
        .map(|(name, entry)| site(&name, entry, folder, usual, environment))
        .collect()
}

/// Puts the settings of the servers `found` in force for those that are `served` on the same path. Returns whether all
/// are still the same servers.
pub(super) fn put_in_force(found: &[Site], served: &[Site]) -> bool {
    let mut are_same = found.len() == served.len();
    for site in served {
        let Some(now) = found.iter().find(|now| now.path == site.path) else {
            are_same = false;
            continue;
        };
        site.settings.replace((*now.settings.now()).clone());
        are_same &= match (&now.server, &site.server) {
            (Served::Command(now), Served::Command(before)) => now == before,
            (Served::Url(now), Served::Url(before)) => now == before,
            (Served::Command(_), Served::Url(_)) | (Served::Url(_), Served::Command(_)) => false,
        };
    }
    are_same
}

fn site(
    name: &str,
    entry: Entry,
    folder: &Path,
    usual: &Settings,
    environment: &Environment,
) -> Result<Site, CliError> {
    let mut settings = usual.clone();
    settings.call_timeout = entry.call_timeout.unwrap_or(settings.call_timeout);
    for (repair, mode) in entry.repair {
        settings.repairs.set(repair, mode);
    }
    let server = if let Some(url) = entry.url {
        let bearer = server::bearer(entry.bearer_env.as_deref(), environment)?;
        Served::Url(HttpServer::new(&url, &HttpOptions { bearer, ..HttpOptions::default() })?)
    } else {
        let mut words = entry.command.into_iter();
        Served::Command(ServerCommand {
            program: words.next().unwrap_or_default().into(),
            arguments: words.map(Into::into).collect(),
            environment: entry
                .environment
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            directory: entry.directory.map(|directory| folder.join(directory)),
            ..ServerCommand::default()
        })
    };
    let path = entry.path.unwrap_or_else(|| format!("/{name}/mcp"));
    Ok(Site { path, server, settings: LiveSettings::new(settings) })
}

fn entries(text: &str) -> Result<Vec<(String, Entry)>, Fault> {
    let whole = DeTable::parse(text).map_err(|error| {
        (error.span().map_or(0, |span| span.start), error.message().replace('\n', ", "))
    })?;
    let Some((_, servers)) =
        whole.get_ref().iter().find(|(name, _)| name.get_ref().as_ref() == SERVERS)
    else {
        return Ok(Vec::new());
    };
    let DeValue::Table(servers) = servers.get_ref() else {
        return Err((servers.span().start, format!("`{SERVERS}` is no table of servers")));
    };
    let mut entries: Vec<(String, Entry)> = Vec::new();
    for (name, value) in servers {
        let at = name.span().start;
        let name = name.get_ref().to_string();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !name.chars().all(is_plain) {
            return Err((
                at,
                format!("`{name}` cannot be part of a path (letters, digits, - _ .)"),
            ));
        }
        let DeValue::Table(members) = value.get_ref() else {
            return Err((value.span().start, format!("`{name}` is no table")));
        };
        let entry = entry(members).map_err(|(at, what)| (at, format!("`{name}`: {what}")))?;
        if entry.command.is_empty() == entry.url.is_none() {
            return Err((at, format!("`{name}` needs either a `command` or a `url`")));
        }
        let path = |name: &str, entry: &Entry| {
            entry.path.clone().unwrap_or_else(|| format!("/{name}/mcp"))
        };
        let own = path(&name, &entry);
        if let Some((other, _)) = entries.iter().find(|(other, entry)| path(other, entry) == own) {
            return Err((at, format!("`{name}` has the path of `{other}`: {own}")));
        }
        entries.push((name, entry));
    }
    Ok(entries)
}

fn entry(members: &DeTable<'_>) -> Result<Entry, Fault> {
    let mut entry = Entry::default();
    for (name, value) in members {
        let at = value.span().start;
        let refused = |what: String| (at, what);
        match name.get_ref().as_ref() {
            "bearer_env" => entry.bearer_env = Some(text(name, value)?),
            "call_timeout" => {
                let time = duration(&text(name, value)?);
                entry.call_timeout =
                    Some(time.map_err(|why| refused(format!("`call_timeout`: {why}")))?);
            }
            "command" => entry.command = list(name, value)?,
            "directory" => entry.directory = Some(text(name, value)?),
            "environment" => entry.environment = table(name, value)?,
            "path" => {
                let path = text(name, value)?;
                let is_taken = ["/healthz", "/metrics"].contains(&path.as_str());
                if !path.starts_with('/') || path.len() < 2 || path.ends_with('/') || is_taken {
                    return Err(refused(format!("`path` is {path:?} (such as /weather/mcp)")));
                }
                entry.path = Some(path);
            }
            "repair" => {
                for (repair, mode) in table(name, value)? {
                    let known = RepairName::from_name(&repair).zip(Mode::from_name(&mode));
                    let what =
                        || refused(format!("`{repair}` = {mode:?} is no repair, or no mode"));
                    entry.repair.push(known.ok_or_else(what)?);
                }
            }
            "url" => entry.url = Some(text(name, value)?),
            other => {
                let hint = nearest(other, NAMES.into_iter()).map_or_else(
                    || format!("has: {}", NAMES.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                return Err((name.span().start, format!("no setting `{other}` ({hint})")));
            }
        }
    }
    Ok(entry)
}

fn text(
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<String, Fault> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        _ => Err((value.span().start, format!("`{}` is no text", name.get_ref()))),
    }
}

fn list(
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<String>, Fault> {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().map(|item| text(name, item)).collect(),
        _ => Err((value.span().start, format!("`{}` is no list of texts", name.get_ref()))),
    }
}

fn table(
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<(String, String)>, Fault> {
    let DeValue::Table(members) = value.get_ref() else {
        return Err((value.span().start, format!("`{}` is no table of texts", name.get_ref())));
    };
    members.iter().map(|(key, item)| Ok((key.get_ref().to_string(), text(key, item)?))).collect()
}

/// What a server may set, in the schema of the file.
#[cfg(test)]
pub(crate) fn schema() -> serde_json::Value {
    let texts = serde_json::json!({"type": "object", "additionalProperties": {"type": "string"}});
    let repairs = RepairName::ALL.map(RepairName::name);
    serde_json::json!({
        "description": "what `wrap --listen` serves where the command line names no server, each by its name",
        "type": "object",
        "propertyNames": {"pattern": "^[A-Za-z0-9._-]+$"},
        "additionalProperties": {
            "type": "object",
            "properties": {
                "bearer_env": {"type": "string", "description": "the variable that holds the token for the `url`"},
                "call_timeout": {"type": "string", "description": "how long a call may take"},
                "command": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                "directory": {"type": "string", "description": "the working directory of the command"},
                "environment": texts,
                "path": {"type": "string", "pattern": "^/.", "description": "where it is served; /NAME/mcp without it"},
                "repair": {"type": "object", "propertyNames": {"enum": repairs},
                    "additionalProperties": {"enum": ["on", "observe", "off"]}},
                "url": {"type": "string"},
            },
            "additionalProperties": false,
            "oneOf": [{"required": ["command"]}, {"required": ["url"]}],
        },
    })
}

const NAMES: [&str; 8] =
    ["bearer_env", "call_timeout", "command", "directory", "environment", "path", "repair", "url"];

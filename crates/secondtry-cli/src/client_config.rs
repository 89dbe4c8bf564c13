//! The servers of a client's own file: Claude Desktop, Claude Code, Cursor, VS Code and those that follow them.
//!
//! A fault of the file as a whole is an error. A fault of one server is kept with that server, so that the others can
//! be checked. Members that only matter to the client (`autoApprove`, `timeout`, `dev`) are passed over.

mod document;
mod entry;
mod env_file;
mod error;
mod expand;
mod workspace;

use std::path::Path;

use jsonc_parser::ast;

use crate::bounded_file;
use crate::environment::Environment;
use crate::server::Reach;

use self::document::Node;
pub(crate) use self::error::ConfigError;
use self::expand::{Dialect, Surroundings};

#[cfg(test)]
mod tests;

/// The servers of one file, in its order.
#[derive(Debug)]
pub(crate) struct ClientConfig {
    /// The file as the user named it.
    file: String,
    servers: Vec<ConfiguredServer>,
}

/// One server of a file.
#[derive(Debug)]
pub(crate) struct ConfiguredServer {
    /// The name that the file gives it.
    pub(crate) name: String,
    /// The client is told to leave it alone.
    pub(crate) is_disabled: bool,
    /// How to reach it, or what is wrong with its entry.
    pub(crate) reach: Result<Reach, ConfigError>,
}

/// Reads the servers of the file at `path`.
pub(crate) fn read(path: &Path, environment: &Environment) -> Result<ClientConfig, ConfigError> {
    let file = path.display().to_string();
    let text = bounded_file::read(path)
        .map_err(|source| ConfigError::Read { file: file.clone(), source })?;
    let value = document::parse(&file, &text)?;
    let servers = servers(&file, &text, &value, path, environment)?;
    Ok(ClientConfig { file, servers })
}

impl ClientConfig {
    /// The servers that a client would start, or just the one called `name`, disabled or not.
    pub(crate) fn chosen(self, name: Option<&str>) -> Result<Vec<ConfiguredServer>, ConfigError> {
        let names = || self.servers.iter().map(|server| server.name.clone()).collect();
        match name {
            None if self.servers.iter().all(|server| server.is_disabled) => {
                Err(ConfigError::AllDisabled { has: names(), file: self.file })
            }
            None => Ok(self.servers.into_iter().filter(|server| !server.is_disabled).collect()),
            Some(name) => {
                let has = names();
                match self.servers.into_iter().find(|server| server.name == name) {
                    Some(server) => Ok(vec![server]),
                    None => {
                        Err(ConfigError::NoServer { file: self.file, name: name.to_owned(), has })
                    }
                }
            }
        }
    }

    /// The names of the servers that a client would not start.
    pub(crate) fn disabled(&self) -> impl Iterator<Item = &str> {
        self.servers.iter().filter(|server| server.is_disabled).map(|server| server.name.as_str())
    }
}

fn servers(
    file: &str,
    text: &str,
    value: &ast::Value<'_>,
    path: &Path,
    environment: &Environment,
) -> Result<Vec<ConfiguredServer>, ConfigError> {
    let root = Node::root(file, text, value);
    // VS Code's user settings hold the same under `mcp`.
    let holder = root.member("mcp").filter(|mcp| mcp.member("servers").is_some());
    let holder = holder.as_ref().unwrap_or(&root);
    let (list, dialect) = match holder.member("servers") {
        Some(list) => (Some(list), Dialect::VsCode),
        None => (holder.member("mcpServers"), Dialect::Shared),
    };
    let workspace = workspace::of(path, environment);
    let surroundings = Surroundings {
        dialect,
        environment,
        workspace: workspace.folder,
        inputs: expand::inputs(holder.member("inputs").as_ref())?,
    };
    let mut entries = list.map(|list| list.members()).transpose()?.unwrap_or_default();
    if let Some(project) = local(&root, environment) {
        // Claude Code takes the one of the project where both have a name.
        let of_project = project.members()?;
        entries.retain(|(name, _)| of_project.iter().all(|(other, _)| other != name));
        entries.extend(of_project);
    }
    if entries.is_empty() {
        return Err(ConfigError::NoServers { file: file.to_owned() });
    }
    let configured = entries.into_iter().map(|(name, node)| ConfiguredServer {
        is_disabled: node.member("disabled").is_some_and(|flag| flag.is_true()),
        reach: entry::reach(&node, &surroundings, workspace.directory.as_deref()),
        name,
    });
    Ok(configured.collect())
}

/// The servers that `~/.claude.json` keeps for the project in the working directory.
fn local<'a>(root: &Node<'a>, environment: &Environment) -> Option<Node<'a>> {
    root.member("projects")?.member(environment.directory().to_str()?)?.member("mcpServers")
}

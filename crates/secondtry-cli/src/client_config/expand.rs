//! Puts values in the place of `${...}`.
//!
//! Sources: Claude Code, "Environment variable expansion in .mcp.json"; Cursor, "Config interpolation"; VS Code,
//! "Variables reference" and "MCP configuration reference", Input variables. A variable that is not set is refused even
//! where a client would go on with an empty one: a check without the key says nothing about the server.

use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, PathBuf};

use super::document::Node;
use super::error::ConfigError;
use crate::environment::Environment;

#[cfg(test)]
mod tests;

/// Whose syntax a file is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// A file with `mcpServers`: `${VAR}` and `${VAR:-default}` too.
    Shared,
    /// A file with `servers`, where `${VAR}` means nothing and stays.
    VsCode,
}

/// What the values come from.
#[derive(Debug)]
pub(super) struct Surroundings<'e> {
    pub(super) dialect: Dialect,
    pub(super) environment: &'e Environment,
    pub(super) workspace: PathBuf,
    /// The ids of `inputs`, and what each is when the user gives nothing.
    pub(super) inputs: BTreeMap<String, Option<String>>,
}

/// Reads the member `inputs`.
pub(super) fn inputs(
    list: Option<&Node<'_>>,
) -> Result<BTreeMap<String, Option<String>>, ConfigError> {
    let mut inputs = BTreeMap::new();
    let items = list.map(Node::items).transpose()?.unwrap_or_default();
    for input in items {
        let id = input.member("id").ok_or_else(|| input.wrong("has no `id`"))?.text()?;
        let default = input.member("default").map(|default| default.text()).transpose()?;
        inputs.insert(id.to_owned(), default.map(str::to_owned));
    }
    Ok(inputs)
}

/// The string `node` with its variables replaced.
pub(super) fn expanded(
    node: &Node<'_>,
    surroundings: &Surroundings<'_>,
) -> Result<String, ConfigError> {
    text(node.text()?, surroundings).map_err(|what| node.wrong(&what))
}

/// `text` with its variables replaced, or what is wrong with one of them.
pub(super) fn text(text: &str, surroundings: &Surroundings<'_>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start..].find('}') else { break };
        let (whole, body) = (&rest[start..=start + length], &rest[start + 2..start + length]);
        out.push_str(&rest[..start]);
        match surroundings.value(body)? {
            Some(value) => out.push_str(&value),
            None => out.push_str(whole),
        }
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

impl Surroundings<'_> {
    /// The value of `${body}`; `None` where it is nothing that the client would replace.
    fn value(&self, body: &str) -> Result<Option<String>, String> {
        let known = match body {
            "/" | "pathSeparator" => Some(MAIN_SEPARATOR.to_string()),
            "cwd" => Some(self.environment.directory().display().to_string()),
            "userHome" => Some(
                self.environment
                    .home()
                    .ok_or("uses `${userHome}`, but HOME is not set")?
                    .to_owned(),
            ),
            "workspaceFolder" => Some(self.workspace.display().to_string()),
            "workspaceFolderBasename" => {
                self.workspace.file_name().map(|name| name.to_string_lossy().into_owned())
            }
            _ => None,
        };
        if known.is_some() {
            return Ok(known);
        }
        match (body.split_once(':'), self.dialect) {
            (Some(("env", name)), _) => self.variable(name, &format!("set {name}")).map(Some),
            (Some(("input", id)), _) => self.input(id).map(Some),
            (Some((kind @ ("command" | "config"), _)), Dialect::VsCode) => Err(format!(
                "uses `${{{body}}}`, and a {kind} is known only to the editor (write its value)"
            )),
            (_, Dialect::VsCode) => Ok(None),
            (_, Dialect::Shared) => self.plain(body),
        }
    }

    /// `VAR` or `VAR:-default`.
    fn plain(&self, body: &str) -> Result<Option<String>, String> {
        let (name, default) =
            body.split_once(":-").map_or((body, None), |(name, text)| (name, Some(text)));
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Ok(None);
        }
        match default {
            Some(default) if default.contains("${") => {
                Err(format!("has a variable in the default of `{name}` (write the value there)"))
            }
            Some(default) => {
                Ok(Some(self.environment.variable(name).unwrap_or(default).to_owned()))
            }
            None => {
                self.variable(name, &format!("set {name}, or write ${{{name}:-default}}")).map(Some)
            }
        }
    }

    fn variable(&self, name: &str, way_out: &str) -> Result<String, String> {
        let value = self.environment.variable(name);
        value
            .map(str::to_owned)
            .ok_or_else(|| format!("uses the variable `{name}`, which is not set ({way_out})"))
    }

    /// What a client would ask the user for.
    fn input(&self, id: &str) -> Result<String, String> {
        let variable = input_variable(id);
        let given = self.environment.variable(&variable).map(str::to_owned);
        given.or_else(|| self.inputs.get(id).cloned().flatten()).ok_or_else(|| {
            format!("uses `${{input:{id}}}`, which a client asks its user for (set {variable})")
        })
    }
}

/// The variable that stands in for the input `id`: `api-key` is asked from `SECONDTRY_INPUT_API_KEY`.
fn input_variable(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("SECONDTRY_INPUT_{}", id.chars().map(plain).collect::<String>())
}

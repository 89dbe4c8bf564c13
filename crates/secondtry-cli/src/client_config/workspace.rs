//! Which folder a client would have open while it uses a file.

use std::path::{Path, PathBuf};

use crate::environment::Environment;

/// What the place of a file says about folders.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Workspace {
    /// `${workspaceFolder}`.
    pub(super) folder: PathBuf,
    /// Where servers are started; `None` for where this process runs.
    pub(super) directory: Option<PathBuf>,
}

/// The workspace of the file at `path`: the project around `.vscode/mcp.json`, `.cursor/mcp.json` or `.mcp.json`, for
/// any other file the working directory.
pub(super) fn of(path: &Path, environment: &Environment) -> Workspace {
    let path = environment.directory().join(path);
    let folder = path.parent();
    let is_project_folder = |folder: &&Path| {
        let name = folder.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| PROJECT_FOLDERS.contains(&name))
    };
    let project = match folder {
        Some(folder) if is_project_folder(&folder) => folder.parent(),
        Some(folder) if path.file_name().is_some_and(|name| name == ".mcp.json") => Some(folder),
        _ => None,
    };
    match project {
        Some(project) => {
            Workspace { folder: project.to_owned(), directory: Some(project.to_owned()) }
        }
        None => Workspace { folder: environment.directory().to_owned(), directory: None },
    }
}

/// Where editors keep the file of a project.
const PROJECT_FOLDERS: [&str; 2] = [".cursor", ".vscode"];

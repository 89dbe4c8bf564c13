//! What the process was given by whoever started it. Nothing else asks the operating system for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The variables and the working directory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    variables: BTreeMap<String, String>,
    directory: PathBuf,
}

impl Environment {
    /// That of this process. A variable that is no UTF-8 counts as not set.
    pub(crate) fn of_this_process() -> Self {
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        Self { variables, directory: std::env::current_dir().unwrap_or_default() }
    }

    /// One with just these variables, in `directory`.
    #[cfg(test)]
    pub(crate) fn of(variables: &[(&str, &str)], directory: &str) -> Self {
        let owned = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self { variables: owned.collect(), directory: directory.into() }
    }

    /// The value of the variable `name`, which may be empty.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str)
    }

    /// The working directory.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The user's own folder, where the system names one.
    pub(crate) fn home(&self) -> Option<&str> {
        ["HOME", "USERPROFILE"]
            .iter()
            .find_map(|name| self.variable(name))
            .filter(|home| !home.is_empty())
    }

    /// The folder for the user's data, where the system names one.
    #[cfg(feature = "cards")]
    pub(crate) fn data_folder(&self) -> Option<PathBuf> {
        let absolute =
            |name| self.variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        if cfg!(windows) {
            return absolute("APPDATA");
        }
        let in_home =
            if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
        absolute("XDG_DATA_HOME").or_else(|| Some(Path::new(self.home()?).join(in_home)))
    }
}

//! What the user wants, resolved once: a flag wins over a variable `SECONDTRY_*`, that over a file, that over a default.
//!
//! The steps to add a setting:
//! 1. a flag in `args.rs`, `Option` or `Vec` so that it can be absent;
//! 2. a field in one of the structs here, with its default;
//! 3. a line in [`flags`] that lets the flag win;
//! 4. a row in [`table`], from which files, variables, the schema and the table in `docs/settings.md` follow
//!    (`UPDATE_GENERATED=1 cargo test -p secondtry-cli settings` writes the two).

mod error;
pub(crate) mod file;
mod flags;
#[cfg(test)]
mod generated;
pub(crate) mod nearest;
mod table;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use secondtry_check::run::Selection;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::judge::rule::Level;
use secondtry_failure::repair::{Mode, RepairName, RepairSettings};
use secondtry_failure::report::mask::Mask;
use secondtry_gateway::settings as gateway;

use crate::args::{Era, ReportTarget, Revisions};
use crate::environment::Environment;

pub(crate) use self::error::SettingsError;
use self::table::{Given, Setting};

#[cfg(test)]
mod tests;

/// Everything that can be set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) plan: PlanSettings,
    pub(crate) reports: ReportSettings,
    pub(crate) server: ServerSettings,
    /// Where cards are kept: a file, or an address of Postgres.
    pub(crate) store: Option<String>,
    pub(crate) wrap: WrapSettings,
}

/// What is called, and how.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlanSettings {
    pub(crate) allow_writes: bool,
    pub(crate) include_destructive: bool,
    pub(crate) jobs: usize,
    pub(crate) record: Option<PathBuf>,
    pub(crate) seed: u64,
    pub(crate) skip_tool: Vec<glob::Pattern>,
    pub(crate) tool: Vec<glob::Pattern>,
}

/// What is reported, and what counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReportSettings {
    pub(crate) baseline: Option<PathBuf>,
    pub(crate) fail_on: Level,
    pub(crate) report: Vec<ReportTarget>,
    /// The level of each rule that has another than its own; `None` turns it off.
    pub(crate) rule: BTreeMap<String, Option<Level>>,
    /// Only a flag shows secrets.
    pub(crate) show_secrets: bool,
    /// Only a flag writes the baseline.
    pub(crate) update_baseline: bool,
}

/// Which server, and how to speak to it. Either a client's file, or a command, or a URL; or none of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ServerSettings {
    pub(crate) bearer_env: Option<String>,
    pub(crate) call_timeout: Duration,
    /// Only the command line names a command.
    pub(crate) command: Vec<OsString>,
    pub(crate) config: Option<PathBuf>,
    /// Only the command line names headers: their values are often secret.
    pub(crate) header: Vec<(String, String)>,
    pub(crate) protocol: Option<Revisions>,
    pub(crate) server: Option<String>,
    pub(crate) start_timeout: Option<Duration>,
    /// Only the command line names a URL.
    pub(crate) url: Option<String>,
}

/// What `wrap` does, and how long a call through it may take.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrapSettings {
    /// Longer than that of a probe: real calls do real work.
    pub(crate) call_timeout: Duration,
    /// Where known fixes come from: a file of cards, or [`BUILT_IN`].
    pub(crate) cards: Option<String>,
    pub(crate) era: Era,
    pub(crate) observe: bool,
    /// What is done about each flaw where that is not the default.
    pub(crate) repair: BTreeMap<RepairName, Mode>,
    pub(crate) strict: bool,
}

/// Where a file of settings comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileOf<'a> {
    /// It lay in the working directory.
    Found(&'a Path),
    /// A flag or a variable names it.
    Named(&'a Path),
}

/// What a file and the environment set, over the defaults. The file is `named`, or named by `SECONDTRY_SETTINGS`, or the
/// one in the working directory where there is one.
pub(crate) fn below_flags(
    named: Option<&Path>,
    environment: &Environment,
) -> Result<Settings, SettingsError> {
    let mut settings = Settings::default();
    match file_of(named, environment) {
        Some(FileOf::Found(path) | FileOf::Named(path)) => file::apply(path, &mut settings)?,
        None => (),
    }
    apply_variables(environment, &mut settings)?;
    Ok(settings)
}

/// The file of settings, if there is one.
pub(crate) fn file_of<'a>(
    named: Option<&'a Path>,
    environment: &'a Environment,
) -> Option<FileOf<'a>> {
    let variable =
        environment.variable("SECONDTRY_SETTINGS").filter(|path| !path.is_empty()).map(Path::new);
    let found = Path::new(FILE_NAME);
    let is_there = || environment.directory().join(found).is_file();
    named.or(variable).map(FileOf::Named).or_else(|| is_there().then_some(FileOf::Found(found)))
}

fn apply_variables(
    environment: &Environment,
    settings: &mut Settings,
) -> Result<(), SettingsError> {
    let given = |setting: &Setting| {
        let name = setting.variable();
        let value = environment.variable(&name).filter(|value| !value.is_empty())?;
        Some((name, setting.words(value)))
    };
    // The server that a file names is one of the client's file that it names.
    if table::SETTINGS.iter().any(|setting| setting.name == "config" && given(setting).is_some()) {
        settings.server.server = None;
    }
    for setting in table::SETTINGS {
        if let Some((name, words)) = given(setting) {
            (setting.take)(settings, &Given { words: &words, folder: Path::new("") })
                .map_err(|wrong| SettingsError::Variable { name, what: wrong.what })?;
        }
    }
    Ok(())
}

impl PlanSettings {
    /// Which tools are called.
    pub(crate) fn selection(&self) -> Selection {
        Selection { only: self.tool.clone(), except: self.skip_tool.clone() }
    }
}

impl ReportSettings {
    /// Whether what looks like a secret is shown.
    pub(crate) fn mask(&self) -> Mask {
        if self.show_secrets { Mask::Show } else { Mask::Hide }
    }

    /// The user's changes to the rules.
    pub(crate) fn policy(&self) -> Policy {
        let mut policy = Policy::default();
        for (code, level) in &self.rule {
            policy.set(code, *level);
        }
        policy
    }
}

impl WrapSettings {
    /// What stands between a client and a server is told.
    pub(crate) fn of_gateway(&self) -> gateway::Settings {
        let mut repairs = if self.observe {
            RepairSettings::all(Mode::Observe)
        } else {
            let mut repairs = RepairSettings::default();
            self.repair.iter().for_each(|(name, mode)| repairs.set(*name, *mode));
            repairs
        };
        repairs.is_strict = self.strict;
        gateway::Settings {
            repairs,
            is_bridge: self.era == Era::Bridge,
            call_timeout: self.call_timeout,
            ..gateway::Settings::default()
        }
    }
}

impl Default for PlanSettings {
    fn default() -> Self {
        Self {
            allow_writes: false,
            include_destructive: false,
            jobs: 1,
            record: None,
            seed: 1,
            skip_tool: Vec::new(),
            tool: Vec::new(),
        }
    }
}

impl Default for ReportSettings {
    fn default() -> Self {
        Self {
            baseline: None,
            fail_on: Level::Error,
            report: Vec::new(),
            rule: BTreeMap::new(),
            show_secrets: false,
            update_baseline: false,
        }
    }
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            bearer_env: None,
            call_timeout: Duration::from_secs(10),
            command: Vec::new(),
            config: None,
            header: Vec::new(),
            protocol: None,
            server: None,
            start_timeout: None,
            url: None,
        }
    }
}

impl Default for WrapSettings {
    fn default() -> Self {
        Self {
            call_timeout: gateway::Settings::default().call_timeout,
            cards: None,
            era: Era::Pass,
            observe: false,
            repair: BTreeMap::new(),
            strict: false,
        }
    }
}

/// Names the cards that come with the program.
pub(crate) const BUILT_IN: &str = "built-in";

/// The file that is taken from the working directory.
const FILE_NAME: &str = "secondtry.toml";

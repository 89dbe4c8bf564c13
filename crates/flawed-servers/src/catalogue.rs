//! The servers by name.

use std::sync::atomic::AtomicUsize;

use crate::clean;
use crate::era::Eras;
use crate::flaws::{FLAWS, Flaw};
use crate::server::{Habits, Server};

/// The names of all servers: `clean`, `all`, then one for each flaw.
pub fn names() -> impl Iterator<Item = &'static str> {
    [CLEAN, ALL].into_iter().chain(FLAWS.iter().map(|flaw| flaw.name))
}

/// Builds the server of this name, which may also be spelt with dashes.
pub fn server(name: &str, eras: Eras) -> Option<Server> {
    let name = name.replace('-', "_");
    let flaws: Vec<&Flaw> = match name.as_str() {
        CLEAN => Vec::new(),
        ALL => FLAWS.iter().filter(|flaw| flaw.in_all).collect(),
        _ => vec![FLAWS.iter().find(|flaw| flaw.name == name)?],
    };
    let mut habits = Habits::default();
    let mut tools = match name.as_str() {
        CLEAN => clean::tools(),
        _ => vec![clean::healthy()],
    };
    for flaw in flaws {
        (flaw.adopt)(&mut habits);
        tools.extend((flaw.tools)());
    }
    Some(Server { name, eras, habits, tools, lists: AtomicUsize::new(0) })
}

/// The flawed tools of a server, for `--list`.
pub fn summary(name: &str) -> String {
    let tools: Vec<String> = FLAWS
        .iter()
        .filter(|flaw| flaw.name == name)
        .flat_map(|flaw| (flaw.tools)())
        .map(|tool| tool.name().to_owned())
        .collect();
    match (name, tools.is_empty()) {
        (CLEAN, _) => "no flaw".to_owned(),
        (ALL, _) => "every flaw that hides no other".to_owned(),
        (_, true) => "the server itself".to_owned(),
        (_, false) => tools.join(", "),
    }
}

/// The server without a flaw.
pub(crate) const CLEAN: &str = "clean";
/// The server with all flaws that can stand side by side.
pub(crate) const ALL: &str = "all";

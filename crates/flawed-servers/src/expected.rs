//! What a full check of each server must find, and that it must find nothing else at error or warning level.
//!
//! Advice is listed only where it is what was planted. Legacy stands for revision 2025-11-25, which is what these servers
//! agree on unless asked for another.

mod table;
#[cfg(test)]
mod tests;

use crate::catalogue::{ALL, names};
use crate::era::Era;
use crate::flaws::FLAWS;

pub use self::table::EXPECTED;

/// The level of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A hint.
    Advice,
    /// A MUST is broken, or the model never learns of the failure or its reason.
    Error,
    /// The model learns of the failure, but can hardly act.
    Warning,
}

/// The way to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Streamable HTTP.
    Http,
    /// A process.
    Stdio,
}

/// A row of the table: what one server must be found guilty of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of the server.
    pub server: &'static str,
    /// The code of the rule.
    pub rule: &'static str,
    /// The tool at fault; `None` if it is the server.
    pub tool: Option<&'static str>,
    /// The level in the legacy era; `None` if it is no flaw there.
    pub legacy: Option<Level>,
    /// The level in the modern era; `None` if it is no flaw there.
    pub modern: Option<Level>,
    /// Where it shows.
    pub shows: Shows,
}

/// Where a flaw shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Only to who compares a run in each era, over any transport. The level is that of both.
    AcrossEras,
    /// Over any transport.
    Anywhere,
    /// Only over HTTP.
    OverHttp,
    /// Only over stdio.
    OverStdio,
}

/// One finding that must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The code of the rule.
    pub rule: &'static str,
    /// The tool at fault; `None` if it is the server.
    pub tool: Option<&'static str>,
    /// The level.
    pub level: Level,
}

/// What a run in one era must find in a server, sorted; `None` if there is no such server.
pub fn findings(server: &str, era: Era, transport: Transport) -> Option<Vec<Finding>> {
    select(server, |row| {
        let shown = match row.shows {
            Shows::AcrossEras => false,
            Shows::Anywhere => true,
            Shows::OverHttp => transport == Transport::Http,
            Shows::OverStdio => transport == Transport::Stdio,
        };
        let level = match era {
            Era::Legacy => row.legacy,
            Era::Modern => row.modern,
        };
        level.filter(|_| shown)
    })
}

/// What a check in both eras must find beyond the findings of each run; `None` if there is no such server.
pub fn findings_across_eras(server: &str) -> Option<Vec<Finding>> {
    select(server, |row| row.legacy.filter(|_| row.shows == Shows::AcrossEras))
}

fn select(server: &str, level: impl Fn(&Expected) -> Option<Level>) -> Option<Vec<Finding>> {
    let name = names().find(|name| *name == server)?;
    let part_of_all =
        |row: &Expected| FLAWS.iter().any(|flaw| flaw.in_all && flaw.name == row.server);
    let mut found: Vec<Finding> = EXPECTED
        .iter()
        .filter(|row| if name == ALL { part_of_all(row) } else { row.server == name })
        .filter_map(|row| level(row).map(|level| Finding { rule: row.rule, tool: row.tool, level }))
        .collect();
    found.sort();
    Some(found)
}

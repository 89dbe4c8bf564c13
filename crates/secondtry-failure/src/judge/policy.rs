//! Which rules are on, and at which level, for one user.

use std::collections::BTreeMap;

use super::rule::{Level, Rule};

/// What a user changed about the rules. The default changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    levels: BTreeMap<String, Option<Level>>,
}

impl Policy {
    /// Sets the level of the rule with `code`, or turns it off with `None`.
    pub fn set(&mut self, code: &str, level: Option<Level>) {
        self.levels.insert(code.to_owned(), level);
    }

    /// Whether `rule` is to be looked at.
    pub fn is_on(&self, rule: &Rule) -> bool {
        self.levels.get(rule.code) != Some(&None)
    }

    /// The level of `rule` where the user set one.
    pub fn level(&self, rule: &Rule) -> Option<Level> {
        self.levels.get(rule.code).copied().flatten()
    }
}

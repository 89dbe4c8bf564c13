//! Every setting that a file and the environment may hold. A row per setting, in alphabetical order.

use std::path::Path;

use crate::args;

use super::Settings;

/// A setting.
pub(super) struct Setting {
    /// Its name in a file. The flag and the variable follow from it.
    pub(super) name: &'static str,
    /// What values it takes.
    pub(super) kind: Kind,
    /// What it is where nothing sets it, as documentation shows it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the schema and the documentation, which a test writes")
    )]
    pub(super) default: &'static str,
    /// What it is for, in Markdown.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the schema and the documentation, which a test writes")
    )]
    pub(super) about: &'static str,
    /// Sets it from words as they would stand behind the flag.
    pub(super) take: fn(&mut Settings, &Given<'_>) -> Result<(), Wrong>,
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Several texts; one may stand without a list around it.
    List,
    /// A whole number, not negative.
    Number,
    /// `true` or `false`.
    Switch,
    /// A name and a text, several times; the parts of `NAME=TEXT` behind a flag.
    Table,
    /// A text.
    Text,
    /// A time: a text such as `10s`, or a number of seconds.
    Time,
}

/// What somebody wrote.
pub(super) struct Given<'a> {
    pub(super) words: &'a [String],
    /// Paths are relative to it.
    pub(super) folder: &'a Path,
}

/// Why a word is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// Which word.
    pub(super) index: usize,
    pub(super) what: String,
}

impl Setting {
    /// `--fail-on`.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the schema and the documentation, which a test writes")
    )]
    pub(super) fn flag(&self) -> String {
        // What only `wrap` has needs no name of its own behind `secondtry wrap`.
        let name = self.name.strip_prefix("wrap_").unwrap_or(self.name);
        format!("--{}", name.replace('_', "-"))
    }

    /// `SECONDTRY_FAIL_ON`.
    pub(super) fn variable(&self) -> String {
        format!("SECONDTRY_{}", self.name.to_uppercase())
    }

    /// The words of a variable's value: commas part those of lists and tables.
    pub(super) fn words(&self, value: &str) -> Vec<String> {
        match self.kind {
            Kind::List | Kind::Table => {
                let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
                words.map(str::to_owned).collect()
            }
            Kind::Number | Kind::Switch | Kind::Text | Kind::Time => vec![value.trim().to_owned()],
        }
    }
}

impl Given<'_> {
    /// The one word, parsed.
    fn one<T>(&self, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, Wrong> {
        let word = self.words.first().map(String::as_str).unwrap_or_default();
        parse(word).map_err(|what| Wrong { index: 0, what })
    }

    /// Every word, parsed.
    fn each<T>(&self, parse: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, Wrong> {
        let words = self.words.iter().enumerate();
        words.map(|(index, word)| parse(word).map_err(|what| Wrong { index, what })).collect()
    }
}

/// All of them.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "allow_writes",
        kind: Kind::Switch,
        default: "false",
        about: "sends valid and value-breaking calls to tools that are not read-only, too",
        take: |settings, given| {
            settings.plan.allow_writes = given.one(switch)?;
            Ok(())
        },
    },
    Setting {
        name: "baseline",
        kind: Kind::Text,
        default: "",
        about: "a file of known findings: they do not count, and one that is gone does",
        take: |settings, given| {
            settings.reports.baseline = Some(given.folder.join(given.one(text)?));
            Ok(())
        },
    },
    Setting {
        name: "bearer_env",
        kind: Kind::Text,
        default: "",
        about: "the variable that holds the token of `Authorization: Bearer`, for servers on HTTP",
        take: |settings, given| {
            settings.server.bearer_env = Some(given.one(text)?);
            Ok(())
        },
    },
    Setting {
        name: "call_timeout",
        kind: Kind::Time,
        default: "10s",
        about: "how long a call may take that `check` or `call` makes; for `wrap` see `wrap_call_timeout`",
        take: |settings, given| {
            settings.server.call_timeout = given.one(args::duration)?;
            Ok(())
        },
    },
    Setting {
        name: "cards",
        kind: Kind::Text,
        default: "",
        about: "`wrap` tells the known fix of a repaired failure that is exactly the error of one accepted card: a file of cards, or `built-in`",
        take: |settings, given| {
            let cards = given.one(text)?;
            let is_path = cards != super::BUILT_IN && !cards.contains("://");
            let path = given.folder.join(&cards).display().to_string();
            settings.wrap.cards = Some(if is_path { path } else { cards });
            Ok(())
        },
    },
    Setting {
        name: "config",
        kind: Kind::Text,
        default: "",
        about: "a client's own file, whose servers are checked",
        take: |settings, given| {
            settings.server.config = Some(given.folder.join(given.one(text)?));
            Ok(())
        },
    },
    Setting {
        name: "era",
        kind: Kind::Text,
        default: "pass",
        about: "`bridge` lets a client and a server of `wrap` that speak different eras of the protocol understand each other; `pass` leaves both as they are",
        take: |settings, given| {
            settings.wrap.era = given.one(args::era)?;
            Ok(())
        },
    },
    Setting {
        name: "fail_on",
        kind: Kind::Text,
        default: "error",
        about: "the lowest level that ends with exit code 1: `error`, `warning` or `advice`",
        take: |settings, given| {
            settings.reports.fail_on = given.one(args::level)?;
            Ok(())
        },
    },
    Setting {
        name: "include_destructive",
        kind: Kind::Switch,
        default: "false",
        about: "calls tools that declare `destructiveHint`, too",
        take: |settings, given| {
            settings.plan.include_destructive = given.one(switch)?;
            Ok(())
        },
    },
    Setting {
        name: "jobs",
        kind: Kind::Number,
        default: "1",
        about: "how many calls may be open at a time, 1 to 256",
        take: |settings, given| {
            settings.plan.jobs = given.one(args::jobs)?;
            Ok(())
        },
    },
    Setting {
        name: "observe",
        kind: Kind::Switch,
        default: "false",
        about: "`wrap` repairs nothing, and only counts and logs what it would repair, whatever `repair` says",
        take: |settings, given| {
            settings.wrap.observe = given.one(switch)?;
            Ok(())
        },
    },
    Setting {
        name: "protocol",
        kind: Kind::Text,
        default: "",
        about: "the only revision to speak, such as `2025-11-25`, or `all` that the server speaks; without it the newest of them",
        take: |settings, given| {
            settings.server.protocol = Some(given.one(args::revisions)?);
            Ok(())
        },
    },
    Setting {
        name: "record",
        kind: Kind::Text,
        default: "",
        about: "a file for everything that goes over the wire, which `judge` reads",
        take: |settings, given| {
            settings.plan.record = Some(given.folder.join(given.one(text)?));
            Ok(())
        },
    },
    Setting {
        name: "repair",
        kind: Kind::Table,
        default: "",
        about: "what `wrap` does about a flaw: `on`, `observe` or `off`; each repair is a setting of its own",
        take: |settings, given| {
            settings.wrap.repair.extend(given.each(args::repair)?);
            Ok(())
        },
    },
    Setting {
        name: "report",
        kind: Kind::List,
        default: "text",
        about: "reports as `FORMAT` or `FORMAT=PATH`: `text`, `json`, `junit`, `sarif`, `markdown`, `html`, `github`",
        take: |settings, given| {
            let mut targets = given.each(args::report)?;
            for path in targets.iter_mut().filter_map(|target| target.path.as_mut()) {
                *path = given.folder.join(&*path);
            }
            settings.reports.report = targets;
            Ok(())
        },
    },
    Setting {
        name: "rule",
        kind: Kind::Table,
        default: "",
        about: "another level for a rule, or `off`; each rule is a setting of its own",
        take: |settings, given| {
            settings.reports.rule.extend(given.each(args::rule_level)?);
            Ok(())
        },
    },
    Setting {
        name: "seed",
        kind: Kind::Number,
        default: "1",
        about: "seed of the plan; the same seed gives the same calls",
        take: |settings, given| {
            settings.plan.seed =
                given.one(|word| word.parse().map_err(|_| "no whole number".to_owned()))?;
            Ok(())
        },
    },
    Setting {
        name: "server",
        kind: Kind::Text,
        default: "",
        about: "only this server of the client's file",
        take: |settings, given| {
            settings.server.server = Some(given.one(text)?);
            Ok(())
        },
    },
    Setting {
        name: "skip_tool",
        kind: Kind::List,
        default: "",
        about: "leaves out tools whose name matches one of these patterns",
        take: |settings, given| {
            settings.plan.skip_tool = given.each(pattern)?;
            Ok(())
        },
    },
    Setting {
        name: "start_timeout",
        kind: Kind::Time,
        default: "",
        about: "how long a server may take until its first answer; without it `30s`, or `call_timeout` if that is longer",
        take: |settings, given| {
            settings.server.start_timeout = Some(given.one(args::duration)?);
            Ok(())
        },
    },
    Setting {
        name: "store",
        kind: Kind::Text,
        default: "",
        about: "where `cards` keeps them: a file, or `postgres://USER@HOST/DATABASE`; without it the cards that come with the program",
        take: |settings, given| {
            let store = given.one(text)?;
            let is_address = store.contains("://");
            let path = given.folder.join(&store).display().to_string();
            settings.store = Some(if is_address { store } else { path });
            Ok(())
        },
    },
    Setting {
        name: "strict",
        kind: Kind::Switch,
        default: "false",
        about: "`wrap` makes results that should be protocol errors such, although that hides them from the model",
        take: |settings, given| {
            settings.wrap.strict = given.one(switch)?;
            Ok(())
        },
    },
    Setting {
        name: "tool",
        kind: Kind::List,
        default: "",
        about: "calls only tools whose name matches one of these patterns, such as `get_*`",
        take: |settings, given| {
            settings.plan.tool = given.each(pattern)?;
            Ok(())
        },
    },
    Setting {
        name: "wrap_call_timeout",
        kind: Kind::Time,
        default: "10m",
        about: "how long a call through `wrap` may take",
        take: |settings, given| {
            settings.wrap.call_timeout = given.one(args::duration)?;
            Ok(())
        },
    },
];

fn pattern(word: &str) -> Result<glob::Pattern, String> {
    word.parse().map_err(|error: glob::PatternError| format!("`{word}` is no pattern: {error}"))
}

fn switch(word: &str) -> Result<bool, String> {
    match word {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(format!("`{word}` is neither true nor false")),
    }
}

fn text(word: &str) -> Result<String, String> {
    if word.is_empty() { Err("is empty".to_owned()) } else { Ok(word.to_owned()) }
}

//! What a rule is: a code, a page, a weight in each revision, and how it looks at what was exchanged.

use serde_json::Value;

use super::State;
use super::case::Case;
use crate::classify::run::Run;
use crate::message::protocol_version::ProtocolVersion;
use crate::schema::fault::Pointer;

/// One rule. Named after the flaw; the code never changes once published.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its name in kebab-case.
    pub code: &'static str,
    /// What it is about.
    pub group: Group,
    /// The one text about it, in Markdown.
    pub page: &'static str,
    /// How much a breach weighs in a revision.
    pub weight: fn(ProtocolVersion) -> Weight,
    /// Where the revision says so.
    pub spec: fn(ProtocolVersion) -> SpecReference,
    /// A breach is the server's as a whole, not one tool's.
    pub is_server_wide: bool,
    /// How it looks.
    pub look: Look,
}

/// What a rule looks at.
#[derive(Clone, Copy)]
pub enum Look {
    /// One exchange at a time.
    Exchange(fn(&Case<'_>) -> Verdict),
    /// A run as a whole.
    Run(fn(&Run) -> Vec<Observation>),
    /// All runs at once.
    Runs(LookAcross),
}

/// Looks at all runs and gives each observation with the index of its run.
pub type LookAcross = fn(&[Vec<Case<'_>>]) -> Vec<(usize, Observation)>;

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Through which channel a failure comes.
    Channel,
    /// What a failure's text says.
    Message,
    /// The shape of a result.
    Result,
    /// How messages travel.
    Transport,
    /// What `tools/list` shows.
    Definition,
}

/// How bad a breach is, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A MUST is broken, or the model never learns of the failure or its reason.
    Error,
    /// The model learns of it but can hardly act, or a SHOULD or plain prose is broken.
    Warning,
    /// It could be better.
    Advice,
}

/// How much a breach weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// How bad it is.
    pub level: Level,
    /// The revision says both things.
    pub is_disputed: bool,
}

/// Where the specification says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecReference {
    /// The revision.
    pub revision: ProtocolVersion,
    /// Page and heading; empty where nothing says it.
    pub section: &'static str,
    /// How strongly.
    pub strength: Strength,
}

/// How strongly the specification says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// MUST or MUST NOT.
    Must,
    /// SHOULD or SHOULD NOT.
    Should,
    /// Prose without a keyword.
    Prose,
    /// Only an example shows it.
    Example,
    /// Nothing says it; the rule is ours.
    None,
}

/// What a rule makes of one exchange.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Something keeps the rule from telling.
    CouldNotJudge,
    /// Broken.
    Found(Box<Breach>),
    /// The exchange says nothing about the rule.
    NotObserved,
    /// Seen to hold.
    Passed,
}

/// One breach of a rule, in words.
#[derive(Clone, Debug, Default)]
pub struct Breach {
    /// The argument concerned.
    pub parameter: Option<Pointer>,
    /// What came.
    pub got: String,
    /// What should have come.
    pub expected: String,
    /// One thing to do.
    pub advice: String,
    /// The corrected value, where it follows from the given one beyond doubt.
    pub suggestion: Option<Value>,
    /// Another level than the rule's own.
    pub level: Option<Level>,
    /// Breaches with the same key are one finding.
    pub key: String,
}

/// What a rule about a run saw.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The tool; `None` for the server as a whole.
    pub tool: Option<String>,
    /// The exchange that shows it.
    pub exchange: Option<usize>,
    /// What the rule says.
    pub verdict: Verdict,
}

impl Verdict {
    /// A breach.
    pub fn found(breach: Breach) -> Self {
        Self::Found(Box::new(breach))
    }

    pub(super) fn state(&self) -> State {
        match self {
            Self::CouldNotJudge => State::CouldNotJudge,
            Self::Found(_) => State::Found,
            Self::NotObserved => State::NotObserved,
            Self::Passed => State::Passed,
        }
    }
}

impl Weight {
    /// An undisputed level.
    pub const fn of(level: Level) -> Self {
        Self { level, is_disputed: false }
    }
}

impl Level {
    /// `error`, `warning` or `advice`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Advice => "advice",
        }
    }

    /// Reads what [`name`](Self::name) writes.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Error, Self::Warning, Self::Advice].into_iter().find(|level| level.name() == name)
    }
}

impl Strength {
    /// The word that a report uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Prose => "prose",
            Self::Example => "example",
            Self::None => "none",
        }
    }
}

impl SpecReference {
    /// `section` of `revision`, said with `strength`.
    pub const fn new(revision: ProtocolVersion, section: &'static str, strength: Strength) -> Self {
        Self { revision, section, strength }
    }

    /// No text says it.
    pub const fn silent(revision: ProtocolVersion) -> Self {
        Self::new(revision, "", Strength::None)
    }
}

impl Rule {
    /// The one line that says what the flaw is: `title` of the page.
    pub fn title(&self) -> &'static str {
        let line = self.page.lines().find_map(|line| line.strip_prefix("title:"));
        line.map_or(self.code, str::trim)
    }
}

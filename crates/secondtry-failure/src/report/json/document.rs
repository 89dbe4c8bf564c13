//! The members of the report for machines. A schema is made from these, so each is documented for its readers.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "secondtry report, version 1"))]
pub(super) struct Document<'a> {
    /// The version of this format. A member may be added within a version; none changes or goes.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    pub(super) report: u32,
    /// The program that wrote the report.
    pub(super) tool: Program,
    /// False where the run was cut short: the report holds what was found until then.
    pub(super) complete: bool,
    /// The seed of the plan; absent where there was no plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "u64"))]
    pub(super) seed: Option<u64>,
    /// Each conversation with a server. `run` elsewhere is an index into this list.
    pub(super) runs: Vec<RunEntry<'a>>,
    /// The counts.
    pub(super) summary: Summary<'a>,
    /// For each rule and tool what was seen.
    pub(super) rules: Vec<RuleEntry<'a>>,
    /// Each breach once, however many calls show it.
    pub(super) findings: Vec<FindingEntry<'a>>,
    /// Every call.
    pub(super) calls: Vec<CallEntry<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Program {
    /// `secondtry`.
    pub(super) name: &'static str,
    /// Its version.
    pub(super) version: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RunEntry<'a> {
    /// The server, as it names itself.
    pub(super) server: Server<'a>,
    /// How messages travelled; null where a transcript does not say.
    #[cfg_attr(test, schemars(extend("enum" = ["http", "sse", "stdio", null])))]
    pub(super) transport: Option<&'static str>,
    /// `legacy` begins with `initialize` (2025-11-25 and before), `modern` does not (2026-07-28).
    #[cfg_attr(test, schemars(extend("enum" = ["legacy", "modern"])))]
    pub(super) era: &'static str,
    /// The revision of the protocol in force.
    pub(super) protocol: &'static str,
    /// The SDK that the server is built on, where its wording tells; else null.
    pub(super) sdk: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Server<'a> {
    /// `serverInfo.name`; null where the server did not say.
    pub(super) name: Option<Cow<'a, str>>,
    /// `serverInfo.version`; null where the server did not say.
    pub(super) version: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Summary<'a> {
    /// How many tools the server lists; the most of all runs.
    pub(super) tools: usize,
    /// The tools that were left out, in whole or from some point on.
    pub(super) skipped: Vec<Skipped<'a>>,
    /// How many calls were made in all runs.
    pub(super) calls: usize,
    /// How many findings there are of each level, known ones included.
    pub(super) findings: Levels,
    /// How long it all took, in milliseconds.
    pub(super) duration_ms: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Skipped<'a> {
    /// The run.
    pub(super) run: usize,
    /// The tool.
    pub(super) tool: Cow<'a, str>,
    /// The reason.
    pub(super) why: Cow<'a, str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Levels {
    /// A MUST is broken, or the model never learns of the failure or its reason.
    pub(super) error: usize,
    /// The model learns of it but can hardly act, or a SHOULD or plain prose is broken.
    pub(super) warning: usize,
    /// It could be better.
    pub(super) advice: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RuleEntry<'a> {
    /// The run.
    pub(super) run: usize,
    /// The rule's code.
    pub(super) rule: &'static str,
    /// The tool; null for the server as a whole.
    pub(super) tool: Option<Cow<'a, str>>,
    /// `not-observed`: nothing that was called could show it. It is not the same as `passed`.
    #[cfg_attr(test, schemars(extend("enum" = ["could-not-judge", "found", "not-observed", "passed"])))]
    pub(super) state: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FindingEntry<'a> {
    /// The run.
    pub(super) run: usize,
    /// The rule's code.
    pub(super) rule: &'static str,
    /// How bad it is here, after the user's own settings.
    #[cfg_attr(test, schemars(extend("enum" = ["error", "warning", "advice"])))]
    pub(super) level: &'static str,
    /// The revision says both things.
    pub(super) disputed: bool,
    /// The tool; null for the server as a whole.
    pub(super) tool: Option<Cow<'a, str>>,
    /// The argument concerned, as a JSON Pointer (RFC 6901); null where it is about no single one.
    pub(super) parameter: Option<Cow<'a, str>>,
    /// What came.
    pub(super) got: Cow<'a, str>,
    /// What should have come.
    pub(super) expected: Cow<'a, str>,
    /// One thing to do.
    pub(super) advice: Cow<'a, str>,
    /// The corrected value, where it follows from the given one beyond doubt; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Value"))]
    pub(super) suggestion: Option<Value>,
    /// Where the revision in force says so.
    pub(super) spec: Spec,
    /// The card or page that says more: `secondtry explain` takes it.
    pub(super) card: &'static str,
    /// Whether the baseline lists it. Without a baseline everything is new.
    #[cfg_attr(test, schemars(extend("enum" = ["known", "new"])))]
    pub(super) baseline: &'static str,
    /// What tells this finding from others across runs of the same server.
    pub(super) fingerprint: &'a str,
    /// The ids of the calls that show it, the shortest first; empty where no call does.
    pub(super) calls: Vec<String>,
    /// A shell command that makes the first of these calls again; absent where the server's command or address is not
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub(super) reproduce: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Spec {
    /// The revision.
    pub(super) revision: &'static str,
    /// Page and heading; empty where nothing says it.
    pub(super) section: &'static str,
    /// `must`, `should`: the keyword. `prose`: without one. `example`: only shown. `none`: the rule is secondtry's own.
    #[cfg_attr(test, schemars(extend("enum" = ["must", "should", "prose", "example", "none"])))]
    pub(super) strength: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CallEntry<'a> {
    /// The run.
    pub(super) run: usize,
    /// The id that findings refer to: `c1`, `c2`, … over all runs.
    #[cfg_attr(test, schemars(regex(pattern = "^c[1-9][0-9]*$")))]
    pub(super) id: String,
    /// The tool that was called; null where the request names none.
    pub(super) tool: Option<Cow<'a, str>>,
    /// The kind of deliberate call; null in a transcript that does not say.
    pub(super) probe: Option<Cow<'a, str>>,
    /// The argument that the call breaks, as a JSON Pointer.
    pub(super) parameter: Option<Cow<'a, str>>,
    /// The message that was sent; absent where `raw` stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Value"))]
    pub(super) request: Option<Value>,
    /// The answer, whole; absent where none came.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Value"))]
    pub(super) response: Option<Value>,
    /// What was sent, only where it is no JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub(super) raw: Option<String>,
    /// What came of it.
    pub(super) outcome: OutcomeEntry,
    /// How long it took, in milliseconds; null where a transcript has no times.
    pub(super) duration_ms: Option<u64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct OutcomeEntry {
    /// `protocol-error` is a JSON-RPC error, `tool-execution-error` a result with `isError: true`, `http-error` an HTTP
    /// status without a message, `ambiguous` an answer that two clients read in two ways, `none` no answer.
    #[cfg_attr(test, schemars(extend("enum" = CHANNELS)))]
    pub(super) channel: &'static str,
    /// The code of a protocol error; else null.
    pub(super) code: Option<i64>,
    /// The HTTP status, where it matters; else null.
    pub(super) status: Option<u16>,
    /// The text that a model or a client could read; null where there is none.
    pub(super) text: Option<String>,
}

#[cfg(test)]
const CHANNELS: [&str; 7] = [
    "ambiguous",
    "http-error",
    "input-required",
    "none",
    "protocol-error",
    "success",
    "tool-execution-error",
];

//! What the user typed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand};
use secondtry_failure::judge::rule::Level;
use secondtry_failure::judge::rules;
use secondtry_failure::message::protocol_version::ProtocolVersion;
use secondtry_failure::repair::{Mode, RepairName};
use secondtry_failure::report::format::Format;

use crate::error::CliError;
use crate::exit_code::Ending;
use crate::output;

#[cfg(feature = "cards")]
pub(crate) mod cards;

#[cfg(test)]
mod tests;

/// Finds out whether a failed MCP tool call leaves the model able to try again.
#[derive(Debug, Parser)]
#[command(name = "secondtry", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// A file of settings; without it secondtry.toml in the working directory, if it is there
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) settings: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Call(CallArgs),
    #[cfg(feature = "cards")]
    Cards(cards::CardsArgs),
    Check(CheckArgs),
    Completions(CompletionsArgs),
    Explain(ExplainArgs),
    /// Kill the process groups that standard input names and does not take back
    #[command(name = "guard-processes", hide = true)]
    GuardProcesses,
    Judge(JudgeArgs),
    Wrap(WrapArgs),
}

/// Send one call and show the channel, the facts and the rules
#[derive(Args, Debug)]
#[command(after_help = CALL_EXAMPLES)]
pub(crate) struct CallArgs {
    /// The tool to call
    #[arg(long, value_name = "TOOL", required_unless_present = "raw", conflicts_with = "raw")]
    pub(crate) tool: Option<String>,
    /// Its arguments, a JSON object
    #[arg(long, value_name = "JSON", default_value = "{}", conflicts_with = "raw")]
    pub(crate) arguments: String,
    /// Send the bytes of a file (or of standard input: -) instead of a call
    #[arg(long, value_name = "FILE|-")]
    pub(crate) raw: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// Show what looks like a secret
    #[arg(long)]
    pub(crate) show_secrets: bool,
}

/// Call every tool with deliberately bad arguments and report what each failure lacks
#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) reports: ReportArgs,
    /// Call only tools whose name matches, such as `get_*`; repeatable
    #[arg(long, value_name = "GLOB")]
    pub(crate) tool: Vec<glob::Pattern>,
    /// Leave out tools whose name matches; repeatable
    #[arg(long, value_name = "GLOB")]
    pub(crate) skip_tool: Vec<glob::Pattern>,
    /// How many calls may be open at a time, once each situation has been seen by itself [default: 1]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
    /// Send valid and value-breaking calls to tools that are not read-only, too
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) allow_writes: Option<bool>,
    /// Call tools that declare `destructiveHint`, too
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) include_destructive: Option<bool>,
    /// Seed of the plan; the same seed gives the same calls [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print the calls that would be made, and make none
    #[arg(long)]
    pub(crate) plan: bool,
    /// Write everything that goes over the wire to a file, which `judge` reads
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// Print completions for a shell
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Print the page of a rule, or list the rules
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// The rule, such as `no-response`
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

/// Judge a recorded transcript; no server is needed
#[derive(Args, Debug)]
#[command(after_help = JUDGE_EXAMPLES)]
pub(crate) struct JudgeArgs {
    /// JSON Lines: what `check --record` writes, or a log of bare JSON-RPC messages; `-` for standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reports: ReportArgs,
}

/// Stand in front of a server and repair its tool failures in flight
#[derive(Args, Clone, Debug)]
#[command(after_help = WRAP_EXAMPLES)]
pub(crate) struct WrapArgs {
    /// The URL of a server on HTTP
    #[arg(value_name = "URL", conflicts_with = "command")]
    pub(crate) url: Option<String>,
    /// The command of the server, after `--`
    #[arg(value_name = "COMMAND", last = true, required_unless_present_any = ["listen", "url"])]
    pub(crate) command: Vec<OsString>,
    /// Send a header with each request to a URL; repeatable
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,
    /// Send the token that a variable holds as `Authorization: Bearer`
    #[arg(long, value_name = "VAR")]
    pub(crate) bearer_env: Option<String>,
    #[command(flatten)]
    pub(crate) front: FrontArgs,
    /// How long a call may take, such as 30s or 10m [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) call_timeout: Option<Duration>,
    /// Tell the known fix with a repaired failure that is exactly the error of one accepted card in this store, or of those
    /// that come with the program: `built-in`
    #[arg(long, value_name = "FILE|built-in")]
    pub(crate) cards: Option<String>,
    /// Turn a repair on or off, or only count what it would repair; repeatable
    #[arg(long, value_name = "NAME=on|observe|off", value_parser = repair)]
    pub(crate) repair: Vec<(RepairName, Mode)>,
    /// Repair nothing; only count and log what would be repaired
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) observe: Option<bool>,
    /// `bridge`: let a client and a server that speak different eras of the protocol understand each other [default: pass]
    #[arg(long, value_name = "pass|bridge", value_parser = era)]
    pub(crate) era: Option<Era>,
    /// Make results that should be protocol errors such, although that hides them from the model
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) strict: Option<bool>,
    /// Show what looks like a secret in the log
    #[arg(long)]
    pub(crate) show_secrets: bool,
}

/// Clients that come over HTTP.
#[derive(Args, Clone, Debug)]
pub(crate) struct FrontArgs {
    /// Serve over Streamable HTTP at /mcp on this address, such as 127.0.0.1:8080, instead of stdio; without a server, the
    /// ones that the file of settings has, each at /NAME/mcp
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Let pages of this origin ask, such as `https://app.example`; repeatable. Pages on loopback always may
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    pub(crate) allow_origin: Vec<String>,
    /// How long a session may lie idle before its process ends [default: 30m]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "listen")]
    pub(crate) session_timeout: Option<Duration>,
    /// How long open calls are waited for when told to end [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "listen")]
    pub(crate) drain_timeout: Option<Duration>,
}

/// Which server, and how to speak to it.
#[derive(Args, Debug)]
pub(crate) struct ServerArgs {
    /// The URL of a server on HTTP
    #[arg(value_name = "URL", conflicts_with = "command")]
    pub(crate) url: Option<String>,
    /// The command of a server on stdio, after `--`
    #[arg(value_name = "COMMAND", last = true)]
    pub(crate) command: Vec<OsString>,
    /// The servers of a client's own file, such as .mcp.json, .cursor/mcp.json or .vscode/mcp.json
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "url"])]
    pub(crate) config: Option<PathBuf>,
    /// Only this server of the client's file
    #[arg(long, value_name = "NAME", conflicts_with_all = ["command", "url"])]
    pub(crate) server: Option<String>,
    /// Send a header with each request to a URL; repeatable
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,
    /// Send the token that a variable holds as `Authorization: Bearer`
    #[arg(long, value_name = "VAR")]
    pub(crate) bearer_env: Option<String>,
    /// Speak only this revision, such as 2025-11-25; `all`: one after another, each that the server speaks
    #[arg(long, value_name = "REV|all", value_parser = revisions)]
    pub(crate) protocol: Option<Revisions>,
    /// How long a call may take, such as 500ms, 10s or 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) call_timeout: Option<Duration>,
    /// How long a server may take until its first answer; 30s, or --call-timeout if that is longer
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) start_timeout: Option<Duration>,
}

/// The revisions that a user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revisions {
    /// One after another, each that the server speaks.
    All,
    /// This one.
    Only(ProtocolVersion),
}

/// Whether a wrapped server and its client may speak different eras of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Era {
    /// They may: each is told what it understands.
    Bridge,
    /// They speak the same.
    #[default]
    Pass,
}

/// What to report, and what counts.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// text, json, junit, sarif, markdown, html or github, to standard output or, with =PATH, to a file; repeatable
    #[arg(long, value_name = "FORMAT[=PATH]", value_parser = report)]
    pub(crate) report: Vec<ReportTarget>,
    /// The lowest level that ends with exit code 1: error, warning or advice [default: error]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) fail_on: Option<Level>,
    /// Give a rule another level, or turn it off; repeatable
    #[arg(long, value_name = "RULE=LEVEL|off", value_parser = rule_level)]
    pub(crate) rule: Vec<(String, Option<Level>)>,
    /// A list of known findings: they do not count, and one that is gone does
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write what was found to the baseline, and drop from it what is gone
    #[arg(long)]
    pub(crate) update_baseline: bool,
    /// Show what looks like a secret
    #[arg(long)]
    pub(crate) show_secrets: bool,
}

/// One report that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportTarget {
    pub(crate) format: Format,
    /// `None` for standard output.
    pub(crate) path: Option<PathBuf>,
}

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Ending, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "secondtry", &mut script);
    output::print(&String::from_utf8_lossy(&script))
        .map_err(|source| CliError::Write { path: "standard output".into(), source })?;
    Ok(Ending::Clean)
}

/// Reads `NAME: VALUE` (RFC 9110, section 5.5, less what no one types: obs-text).
fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("no `:` (write NAME: VALUE)")?;
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if name.is_empty() || !name.chars().all(is_token) {
        return Err(format!("`{name}` is no name of a header"));
    }
    let value = value.trim_matches([' ', '\t']);
    if !value.chars().all(|c| c == '\t' || c == ' ' || c.is_ascii_graphic()) {
        return Err(format!("the value of `{name}` has a character that no header can hold"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) fn revisions(text: &str) -> Result<Revisions, String> {
    if text == "all" {
        return Ok(Revisions::All);
    }
    let known = || ProtocolVersion::ALL.map(ProtocolVersion::name).join(", ");
    ProtocolVersion::from_name(text)
        .map(Revisions::Only)
        .ok_or_else(|| format!("no such revision (known: {})", known()))
}

pub(crate) fn jobs(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|jobs| (1..=256).contains(jobs))
        .ok_or_else(|| "a number from 1 to 256".to_owned())
}

pub(crate) fn level(text: &str) -> Result<Level, String> {
    Level::from_name(text).ok_or_else(|| "no such level (error, warning or advice)".to_owned())
}

pub(crate) fn rule_level(text: &str) -> Result<(String, Option<Level>), String> {
    let (code, name) = text.split_once('=').ok_or("no `=` (write RULE=LEVEL or RULE=off)")?;
    if rules::by_code(code).is_none() {
        return Err(format!("no rule `{code}` (`secondtry explain` lists them)"));
    }
    Ok((code.to_owned(), if name == "off" { None } else { Some(level(name)?) }))
}

pub(crate) fn era(text: &str) -> Result<Era, String> {
    match text {
        "bridge" => Ok(Era::Bridge),
        "pass" => Ok(Era::Pass),
        _ => Err("no such way (pass or bridge)".to_owned()),
    }
}

pub(crate) fn repair(text: &str) -> Result<(RepairName, Mode), String> {
    let (name, mode) = text.split_once('=').ok_or("no `=` (write NAME=on, observe or off)")?;
    let known = || RepairName::ALL.map(RepairName::name).join(", ");
    let name = RepairName::from_name(name)
        .ok_or_else(|| format!("no repair `{name}` (known: {})", known()))?;
    let mode = Mode::from_name(mode)
        .ok_or_else(|| format!("`{mode}` is neither on nor observe nor off"))?;
    Ok((name, mode))
}

pub(crate) fn report(text: &str) -> Result<ReportTarget, String> {
    let (name, path) = text.split_once('=').map_or((text, None), |(name, path)| (name, Some(path)));
    let known = || Format::ALL.map(Format::name).join(", ");
    let format = Format::from_name(name)
        .ok_or_else(|| format!("no format `{name}` (known: {})", known()))?;
    Ok(ReportTarget { format, path: path.map(PathBuf::from) })
}

/// Reads `500ms`, `10s`, `2m` or a bare number of seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..digits].parse().map_err(|_| "no number (write 500ms, 10s or 2m)".to_owned())?;
    let seconds = match &text[digits..] {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        unit => return Err(format!("no unit `{unit}` (ms, s or m)")),
    };
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| *duration <= LONGEST && !duration.is_zero())
        .ok_or_else(|| "more than nothing and at most a day".to_owned())
}

/// The longest deadline that makes sense.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

const EXIT_CODES: &str = "\
Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 the job could not be done, 130 interrupted";

const CHECK_EXAMPLES: &str = "\
Examples:
  secondtry check -- node server.js
  secondtry check --report json=report.json --fail-on warning -- uvx mcp-server-time
  secondtry check --config .mcp.json --server weather
  secondtry check --protocol 2025-11-25 --rule retry-not-advised=off -- ./server";

const CALL_EXAMPLES: &str = "\
Examples:
  secondtry call --tool convert --arguments '{\"currency\":\"usd\"}' -- node server.js
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}' | secondtry call --raw - -- node server.js";

const JUDGE_EXAMPLES: &str = "\
Examples:
  secondtry judge transcript.jsonl
  secondtry judge --baseline known.json --report html=report.html transcript.jsonl
  grep jsonrpc client.log | secondtry judge --report json -";

const WRAP_EXAMPLES: &str = "\
Examples:
  secondtry wrap -- node server.js
  secondtry wrap --call-timeout 30s --repair arguments=off -- uvx mcp-server-time
  secondtry wrap --observe -- ./server
  secondtry wrap --bearer-env TOKEN https://mcp.example.com/mcp
  secondtry wrap --listen 127.0.0.1:8080 -- node server.js
  secondtry wrap --listen 127.0.0.1:8080 https://mcp.example.com/mcp
  secondtry --settings servers.toml wrap --listen 127.0.0.1:8080

In a client's file, put `secondtry wrap --` before the command:
  {\"mcpServers\": {\"time\": {\"command\": \"secondtry\", \"args\": [\"wrap\", \"--\", \"uvx\", \"mcp-server-time\"]}}}

Exit code: the server's own when it ends for good, 0 when the client closes, 2 if the server cannot be started. A server\non HTTP that cannot be reached ends nothing: each request is answered, and the next one tries again";

//! What the user typed behind `secondtry cards`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use secondtry_cards::card::Status;
use secondtry_cards::store::Item;

/// Known failures as cards: find, show, keep and look through them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CardsArgs {
    /// Where the cards are kept: a file, or `postgres://USER@HOST/DATABASE`; without it those that come with the program; `serve` then keeps its own
    #[arg(long, value_name = "FILE|URL", global = true)]
    pub(crate) store: Option<String>,
    #[command(subcommand)]
    pub(crate) command: CardsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CardsCommand {
    /// Accept cards, notes, questions or answers that wait
    Accept(ModerateArgs),
    /// Add cards from files, or change those of the same name
    Add(AddArgs),
    /// Write cards to a folder, a file each, as they came
    Export(ExportArgs),
    /// Find cards by an error or by words
    Find(FindArgs),
    /// Add every card in a folder, or those that come with the program
    Import(ImportArgs),
    /// Show what was reported about a card
    Outcomes(OutcomesArgs),
    /// List what waits for somebody to look at it
    Pending(PendingArgs),
    /// Reject cards, notes, questions or answers
    Reject(ModerateArgs),
    /// Serve the cards: to agents over MCP, to people as pages
    Serve(ServeArgs),
    /// Print a card
    Show(ShowArgs),
}

#[derive(Args, Debug)]
pub(crate) struct AddArgs {
    /// Markdown with front matter
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Who adds them, for the audit log [default: the user's name]
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) actor: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// Folders of Markdown files, and files
    #[arg(value_name = "PATH", required_unless_present = "built_in")]
    pub(crate) paths: Vec<PathBuf>,
    /// The cards that come with the program
    #[arg(long)]
    pub(crate) built_in: bool,
    /// Who adds them, for the audit log [default: the user's name]
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) actor: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// Where to; made where it is missing
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Only cards of this status: accepted, pending or rejected
    #[arg(long, value_name = "STATUS", value_parser = status)]
    pub(crate) status: Option<Status>,
}

#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    /// Words to look for
    #[arg(value_name = "WORDS", required_unless_present = "error")]
    pub(crate) words: Vec<String>,
    /// The error as it was printed, or - to read it from standard input
    #[arg(long, value_name = "TEXT|-")]
    pub(crate) error: Option<String>,
    /// At most so many, up to 50
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub(crate) limit: u8,
    /// Go on after a page: what it said at its end
    #[arg(long, value_name = "CURSOR")]
    pub(crate) cursor: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// Its name
    #[arg(value_name = "CARD")]
    pub(crate) card: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct OutcomesArgs {
    /// The card's name
    #[arg(value_name = "CARD")]
    pub(crate) card: String,
    /// Go on after a page: what it said at its end
    #[arg(long, value_name = "CURSOR")]
    pub(crate) cursor: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PendingArgs {
    /// Go on after a page: what it said at its end
    #[arg(long, value_name = "CURSOR")]
    pub(crate) cursor: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ModerateArgs {
    /// As `pending` lists it: card:NAME, note:NUMBER, question:HANDLE or answer:NUMBER
    #[arg(value_name = "ITEM", required = true, value_parser = item)]
    pub(crate) items: Vec<Item>,
    /// Who does so, for the audit log [default: the user's name]
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) actor: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Serve MCP on standard input and output; so it does without --listen, too
    #[arg(long, conflicts_with = "listen")]
    pub(crate) stdio: bool,
    #[command(flatten)]
    pub(crate) front: CardsFrontArgs,
    /// Let agents and people ask, and others answer
    #[arg(long)]
    pub(crate) ask: bool,
    /// Show notes, questions and answers at once, before somebody has accepted them
    #[arg(long)]
    pub(crate) unmoderated: bool,
    /// How long a question is kept, such as 36h or 14d
    #[arg(long, value_name = "TIME", default_value = "14d", value_parser = lifetime)]
    pub(crate) question_lifetime: Duration,
    /// Where people reach the pages, such as `https://cards.example`; for links and feeds, and as a name that is let in
    #[arg(long, value_name = "URL", value_parser = public_url)]
    pub(crate) public_url: Option<String>,
}

/// Clients that come over HTTP.
#[derive(Args, Debug)]
pub(crate) struct CardsFrontArgs {
    /// Serve over HTTP on this address, such as 127.0.0.1:8710: MCP at /mcp, pages everywhere else
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Let pages of this origin ask, such as `https://app.example`; repeatable. Pages on loopback always may
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    pub(crate) allow_origin: Vec<String>,
    /// Go by this name, such as cards.internal, or by any: `*`; repeatable. Loopback names always count
    #[arg(long, value_name = "HOST", requires = "listen")]
    pub(crate) allow_host: Vec<String>,
    /// A proxy stands before: the last address in X-Forwarded-For is the one that asks
    #[arg(long, requires = "listen")]
    pub(crate) behind_proxy: bool,
}

fn status(text: &str) -> Result<Status, String> {
    Status::from_name(text)
        .ok_or_else(|| "no such status (accepted, pending or rejected)".to_owned())
}

fn item(text: &str) -> Result<Item, String> {
    Item::parse(text).ok_or_else(|| {
        "no such thing (write card:NAME, note:NUMBER, question:HANDLE or answer:NUMBER)".to_owned()
    })
}

/// Reads `90m`, `36h` or `14d`.
fn lifetime(text: &str) -> Result<Duration, String> {
    let unit = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..unit].parse().map_err(|_| "no number (write 36h or 14d)")?;
    let minutes = match &text[unit..] {
        "m" => 1,
        "h" => 60,
        "d" => 24 * 60,
        unit => return Err(format!("no unit `{unit}` (m, h or d)")),
    };
    number
        .checked_mul(minutes)
        .filter(|minutes| (1..=365 * 24 * 60).contains(minutes))
        .map(|minutes| Duration::from_secs(minutes * 60))
        .ok_or_else(|| "from 1m to 365d".to_owned())
}

/// Reads an `http` or `https` URL; a slash at its end goes.
fn public_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |rest: &str| {
        rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
            && rest.chars().all(|c| c.is_ascii_graphic() && !"\"'<>@?#".contains(c))
    };
    match rest {
        Some(rest) if is_plain(rest) => Ok(text.trim_end_matches('/').to_owned()),
        _ => Err("no such URL (write https://HOST, with a path where there is one)".to_owned()),
    }
}

const SERVE_EXAMPLES: &str = "\
Examples:
  secondtry cards serve
  secondtry cards serve --listen 127.0.0.1:8710
  secondtry cards --store postgres://cards@db/cards serve --listen 0.0.0.0:8710 --allow-host cards
  secondtry cards serve --listen 127.0.0.1:8710 --behind-proxy --public-url https://cards.example

In a client's file:
  {\"mcpServers\": {\"cards\": {\"command\": \"secondtry\", \"args\": [\"cards\", \"serve\"]}}}

Without --store the cards are kept in `secondtry/cards.db` in the folder for the user's data. Cards
that come with the program and are not in the store are added at each start.

Exit codes: 0 when the client closes or the program is told to end, 2 the cards cannot be served";

const EXAMPLES: &str = "\
Examples:
  secondtry cards find --error 'MCP error -32001: Request timed out'
  node client.js 2>&1 | secondtry cards find --error -
  secondtry cards show no-response
  secondtry cards --store cards.db import --built-in
  secondtry cards --store cards.db add my-card.md
  secondtry cards --store postgres://cards@db.internal/cards pending
  secondtry cards --store cards.db accept card:my-card note:7
  secondtry cards serve --listen 127.0.0.1:8710

Exit codes: 0 done, 1 some cards were refused (each is told), 2 the job could not be done";

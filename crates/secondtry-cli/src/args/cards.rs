//! What the user typed behind `secondtry cards`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use secondtry_cards::card::Status;
use secondtry_cards::store::Item;

/// Known failures as cards: find, show, keep and look through them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CardsArgs {
    /// Where the cards are kept: a file, or `postgres://USER@HOST/DATABASE`; without it those that come with the program
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

fn status(text: &str) -> Result<Status, String> {
    Status::from_name(text)
        .ok_or_else(|| "no such status (accepted, pending or rejected)".to_owned())
}

fn item(text: &str) -> Result<Item, String> {
    Item::parse(text).ok_or_else(|| {
        "no such thing (write card:NAME, note:NUMBER, question:HANDLE or answer:NUMBER)".to_owned()
    })
}

const EXAMPLES: &str = "\
Examples:
  secondtry cards find --error 'MCP error -32001: Request timed out'
  node client.js 2>&1 | secondtry cards find --error -
  secondtry cards show no-response
  secondtry cards --store cards.db import --built-in
  secondtry cards --store cards.db add my-card.md
  secondtry cards --store postgres://cards@db.internal/cards pending
  secondtry cards --store cards.db accept card:my-card note:7

Exit codes: 0 done, 1 some cards were refused (each is told), 2 the job could not be done";

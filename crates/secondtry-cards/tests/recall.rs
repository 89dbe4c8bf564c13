//! How often the right card comes first, and among the first five, for errors and questions of the kinds that people post.
//! The bounds below are what was reached when they were last raised; a change must not lose any of it. On both stores.

#[path = "databases/postgres_server.rs"]
mod postgres_server;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use libtest_mimic::{Arguments, Failed, Trial};
use secondtry_cards::built_in;
use secondtry_cards::card::Card;
use secondtry_cards::day::Moment;
use secondtry_cards::search::among;
use secondtry_cards::store::{self, FindQuery};

use crate::postgres_server::PostgresServer;

/// Least shares in percent: at 1 and at 5, of all pairs and of the hard ones.
const LEAST: [usize; 4] = [91, 99, 86, 98];

struct Pair {
    is_hard: bool,
    is_error: bool,
    cards: Vec<String>,
    text: String,
}

fn main() {
    let arguments = Arguments::from_args();
    let is_possible = PostgresServer::is_possible();
    let trials = vec![
        Trial::test("pairs_are_many_and_name_cards", pairs_are_many_and_name_cards),
        Trial::test("recall_without_a_store", || {
            let cards = built_in::all()?;
            judge(|pair| {
                let (query, error) = pair.asked();
                let found = among(&cards, query, error);
                Ok(found.into_iter().take(5).map(|(card, _)| card.id().to_owned()).collect())
            })
        }),
        Trial::test("recall_in_sqlite", || {
            let file =
                std::env::temp_dir().join(format!("secondtry-recall-{}.db", std::process::id()));
            let judged = in_store(&file.display().to_string());
            for suffix in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
            }
            judged
        }),
        Trial::test("recall_in_postgres", || {
            let server = PostgresServer::start();
            in_store(&server.database())
        })
        .with_ignored_flag(!is_possible),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

fn pairs_are_many_and_name_cards() -> Result<(), Failed> {
    let cards = built_in::all()?;
    let known: BTreeSet<&str> = cards.iter().map(Card::id).collect();
    let pairs = pairs();
    let hard = pairs.iter().filter(|pair| pair.is_hard).count();
    if pairs.len() < 200 || hard < 60 {
        return Err(format!("{} pairs, {hard} of them hard", pairs.len()).into());
    }
    for id in pairs.iter().flat_map(|pair| &pair.cards) {
        if !known.contains(id.as_str()) {
            return Err(format!("no card `{id}`").into());
        }
    }
    Ok(())
}

fn in_store(address: &str) -> Result<(), Failed> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = runtime.block_on(async {
        let store = store::open(address).await?;
        store.import(&built_in::all()?, "test", Moment::from_ms(0)).await?;
        Ok::<_, Failed>(store)
    })?;
    judge(|pair| {
        let (query, error) = pair.asked();
        let query = FindQuery { query, error, limit: 5, ..FindQuery::default() };
        let page = runtime.block_on(store.find(&query))?;
        Ok(page.items.into_iter().map(|found| found.card.id).collect())
    })
}

/// Counts, and fails below the bounds with what was missed.
#[expect(clippy::print_stderr, reason = "the shares are wanted also where the test passes")]
fn judge(find: impl Fn(&Pair) -> Result<Vec<String>, Failed>) -> Result<(), Failed> {
    let pairs = pairs();
    let (mut counts, mut hard, mut missed) = ([0_usize; 4], 0_usize, String::new());
    for pair in &pairs {
        let found = find(pair)?;
        let place = found.iter().position(|id| pair.cards.contains(id));
        hard += usize::from(pair.is_hard);
        for (at, within, only_hard) in [(0, 1, false), (1, 5, false), (2, 1, true), (3, 5, true)] {
            let counts_here = pair.is_hard || !only_hard;
            counts[at] += usize::from(counts_here && place.is_some_and(|place| place < within));
        }
        if place != Some(0) {
            let text: String = pair.text.chars().take(80).collect();
            let _ = writeln!(
                missed,
                "{place:?} {} <- {text} ({})",
                pair.cards.join("|"),
                found.join(", ")
            );
        }
    }
    let wholes = [pairs.len(), pairs.len(), hard, hard];
    let shares: Vec<String> =
        counts.iter().zip(wholes).map(|(count, whole)| format!("{count} of {whole}")).collect();
    let said = format!(
        "recall@1 {}, recall@5 {}, hard: @1 {}, @5 {}",
        shares[0], shares[1], shares[2], shares[3]
    );
    eprintln!("{said}");
    let is_less = counts
        .iter()
        .zip(wholes)
        .zip(LEAST)
        .any(|((count, whole), least)| count * 100 < whole * least);
    if is_less { Err(format!("{said}\n{missed}").into()) } else { Ok(()) }
}

impl Pair {
    fn asked(&self) -> (Option<&str>, Option<&str>) {
        let text = Some(self.text.as_str());
        if self.is_error { (None, text) } else { (text, None) }
    }
}

fn pairs() -> Vec<Pair> {
    let lines = include_str!("recall/pairs.tsv").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let (kind, cards, text) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Pair {
            is_hard: kind.starts_with("hard "),
            is_error: kind.ends_with("error"),
            cards: cards.split('|').map(str::to_owned).collect(),
            text: text.replace("\\n", "\n").replace("\\t", "\t"),
        })
    };
    lines.map(|line| read(line).unwrap_or_else(|| panic!("no pair: {line}"))).collect()
}

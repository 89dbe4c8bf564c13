//! Brings candidates from a database and ranks them.
//!
//! A database would score every card that holds one of the words, and a common word stands in most cards. So the rarest words
//! alone bring candidates, as many as together stand in [`BUDGET`] cards; the rank is then made from all words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::database::{Database, Sql, Value};
use super::{CardLine, FindQuery, Found, Page, StoreError, cards, cursor};
use crate::card::Card;
use crate::search::asked::Asked;
use crate::search::hash;
use crate::search::rank::{self, Rank, Worth};

/// The terms that bring candidates stand in so many cards together.
const BUDGET: u64 = 1500;
/// So many cards are ranked for their words.
const MAX_CANDIDATES: usize = 60;
/// Up to so many terms of a kind bring candidates.
const MAX_TERMS: usize = 24;

pub(super) async fn find(
    database: &Database,
    query: &FindQuery<'_>,
) -> Result<Page<Found>, StoreError> {
    let mark = hash::of_words(&[query.query.unwrap_or("\0"), query.error.unwrap_or("\0")]);
    let mark = mark.to_string();
    let after = query.cursor.map(|text| last_seen(text, &mark)).transpose()?;
    let asked = Asked::of(query.query, query.error);
    if asked.is_empty() {
        return Ok(Page { items: Vec::new(), next: None });
    }
    let numbers = candidates(database, &asked).await?;
    let frequencies = numbers.1;
    let count = frequencies.get("").copied().unwrap_or_default();
    let worth = Worth::new(count, frequencies);
    let mut found = Vec::new();
    for (line, source) in read(database, &numbers.0).await? {
        let card = Card::parse(source)
            .map_err(|source| StoreError::UnreadableCard { id: line.id.clone(), source })?;
        if let Some((text, why)) = rank::text(&card, &asked, &worth) {
            let rank = Rank::new(text, line.worked, line.tried);
            found.push((rank, Found { card: line, why }));
        }
    }
    found.sort_by(|(a, x), (b, y)| a.order(*b).then_with(|| x.card.id.cmp(&y.card.id)));
    if let Some((rank, id)) = after {
        found.retain(|(other, found)| {
            rank.order(*other).then_with(|| id.as_str().cmp(&found.card.id)).is_lt()
        });
    }
    let limit = query.limit.clamp(1, 50);
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(|(rank, last)| {
        let (text, proven) = (rank.text.to_string(), rank.proven.to_string());
        cursor::write("find", &[&mark, &text, &proven, &last.card.id])
    });
    Ok(Page { items: found.into_iter().map(|(_, found)| found).collect(), next })
}

fn last_seen(text: &str, mark: &str) -> Result<(Rank, String), StoreError> {
    let [of, text, proven, id] = cursor::read("find", text)?;
    match (text.parse(), proven.parse()) {
        (Ok(text), Ok(proven)) if of == mark => Ok((Rank { text, proven }, id)),
        _ => Err(StoreError::Cursor),
    }
}

/// The numbers of cards that may fit, and how rare each term is.
async fn candidates(
    database: &Database,
    asked: &Asked,
) -> Result<(BTreeSet<i64>, BTreeMap<String, u64>), StoreError> {
    let mut numbers = BTreeSet::new();
    if !asked.hashes.is_empty() {
        let hashes = json!(asked.hashes).to_string();
        add(&mut numbers, database.rows(BY_HASH, &[Value::Text(&hashes)]).await?)?;
    }
    let mut terms: Vec<String> = asked.words.iter().cloned().collect();
    if !database.is_postgres() {
        terms.extend(asked.trigrams.iter().take(2000).map(|three| format!("~{three}")));
    }
    terms.push(String::new());
    let rows = database.rows(FREQUENCIES, &[Value::Text(&json!(terms).to_string())]).await?;
    let frequencies: BTreeMap<String, u64> = rows
        .iter()
        .map(|row| Ok((row.text(0)?, row.count(1)?)))
        .collect::<Result<_, StoreError>>()?;
    let words = rarest(&frequencies, |term| (!term.starts_with('~')).then_some(term));
    by_words(database, &words, &frequencies, &mut numbers).await?;
    if database.is_postgres() {
        for line in asked.plain_lines.iter().take(4) {
            add(&mut numbers, database.rows(BY_LIKENESS, &[Value::Text(line)]).await?)?;
        }
    } else {
        let trigrams = rarest(&frequencies, |term| term.strip_prefix('~'));
        if !trigrams.is_empty() {
            let trigrams: Vec<String> =
                trigrams.iter().map(|three| format!("\"{three}\"")).collect();
            let trigrams = json!(trigrams).to_string();
            add(&mut numbers, database.rows(BY_LIKENESS, &[Value::Text(&trigrams)]).await?)?;
        }
    }
    Ok((numbers, frequencies))
}

/// The cards whose rare words are worth the most together. A word in an error string or the title counts in full.
async fn by_words(
    database: &Database,
    words: &[&str],
    frequencies: &BTreeMap<String, u64>,
    numbers: &mut BTreeSet<i64>,
) -> Result<(), StoreError> {
    if words.is_empty() {
        return Ok(());
    }
    let worth = Worth::new(frequencies.get("").copied().unwrap_or_default(), frequencies.clone());
    let mut scores: BTreeMap<i64, f64> = BTreeMap::new();
    for row in database.rows(BY_WORDS, &[Value::Text(&json!(words).to_string())]).await? {
        let value = worth.of(&row.text(0)?);
        for (column, share) in [(1, 0.6), (2, 0.4)] {
            let list = row.maybe_text(column)?.unwrap_or_default();
            // What is no list of numbers is an empty one: nothing was found.
            for number in serde_json::from_str::<Vec<i64>>(&list).unwrap_or_default() {
                *scores.entry(number).or_default() += value * share;
            }
        }
    }
    let mut best: Vec<(f64, i64)> =
        scores.into_iter().map(|(number, score)| (score, number)).collect();
    best.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(x.cmp(y)));
    numbers.extend(best.into_iter().take(MAX_CANDIDATES).map(|(_, number)| number));
    Ok(())
}

fn add(numbers: &mut BTreeSet<i64>, rows: Vec<super::database::Row>) -> Result<(), StoreError> {
    for row in rows {
        numbers.insert(row.int(0)?);
    }
    Ok(())
}

/// The rarest terms that stand in [`BUDGET`] cards together; if the rarest stands in more, that one alone.
fn rarest<'a>(
    frequencies: &'a BTreeMap<String, u64>,
    of_kind: impl Fn(&'a str) -> Option<&'a str>,
) -> Vec<&'a str> {
    let mut terms: Vec<(u64, &str)> = frequencies
        .iter()
        .filter(|(term, count)| !term.is_empty() && **count > 0)
        .filter_map(|(term, count)| Some((*count, of_kind(term)?)))
        .collect();
    terms.sort_unstable();
    let mut sum = 0;
    let mut kept = Vec::new();
    for (count, term) in terms.into_iter().take(MAX_TERMS) {
        sum += count;
        if sum > BUDGET && !kept.is_empty() {
            break;
        }
        kept.push(term);
    }
    kept
}

/// The lines and texts of accepted cards.
async fn read(
    database: &Database,
    numbers: &BTreeSet<i64>,
) -> Result<Vec<(CardLine, String)>, StoreError> {
    let rows = database.rows(BY_NUMBER, &[Value::Text(&json!(numbers).to_string())]).await?;
    rows.iter().map(|row| Ok((cards::line(row)?, row.text(8)?))).collect()
}

const BY_HASH: Sql = Sql::each(
    "SELECT DISTINCT card FROM error_hash WHERE hash IN (SELECT value FROM json_each($1)) LIMIT 60",
    "SELECT DISTINCT card FROM error_hash
     WHERE hash = ANY (ARRAY(SELECT json_array_elements_text($1::json)::bigint)) LIMIT 60",
);

const FREQUENCIES: Sql = Sql::each(
    "SELECT term, cards FROM term WHERE term IN (SELECT value FROM json_each($1))",
    "SELECT term, cards FROM term WHERE term = ANY (ARRAY(SELECT json_array_elements_text($1::json)))",
);

const BY_WORDS: Sql = Sql::each(
    r#"SELECT asked.value,
         (SELECT json_group_array(rowid) FROM (SELECT rowid FROM card_words
            WHERE card_words MATCH '"' || asked.value || '"' LIMIT 2000)),
         (SELECT json_group_array(rowid) FROM (SELECT rowid FROM card_words
            WHERE card_words MATCH '{errors title} : "' || asked.value || '"' LIMIT 2000))
       FROM json_each($1) AS asked"#,
    "SELECT asked,
       (SELECT json_agg(number)::text FROM (SELECT number FROM card
          WHERE words @@ ('''' || asked || '''')::tsquery LIMIT 2000) AS found),
       (SELECT json_agg(number)::text FROM (SELECT number FROM card
          WHERE words @@ ('''' || asked || ''':AB')::tsquery LIMIT 2000) AS found)
     FROM json_array_elements_text($1::json) AS asked",
);

const BY_LIKENESS: Sql = Sql::each(
    "SELECT card_trigrams.rowid FROM json_each($1) AS asked, card_trigrams
     WHERE card_trigrams MATCH asked.value
     GROUP BY 1 ORDER BY COUNT(*) DESC, 1 LIMIT 30",
    "SELECT number FROM card WHERE $1 <% errors ORDER BY word_similarity($1, errors) DESC, number LIMIT 30",
);

const BY_NUMBER: Sql = Sql::each(
    "SELECT id, kind, title, status, updated, changed_ms, worked, tried, source FROM card
     WHERE number IN (SELECT value FROM json_each($1)) AND status = 'accepted'",
    "SELECT id, kind, title, status, updated, changed_ms, worked, tried, source FROM card
     WHERE number = ANY (ARRAY(SELECT json_array_elements_text($1::json)::bigint)) AND status = 'accepted'",
);

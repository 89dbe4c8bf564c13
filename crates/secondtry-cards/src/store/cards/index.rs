//! What a database keeps of the accepted cards so that they can be found.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use crate::card::Card;
use crate::search::entry::Entry;
use crate::store::StoreError;
use crate::store::database::{Sql, Value, Work};

/// In how many cards more, or fewer, a term stands after a change. The empty term counts the cards themselves.
#[derive(Default)]
pub(crate) struct Frequencies(BTreeMap<String, i64>);

impl Frequencies {
    fn count(&mut self, entry: &Entry, by: i64, with_trigrams: bool) {
        let terms =
            entry.terms().into_iter().filter(|term| with_trigrams || !term.starts_with('~'));
        for term in terms.chain([String::new()]) {
            *self.0.entry(term).or_default() += by;
        }
    }

    /// Adds them to what is stored.
    pub(crate) async fn write(self, work: &mut Work) -> Result<(), StoreError> {
        let changes: Vec<(String, i64)> = self.0.into_iter().filter(|(_, by)| *by != 0).collect();
        let sql = Sql::each(
            "INSERT INTO term (term, cards) SELECT value ->> 0, value ->> 1 FROM json_each($1) WHERE TRUE
             ON CONFLICT (term) DO UPDATE SET cards = cards + excluded.cards",
            "INSERT INTO term (term, cards)
             SELECT value ->> 0, (value ->> 1)::bigint FROM json_array_elements($1::json) AS value
             ON CONFLICT (term) DO UPDATE SET cards = term.cards + excluded.cards",
        );
        for some in changes.chunks(20_000) {
            work.run(sql, &[Value::Text(&json!(some).to_string())]).await?;
        }
        Ok(())
    }
}

/// The columns of a card's row.
pub(super) fn row_of(card: &Card, is_postgres: bool) -> serde_json::Value {
    let row = (card.id(), card.kind().name(), card.title(), card.status().name(), card.updated());
    if !is_postgres {
        return json!([row.0, row.1, row.2, row.3, row.4, card.source()]);
    }
    // In Postgres the row itself is searched.
    let (words, errors) = if card.status() == crate::card::Status::Accepted {
        let entry = Entry::of(card);
        (vector(&entry), entry.skeletons)
    } else {
        (String::new(), String::new())
    };
    json!([row.0, row.1, row.2, row.3, row.4, card.source(), words, errors])
}

/// The words as a `tsvector`, each with the weight of its best field.
fn vector(entry: &Entry) -> String {
    let mut weights: BTreeMap<&str, char> = BTreeMap::new();
    for (field, weight) in
        [(&entry.errors, 'A'), (&entry.title, 'B'), (&entry.seen, 'C'), (&entry.said, 'D')]
    {
        for word in field {
            weights.entry(word).or_insert(weight);
        }
    }
    weights.iter().fold(String::new(), |mut text, (word, weight)| {
        let _ = write!(text, "'{word}':1{weight} ");
        text
    })
}

/// Makes cards findable.
pub(crate) async fn add(
    work: &mut Work,
    cards: &[(i64, &Card)],
    frequencies: &mut Frequencies,
) -> Result<(), StoreError> {
    if cards.is_empty() {
        return Ok(());
    }
    let is_postgres = matches!(work, Work::Postgres(_));
    let (mut hashes, mut words, mut trigrams) = (Vec::new(), Vec::new(), Vec::new());
    for (number, card) in cards {
        let entry = Entry::of(card);
        frequencies.count(&entry, 1, !is_postgres);
        hashes.extend(entry.hashes.iter().map(|hash| json!([hash, number])));
        if !is_postgres {
            let text = |words: &[String]| words.join(" ");
            words.push(json!([
                number,
                text(&entry.errors),
                text(&entry.title),
                text(&entry.seen),
                text(&entry.said)
            ]));
            let all: Vec<&str> = entry.trigrams.iter().map(String::as_str).collect();
            trigrams.push(json!([number, all.join(" ")]));
        }
    }
    let sql = Sql::each(
        "INSERT OR IGNORE INTO error_hash (hash, card)
         SELECT value ->> 0, value ->> 1 FROM json_each($1) ORDER BY 1",
        "INSERT INTO error_hash (hash, card)
         SELECT (value ->> 0)::bigint, (value ->> 1)::bigint FROM json_array_elements($1::json) AS value
         ON CONFLICT DO NOTHING",
    );
    work.run(sql, &[Value::Text(&json!(hashes).to_string())]).await?;
    if is_postgres {
        return Ok(());
    }
    let sql = Sql::both(
        "INSERT INTO card_words (rowid, errors, title, seen, said)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1)",
    );
    work.run(sql, &[Value::Text(&json!(words).to_string())]).await?;
    let sql = Sql::both(
        "INSERT INTO card_trigrams (rowid, errors) SELECT value ->> 0, value ->> 1 FROM json_each($1)",
    );
    work.run(sql, &[Value::Text(&json!(trigrams).to_string())]).await?;
    Ok(())
}

/// Makes cards unfindable. In Postgres the row's own columns are for [`row_of`] to empty.
pub(crate) async fn remove(
    work: &mut Work,
    cards: &[(i64, Card)],
    frequencies: &mut Frequencies,
) -> Result<(), StoreError> {
    if cards.is_empty() {
        return Ok(());
    }
    let is_postgres = matches!(work, Work::Postgres(_));
    let mut hashes = Vec::new();
    for (number, card) in cards {
        let entry = Entry::of(card);
        frequencies.count(&entry, -1, !is_postgres);
        hashes.extend(entry.hashes.iter().map(|hash| json!([hash, number])));
    }
    let sql = Sql::each(
        "DELETE FROM error_hash WHERE (hash, card) IN (SELECT value ->> 0, value ->> 1 FROM json_each($1))",
        "DELETE FROM error_hash WHERE (hash, card) IN
         (SELECT (value ->> 0)::bigint, (value ->> 1)::bigint FROM json_array_elements($1::json) AS value)",
    );
    work.run(sql, &[Value::Text(&json!(hashes).to_string())]).await?;
    if !is_postgres {
        let numbers: Vec<i64> = cards.iter().map(|(number, _)| *number).collect();
        let numbers = json!(numbers).to_string();
        for sql in [
            Sql::both("DELETE FROM card_words WHERE rowid IN (SELECT value FROM json_each($1))"),
            Sql::both("DELETE FROM card_trigrams WHERE rowid IN (SELECT value FROM json_each($1))"),
        ] {
            work.run(sql, &[Value::Text(&numbers)]).await?;
        }
    }
    Ok(())
}

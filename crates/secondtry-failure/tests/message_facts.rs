//! The grading of messages against labels that people gave them.
//!
//! `messages.jsonl` holds messages of public servers and SDKs, `messages_own.jsonl` such as other kinds of servers would
//! send. Both are read row by row; where too few agree, the table of what differs is printed.

use std::fmt::Write as _;

use secondtry_failure::judge::facts::{Breach, Broken, Facts, GradedCall, facts};
use secondtry_failure::schema::fault::Pointer;
use serde_json::{Value, json};

#[test]
fn messages_of_public_servers_are_graded_as_labelled() {
    assert_agreement(include_str!("messages.jsonl"));
}

#[test]
fn messages_of_other_kinds_are_graded_as_labelled() {
    assert_agreement(include_str!("messages_own.jsonl"));
}

fn assert_agreement(rows: &str) {
    let rows: Vec<Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect();
    let graded: Vec<[Option<bool>; 8]> = rows.iter().map(|row| columns(graded(row))).collect();
    let mut table = String::new();
    let mut falls_short = false;
    for (column, label) in LABELS.into_iter().enumerate() {
        let pairs = || {
            let labels = rows.iter().map(|row| row["labels"][label].as_bool());
            labels.zip(graded.iter().map(|facts| facts[column]))
        };
        let agreed = pairs().filter(|(label, fact)| label == fact).count();
        let count_of = |class| pairs().filter(|(label, _)| *label == Some(class)).count();
        let rarer = count_of(true) <= count_of(false);
        let of_class = count_of(rarer);
        let found = pairs().filter(|pair| *pair == (Some(rarer), Some(rarer))).count();
        let agreement = 100 * agreed / rows.len();
        let recall = (100 * found).checked_div(of_class).unwrap_or(100);
        falls_short |= agreement < 95 || of_class >= 10 && recall < 90;
        let _ = writeln!(
            table,
            "{label:18} {agreed:3} of {} agree ({agreement} %); {rarer}: {found} of {of_class} ({recall} %)",
            rows.len()
        );
        for (row, facts) in rows.iter().zip(&graded) {
            if row["labels"][label].as_bool() != facts[column] {
                let text: String = row["text"].to_string().chars().take(150).collect();
                let _ = writeln!(
                    table,
                    "    {} is {}, labelled {}: {text}",
                    row["id"],
                    json!(facts[column]),
                    row["labels"][label]
                );
            }
        }
    }
    assert!(!falls_short, "\n{table}");
}

fn graded(row: &Value) -> Facts {
    let parameter = Pointer::from_escaped(row["broken"]["parameter"].as_str().unwrap_or_default());
    let arguments = &row["arguments"];
    // A malformed call's row holds neither its name nor whether something was left out: the only wrong name sent is
    // 42, and where nothing was sent the value does not apply.
    let name = json!(42);
    let breach = match (row["broken"]["kind"].as_str(), row["broken"]["parameter"].is_null()) {
        (Some("enum"), _) => Ok(Breach::Choice),
        (Some("extra"), _) => Ok(Breach::Extra),
        (Some("missing"), _) => Ok(Breach::Missing),
        (Some("nonsense"), _) | (Some("unknown-id"), false) => Ok(Breach::Value),
        (Some("null"), _) => Ok(Breach::Null),
        (Some("range"), _) => Ok(Breach::Bound),
        (Some("type"), _) => Ok(Breach::Type),
        (Some("malformed"), _) if row["labels"]["gives_value"].is_null() => {
            Err(Broken::MalformedCall { given: None })
        }
        (Some("malformed"), _) => {
            let given = if arguments.is_object() { &name } else { arguments };
            Err(Broken::MalformedCall { given: Some(given) })
        }
        (Some("unknown-id"), true) => Err(Broken::UnknownTool),
        (Some("upstream"), _) => Err(Broken::Upstream),
        (kind, _) => panic!("{kind:?} is no kind of breach"),
    };
    let broken = match breach {
        Ok(breach) => Broken::Argument { parameter: &parameter, breach },
        Err(broken) => broken,
    };
    let tool = row["tool"].as_str().unwrap_or_default();
    let call = GradedCall { tool, input_schema: &row["input_schema"], arguments, broken };
    facts(row["text"].as_str().expect("a row has a text"), &call)
}

fn columns(facts: Facts) -> [Option<bool>; 8] {
    [
        facts.parameter,
        facts.constraint,
        facts.value,
        Some(facts.retry),
        Some(facts.stock_sentence),
        Some(facts.wrapped),
        Some(facts.leaks_internals),
        Some(facts.leaks_secret),
    ]
}

const LABELS: [&str; 8] = [
    "names_parameter",
    "states_constraint",
    "gives_value",
    "advises_retry",
    "stock_sentence",
    "wrapped",
    "leaks_internals",
    "leaks_secret",
];

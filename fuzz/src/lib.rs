//! What several fuzz targets ask of their input.

use secondtry_failure::classify::run::runs;
use secondtry_failure::judge::judge;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::report::{JudgedRun, Report};
use secondtry_failure::transcript::Transcript;
use secondtry_failure::transcript::read::read;
use serde_json::Value;

/// Reads a transcript from bytes, which cannot fail.
pub fn transcript(bytes: &[u8]) -> Transcript {
    read(bytes).expect("a slice can always be read")
}

/// The whole flow, from what was exchanged to what there is to report.
pub fn report_on(transcript: &Transcript) -> Report {
    let runs = runs(transcript);
    let judgements = judge(&runs, &Policy::default());
    let judged = runs.into_iter().zip(judgements);
    let runs = judged.map(|(run, judgement)| JudgedRun { run, judgement }).collect();
    Report { runs, ..Report::default() }
}

/// Whether both values say the same. Reading and writing a fraction may move its last digits.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| one.0 == other.0 && same(one.1, other.1))
        }
        (Value::Number(one), Value::Number(other)) if one.is_f64() && other.is_f64() => {
            let (one, other) = (one.as_f64().unwrap_or(0.0), other.as_f64().unwrap_or(0.0));
            (one - other).abs() <= one.abs() * 1e-14
        }
        _ => one == other,
    }
}

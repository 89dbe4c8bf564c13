//! What a model is told after a failed call of an invented tool, by each way in which a faulty server fails.

use secondtry_failure::repair::{RepairSettings, refuse_arguments, repair_answer};
use serde_json::{Value, json};

use super::known::{Listed, reference};

const SETS: [&str; 2] = [include_str!("recovery.json"), include_str!("more_recovery.json")];

fn failures(dump: &Value) -> [(&'static str, Value); 5] {
    let error = |code: i64, message: &Value| json!({"error": {"code": code, "message": message}});
    let result = |text: &Value| json!({"result": {"content": [{"type": "text", "text": text}], "isError": true}});
    [
        ("A", error(-32603, &json!("Internal error"))),
        ("B", error(-32602, &json!("Invalid params"))),
        ("C", result(&json!("Invalid input"))),
        ("D", result(dump)),
        ("Dp", error(-32602, dump)),
    ]
}

fn request(scenario: &Value) -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": scenario["tool"], "arguments": scenario["arguments"]},
    })
}

/// For each failure its name and the text.
fn told(scenario: &Value, listed: &Listed, is_asked: bool) -> Vec<(&'static str, String)> {
    let request = request(scenario);
    let known = listed.known(&request, "2025-11-25");
    let settings = RepairSettings::default();
    let refusal = refuse_arguments(&known, &settings).filter(|_| !is_asked);
    failures(&scenario["dump"])
        .into_iter()
        .map(|(name, mut answer)| {
            answer["jsonrpc"] = "2.0".into();
            answer["id"] = 1.into();
            let repaired = || {
                repair_answer(&answer, &known, &settings, &reference).and_then(|made| made.answer)
            };
            let answer = refusal.clone().or_else(repaired).unwrap_or_else(|| answer.clone());
            let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
            (name, text.to_owned())
        })
        .collect()
}

/// What a server alone could suggest, or a clock.
const BEYOND_THE_WIRE: [&str; 6] = [
    "amount_minor",
    "basket_expired",
    "date_past",
    "depart_past",
    "invoice_unknown",
    "opacity_percent",
];

#[test]
fn each_failure_reaches_the_model_with_what_is_known() {
    for set in SETS {
        let lacking = lacking(&serde_json::from_str(set).expect("a list"));
        assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    }
}

/// What is not told, by scenario and failure.
fn lacking(all: &Value) -> Vec<String> {
    let listed = Listed::new(all["tools"].as_array().expect("a list"));
    let mut lacking = Vec::new();
    for scenario in all["scenarios"].as_array().expect("a list") {
        for is_asked in [false, true] {
            for (name, text) in told(scenario, &listed, is_asked) {
                let parameter = scenario["parameter"].as_str().expect("a list");
                let is_known = scenario["in_schema"] == true || matches!(name, "D" | "Dp");
                if text.trim().is_empty() || is_known && !text.contains(parameter) {
                    lacking.push(format!("{} {name}: {text}", scenario["id"]));
                }
                let due = &scenario["suggestion"];
                let is_derivable = !due.is_null()
                    && is_known
                    && !BEYOND_THE_WIRE.contains(&scenario["id"].as_str().expect("an id"));
                if is_derivable && !text.contains(&due.to_string()) {
                    lacking.push(format!("{} {name}: no {due}: {text}", scenario["id"]));
                }
            }
        }
    }
    lacking
}

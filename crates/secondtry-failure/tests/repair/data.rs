//! Each case: a tool, a call, the answer that came, and the answer that it should have been.

use secondtry_failure::repair::{RepairName, Repaired, repair_answer};
use serde_json::{Value, json};

use super::known::{Listed, reference, settings};

const FILES: [(&str, &str); 6] = [
    ("channel", include_str!("channel.json")),
    ("false_success", include_str!("false_success.json")),
    ("internals", include_str!("internals.json")),
    ("message", include_str!("message.json")),
    ("output_schema", include_str!("output_schema.json")),
    ("shape", include_str!("shape.json")),
];

struct Case<'c>(&'c Value);

impl Case<'_> {
    fn request(&self) -> Value {
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": self.0["call"]})
    }

    fn answer(&self) -> Value {
        let mut answer = self.0["answer"].clone();
        let members = answer.as_object_mut().expect("an object");
        members.entry("jsonrpc").or_insert("2.0".into());
        members.entry("id").or_insert(7.into());
        answer
    }

    fn repaired(&self, answer: &Value) -> Option<Repaired> {
        let listed = Listed::new(self.0.get("tool"));
        let request = self.request();
        let protocol = self.0.get("protocol").and_then(Value::as_str).unwrap_or("2025-11-25");
        let known = listed.known(&request, protocol);
        repair_answer(answer, &known, &settings(&self.0["settings"]), &reference)
    }
}

/// What a case expects: `null`, or the repairs, the rules and the members of the answer.
fn made(repaired: Option<&Repaired>) -> Value {
    let Some(repaired) = repaired else { return Value::Null };
    let names = |names: &[RepairName]| names.iter().map(|name| name.name()).collect::<Vec<_>>();
    let mut made = json!({"repairs": names(&repaired.repairs), "rules": repaired.rules});
    if !repaired.observed.is_empty() {
        made["observed"] = json!(names(&repaired.observed));
    }
    if let Some(withheld) = &repaired.withheld {
        made["withheld"] = withheld.text.as_str().into();
    }
    for member in ["result", "error"] {
        if let Some(value) = repaired.answer.as_ref().and_then(|answer| answer.get(member)) {
            made[member] = value.clone();
        }
    }
    made
}

#[test]
fn answers_become_what_they_should_have_been() {
    let mut failed = Vec::new();
    for (name, text) in FILES {
        let cases: Vec<Value> = serde_json::from_str(text).expect(name);
        assert!(cases.iter().any(|case| case["repaired"].is_null()), "{name} leaves nothing alone");
        for case in &cases {
            let case = Case(case);
            let repaired = case.repaired(&case.answer());
            let made = made(repaired.as_ref());
            if made != case.0["repaired"] {
                failed.push(format!("{name}: {}\nMADE {made}", case.0["description"]));
            }
            if let Some(answer) = repaired.and_then(|repaired| repaired.answer) {
                assert_eq!(answer["id"], 7);
                assert_eq!(
                    case.repaired(&answer).and_then(|again| again.answer),
                    None,
                    "{answer:#}"
                );
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

//! Failures as real servers send them, held against what must and must not reach the client.

use secondtry_failure::repair::{
    End, FAILURE_META, Mode, RepairName, RepairSettings, ending_answer, refuse_arguments,
    repair_answer,
};
use serde_json::{Value, json};

use super::known::{Listed, reference};

const CASES: &str = include_str!("acceptance.json");

/// The answer that reaches the client; `None` where it is the server's own.
fn repaired(case: &Value, settings: &RepairSettings) -> (Option<Value>, Value) {
    let tools = case.get("tools").and_then(Value::as_array).cloned();
    let tools = tools.unwrap_or_else(|| vec![case["tool"].clone()]);
    let listed = Listed::new(&tools);
    let request = &case["request"];
    let known = listed.known(request, case["protocol"].as_str().expect("a string"));
    let mut upstream = case["upstream"].clone();
    if let Some(refusal) = refuse_arguments(&known, settings) {
        return (Some(refusal), upstream);
    }
    let end = if upstream.get("hang").is_some() {
        Some(End::Deadline { after_ms: 2000 })
    } else if let Some(code) = upstream.get("exit").and_then(Value::as_i64) {
        Some(End::Exited { code: i32::try_from(code).ok(), signal: None, is_restarted: true })
    } else if upstream.get("http_status") == Some(&json!(404)) {
        Some(End::DeadSession)
    } else {
        None
    };
    if let Some(end) = end {
        return (Some(ending_answer(end, &known)), upstream);
    }
    if let Some(lines) = upstream.get("raw_lines").and_then(Value::as_array) {
        let message = lines.iter().filter_map(Value::as_str).find_map(|line| {
            serde_json::from_str::<Value>(line)
                .ok()
                .filter(|message| message.get("jsonrpc").is_some())
        });
        upstream = message.expect("a message");
    } else {
        upstream["jsonrpc"] = "2.0".into();
        upstream["id"] = request["id"].clone();
    }
    let made = repair_answer(&upstream, &known, settings, &reference);
    (made.and_then(|made| made.answer), upstream)
}

fn told_text(answer: &Value) -> String {
    let content = answer.pointer("/result/content").and_then(Value::as_array);
    let texts = content.into_iter().flatten().filter_map(|item| item.get("text")?.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

/// All that a client could show.
fn said(answer: &Value) -> String {
    let mut shown = answer.get("error").or(answer.get("result")).expect("an answer").clone();
    if answer.get("error").is_none()
        && let Some(members) = shown.as_object_mut()
    {
        members.remove("_meta");
    }
    shown.to_string().to_lowercase()
}

fn shortcomings(case: &Value, answer: &Value) -> Vec<String> {
    let right = &case["right"];
    let mut wrong = Vec::new();
    let channel = if answer.get("error").is_some() { "error" } else { "result" };
    if right["channel"] != channel {
        wrong.push(format!("it came as {channel}"));
    }
    if let (Some(code), Some(error)) = (right.get("code"), answer.get("error"))
        && error["code"] != *code
    {
        wrong.push(format!("the code is {}", error["code"]));
    }
    let said = said(answer);
    let needles = |key: &str| right[key].as_array().cloned().unwrap_or_default();
    for needle in needles("must_mention") {
        if !said.contains(&needle.as_str().expect("a string").to_lowercase()) {
            wrong.push(format!("{needle} is not mentioned"));
        }
    }
    for needle in needles("must_not_mention") {
        if said.contains(&needle.as_str().expect("a string").to_lowercase()) {
            wrong.push(format!("{needle} is mentioned"));
        }
    }
    for member in needles("must_not_have") {
        if answer["result"].get(member.as_str().expect("a string")).is_some() {
            wrong.push(format!("it has {member}"));
        }
    }
    let tells_of_failure = case.get("failure_expected").and_then(Value::as_bool).unwrap_or(
        !["stdout-not-protocol", "result-type-missing"].map(Value::from).contains(&case["rule"]),
    );
    if channel == "result" && tells_of_failure {
        if answer["result"]["isError"] != true {
            wrong.push("`isError` is not true".into());
        }
        if told_text(answer).trim().is_empty() {
            wrong.push("there is no text".into());
        }
        let retry = &answer["result"]["_meta"][FAILURE_META]["retry"];
        match right["retryable"].as_bool() {
            Some(true) if retry != "same-call" => wrong.push(format!("retry is {retry}")),
            Some(false) if retry == "same-call" => wrong.push("retry invites the same call".into()),
            Some(_) | None => (),
        }
    }
    if case["protocol"] == "2026-07-28"
        && channel == "result"
        && answer["result"].get("resultType").is_none()
    {
        wrong.push("there is no `resultType`".into());
    }
    wrong
}

fn check(settings: &RepairSettings, is_meant: impl Fn(&Value) -> bool) {
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("JSON");
    let skips_wrap =
        |case: &Value| case["skip"].as_array().is_some_and(|skip| skip.contains(&json!("wrap")));
    let mut failed = Vec::new();
    let mut seen = 0;
    for case in cases.iter().filter(|case| !skips_wrap(case) && is_meant(case)) {
        seen += 1;
        let (answer, upstream) = repaired(case, settings);
        let wrong = if case["fault"] == true {
            shortcomings(case, answer.as_ref().unwrap_or(&upstream))
        } else if let Some(answer) = &answer {
            vec![format!("a correct answer was altered: {answer}")]
        } else {
            Vec::new()
        };
        if !wrong.is_empty() {
            failed.push(format!("{}: {wrong:#?}\n{answer:#?}", case["id"]));
        }
    }
    assert!(seen > 5, "{seen}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn recorded_failures_come_out_right() {
    check(&RepairSettings::default(), |_| true);
}

#[test]
fn recorded_failures_come_out_right_past_the_arguments_check() {
    let mut settings = RepairSettings::default();
    settings.set(RepairName::Arguments, Mode::Off);
    check(&settings, |case| {
        let skips = case["skip"].as_array().is_some_and(|skip| skip.contains(&json!("pass")));
        let is_answered =
            case["upstream"].get("result").is_some() || case["upstream"].get("error").is_some();
        !skips
            && is_answered
            && case["fault"] == true
            && case["rule"] != "invalid-arguments-accepted"
            && case.get("failure_expected") != Some(&Value::Bool(false))
    });
}

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::exchange::{ERAS, ask, call, failure, messages, request, result, run, success};

#[test]
fn refusal_has_data_off_the_output_schema() {
    for era in ERAS {
        let mut answer = failure(
            era,
            "`account` is 51, but must be an integer from 1 to 50. Change `account` and call again.",
        );
        answer["result"]["structuredContent"] = json!({"reason": "arguments"});
        assert_eq!(
            call("error_breaks_output_schema", era, "get_balance", &json!({"account": 51})),
            answer
        );
    }
}

#[test]
fn success_has_data_off_the_output_schema() {
    let content = json!([{"type": "text", "text": "{\"stars\":\"4.5\"}"}]);
    for era in ERAS {
        assert_eq!(
            call("result_breaks_output_schema", era, "get_rating", &json!({"hotel": 17})),
            result(era, json!({"content": content, "structuredContent": {"stars": "4.5"}}))
        );
    }
}

#[test]
fn modern_result_says_no_type() {
    for era in ERAS {
        assert_eq!(
            call("result_type_missing", era, "get_tide", &json!({"day": 12})),
            success("legacy", "High at 06:12 and 18:40")
        );
    }
}

#[test]
fn success_has_no_content() {
    for era in ERAS {
        assert_eq!(
            call("content_missing", era, "get_sunrise", &json!({"day": 140})),
            result(era, json!({"structuredContent": {"sunrise": "05:21"}}))
        );
    }
}

#[test]
fn definitions_show_their_flaw() {
    for (server, tool, pointer, shown) in [
        (
            "input_schema_invalid",
            1,
            "/inputSchema/properties/nights",
            json!({"type": "int", "examples": [2]}),
        ),
        (
            "ref_unresolvable",
            1,
            "/inputSchema/properties/country",
            json!({"$ref": "#/$defs/country"}),
        ),
        ("ref_unresolvable", 1, "/inputSchema/$defs", Value::Null),
        ("tool_name_invalid", 1, "/name", json!("get pollen, daily")),
        ("tool_name_duplicate", 1, "/name", json!("measure_wind")),
        ("tool_name_duplicate", 2, "/name", json!("measure_wind")),
        (
            "handle_lifetime_not_stated",
            1,
            "/description",
            json!(
                "Starts an export of the bookings of a month and returns `export_id`, a handle for read_export."
            ),
        ),
    ] {
        let list = ask(server, "modern", "tools/list", json!({}));
        let definition = &list["result"]["tools"][tool];
        assert_eq!(definition.pointer(pointer).unwrap_or(&Value::Null), &shown, "{server}");
    }
}

#[test]
fn handle_can_be_used_or_is_refused() {
    for era in ERAS {
        let started = call("handle_lifetime_not_stated", era, "start_export", &json!({"month": 5}));
        let data = json!({"export_id": "exp-5d1c"});
        assert_eq!(started["result"]["structuredContent"], data);
        assert_eq!(
            call("handle_lifetime_not_stated", era, "read_export", &data),
            success(era, "BK-20441, BK-20442")
        );
        assert_eq!(
            call("handle_lifetime_not_stated", era, "read_export", &json!({"export_id": "exp-0"})),
            failure(
                era,
                "`export_id` is \"exp-0\", but must be the handle of an open export. \
                 Call start_export, change `export_id` to the handle that it returns, and call again."
            )
        );
    }
}

#[test]
fn order_of_tools_turns_with_each_list() {
    let list = request("modern", "tools/list", json!({}));
    let output = run(&["tools_order_unstable"], &[list.clone(), list.clone(), list]);
    let orders: Vec<Vec<Value>> = messages(&output)
        .iter()
        .map(|answer| {
            let tools = answer["result"]["tools"].as_array().expect("a list");
            tools.iter().map(|tool| tool["name"].clone()).collect()
        })
        .collect();
    let there = ["forecast_weather", "find_booking", "opening_hours"];
    let back = ["opening_hours", "find_booking", "forecast_weather"];
    assert_eq!(orders, [there, back, there]);
}

#[test]
fn process_outlives_its_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flawed-servers"))
        .arg("hangs_on_eof")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let line = request("modern", "tools/list", json!({}));
    writeln!(child.stdin.take().expect("stdin is piped"), "{line}").expect("the binary reads");
    thread::sleep(Duration::from_millis(400));
    assert_eq!(child.try_wait().expect("the process is ours"), None);
    child.kill().expect("the process is ours");
    child.wait().expect("the process is ours");
}

#[test]
fn server_of_all_flaws_repeats_one_name() {
    let list = ask("all", "modern", "tools/list", json!({}));
    let tools = list["result"]["tools"].as_array().expect("a list");
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    let repeated: Vec<&Value> = (0..names.len())
        .filter(|at| names[..*at].contains(&names[*at]))
        .map(|at| names[at])
        .collect();
    assert_eq!(repeated, ["measure_wind"]);
}

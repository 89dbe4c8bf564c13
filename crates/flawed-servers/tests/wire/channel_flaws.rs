use serde_json::{Value, json};

use crate::exchange::{ERAS, ask, call, error, failure, lines, request, result, run, success};

#[test]
fn tool_failure_is_a_protocol_error() {
    for era in ERAS {
        assert_eq!(
            call(
                "tool_failure_as_protocol_error",
                era,
                "get_invoice",
                &json!({"invoice_id": "INV-1"})
            ),
            error(
                -32603,
                "No invoice has the `invoice_id` \"INV-1\"; on file is INV-004217. Change `invoice_id` and call again."
            )
        );
    }
}

#[test]
fn input_error_is_a_protocol_error() {
    let arguments = json!({"amount": 0, "currency": "CHF"});
    for era in ERAS {
        assert_eq!(
            call("input_error_as_protocol_error", era, "quote_exchange", &arguments),
            error(
                -32602,
                "`amount` is 0, but must be a number from 0.01 to 1000000. Change `amount` and call again."
            )
        );
    }
}

#[test]
fn unknown_tool_is_a_result() {
    for era in ERAS {
        assert_eq!(
            ask("unknown_tool_as_result", era, "tools/call", json!({"name": "forecast"})),
            failure(era, "Unknown tool: forecast. Call tools/list and use one of the names in it.")
        );
    }
}

#[test]
fn invalid_arguments_are_accepted() {
    let arguments = json!({"board": "half", "guests": 99, "pets": true});
    for era in ERAS {
        assert_eq!(
            call("invalid_arguments_accepted", era, "list_free_rooms", &arguments),
            success(era, "Room 12 (2 beds, 90 EUR), room 31 (2 beds, 104 EUR)")
        );
    }
}

#[test]
fn failure_text_lacks_is_error() {
    for era in ERAS {
        assert_eq!(
            call("failure_without_is_error", era, "find_customer", &json!({"customer_id": "C-1"})),
            success(
                era,
                "Error: no customer has the `customer_id` \"C-1\"; on file is C-1042. \
                 Change `customer_id` and call again."
            )
        );
    }
}

#[test]
fn failed_status_lacks_is_error() {
    let told = "`shipment_id` is required and was not sent: it must be a string. Add `shipment_id` and call again.";
    let data = json!({"message": told, "status": "error"});
    for era in ERAS {
        assert_eq!(
            call("failure_in_status_member", era, "get_shipment", &json!({})),
            result(
                era,
                json!({"content": [{"type": "text", "text": data.to_string()}], "structuredContent": data})
            )
        );
    }
}

#[test]
fn call_writes_its_log_on_stdout() {
    for era in ERAS {
        let line =
            request(era, "tools/call", json!({"name": "sum_sales", "arguments": {"quarter": 3}}));
        let output = run(&["--era", era, "stdout_not_protocol"], &[line]);
        let lines = lines(&output);
        let answer: Value = serde_json::from_str(&lines[1]).expect("the second line is JSON");
        assert_eq!(lines[0], "[debug] sum_sales called, cache is warm");
        assert_eq!(answer, success(era, "81 sales, 12 400 EUR"));
    }
}

#[test]
fn faulty_call_is_never_answered() {
    for era in ERAS {
        assert_eq!(call("no_response", era, "describe_map", &json!({"zoom": 0})), json!(null));
        assert_eq!(
            call("no_response", era, "describe_map", &json!({"zoom": 9})),
            success(era, "A bay with three harbours")
        );
    }
}

#[test]
fn faulty_call_ends_the_process() {
    for era in ERAS {
        let faulty = request(era, "tools/call", json!({"name": "find_district", "arguments": {}}));
        let after = request(era, "tools/list", json!({}));
        let output = run(&["--era", era, "server_exited"], &[faulty, after]);
        assert_eq!(
            (
                lines(&output),
                String::from_utf8_lossy(&output.stderr).as_ref(),
                output.status.code()
            ),
            (
                Vec::new(),
                "thread 'main' panicked at src/districts.rs:57:30: index out of bounds\n",
                Some(101)
            )
        );
    }
}

#[test]
fn past_day_is_refused_as_invalid_params() {
    let arguments = json!({"date": "2001-01-01", "seats": 2});
    for era in ERAS {
        assert_eq!(
            call("valid_call_rejected", era, "quote_transfer", &arguments),
            error(
                -32602,
                "`date` is 2001-01-01, but must be a day from 2026-01-01 on. Change `date` and call again."
            )
        );
    }
}

#[test]
fn refusal_is_both_result_and_error() {
    let told = "`hour` is 24, but must be an integer from 0 to 23. Change `hour` and call again.";
    for era in ERAS {
        let mut both = failure(era, told);
        both["error"] = json!({"code": -32602, "message": told});
        assert_eq!(call("ambiguous_envelope", era, "get_timetable", &json!({"hour": 24})), both);
    }
}

#[test]
fn refusal_has_another_id() {
    for era in ERAS {
        let mut answer = failure(
            era,
            "`train` is 7, but must be an integer from 100 to 9999. Change `train` and call again.",
        );
        answer["id"] = json!("1");
        assert_eq!(call("response_id_mismatch", era, "get_platform", &json!({"train": 7})), answer);
    }
}

#[test]
fn channel_of_a_refusal_differs_by_era() {
    let told = "`zones` is 7, but must be an integer from 1 to 6. Change `zones` and call again.";
    let answer = |era| call("channel_differs_by_era", era, "get_fare", &json!({"zones": 7}));
    assert_eq!(
        [answer("legacy"), answer("modern")],
        [failure("legacy", told), error(-32602, told)]
    );
}

#[test]
fn unknown_tool_has_codes_of_its_own() {
    let message = "Unknown tool: forecast. tools/list names the tools of this server.";
    for era in ERAS {
        for (server, code) in [("reserved_error_code", -32050), ("wrong_error_code", -32601)] {
            let answer = ask(server, era, "tools/call", json!({"name": "forecast"}));
            assert_eq!(answer, error(code, message), "{server}");
        }
    }
}

#[test]
fn malformed_call_is_a_result() {
    for era in ERAS {
        assert_eq!(
            ask("malformed_call_as_result", era, "tools/call", json!({"name": 5})),
            failure(era, "params.name must be a string, got a number. Change it and call again.")
        );
    }
}

#[test]
fn upstream_failure_is_told_on_stdio() {
    for era in ERAS {
        assert_eq!(
            call("tool_failure_as_http_error", era, "get_payment", &json!({"payment_id": "P-1"})),
            failure(
                era,
                "No payment has the `payment_id` \"P-1\"; on file is P-3301. Change `payment_id` and call again."
            )
        );
    }
}

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
                json!({"invoice_id": "INV-1"})
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
            call("input_error_as_protocol_error", era, "quote_exchange", arguments.clone()),
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
            call("invalid_arguments_accepted", era, "list_free_rooms", arguments.clone()),
            success(era, "Room 12 (2 beds, 90 EUR), room 31 (2 beds, 104 EUR)")
        );
    }
}

#[test]
fn failure_text_lacks_is_error() {
    for era in ERAS {
        assert_eq!(
            call("failure_without_is_error", era, "find_customer", json!({"customer_id": "C-1"})),
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
            call("failure_in_status_member", era, "get_shipment", json!({})),
            result(
                era,
                json!({"content": [{"type": "text", "text": data.to_string()}], "structuredContent": data})
            )
        );
    }
}

#[test]
fn refusal_gives_no_reason() {
    let arguments = json!({"income": -1, "status": "single"});
    for era in ERAS {
        assert_eq!(
            call("no_reason_given", era, "estimate_tax", arguments.clone()),
            failure(era, "Invalid input")
        );
    }
}

#[test]
fn refusal_names_no_parameter() {
    let arguments = json!({"stop_count": 9, "vehicle": "car"});
    for era in ERAS {
        assert_eq!(
            call("parameter_not_named", era, "plan_route", arguments.clone()),
            failure(
                era,
                "A required argument was not sent: it must be a string of 2 to 40 characters. Add it and call again.\n\
                 9 is not accepted, it must be an integer from 0 to 5. Change it and call again."
            )
        );
    }
}

#[test]
fn refusal_states_no_constraint() {
    for era in ERAS {
        assert_eq!(
            call("constraint_not_stated", era, "check_table", json!({"party_size": 99})),
            failure(
                era,
                "The value of `seating` was not accepted. Change `seating` and call again.\n\
                 The value 99 of `party_size` was not accepted. Change `party_size` and call again."
            )
        );
    }
}

#[test]
fn refusal_ends_in_a_stack() {
    let arguments = json!({"shelf": 61, "warehouse": "north"});
    for era in ERAS {
        assert_eq!(
            call("internals_in_message", era, "count_stock", arguments.clone()),
            failure(
                era,
                "`shelf` is 61, but must be an integer from 1 to 60. Change `shelf` and call again.\n    \
                 at countStock (/srv/warehouse/dist/stock.js:88:13)\n    \
                 at async dispatch (/srv/warehouse/node_modules/server/index.js:412:22)\n    \
                 at process.processTicksAndRejections (node:internal/process/task_queues:105:5)"
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
        assert_eq!(call("no_response", era, "describe_map", json!({"zoom": 0})), json!(null));
        assert_eq!(
            call("no_response", era, "describe_map", json!({"zoom": 9})),
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

use serde_json::json;

use crate::exchange::{ERAS, call, error, failure, result};

#[test]
fn refusal_gives_no_reason() {
    let arguments = json!({"income": -1, "status": "single"});
    for era in ERAS {
        assert_eq!(
            call("no_reason_given", era, "estimate_tax", &arguments),
            failure(era, "Invalid input")
        );
    }
}

#[test]
fn refusal_names_no_parameter() {
    let arguments = json!({"stop_count": 9, "vehicle": "car"});
    for era in ERAS {
        assert_eq!(
            call("parameter_not_named", era, "plan_route", &arguments),
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
            call("constraint_not_stated", era, "check_table", &json!({"party_size": 99})),
            failure(
                era,
                "The value of `seating` was rejected. Sending the same again will not help.\n\
                 The value 99 of `party_size` was rejected. Sending the same again will not help."
            )
        );
    }
}

#[test]
fn refusal_ends_in_a_stack() {
    let arguments = json!({"shelf": 61, "warehouse": "north"});
    for era in ERAS {
        assert_eq!(
            call("internals_in_message", era, "count_stock", &arguments),
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
fn reason_stands_in_error_data_alone() {
    let mut answer = error(-32603, "Internal error");
    answer["error"]["data"] = json!(
        "No parcel has the `parcel_id` \"PX-1\"; on its way is PX-88421. Change `parcel_id` and call again."
    );
    for era in ERAS {
        let arguments = json!({"parcel_id": "PX-1"});
        assert_eq!(call("reason_only_in_error_data", era, "track_parcel", &arguments), answer);
    }
}

#[test]
fn refusal_ends_in_a_token() {
    for era in ERAS {
        let answer = call("secret_in_message", era, "fetch_rates", &json!({"years": 31}));
        assert_eq!(
            answer,
            failure(
                era,
                "`years` is 31, but must be an integer from 1 to 30. Change `years` and call again.\n\
                 Sent was: Authorization: Bearer 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"
            )
        );
    }
}

#[test]
fn refusal_is_a_picture() {
    for era in ERAS {
        let answer = call("message_not_text", era, "draw_chart", &json!({"months": 0}));
        let image = json!({
            "type": "image",
            "mimeType": "image/png",
            "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
        });
        assert_eq!(answer, result(era, json!({"content": [image], "isError": true})));
    }
}

#[test]
fn refusal_is_wrapped_twice() {
    for era in ERAS {
        assert_eq!(
            call("wrapped_error_text", era, "count_words", &json!({})),
            failure(
                era,
                "MCP error -32602: MCP error -32602: `text` is required and was not sent: \
                 it must be a string of 1 to 400 characters. Add `text` and call again."
            )
        );
    }
}

#[test]
fn refusal_drags_a_manual_along() {
    for era in ERAS {
        let answer = call("oversized_message", era, "list_holidays", &json!({"year": 1999}));
        let told = answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned();
        let (facts, manual) = told.split_once("\n\n").expect("a manual");
        assert_eq!(answer, failure(era, &told));
        assert_eq!(
            facts,
            "`year` is 1999, but must be an integer from 2000 to 2099. Change `year` and call again."
        );
        assert!(manual.len() > 4096, "{}", manual.len());
    }
}

#[test]
fn refusal_leaves_out_the_value() {
    for era in ERAS {
        assert_eq!(
            call("value_not_given", era, "loan_payment", &json!({"amount": "25000", "years": 99})),
            failure(
                era,
                "`amount` must be an integer from 1000 to 500000. Change `amount` and call again.\n\
                 `years` must be an integer from 1 to 35. Change `years` and call again."
            )
        );
    }
}

#[test]
fn refusal_advises_nothing() {
    for era in ERAS {
        assert_eq!(
            call("retry_not_advised", era, "shipping_cost", &json!({"shipment_id": "SH-1"})),
            failure(era, "No shipment has the `shipment_id` \"SH-1\"; on file is SH-7710.")
        );
    }
}

#[test]
fn refusal_tells_the_first_fault_alone() {
    for era in ERAS {
        assert_eq!(
            call("faults_not_all_told", era, "insurance_quote", &json!({"age": 17, "doors": 6})),
            failure(
                era,
                "`age` is 17, but must be an integer from 18 to 99. Change `age` and call again."
            )
        );
    }
}

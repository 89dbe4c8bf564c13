//! Servers whose answers to calls are out of order, out of shape or out of time.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::Hostile;
use super::manners::{Handler, Manners, Refusal, good_call, refusal};
use super::wire::{Request, Step, Wire};

pub(super) const SERVERS: &[Hostile] = &[
    hostile("answers_deeply_nested", |wire, request| {
        bad_page(wire, request, |wire, request| {
            let deep = [vec![b'['; DEEP], vec![b']'; DEEP]].concat();
            let deep = String::from_utf8_lossy(&deep).into_owned();
            wire.result_text(
                &request.id,
                &format!(r#"{{"content":[],"isError":true,"structuredContent":{deep}}}"#),
            )
        })
    }),
    hostile("answers_with_countless_items", |wire, request| {
        bad_page(wire, request, |wire, request| {
            let items = "0,".repeat(4 << 20);
            let result =
                format!(r#"{{"content":[],"isError":true,"structuredContent":[{items}0]}}"#);
            wire.result_text(&request.id, &result)
        })
    }),
    hostile("answers_with_half_a_surrogate_pair", |wire, request| {
        bad_page(wire, request, |wire, request| {
            wire.result_text(
                &request.id,
                r#"{"content":[{"type":"text","text":"page \ud83d is none"}],"isError":true}"#,
            )
        })
    }),
    hostile("answers_to_foreign_ids", |wire, request| {
        let mut other = request.id.as_i64().unwrap_or_default() + 1_000_000;
        if wire.calls.is_multiple_of(2) {
            other = -other;
        }
        wire.text(&json!(other), "page 4 is torn", true)
    }),
    hostile("answers_to_ids_of_another_type", |wire, request| {
        let other = json!(request.id.to_string());
        respond_as(wire, request, &other)
    }),
    hostile("answers_to_fractional_ids", |wire, request| {
        let other = json!(request.id.as_f64().unwrap_or_default() + 0.5);
        respond_as(wire, request, &other)
    }),
    hostile("answers_to_ids_that_are_objects", |wire, request| {
        respond_as(wire, request, &json!({"id": request.id, "\u{1b}[31m": [null]}))
    }),
    hostile("answers_twice", |wire, request| {
        good_call(wire, request)?;
        good_call(wire, request)
    }),
    hostile("answers_a_thousand_times", |wire, request| {
        for _ in 0..1000 {
            good_call(wire, request)?;
        }
        Step::Continue(())
    }),
    hostile("answers_too_late", |wire, request| {
        bad_page(wire, request, |wire, request| {
            thread::sleep(Duration::from_secs(1));
            good_call(wire, request)
        })
    }),
    hostile("asks_for_more_input", |wire, request| {
        let result = json!({"resultType": "input_required", "requestState": "abc", "inputRequests": {
            "name": {"method": "elicitation/create", "params": {"message": "Who are you?"}}}});
        wire.result(&request.id, &result)
    }),
    hostile("answers_with_no_result_at_all", |wire, request| {
        let odd = [
            json!({"jsonrpc": "2.0", "id": request.id}),
            json!({"jsonrpc": "2.0", "id": request.id, "result": null}),
            json!({"jsonrpc": "2.0", "id": request.id, "result": []}),
            json!({"jsonrpc": "2.0", "id": request.id, "result": 7, "error": 7}),
            json!({"jsonrpc": 2.0, "id": request.id, "error": {"code": "-32602", "message": null}}),
            json!({"jsonrpc": "2.0", "id": request.id, "result": {"content": {"type": "text"}}}),
            json!({"jsonrpc": "2.0", "id": request.id, "result": {"content": [null, 5, [], {}]}}),
            json!({"jsonrpc": "2.0", "id": request.id, "result": {"content": [], "isError": "yes"}}),
            json!([{"jsonrpc": "2.0", "id": request.id, "result": {}}]),
            json!({"id": request.id, "result": {"content": []}}),
            json!("a string"),
        ];
        let index = usize::try_from(wire.calls).unwrap_or_default() % odd.len();
        wire.line(&odd[index].to_string())
    }),
    Hostile {
        name: "answers_notifications",
        manners: Manners {
            notified: |wire, _| wire.error(&Value::Null, -32601, "Method not found"),
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "answers_notifications_slowly",
        manners: Manners {
            notified: |wire, _| {
                thread::sleep(Duration::from_millis(100));
                wire.error(&Value::Null, -32601, "Method not found")
            },
            call: |wire, request| {
                bad_page(wire, request, |wire, request| match wire.calls {
                    // The first three are never answered, so that the client takes them back.
                    0..4 => Step::Continue(()),
                    _ => good_call(wire, request),
                })
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "stops_in_one_tool",
        manners: Manners {
            call: |wire, request| {
                if request.params["name"] != "read_chapter" {
                    return good_call(wire, request);
                }
                bad_page(wire, request, |_, _| {
                    thread::sleep(Duration::from_secs(600));
                    Step::Break(0)
                })
            },
            list: |wire, request| {
                let tools = ["read_book", "read_chapter", "read_page"];
                wire.tools(request, &tools.map(super::manners::page_tool))
            },
            ..Manners::GOOD
        },
    },
    hostile("stops_after_a_while", |wire, request| {
        if wire.calls > 5 {
            thread::sleep(Duration::from_secs(600));
        }
        bad_page(wire, request, |wire, request| wire.text(&request.id, "Invalid input", true))
    }),
    Hostile {
        name: "leaves_after_every_answer",
        manners: Manners {
            call: |wire, request| {
                good_call(wire, request)?;
                Step::Break(0)
            },
            ..Manners::GOOD
        },
    },
];

const fn hostile(name: &'static str, call: Handler) -> Hostile {
    Hostile { name, manners: Manners { call, ..Manners::GOOD } }
}

/// Lets `worst` answer where the page is no good; any other call is answered as one should.
fn bad_page(wire: &mut Wire, request: &Request, worst: Handler) -> Step {
    match refusal(wire, request) {
        Some(Refusal::Tool(_)) => worst(wire, request),
        Some(Refusal::Protocol(_)) | None => good_call(wire, request),
    }
}

fn respond_as(wire: &mut Wire, request: &Request, id: &Value) -> Step {
    let request = Request {
        id: id.clone(),
        method: request.method.clone(),
        params: request.params.clone(),
        line: String::new(),
    };
    good_call(wire, &request)
}

/// Deeper than any reader should follow.
const DEEP: usize = 100_000;

//! Servers that talk between a request and its answer: notifications, and requests of their own.

use serde_json::{Value, json};

use super::Hostile;
use super::manners::{Manners, good_call};
use super::wire::{Request, Step, Wire};

pub(super) const SERVERS: &[Hostile] = &[
    Hostile {
        name: "floods_notifications",
        manners: Manners {
            call: |wire, request| {
                for number in 0..2000 {
                    wire.line(&notification(number).to_string())?;
                }
                good_call(wire, request)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "floods_requests",
        manners: Manners {
            call: |wire, request| {
                for number in 0..500 {
                    wire.line(
                        &asked(&json!(format!("s{number}")), "sampling/createMessage").to_string(),
                    )?;
                }
                good_call(wire, request)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "asks_with_ids_of_the_client",
        manners: Manners {
            call: |wire, request| {
                wire.line(&asked(&request.id, "roots/list").to_string())?;
                wire.line(&notification(1).to_string())?;
                good_call(wire, request)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "waits_for_answers_to_its_own_requests",
        manners: Manners { call: ask_everything, ..Manners::GOOD },
    },
];

fn notification(number: u64) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {
        "level": "info", "data": format!("line {number} of a long story")}})
}

fn asked(id: &Value, method: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {}})
}

/// Asks the client for everything that a server may ask for, and ends where an answer is not what it must be.
fn ask_everything(wire: &mut Wire, request: &Request) -> Step {
    for (number, method) in METHODS.into_iter().enumerate() {
        let id = json!(format!("mine-{number}"));
        wire.line(&asked(&id, method).to_string())?;
        let Some(line) = wire.read() else { return Step::Break(0) };
        let answer: Value = serde_json::from_slice(&line).unwrap_or_default();
        let is_right = answer["id"] == id
            && match method {
                "ping" => answer["result"] == json!({}),
                _ => answer["error"]["code"].is_i64(),
            };
        if !is_right {
            wire.complain(&format!("no proper answer to {method}: {answer}"))?;
            return Step::Break(9);
        }
    }
    good_call(wire, request)
}

const METHODS: [&str; 5] =
    ["ping", "sampling/createMessage", "elicitation/create", "roots/list", "no/such/method"];

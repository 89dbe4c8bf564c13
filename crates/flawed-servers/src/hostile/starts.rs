//! Servers that fail before the first tool is listed, or seem to.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::Hostile;
use super::manners::{Manners, greeting};
use super::wire::{Step, Wire};

pub(super) const SERVERS: &[Hostile] = &[
    Hostile {
        name: "exits_at_once",
        manners: Manners { at_start: |_| Step::Break(3), ..Manners::GOOD },
    },
    Hostile {
        name: "exits_with_last_words",
        manners: Manners {
            at_start: |wire| {
                wire.complain("Traceback (most recent call last):")?;
                wire.complain("ModuleNotFoundError: No module named 'weather'")?;
                Step::Break(1)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "prints_a_banner",
        manners: Manners {
            at_start: |wire| {
                wire.line("\u{1b}[32m*** Weather MCP server 3.1 ***\u{1b}[0m")?;
                wire.line("")?;
                wire.line("listening on stdin; press Ctrl-C to stop")
            },
            ..Manners::GOOD
        },
    },
    Hostile { name: "echoes", manners: ECHO },
    Hostile {
        name: "prints_prose",
        manners: Manners {
            notified: |wire, _| prose(wire),
            initialize: |wire, _| prose(wire),
            other: |wire, _| prose(wire),
            unreadable: prose,
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "greets_as_http",
        manners: Manners {
            other: |wire, _| {
                wire.bytes(
                    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n\
                      <html><body><h1>400 Bad Request</h1></body></html>",
                )?;
                Step::Break(0)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "never_answers",
        manners: Manners {
            initialize: |_, _| Step::Continue(()),
            other: |_, _| Step::Continue(()),
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "starts_slowly",
        manners: Manners {
            at_start: |_| {
                thread::sleep(Duration::from_secs(3));
                Step::Continue(())
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "initialize_answered_with_garbage",
        manners: Manners {
            initialize: |wire, request| wire.result(&request.id, &json!("fish")),
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "initialize_answered_with_cut_json",
        manners: Manners {
            initialize: |wire, request| {
                wire.line(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"proto"#, request.id))
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "initialize_answered_to_another_id",
        manners: Manners {
            initialize: |wire, _| wire.result(&json!(7_000_001), &greeting("2025-11-25")),
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "initialize_answered_with_an_error",
        manners: Manners {
            initialize: |wire, request| {
                wire.error(&request.id, -32603, "licence expired\u{1b}[2J\nrenew it")
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "initialize_answered_with_a_number_as_revision",
        manners: Manners {
            initialize: |wire, request| {
                wire.result(
                    &request.id,
                    &json!({"protocolVersion": 20_251_125, "capabilities": []}),
                )
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "initialize_answered_with_an_unknown_revision",
        manners: Manners {
            initialize: |wire, request| wire.result(&request.id, &greeting("2031-01-01\u{1b}[31m")),
            ..Manners::GOOD
        },
    },
];

const ECHO: Manners = Manners {
    initialize: |wire, request| wire.line(&request.line),
    list: |wire, request| wire.line(&request.line),
    notified: |wire, request| wire.line(&request.line),
    other: |wire, request| wire.line(&request.line),
    unreadable: |wire| wire.error(&Value::Null, -32700, "echo"),
    ..Manners::GOOD
};

fn prose(wire: &mut Wire) -> Step {
    wire.line("Sorry, I did not understand that. Type `help` for a list of commands.")
}

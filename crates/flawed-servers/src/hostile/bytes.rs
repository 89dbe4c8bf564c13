//! Servers that misuse their output as a stream of bytes: floods, endless lines, bytes that are no text.

use std::io::{self, Write};
use std::thread;

use serde_json::json;

use super::Hostile;
use super::manners::{Manners, Refusal, good_call, greeting, page_tool, refusal};
use super::wire::{Request, Step, Wire, pour};

pub(super) const SERVERS: &[Hostile] = &[
    Hostile { name: "floods_stdout", manners: Manners { at_start: |_| flood(), ..Manners::GOOD } },
    Hostile {
        name: "floods_stdout_while_it_works",
        manners: Manners {
            at_start: |_| {
                thread::spawn(flood);
                Step::Continue(())
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "floods_stdout_on_a_call",
        manners: Manners { call: |_, _| flood(), ..Manners::GOOD },
    },
    Hostile {
        name: "pours_without_a_line_break",
        manners: Manners {
            at_start: |wire| {
                let part = vec![b'x'; 1 << 20];
                for _ in 0..200 {
                    wire.bytes(&part)?;
                }
                wire.line("")
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "floods_stderr",
        manners: Manners {
            at_start: |_| {
                thread::spawn(|| while writeln!(io::stderr(), "still alive").is_ok() {});
                Step::Continue(())
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "answers_with_a_huge_line",
        manners: Manners { call: |wire, request| huge(wire, request, 100 << 20), ..Manners::GOOD },
    },
    Hostile {
        name: "answers_with_a_long_line",
        manners: Manners { call: |wire, request| huge(wire, request, 3 << 20), ..Manners::GOOD },
    },
    Hostile {
        name: "answers_with_bytes_that_are_no_text",
        manners: Manners {
            call: |wire, request| {
                let Some(Refusal::Tool(_)) = refusal(wire, request) else {
                    return good_call(wire, request);
                };
                let head = format!(
                    r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":""#,
                    request.id
                );
                wire.bytes(
                    &[head.as_bytes(), b"caf\xe9 \xff\xfe", br#""}],"isError":true}}"#, b"\n"]
                        .concat(),
                )
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "answers_with_zero_bytes",
        manners: Manners {
            call: |wire, request| {
                let Some(Refusal::Tool(_)) = refusal(wire, request) else {
                    return good_call(wire, request);
                };
                let head = format!(
                    r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":""#,
                    request.id
                );
                wire.bytes(&[head.as_bytes(), b"a\0b", br#""}],"isError":true}}"#, b"\n"].concat())
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "answers_with_escaped_zero_bytes",
        manners: Manners {
            call: |wire, request| match refusal(wire, request) {
                Some(Refusal::Tool(text)) => {
                    wire.text(&request.id, &format!("{text}\0\u{1b}]0;owned\u{7}\u{202e}"), true)
                }
                _ => good_call(wire, request),
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "begins_with_a_byte_order_mark",
        manners: Manners { at_start: |wire| wire.bytes("\u{feff}".as_bytes()), ..Manners::GOOD },
    },
    Hostile {
        name: "marks_every_line_with_a_byte_order",
        manners: Manners {
            call: |wire, request| {
                wire.bytes("\u{feff}".as_bytes())?;
                good_call(wire, request)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "ends_lines_as_windows_does",
        manners: Manners {
            initialize: |wire, request| windows_line(wire, request, &greeting("2025-11-25")),
            list: |wire, request| {
                if request.params["cursor"].is_string() {
                    return wire.error(&request.id, -32602, "params.cursor is not known.");
                }
                wire.names = vec!["read_page".to_owned()];
                windows_line(wire, request, &json!({"tools": [page_tool("read_page")]}))
            },
            ..Manners::GOOD
        },
    },
];

fn flood() -> Step {
    let lines = "all work and no play makes a dull server\n".repeat(1000);
    loop {
        pour(lines.as_bytes())?;
    }
}

fn huge(wire: &mut Wire, request: &Request, length: usize) -> Step {
    match refusal(wire, request) {
        Some(Refusal::Tool(_)) => wire.text(&request.id, &"page ".repeat(length / 5), true),
        _ => good_call(wire, request),
    }
}

fn windows_line(wire: &mut Wire, request: &Request, result: &serde_json::Value) -> Step {
    let message = json!({"jsonrpc": "2.0", "id": request.id, "result": result});
    wire.bytes(format!("{message}\r\n").as_bytes())
}

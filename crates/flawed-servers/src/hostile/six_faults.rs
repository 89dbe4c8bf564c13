//! Seven read-only tools with one integer argument each: one is right, the others have a fault each.
//!
//! Not hostile, but alike in build: what a checker must find in the plainest of servers.

use serde_json::json;

use super::Hostile;
use super::manners::{Manners, tool};
use super::wire::{Request, Step, Wire};

pub(super) const SERVERS: &[Hostile] = &[Hostile {
    name: "six_faults",
    manners: Manners {
        list: |wire, request| {
            let schema = json!({
                "type": "object",
                "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 10}},
                "required": ["count"],
            });
            wire.tools(request, &TOOLS.map(|name| tool(name, &schema)))
        },
        call,
        ..Manners::GOOD
    },
}];

const TOOLS: [&str; 7] = ["conform", "proto", "opaque", "leaky", "silent", "hidden", "noisy"];

fn call(wire: &mut Wire, request: &Request) -> Step {
    let id = &request.id;
    let Some(name) = request.params["name"].as_str() else {
        return wire.error(id, -32602, "params.name must be a string.");
    };
    let arguments = &request.params["arguments"];
    if !arguments.is_object() && !arguments.is_null() {
        return wire.error(id, -32602, "params.arguments must be an object.");
    }
    if !TOOLS.contains(&name) {
        return wire.error(id, -32602, &format!("Unknown tool: {name}."));
    }
    let count = &arguments["count"];
    if let Some(count) = count.as_i64().filter(|count| (1..=10).contains(count)) {
        return wire.text(id, &format!("{count} pages counted."), false);
    }
    let got = if count.is_null() { "nothing".to_owned() } else { count.to_string() };
    let reason = format!(
        "`count` must be an integer from 1 to 10, and was {got}. Call again with such a number."
    );
    match name {
        "proto" => wire.error(id, -32602, &reason),
        "opaque" => wire.text(id, "Invalid input", true),
        "leaky" => wire.text(
            id,
            &format!(
                "Traceback (most recent call last):\n  File \"/srv/app/tools/count.py\", line 41, in \
                 handle\n    check(count)\nValueError: {reason}"
            ),
            true,
        ),
        "silent" => wire.text(id, "3 pages counted.", false),
        "hidden" => wire.text(id, &format!("Error: {reason}"), false),
        "noisy" => {
            wire.line(&format!("[debug] count was {got}"))?;
            wire.text(id, &reason, true)
        }
        _ => wire.text(id, &reason, true),
    }
}

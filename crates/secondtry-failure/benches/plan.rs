//! Plans a thousand tools of twenty properties, and prints the time and the memory that took.
//!
//! A plain program: one number a run is enough, and the memory cannot be had from a benchmark harness.

use std::time::Duration;

use secondtry_failure::probe::plan::{Options, plan};
use serde_json::{Value, json};

fn main() {
    let tools: Vec<Value> = (0..TOOLS).map(tool).collect();
    let before = peak_memory();
    #[expect(clippy::disallowed_methods, reason = "a benchmark is an edge that reads the time")]
    let start = std::time::Instant::now();
    let planned = plan(&tools, Options::default());
    let took = start.elapsed();
    let memory = peak_memory().saturating_sub(before);
    #[expect(clippy::print_stdout, reason = "the result is for people")]
    {
        println!(
            "{} calls in {took:?}, {} MiB more at the peak",
            planned.calls.len(),
            memory >> 10
        );
    }
    assert!(took < LIMIT, "over {LIMIT:?}");
    assert!(memory >> 10 < 200, "over 200 MiB");
}

fn tool(number: usize) -> Value {
    let mut properties = serde_json::Map::new();
    for index in 0..PROPERTIES {
        let subschema = match (index + number) % 5 {
            0 => {
                json!({"type": "string", "minLength": 1, "maxLength": 80, "description": "A short text"})
            }
            1 => json!({"type": "integer", "minimum": 0, "maximum": 1000}),
            2 => json!({"enum": ["small", "medium", "large"], "default": "medium"}),
            3 => {
                json!({"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}, "minItems": 1})
            }
            _ => json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}),
        };
        properties.insert(format!("parameter_{index}"), subschema);
    }
    let required: Vec<_> = properties.keys().take(PROPERTIES / 2).cloned().collect();
    let schema = json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    json!({"name": format!("tool_{number}"), "inputSchema": schema, "annotations": {"readOnlyHint": true}})
}

/// The most memory that this process has had, in KiB; 0 where the system does not tell.
#[expect(
    clippy::disallowed_methods,
    reason = "the bench reads what the kernel says of its own memory"
)]
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

const TOOLS: usize = 1000;
const PROPERTIES: usize = 20;
const LIMIT: Duration = Duration::from_secs(2);

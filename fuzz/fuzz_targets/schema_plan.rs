//! Any JSON is a schema or is refused with a reason; judging by it and planning calls from it ends in time.
//!
//! The first line holds a schema or a list of tools, the rest a value to judge.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_failure::probe::plan::{Options, plan};
use secondtry_failure::schema::compile::Schema;
use secondtry_failure::schema::describe::accepted;
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    let (first, rest) =
        bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len()));
    let Ok(schema) = serde_json::from_slice::<Value>(first) else { return };
    let instance = serde_json::from_slice(rest).unwrap_or(Value::Null);
    match Schema::compile(&schema) {
        Ok(compiled) => {
            for instance in [&instance, &schema] {
                let faults = compiled.faults(instance);
                assert!(!(compiled.accepts(instance) && !faults.is_empty()), "{faults:?}");
                for fault in faults {
                    let _ = accepted(&fault);
                }
            }
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
    let tools = match schema {
        Value::Array(tools) => tools,
        schema => {
            vec![json!({"name": "t", "inputSchema": schema, "annotations": {"readOnlyHint": true}})]
        }
    };
    for allow_writes in [false, true] {
        let options =
            Options { allow_writes, include_destructive: allow_writes, ..Options::default() };
        let planned = plan(&tools, options);
        assert_eq!(planned, plan(&tools, options));
        for skipped in planned.skipped {
            assert!(!skipped.why.to_string().is_empty());
        }
    }
});

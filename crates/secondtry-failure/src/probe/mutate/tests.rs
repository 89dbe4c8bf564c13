use serde_json::json;

use super::super::base_call::base_call;
use super::*;

#[test]
fn real_schemas_get_confirmed_mutations() {
    let text = include_str!("../../../tests/real_schemas.json");
    let tools: Vec<Value> = serde_json::from_str(text).unwrap();
    for tool in &tools {
        let schema = Schema::compile(&tool["inputSchema"]).unwrap();
        let base = base_call(&tool["inputSchema"], 0).unwrap();
        let all = mutations(&schema, &base, 0);
        println!("{} {}", tool["tool"], all.len());
        for m in all {
            println!("   {} {} {} {}", m.kind, m.parameter, m.constraint.keyword(), m.arguments);
        }
    }
}

//! Servers whose lists of tools are bombs, circles or nonsense.

use serde_json::{Value, json};

use super::Hostile;
use super::manners::{Handler, Manners, Refusal, good_call, page_tool, refusal};
use super::wire::{Request, Step, Wire};

pub(super) const SERVERS: &[Hostile] = &[
    hostile("lists_nothing", |wire, request| wire.tools(request, &[])),
    hostile("lists_no_array", |wire, request| {
        wire.result(&request.id, &json!({"tools": {"read_page": page_tool("read_page")}}))
    }),
    hostile("lists_no_objects", |wire, request| {
        let odd = [json!(null), json!(7), json!("read_page"), json!([]), json!({})];
        wire.tools(request, &[&odd[..], &[page_tool("read_page")]].concat())
    }),
    hostile("lists_names_that_are_no_strings", |wire, request| {
        let mut tools: Vec<Value> = vec![page_tool("read_page")];
        for name in [json!(null), json!(7), json!(["a"]), json!({"a": 1}), json!(true)] {
            let mut nameless = page_tool("");
            nameless["name"] = name;
            tools.push(nameless);
        }
        wire.tools(request, &tools)
    }),
    Hostile {
        name: "lists_control_characters",
        manners: Manners {
            list: |wire, request| {
                let names = [
                    "\u{1b}]0;owned\u{7}",
                    "a\nb\r::error::c",
                    "\u{202e}egap_daer",
                    "\u{e0041}\u{9b}31m",
                    "nul\0",
                    "'; $(id) `id`",
                    "--version",
                ];
                wire.tools(request, &names.map(page_tool))
            },
            // So that there is a finding for each name.
            call: |wire, request| match refusal(wire, request) {
                Some(Refusal::Tool(_)) => wire.text(&request.id, "Invalid input", true),
                Some(Refusal::Protocol(_)) | None => good_call(wire, request),
            },
            ..Manners::GOOD
        },
    },
    hostile("lists_names_twice", |wire, request| {
        wire.tools(request, &[page_tool("read_page"), page_tool("read_page")])
    }),
    hostile("lists_ten_thousand_tools", |wire, request| {
        let tools: Vec<Value> = (0..10_000).map(|n| page_tool(&format!("tool_{n}"))).collect();
        wire.tools(request, &tools)
    }),
    hostile("lists_in_a_circle", |wire, request| {
        let next = if request.params["cursor"] == "b" { "a" } else { "b" };
        page(wire, request, &json!(next))
    }),
    hostile("lists_one_page_for_ever", |wire, request| page(wire, request, &json!("again"))),
    hostile("lists_without_end", |wire, request| {
        let next = json!(format!("page {}", wire.pages));
        page(wire, request, &next)
    }),
    hostile("lists_cursors_that_are_no_strings", |wire, request| {
        let next = [json!({"page": 2}), json!(2), json!([]), json!(false), json!("")];
        let index = usize::try_from(wire.pages).unwrap_or_default();
        page(wire, request, next.get(index).unwrap_or(&Value::Null))
    }),
    hostile("lists_a_deeply_nested_schema", |wire, request| {
        let deep = [vec![b'['; DEEP], vec![b']'; DEEP]].concat();
        let deep = String::from_utf8_lossy(&deep).into_owned();
        let text = format!(
            r#"{{"tools":[{{"name":"read_page","inputSchema":{{"type":"object","default":{deep}}}}}]}}"#
        );
        wire.result_text(&request.id, &text)
    }),
    hostile("lists_half_a_surrogate_pair", |wire, request| {
        let text = r#"{"tools":[{"name":"read_page","description":"\ud83d","inputSchema":{"type":"object"}}]}"#;
        wire.result_text(&request.id, text)
    }),
    hostile("lists_numbers_out_of_range", |wire, request| {
        let text = r#"{"tools":[{"name":"read_page","inputSchema":{"type":"object","properties":{"page":{"type":"number","maximum":1e999}}}}]}"#;
        wire.result_text(&request.id, text)
    }),
    schemas("lists_branching_schemas", branching),
    schemas("lists_a_huge_schema", |_| {
        let words: Vec<String> = (0..500_000).map(|n| format!("chapter number {n}")).collect();
        vec![
            json!({"type": "object", "properties": {"page": {"type": "string", "enum": words}}, "required": ["page"]}),
        ]
    }),
    schemas("lists_five_thousand_properties", |_| {
        let names: Vec<String> = (0..5000).map(|n| format!("field_{n}")).collect();
        let form = json!({"type": "integer", "minimum": 1, "maximum": 10});
        let properties: serde_json::Map<String, Value> =
            names.iter().map(|name| (name.clone(), form.clone())).collect();
        vec![json!({"type": "object", "properties": properties, "required": names})]
    }),
    schemas("lists_slow_patterns", |_| {
        [
            "^(a+)+$",
            "^(a|a)*$",
            "^(.*a){25}$",
            "^(?=(a+)+b)a{40}$",
            "(x+x+)+y",
            r"^(([a-z])+.)+[A-Z]([a-z])+$",
            r"^(a?){60}a{60}\1$",
            "a{1000000000}",
            "((((a{1,100}){1,100}){1,100}){1,100}){1,100}",
            "(",
        ]
        .into_iter()
        .map(|pattern| of_page(&json!({"type": "string", "pattern": pattern})))
        .collect()
    }),
    schemas("lists_demands_of_size", |_| {
        [
            json!({"type": "string", "minLength": 4_000_000_000_u64}),
            json!({"type": "array", "minItems": 4_000_000_000_u64, "items": {"type": "integer"}}),
            json!({"type": "array", "minItems": 1000, "items": {"type": "array", "minItems": 1000, "items":
                {"type": "array", "minItems": 1000, "items": {"type": "string"}}}}),
            json!({"type": "object", "minProperties": 4_000_000_000_u64}),
            json!({"type": "integer", "multipleOf": 1e-300, "minimum": 1e300}),
            json!({"type": "string", "maxLength": 18_446_744_073_709_551_615_u64}),
            json!({"type": "array", "uniqueItems": true, "minItems": 100_000, "items": {"enum": [1, 2]}}),
        ]
        .iter()
        .map(of_page)
        .collect()
    }),
    schemas("lists_circular_references", |_| {
        vec![
            json!({"type": "object", "properties": {"page": {"$ref": "#/$defs/a"}}, "required": ["page"],
                "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
            json!({"$ref": "#"}),
            json!({"type": "object", "properties": {"page": {"$ref": "#"}}, "required": ["page"]}),
            json!({"type": "object", "allOf": [{"$ref": "#"}]}),
            json!({"type": "object", "properties": {"page": {"$dynamicRef": "#x"}}, "$dynamicAnchor": "x"}),
        ]
    }),
    schemas("lists_references_to_the_network", |wire| vec![of_page(&json!({"$ref": wire.word}))]),
    schemas("lists_dialects_on_the_network", |wire| {
        let mut schema = of_page(&json!({"type": "integer"}));
        schema["$schema"] = json!(wire.word);
        vec![schema]
    }),
    schemas("lists_references_to_files", |_| {
        ["file:///etc/passwd", "/etc/passwd", "../../../../etc/passwd", "file:///dev/zero"]
            .into_iter()
            .map(|place| of_page(&json!({"$ref": place})))
            .collect()
    }),
    schemas("lists_schemas_that_are_none", |_| {
        vec![
            json!(null),
            json!(true),
            json!("object"),
            json!([]),
            json!({"type": 7}),
            json!({"properties": []}),
        ]
    }),
];

const fn hostile(name: &'static str, list: Handler) -> Hostile {
    Hostile { name, manners: Manners { list, ..Manners::GOOD } }
}

/// A server with a read-only tool for each schema, `read_0` and so on.
const fn schemas(name: &'static str, schemas: fn(&Wire) -> Vec<Value>) -> Hostile {
    Hostile { name, manners: Manners { schemas, ..Manners::GOOD } }
}

fn of_page(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"page": schema}, "required": ["page"]})
}

/// Schemas with more ways through them than there are atoms.
fn branching(_: &Wire) -> Vec<Value> {
    ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .flat_map(|keyword| [by_reference(keyword), by_value(keyword)])
        .collect()
}

fn by_reference(keyword: &str) -> Value {
    let mut definitions = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        definitions.insert(format!("d{level}"), json!({keyword: vec![next; 10]}));
    }
    definitions.insert("d40".to_owned(), json!({"type": "integer"}));
    json!({"type": "object", "properties": {"page": {"$ref": "#/$defs/d0"}}, "required": ["page"], "$defs": definitions})
}

fn by_value(keyword: &str) -> Value {
    let mut schema = json!({"type": "integer"});
    for _ in 0..6 {
        schema = json!({keyword: [schema, schema, {"type": "array", "items": schema}]});
    }
    of_page(&schema)
}

/// One page with one tool, and a cursor to the next.
fn page(wire: &mut Wire, request: &Request, next: &Value) -> Step {
    wire.pages += 1;
    let name = format!("read_page_{}", wire.pages);
    let mut result = json!({"tools": [page_tool(&name)]});
    if !next.is_null() {
        result["nextCursor"] = next.clone();
    }
    wire.names.push(name);
    wire.result(&request.id, &result)
}

/// Deeper than any reader should follow.
const DEEP: usize = 100_000;

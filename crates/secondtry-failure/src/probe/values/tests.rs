use super::super::base_call::base_call;
use super::*;

fn probes_of(schema: &Value) -> Vec<(String, String, String)> {
    let compiled = Schema::compile(schema).unwrap();
    let base = base_call(schema, 3).unwrap();
    let probes = value_probes(&compiled, &base, 3).into_iter().map(|probe| {
        assert!(compiled.accepts(&probe.arguments));
        let value = probe.parameter.look_up(&probe.arguments).unwrap().to_string();
        (probe.kind.to_string(), probe.parameter.to_string(), value)
    });
    probes.collect()
}

#[test]
fn values_are_unlikely_in_the_form_asked_for() {
    let schema = json!({
        "properties": {
            "checkin_date": {"type": "string", "description": "YYYY-MM-DD"},
            "created_after": {"type": "string", "format": "date-time"},
            "invoice_id": {"type": "string", "pattern": "^[0-9]{1,9}$"},
            "customer": {"type": "string", "format": "uuid"},
            "order_id": {"type": "integer"},
            "session": {"type": "string"},
            "paths": {"type": "array", "items": {"type": "string"}},
            "unit": {"enum": ["day", "week"]},
            "query": {"type": "string", "minLength": 1},
        },
        "required": ["checkin_date", "invoice_id", "order_id", "session", "paths", "unit", "query"],
    });
    let probes = probes_of(&schema);
    let probes: Vec<_> =
        probes.iter().map(|(k, p, v)| (k.as_str(), p.as_str(), v.as_str())).collect();
    assert_eq!(
        probes,
        [
            ("past-date", "/checkin_date", r#""1999-06-15""#),
            ("empty-string", "/checkin_date", r#""""#),
            ("unknown-id", "/invoice_id", r#""472393715""#),
            ("unknown-id", "/order_id", "987654321"),
            ("unknown-handle", "/session", r#""zz-37213580""#),
            ("empty-string", "/session", r#""""#),
            ("missing-file", "/paths/0", r#""zz-no-such-file-smblgv.txt""#),
            ("empty-string", "/paths/0", r#""""#),
            ("nonsense", "/query", r#""mdxkmbz kpsxp""#),
            ("past-date", "/created_after", r#""1999-06-15T14:30:00Z""#),
            ("unknown-id", "/customer", r#""00000000-0000-4000-8000-706150190162""#),
        ]
    );
}

#[test]
fn nothing_is_asked_of_a_tool_without_parameters() {
    assert_eq!(probes_of(&json!({"type": "object"})), []);
}

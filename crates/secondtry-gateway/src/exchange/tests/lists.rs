//! The wrapper's own reading of the tools.

use super::*;

fn list(id: &Value, tools: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": {"tools": tools}}).to_string()
}

#[test]
fn call_before_the_list_waits_for_it() {
    let mut talk = Talk::shaken(Settings::default());
    let steps = talk.call(1, &json!({"people": 0}));
    let asked = sent(&steps);
    assert_eq!(asked[0]["method"], "tools/list");
    assert_eq!(asked.len(), 1);
    let steps = talk.server(&list(&asked[0]["id"], &json!([tool()])));
    assert!(failure(&steps).contains("people"), "the list reaches only the wrapper");
}

#[test]
fn pages_are_read_to_the_end() {
    let mut talk = Talk::shaken(Settings::default());
    let asked = sent(&talk.call(1, &json!({"people": 0})));
    let first = json!({"jsonrpc": "2.0", "id": asked[0]["id"], "result": {"tools": [], "nextCursor": "p2"}});
    let asked = sent(&talk.server(&first.to_string()));
    assert_eq!(asked[0]["params"]["cursor"], "p2");
    failure(&talk.server(&list(&asked[0]["id"], &json!([tool()]))));
}

#[test]
fn list_that_does_not_come_holds_nothing_up_for_long() {
    let mut talk = Talk::shaken(Settings::default());
    let id = sent(&talk.call(1, &json!({"people": 0})))[0]["id"].clone();
    assert!(talk.after(Duration::from_millis(1999)).is_empty());
    let steps = talk.after(Duration::from_millis(1));
    assert_eq!(sent(&steps)[0]["id"], 1, "passed unjudged");
    assert_eq!(talk.server(&list(&id, &json!([tool()]))), [], "a late list reaches nobody");
    assert_eq!(
        sent(&talk.call(2, &json!({"people": 0})))[0]["id"],
        2,
        "and is not asked for at once"
    );
}

#[test]
fn changed_list_is_read_anew() {
    let mut talk = Talk::begun();
    talk.server(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#);
    let asked = sent(&talk.call(1, &json!({"people": 0})));
    assert_eq!(asked[0]["method"], "tools/list");
    let steps = talk.server(&list(&asked[0]["id"], &json!([])));
    assert_eq!(sent(&steps)[0]["id"], 1, "the tool is gone, so nothing is judged");
}

#[test]
fn cancelled_call_that_waits_leaves_no_trace() {
    let mut talk = Talk::shaken(Settings::default());
    let id = sent(&talk.call(1, &json!({"people": 1})))[0]["id"].clone();
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(talk.client(cancel), []);
    assert_eq!(talk.server(&list(&id, &json!([tool()]))), []);
}

#[test]
fn modern_call_lends_its_meta_to_the_list() {
    let mut talk = Talk::new(Settings::default());
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "progressToken": 7});
    let mut request = call(1, &json!({"people": 0}));
    request["params"]["_meta"] = meta;
    let asked = sent(&talk.client(&request.to_string()));
    assert_eq!(
        asked[0]["params"]["_meta"],
        json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"})
    );
    let steps = talk.server(&list(&asked[0]["id"], &json!([tool()])));
    assert_eq!(told(&steps)[0]["result"]["resultType"], "complete");
}

#[test]
fn list_whose_time_is_over_lets_pass_and_does_not_refuse() {
    let mut talk = Talk::shaken(Settings::default());
    let asked = sent(&talk.call(1, &json!({"people": 1})));
    let listed =
        json!({"jsonrpc": "2.0", "id": asked[0]["id"], "result": {"tools": [tool()], "ttlMs": 0}});
    assert_eq!(sent(&talk.server(&listed.to_string()))[0]["id"], 1);
    talk.after(Duration::from_secs(5));
    assert_eq!(sent(&talk.call(2, &json!({"people": 2})))[0]["id"], 2, "at once");
    let asked = sent(&talk.call(3, &json!({"people": 0})));
    assert_eq!(asked[0]["method"], "tools/list", "the bound may have gone");
    let listed =
        json!({"jsonrpc": "2.0", "id": asked[0]["id"], "result": {"tools": [tool()], "ttlMs": 0}});
    failure(&talk.server(&listed.to_string()));
}

#[test]
fn list_of_a_wrapper_in_front_is_answered() {
    let mut talk = Talk::shaken(Settings::default());
    let own = sent(&talk.call(1, &json!({"people": 0})))[0]["id"].clone();
    talk.server(&list(&own, &json!([tool()])));
    let asked = json!({"jsonrpc": "2.0", "id": own, "method": "tools/list"});
    assert_eq!(sent(&talk.client(&asked.to_string())), [asked]);
    talk.server(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#);
    let answered = talk.server(&list(&own, &json!([])));
    assert_eq!(told(&answered)[0]["id"], own);
}

#[test]
fn list_is_asked_for_under_an_id_that_is_free() {
    let mut talk = Talk::shaken(Settings::default());
    let first = json!({"jsonrpc": "2.0", "id": "secondtry-list-1", "method": "tools/list"});
    talk.client(&first.to_string());
    let asked = sent(&talk.call(1, &json!({"people": 0})));
    assert_ne!(asked[0]["id"], first["id"]);
}

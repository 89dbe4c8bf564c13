use super::*;

fn told(text: &str, of: impl Fn(&Node<'_>) -> Result<(), ConfigError>) -> String {
    let value = parse("mcp.json", text).expect("it parses");
    of(&Node::root("mcp.json", text, &value)).expect_err("a fault").to_string()
}

#[test]
fn comments_and_trailing_commas_are_read() {
    let text = "{ // a\n \"a\": [1, /* b */ \"x\",],\n}";
    let value = parse("mcp.json", text).expect("it parses");
    let list = Node::root("mcp.json", text, &value).member("a").expect("a member");
    let items = list.items().expect("a list");
    assert_eq!(items[1].text().ok(), Some("x"));
}

#[test]
fn fault_names_line_and_member() {
    let text = "{\n  \"a\": {\n    \"b\": [\n      \"x\",\n      7\n    ]\n  }\n}";
    let said = told(text, |root| {
        let list = root.member("a").and_then(|a| a.member("b")).expect("a member");
        list.items()?.iter().try_for_each(|item| item.text().map(|_| ()))
    });
    assert_eq!(said, "mcp.json:5: `a.b[1]` is a number, not a string");
}

#[test]
fn member_that_stands_twice_is_refused() {
    let said = told("{\"a\": 1,\n\"a\": 2}", |root| root.members().map(|_| ()));
    assert_eq!(said, "mcp.json:2: `a` stands there twice (keep one)");
}

#[test]
fn broken_json_names_its_place() {
    let error = parse("mcp.json", "{\n  a: 1\n}").expect_err("no quotes");
    assert!(error.to_string().starts_with("mcp.json:2:3: "), "{error}");
}

#[test]
fn endless_nesting_is_refused() {
    for open in ["[", "{\"a\":"] {
        assert!(parse("mcp.json", &open.repeat(100_000)).is_err());
    }
}

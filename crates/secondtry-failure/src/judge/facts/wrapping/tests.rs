use super::*;

#[test]
fn announcements_of_two_layers_are_wrapping() {
    for text in [
        "MCP error -32602: quota must be at most 10",
        "Error executing tool diff: 1 validation error for diffArguments\na\n  Field required",
        "Error calling tool 'x': query failed: could not connect",
        "failed to get logs: failed to get node: refused",
        "invalid arguments: json: error calling MarshalJSON for type json.RawMessage: invalid",
    ] {
        assert!(wrapped(text), "{text}");
    }
}

#[test]
fn one_layer_is_no_wrapping() {
    for text in [
        "Error executing tool get: Invoice 'x' not found",
        "Input validation error: Invalid arguments for tool q: a: Required",
        "Error searching libraries: TypeError: fetch failed",
        "add activity: Service.Add: Post \"http://x\": dial tcp: connect: connection refused",
        "### Error\nError: closed",
        "1 validation error for call[x]\na\n  Field required",
        "",
    ] {
        assert!(!wrapped(text), "{text}");
    }
}

#[test]
fn prefix_ends_before_the_cause() {
    for (text, rest) in [
        ("MCP error -32602: MCP error -32602: a is missing", "a is missing"),
        ("Error executing tool add: MCP error -1: b", "b"),
        ("Error: MCP error -32000: gone", "gone"),
        ("a is missing", "a is missing"),
        ("MCP error -32602: ", "MCP error -32602: "),
        ("", ""),
    ] {
        assert_eq!(&text[wrapping_prefix(text)..], rest);
    }
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&PREFIX, &RPC_ERROR, &ONE_LAYER] {
        pattern.assert_needles_are_needed();
    }
}

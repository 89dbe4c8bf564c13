use super::*;

#[test]
fn wording_of_every_message_is_set_aside() {
    for (text, left) in [
        (
            "MCP error -32602: Input validation error: Invalid arguments for tool get-sum: Required at a",
            "Required at a",
        ),
        ("Error executing tool add_book: no title", "no title"),
        ("Tool 'add' parameter validation failed: a: Required", "a: Required"),
        ("failed to deserialize parameters: missing field `a`", "missing field `a`"),
        ("### Error\nProvide text", "Provide text"),
    ] {
        assert_eq!(Reading::of(text, "none").prose.trim(), left);
    }
}

#[test]
fn place_at_the_end_of_a_sentence_is_a_name() {
    let reading = Reading::of("✖ Invalid email\n  → at attendees[0].email", "t");
    assert_eq!(reading.names, ["attendees", "0", "email"]);
    assert_eq!(Reading::of("Required at \"summary\"", "t").names, ["summary"]);
}

#[test]
fn name_of_the_tool_is_no_word() {
    assert_eq!(
        Reading::of("not allowed for read_query", "read_query").prose,
        "not allowed for \u{fffc}"
    );
    assert_eq!(Reading::of("the query failed", "query").prose, "the query failed");
}

#[test]
fn head_ends_at_a_character() {
    let text = "ä".repeat(GRADED_BYTES);
    assert_eq!(head(&text).len(), GRADED_BYTES);
    assert_eq!(head(&format!("a{text}")).len(), GRADED_BYTES - 1);
}

#[test]
fn needles_of_patterns_are_needed() {
    PLACE.assert_needles_are_needed();
}

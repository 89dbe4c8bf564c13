use super::*;

#[test]
fn word_list_is_sorted() {
    assert!(GENERIC.is_sorted());
}

#[test]
fn sentence_without_a_cause_is_stock() {
    for text in [
        "",
        " \n",
        "Internal error",
        "[object Object]",
        "tools/call",
        "Invalid request parameters",
        "Error executing tool divide",
        "An error occurred invoking 'get_order'.",
        "MCP error -32603: MCP error -32603: Something went wrong",
        "{\"statusCode\": 500, \"message\": \"Internal server error\"}",
        "Error: undefined",
    ] {
        assert!(stock_sentence(text), "{text}");
    }
}

#[test]
fn sentence_with_any_cause_is_not_stock() {
    for text in [
        "fetch failed",
        "tool not found",
        "Error executing tool divide: division by zero",
        "Invalid input at b",
        "Request failed with status code 500",
        "{\"error\": \"not found\"}",
    ] {
        assert!(!stock_sentence(text), "{text}");
    }
}

#[test]
fn needles_of_patterns_are_needed() {
    PREFIX.assert_needles_are_needed();
}

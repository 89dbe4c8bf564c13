use super::*;

#[test]
fn word_lists_are_sorted() {
    for list in [&AFTER_COMMA[..], &CLAUSE, &INDEFINITE, &NOUNS, &PREDICATE, &VERBS] {
        assert!(list.is_sorted(), "{list:?}");
    }
}

#[test]
fn commands_and_offers_are_advice() {
    for text in [
        "Please try again later.",
        "answered 503; retry in 30 s",
        "Did you mean \"color\"?",
        "Use git_add to stage changes first; git_status shows them.",
        "The tool can only be used when a dialog is open.",
        "Start the server with --allow-private-ips",
        "name the unknown explicitly",
        "No table. Call the \"list\" tool.",
        "Install with `uvx x`.",
        "Ensure site is one of a, b",
        "the parser failed (use RFC 3339)",
        "You may need to download it first using x.",
        "Nothing is open, please log in again",
        "It will be available again in about 5 minutes.",
        "请检查网络",
    ] {
        assert!(advises(text), "{text}");
    }
}

#[test]
fn statements_are_no_advice() {
    for text in [
        "name is required",
        "Request not found",
        "List should have at least 1 item",
        "Call to x failed",
        "contact c-404 not found",
        "get contact: not found",
        "add activity to incident: connection refused",
        "SELECT queries are not allowed",
        "Get \"http://a.example\": dial tcp: refused",
        "expected HH:MM",
        "X must be set",
        "x should be defined, instead was y",
        "Update failed",
    ] {
        assert!(!advises(text), "{text}");
    }
}

#[test]
fn waiting_and_checking_are_not_definite() {
    assert!(!directs("Check the value and try again"));
    assert!(directs("Provide a or b"));
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&PURPOSE, &FIRST, &ADVICE, &NECESSARY] {
        pattern.assert_needles_are_needed();
    }
}

use serde_json::json;

use super::*;

fn by_text(text: &str) -> ToldFailure {
    told_failure(text, None, Expectation::default())
}

#[test]
fn short_text_that_opens_with_a_failure_tells() {
    for text in [
        "Database error: no such table: ledger",
        "Error: Only SELECT queries are allowed",
        "❌ Failed to open the file",
        "Error fetching library context. Please try again later.",
        "/tmp/x: Error - ENOENT: no such file",
        "Security violation: command not allowed",
        r#"{"items": [], "total": null, "error": "need two points"}"#,
    ] {
        assert_eq!(by_text(text), ToldFailure::ByText, "{text}");
    }
}

#[test]
fn status_member_proves_it() {
    for text in
        [r#"{"status":"error","message":"Request not found"}"#, r#"{"success":false,"error":"no"}"#]
    {
        assert_eq!(by_text(text), ToldFailure::ByStatus, "{text}");
    }
    let structured = json!({"ok": false, "reason": "closed"});
    assert_eq!(told_failure("", Some(&structured), Expectation::default()), ToldFailure::ByStatus);
}

#[test]
fn errors_in_data_are_no_failure() {
    for text in [
        "3 matches: error, Error, ERROR",
        "Errors found in log: 12",
        r#"{"error": null, "rows": [1]}"#,
        r#"{"error": "rate", "rows": [1, 2]}"#,
        r#"{"build": 7, "status": "failed", "branch": "main", "author": "b"}"#,
        "No results found.",
        "Cannon Street station: 4 trains",
        "Invalid entries: none",
    ] {
        assert_eq!(by_text(text), ToldFailure::No, "{text}");
    }
}

#[test]
fn complaint_about_the_broken_argument_tells() {
    let expected = Expectation { broken_parameter: Some("vault"), returns_html: false };
    assert_eq!(
        told_failure("parameter vault is required but was not given", None, expected),
        ToldFailure::ByText
    );
    assert_eq!(told_failure("the vault holds 3 items", None, expected), ToldFailure::No);
}

#[test]
fn page_in_place_of_a_result_tells_unless_asked_for() {
    let page = "<!doctype html><html><body></body></html>";
    assert_eq!(by_text(page), ToldFailure::ByText);
    let expected = Expectation { broken_parameter: None, returns_html: true };
    assert_eq!(told_failure(page, None, expected), ToldFailure::No);
}

#[test]
fn key_of_serde_json_hides_no_status() {
    let text = r#"{"$serde_json::private::RawValue": "{}", "success": false, "error": "gone"}"#;
    assert_eq!(told_failure(text, None, Expectation::default()), ToldFailure::ByStatus);
}

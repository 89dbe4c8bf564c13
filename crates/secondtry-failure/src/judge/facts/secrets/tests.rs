use super::*;

fn found(text: &str) -> Vec<&str> {
    secrets(text).into_iter().map(|place| &text[place]).collect()
}

#[test]
fn secret_is_found_without_its_name() {
    for (text, secret) in [
        ("at postgres://app:hunter2@10.0.0.5/prod", "hunter2"),
        ("key AKIAIOSFODNN7EXAMPLE denied", "AKIAIOSFODNN7EXAMPLE"),
        (
            concat!("token gh", "p_0123456789abcdefghijABCDEFGHIJ012345 bad"),
            concat!("gh", "p_0123456789abcdefghijABCDEFGHIJ012345"),
        ),
        ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        (
            "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.abcdefgh12",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.abcdefgh12",
        ),
        ("user=a password=Winter2026! host=b", "Winter2026!"),
        ("GET /x?api_key=abc123def456&y=1", "abc123def456"),
    ] {
        assert_eq!(found(text), [secret], "{text}");
    }
}

#[test]
fn private_key_is_found_whole() {
    let text = "key: -----BEGIN PRIVATE KEY-----\nMIIEvQ==\n-----END PRIVATE KEY----- end";
    assert_eq!(found(text), ["-----BEGIN PRIVATE KEY-----\nMIIEvQ==\n-----END PRIVATE KEY-----"]);
}

#[test]
fn words_and_masks_are_no_secrets() {
    for text in [
        "password: must be at least 8 characters",
        "API key is required",
        "password=***hidden***1",
        "postgres://app:***@db/prod",
        "set token=${TOKEN1}",
        "Invalid token: expected string",
        "see https://a.example:8080/x@y",
        "sk-learn",
    ] {
        assert_eq!(found(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn needles_of_patterns_are_needed() {
    for pattern in [&ASSIGNED].into_iter().chain(&SHAPES) {
        pattern.assert_needles_are_needed();
    }
}

use hyper::header::HeaderName;

use super::*;

fn check(admission: &Admission, headers: &[(HeaderName, &str)]) -> bool {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| (name.clone(), value.parse().expect("a value")))
        .collect();
    admission.check(&headers).is_ok()
}

#[test]
fn pages_of_other_origins_are_turned_away() {
    let admission = Admission::new(&["https://app.example".into()], true);
    for (origin, is_let_in) in [
        ("http://localhost:3000", true),
        ("http://127.0.0.1", true),
        ("https://[::1]:8443", true),
        ("https://app.example", true),
        ("https://APP.example", true),
        ("http://app.example", false),
        ("http://evil.example", false),
        ("http://localhost.evil.example", false),
        ("http://localhost:80@evil.example", false),
        ("http://127.0.0.1.evil.example", false),
        ("null", false),
        ("", false),
    ] {
        assert_eq!(check(&admission, &[(ORIGIN, origin)]), is_let_in, "{origin}");
    }
}

#[test]
fn name_bent_to_loopback_is_turned_away() {
    let admission = Admission::new(&["https://app.example".into()], true);
    for (host, is_let_in) in [
        ("localhost:8080", true),
        ("127.0.0.1:8080", true),
        ("[::1]:8080", true),
        ("app.example", true),
        ("evil.example:8080", false),
        ("localhost.evil.example", false),
    ] {
        assert_eq!(check(&admission, &[(HOST, host)]), is_let_in, "{host}");
    }
}

#[test]
fn address_that_is_no_loopback_goes_by_any_name() {
    assert!(check(&Admission::new(&[], false), &[(HOST, "mcp.example")]));
}

#[test]
fn star_lets_every_origin_in() {
    assert!(check(&Admission::new(&["*".into()], true), &[(ORIGIN, "http://evil.example")]));
}

use super::*;

fn refusal(address: &str, options: &HttpOptions) -> String {
    HttpServer::new(address, options).expect_err("refused").to_string()
}

#[test]
fn faulty_address_is_named() {
    let plain = HttpOptions::default();
    assert_eq!(
        refusal("localhost", &plain),
        "`localhost` is no address: relative URL without a base"
    );
    assert_eq!(
        refusal("ftp://me:pw@a.test/x", &plain),
        "`ftp://a.test/x` begins with neither http:// nor https://"
    );
}

#[test]
fn faulty_header_is_named_without_its_value() {
    let with = |name: &str, value: &str| HttpOptions {
        headers: vec![(name.into(), value.into())],
        ..HttpOptions::default()
    };
    let address = "http://a.test";
    assert_eq!(refusal(address, &with("a b", "x")), "`a b` is no name of a header");
    let said = refusal(address, &with("X-Key", "se\ncret"));
    assert_eq!(said, "the value of the header `X-Key` has characters that no header can hold");
    let bearer = HttpOptions { bearer: Some("a\n".into()), ..HttpOptions::default() };
    assert!(refusal(address, &bearer).starts_with("the bearer token has characters"));
}

#[test]
fn shown_address_has_no_password() {
    let server = HttpServer::new("https://me:pw@a.test/mcp", &HttpOptions::default());
    assert_eq!(server.map(|server| server.address()).ok().as_deref(), Some("https://a.test/mcp"));
}

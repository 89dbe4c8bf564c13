use super::*;

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &str)| {
        (HeaderName::from_static(name), value.parse().expect("a value"))
    };
    pairs.iter().map(pair).collect()
}

#[test]
fn headers_of_the_connection_stay_behind() {
    let came = headers(&[
        ("authorization", "Bearer a"),
        ("connection", "close, X-Own"),
        ("x-own", "1"),
        ("keep-alive", "5"),
        ("host", "here"),
        ("content-length", "7"),
        ("accept-encoding", "gzip"),
        ("mcp-param-region", "eu"),
    ]);
    let expected = headers(&[
        ("authorization", "Bearer a"),
        ("accept-encoding", "identity"),
        ("mcp-param-region", "eu"),
    ]);
    assert_eq!(onward(&came), expected);
}

#[test]
fn challenge_of_the_server_passes() {
    let came =
        headers(&[("www-authenticate", "Bearer scope=\"x\""), ("transfer-encoding", "chunked")]);
    assert_eq!(passed(&came), headers(&[("www-authenticate", "Bearer scope=\"x\"")]));
}

use super::*;

fn seen(forwarded: &[&'static str], is_behind_proxy: bool) -> String {
    let mut headers = HeaderMap::new();
    for value in forwarded {
        headers.append(FORWARDED_FOR, value.parse().unwrap());
    }
    match of(&headers, "10.0.0.1".parse().unwrap(), is_behind_proxy) {
        Visitor::At(address) => address.to_string(),
        Visitor::Local => "local".into(),
    }
}

#[test]
fn last_address_that_a_proxy_tells_counts() {
    assert_eq!(seen(&["6.6.6.6, 192.0.2.1"], true), "192.0.2.1");
    assert_eq!(seen(&["6.6.6.6", "192.0.2.1:4711"], true), "192.0.2.1");
    assert_eq!(seen(&["[2001:db8::1]"], true), "2001:db8::1");
}

#[test]
fn peer_counts_where_no_proxy_tells() {
    assert_eq!(seen(&["192.0.2.1"], false), "10.0.0.1");
    assert_eq!(seen(&["192.0.2.1, unknown"], true), "10.0.0.1");
    assert_eq!(seen(&[], true), "10.0.0.1");
}

use axum::http::HeaderValue;

use super::*;

const LOOPBACK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
const ANYWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);

fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(HOST, HeaderValue::from_static(host));
    if let Some(origin) = origin {
        headers.insert(ORIGIN, HeaderValue::from_static(origin));
    }
    headers
}

fn admission(listening: IpAddr) -> Admission {
    let front = Front {
        origins: vec!["https://App.example/".into()],
        hosts: vec!["cards.internal".into()],
        ..Front::new("")
    };
    Admission::new(&front, listening, Some("https://cards.example/known"))
}

#[test]
fn host_that_this_server_goes_by_is_let_in() {
    for host in [
        "localhost",
        "127.0.0.1:8710",
        "[::1]:80",
        "cards.internal",
        "Cards.Internal:8710",
        "cards.example",
    ] {
        assert_eq!(admission(LOOPBACK).check(&headers(host, None)), Ok(()), "{host}");
    }
    assert_eq!(admission(ANYWHERE).check(&headers("192.0.2.7:8710", None)), Ok(()));
}

#[test]
fn host_that_could_be_bent_is_turned_away() {
    for host in
        ["evil.example", "192.0.2.7", "localhost.evil.example", "127.0.0.1:80:80", "", "[::1"]
    {
        let turned_away = admission(LOOPBACK).check(&headers(host, None));
        assert_eq!(turned_away, Err(TurnedAway::Host(host.into())));
    }
    let turned_away = admission(ANYWHERE).check(&headers("evil.example", None));
    assert_eq!(turned_away, Err(TurnedAway::Host("evil.example".into())));
}

#[test]
fn two_hosts_or_none_are_turned_away() {
    let mut two = headers("localhost", None);
    two.append(HOST, HeaderValue::from_static("evil.example"));
    for headers in [two, HeaderMap::new()] {
        assert_eq!(admission(LOOPBACK).check(&headers), Err(TurnedAway::NoHost));
    }
}

#[test]
fn only_known_origins_may_ask() {
    for origin in [
        "http://localhost:3000",
        "https://app.example",
        "https://cards.example",
        "http://cards.internal",
    ] {
        let asked = headers("cards.internal", Some(origin));
        assert_eq!(admission(LOOPBACK).check(&asked), Ok(()), "{origin}");
    }
    for origin in ["https://evil.example", "null", "https://app.example.evil", "file://localhost"] {
        let asked = headers("localhost", Some(origin));
        assert_eq!(admission(LOOPBACK).check(&asked), Err(TurnedAway::Origin(origin.into())));
    }
}

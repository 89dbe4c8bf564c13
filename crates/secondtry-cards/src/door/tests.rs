use std::net::IpAddr;
use std::time::Duration;

use super::*;
use crate::day::Moment;

fn refusal(text: &str) -> String {
    admit(Field::Note, text).expect_err("it is refused").to_string()
}

#[test]
fn secret_is_refused_with_its_place_alone() {
    let text = format!("It works.\nMy key was {}{} and now?", "ghp_", "a1".repeat(18));
    let said = refusal(&text);
    assert!(
        said.starts_with("`note` holds what looks like a secret (line 2, characters 12 to 51)."),
        "{said}"
    );
    assert!(!said.contains("a1a1"), "{said}");
}

#[test]
fn personal_data_is_named_with_its_place() {
    for (text, said) in [
        ("ask jane.doe@corp.io", "an e-mail address (line 1, characters 5 to 20)"),
        (
            "in /home/jdoe/app it fails",
            "a home folder with somebody's name (line 1, characters 4 to 13)",
        ),
        (r"C:\Users\Jane Doe\x", "a home folder with somebody's name (line 1, characters 1 to 13)"),
        ("call +49 30 1234567 now", "a telephone number (line 1, characters 6 to 19)"),
        (
            "paid with 4111 1111 1111 1111",
            "the number of a payment card (line 1, characters 11 to 29)",
        ),
        (
            "to DE89 3704 0044 0532 0130 00",
            "the number of a bank account (line 1, characters 4 to 30)",
        ),
        ("from 81.2.69.142", "an internet address (line 1, characters 6 to 16)"),
    ] {
        let whole = refusal(text);
        assert!(whole.contains(said), "{text}: {whole}");
    }
}

#[test]
fn ordinary_notes_are_let_in() {
    for text in [
        "Works with mcp 1.30.0 and node 20.20.2 on 127.0.0.1:8080 and 10.0.0.12.",
        "Mail user@example.com or git@github.com:owner/repo, /home/user/x, /Users/runner/work.",
        "MCP error -32001 after 60000 ms at 2026-11-30T19:46:12.123Z, id 12345678901234.",
        "version 2.1.0.3, hash 3f2504e04f8911d39a0c0305e82c3301, port 65535",
        "password: <secret>, token ${TOKEN}",
        "日本語のメモ\n\ttabs are fine",
    ] {
        assert_eq!(admit(Field::Note, text), Ok(()), "{text}");
    }
}

#[test]
fn size_and_odd_characters_are_refused() {
    assert!(refusal(&"x".repeat(1025)).contains("has 1025 bytes; at most 1024"));
    assert!(refusal("a\nb\u{202e}c").contains("(line 2, character 2)"));
    assert!(refusal("a\0").contains("control"));
    assert!(refusal(" \n").contains("is empty"));
    assert_eq!(admit(Field::Error, "token=abc123abc123 jane@corp.io"), Ok(()));
}

#[test]
fn address_gets_a_burst_and_then_its_rate() {
    let mut limiter = RateLimiter::new(3, Duration::from_secs(10), 100);
    let now = |seconds: i64| Moment::from_ms(seconds * 1000);
    let address: IpAddr = "192.0.2.7".parse().expect("an address");
    for _ in 0..3 {
        assert_eq!(limiter.take(address, now(0)), Ok(()));
    }
    assert_eq!(limiter.take(address, now(4)), Err(Duration::from_secs(6)));
    assert_eq!(limiter.take(address, now(10)), Ok(()));
    assert!(limiter.take(address, now(10)).is_err());
    assert_eq!(limiter.take("192.0.2.8".parse().expect("an address"), now(10)), Ok(()));
}

#[test]
fn many_addresses_cost_bounded_memory() {
    let mut limiter = RateLimiter::new(1, Duration::from_mins(1), 10);
    let refused = (0..1000_u32)
        .filter(|n| limiter.take(IpAddr::from(n.to_be_bytes()), Moment::from_ms(0)).is_err())
        .count();
    // Ten have a bucket of their own, and the others share one.
    assert_eq!((limiter.len(), refused), (10, 989));
    assert_eq!(limiter.take(IpAddr::from([9, 9, 9, 9]), Moment::from_ms(61_000)), Ok(()));
    assert_eq!(limiter.len(), 1);
}

#[test]
fn household_of_ipv6_is_one_address() {
    let mut limiter = RateLimiter::new(1, Duration::from_mins(1), 10);
    let take = |limiter: &mut RateLimiter, text: &str| {
        limiter.take(text.parse().expect("an address"), Moment::from_ms(0)).is_ok()
    };
    assert!(take(&mut limiter, "2001:db8:1:2::1"));
    assert!(!take(&mut limiter, "2001:db8:1:2::ffff"));
    assert!(take(&mut limiter, "2001:db8:1:3::1"));
}

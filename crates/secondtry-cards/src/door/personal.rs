//! Places of a text that tell who somebody is.

use std::net::Ipv4Addr;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Personal;

/// The first such place.
pub(super) fn first(text: &str) -> Option<(Personal, Range<usize>)> {
    let found = SHAPES.iter().filter_map(|(what, shape)| {
        let mut places = shape.captures_iter(text).filter_map(|place| place.get(1));
        let place = places.find(|place| is_real(*what, place.as_str()))?;
        Some((*what, place.range()))
    });
    found.min_by_key(|(_, range)| range.start)
}

static SHAPES: LazyLock<Vec<(Personal, Regex)>> = LazyLock::new(|| {
    [
        (Personal::Email, r"((?-u:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24})\b)",),
        (Personal::HomeFolder, r"(?i)((?:/home/|/Users/|\b[a-z]:\\+Users\\+)[\w._ -]{1,40}?)(?:[/\\]|['\x22`\s)]|$)"),
        (Personal::Iban, r"\b([A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)\b"),
        (Personal::InternetAddress, r"\b([0-9]{1,3}(?:\.[0-9]{1,3}){3})\b"),
        (Personal::PaymentCard, r"\b([0-9](?:[ -]?[0-9]){12,18})\b"),
        (Personal::Phone, r"(?:^|[^\w.+])((?:\+|00)[1-9][0-9]{0,2}(?:[ ./()-]{0,2}[0-9]){7,12})\b"),
    ]
    .into_iter()
    .map(|(what, shape)| (what, Regex::new(shape).expect("a shape is written as a pattern")))
    .collect()
});

fn is_real(what: Personal, text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    match what {
        Personal::Email => {
            let (user, domain) = text.rsplit_once('@').unwrap_or_default();
            let domain = domain.to_lowercase();
            let is_example = ["example.com", "example.org", "example.net"]
                .iter()
                .any(|known| domain == *known || domain.ends_with(&format!(".{known}")));
            let is_reserved = [".example", ".invalid", ".test", ".localhost", ".local"];
            !(is_example
                || is_reserved.iter().any(|end| domain.ends_with(end))
                || matches!(
                    user.to_lowercase().as_str(),
                    "git" | "noreply" | "no-reply" | "user" | "you"
                ))
        }
        Personal::HomeFolder => {
            let name = text.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
            !NOBODY.contains(&name.as_str())
        }
        Personal::Iban => has_iban_check(text),
        Personal::InternetAddress => is_somebodys(text),
        Personal::PaymentCard => digits.len() >= 13 && has_luhn_check(&digits),
        Personal::Phone => (9..=15).contains(&digits.len()),
    }
}

/// Names of users that are nobody's.
const NOBODY: &[&str] = &[
    "admin",
    "all",
    "app",
    "coder",
    "default",
    "dev",
    "docker",
    "foo",
    "me",
    "name",
    "node",
    "public",
    "root",
    "runner",
    "shared",
    "test",
    "ubuntu",
    "user",
    "username",
    "vscode",
    "x",
    "you",
    "your-name",
    "yourname",
];

/// ISO 13616: moved by four and read as a number, the remainder by 97 is 1.
fn has_iban_check(text: &str) -> bool {
    let letters: Vec<u32> = text.chars().filter_map(|c| c.to_digit(36)).collect();
    let (head, tail) = letters.split_at(4.min(letters.len()));
    let mut rest = 0;
    for value in tail.iter().chain(head) {
        rest = (rest * if *value > 9 { 100 } else { 10 } + value) % 97;
    }
    (15..=34).contains(&letters.len()) && rest == 1
}

fn has_luhn_check(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| match (at % 2, digit * 2) {
            (0, _) => *digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

/// Whether an address belongs to somebody: none of a private net, an example or a known resolver, and no version.
fn is_somebodys(text: &str) -> bool {
    let Ok(address) = text.parse::<Ipv4Addr>() else { return false };
    let [a, b, ..] = address.octets();
    let long_parts = text.split('.').filter(|part| part.len() > 1).count();
    long_parts >= 2
        && !(address.is_private()
            || address.is_loopback()
            || address.is_link_local()
            || address.is_documentation()
            || address.is_unspecified()
            || address.is_broadcast()
            || a >= 224
            || (a == 100 && (64..128).contains(&b)))
}

//! Values guessed from what a parameter is called and described as.

use super::super::view::View;

/// A text that fits the format, the description's own example, or the name.
pub(super) fn text(name: &str, view: &View<'_>) -> String {
    let words = words_of(name);
    let guess = guess(&words, view);
    // The end of a span comes after its start.
    let is_end =
        ["end", "until", "to", "return", "checkout"].iter().any(|sign| means(&words, sign));
    if is_end { guess.replace("2030-06-15", "2030-06-20") } else { guess }
}

fn guess(words: &[String], view: &View<'_>) -> String {
    if let Some(known) = view.text("format").and_then(of_format) {
        return known.to_owned();
    }
    let description = view.text("description").unwrap_or_default();
    if let Some(quoted) = example_in(description) {
        return quoted;
    }
    if let Some(known) = of_description(description) {
        return known.to_owned();
    }
    let said = BY_NAME.iter().find(|(signs, _)| signs.iter().any(|sign| means(words, sign)));
    said.map_or("example", |(_, value)| value).to_owned()
}

/// A number that fits the name.
pub(super) fn number(name: &str, view: &View<'_>) -> f64 {
    let words = words_of(name);
    let description = view.text("description").unwrap_or_default();
    if let Some(stated) = example_in(description).and_then(|quoted| quoted.parse().ok()) {
        return stated;
    }
    let said = NUMBERS.iter().find(|(signs, _)| signs.iter().any(|sign| means(&words, sign)));
    said.map_or(1.0, |(_, value)| *value)
}

/// Whether a parameter of this name and view stands for a day or a moment.
pub(in crate::probe) fn is_date_like(name: &str, view: &View<'_>) -> bool {
    let format = view.text("format");
    let words = words_of(name);
    matches!(format, Some("date" | "date-time"))
        || [
            "date",
            "datetime",
            "day",
            "deadline",
            "due",
            "arrival",
            "departure",
            "checkin",
            "checkout",
        ]
        .iter()
        .any(|sign| words.iter().any(|word| word == sign))
        || view
            .text("description")
            .and_then(of_description)
            .is_some_and(|known| known.starts_with("2030-"))
}

/// Whether a parameter of this name names one thing among many.
pub(in crate::probe) fn is_id_like(name: &str, view: &View<'_>) -> bool {
    let last = words_of(name).pop().unwrap_or_default();
    matches!(
        last.as_str(),
        "id" | "ids" | "uuid" | "guid" | "uid" | "key" | "number" | "ref" | "slug"
    ) || view.text("format") == Some("uuid")
}

/// Whether a parameter of this name is a handle that an earlier call gave out.
pub(in crate::probe) fn is_handle_like(name: &str) -> bool {
    const SIGNS: [&str; 10] = [
        "handle",
        "session",
        "cursor",
        "token",
        "continuation",
        "ticket",
        "lease",
        "job",
        "task",
        "page token",
    ];
    let words = words_of(name);
    SIGNS.iter().any(|sign| means(&words, sign))
}

/// Whether a parameter of this name is a path to a file.
pub(in crate::probe) fn is_path_like(name: &str, view: &View<'_>) -> bool {
    const SIGNS: [&str; 8] =
        ["path", "paths", "file", "filename", "filepath", "files", "directory", "folder"];
    let words = words_of(name);
    let described = view.text("description").unwrap_or_default().to_ascii_lowercase();
    SIGNS.iter().any(|sign| means(&words, sign)) || described.starts_with("path to")
}

/// The words of a name: `startDate`, `start_date` and `start-date` alike.
pub(in crate::probe) fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let mut before_is_lower = false;
    for char in name.chars() {
        if !char.is_alphanumeric() {
            open = false;
            continue;
        }
        let starts = !open || (char.is_uppercase() && before_is_lower);
        if starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(char.to_lowercase());
        }
        open = true;
        before_is_lower = char.is_lowercase() || char.is_numeric();
    }
    words
}

/// Whether `words` hold `sign`, which may be two words.
fn means(words: &[String], sign: &str) -> bool {
    match sign.split_once(' ') {
        None => words.iter().any(|word| word == sign),
        Some((first, second)) => words.windows(2).any(|pair| pair[0] == first && pair[1] == second),
    }
}

/// What the description quotes as an example.
fn example_in(description: &str) -> Option<String> {
    let lower = description.to_ascii_lowercase();
    for marker in ["e.g.", "for example", "example:", "examples:", "such as", "like "] {
        let Some(found) = lower.find(marker) else { continue };
        let after = description.get(found + marker.len()..)?;
        let opening = after.char_indices().find(|(_, char)| matches!(char, '"' | '\'' | '`'));
        let Some((at, quote)) = opening.filter(|(at, _)| *at <= MAX_GAP) else { continue };
        let quoted = after.get(at + 1..)?.split(quote).next()?;
        if !quoted.is_empty() && quoted.len() <= MAX_QUOTED && !quoted.contains('\n') {
            return Some(quoted.to_owned());
        }
    }
    None
}

fn of_description(description: &str) -> Option<&'static str> {
    let lower = description.to_ascii_lowercase();
    BY_DESCRIPTION.iter().find(|(sign, _)| lower.contains(sign)).map(|(_, value)| *value)
}

fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2030-06-15",
        "date-time" => "2030-06-15T14:30:00Z",
        "time" => "14:30:00Z",
        "duration" => "PT1H",
        "email" | "idn-email" => "user@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" | "ip" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "url" | "iri" => "https://example.com/",
        "uri-reference" | "iri-reference" | "json-pointer" => "/example",
        "uri-template" => "/example/{id}",
        "uuid" => "3fa85f64-5717-4562-b3fc-2c963f66afa6",
        "relative-json-pointer" => "0",
        "regex" => ".*",
        "byte" => "ZXhhbXBsZQ==",
        _ => return None,
    })
}

/// Signs of a form in a description, the surest first.
const BY_DESCRIPTION: [(&str, &str); 23] = [
    ("rfc 3339", "2030-06-15T14:30:00Z"),
    ("rfc3339", "2030-06-15T14:30:00Z"),
    ("iso 8601 date-time", "2030-06-15T14:30:00Z"),
    ("iso 8601 datetime", "2030-06-15T14:30:00Z"),
    ("iso datetime", "2030-06-15T14:30:00Z"),
    ("iso 8601 timestamp", "2030-06-15T14:30:00Z"),
    ("yyyy-mm-ddt", "2030-06-15T14:30:00Z"),
    ("yyyy-mm-dd hh:mm", "2030-06-15 14:30"),
    ("yyyy-mm-dd", "2030-06-15"),
    ("iso date", "2030-06-15"),
    ("iso 8601", "2030-06-15T14:30:00Z"),
    ("hh:mm:ss", "14:30:00"),
    ("hh:mm", "14:30"),
    ("iana", "Europe/London"),
    ("iso 4217", "USD"),
    ("iso 639", "en"),
    ("iso 3166", "GB"),
    ("iata", "LHR"),
    ("email address", "user@example.com"),
    ("glob pattern", "*.txt"),
    ("cron expression", "0 9 * * 1"),
    ("uuid", "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
    ("sql query", "SELECT 1"),
];

/// What names mean, the more special first.
const BY_NAME: [(&[&str], &str); 47] = [
    (&["timezone", "time zone", "tz"], "Europe/London"),
    (&["datetime", "date time", "timestamp", "start time", "end time"], "2030-06-15T14:30:00Z"),
    (&["end date", "return date", "checkout", "to date", "date to", "until"], "2030-06-20"),
    (&["date", "day", "deadline", "due"], "2030-06-15"),
    (&["time"], "14:30"),
    (&["duration", "interval", "period"], "1h"),
    (&["email", "mail", "attendees"], "user@example.com"),
    (&["repo url", "url", "uri", "link", "href", "website", "endpoint"], "https://example.com/"),
    (&["host", "hostname", "domain"], "example.com"),
    (&["ip"], "192.0.2.1"),
    (&["sql"], "SELECT 1"),
    (&["promql"], "up"),
    (&["expression", "formula"], "1 + 1"),
    (&["glob"], "*.txt"),
    (&["regex", "regexp", "pattern"], "example"),
    (&["cron"], "0 9 * * 1"),
    (&["uuid", "guid"], "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
    (&["sha", "hash", "commit"], "0123456789abcdef0123456789abcdef01234567"),
    (&["branch", "ref", "target"], "main"),
    (&["repo path", "repository path"], "."),
    (&["directory", "folder", "dir", "cwd", "root"], "."),
    (
        &["path", "paths", "filepath", "file", "filename", "files", "source", "destination"],
        "README.md",
    ),
    (&["currency"], "USD"),
    (&["country"], "GB"),
    (&["language", "lang", "locale"], "en"),
    (&["city", "location", "place", "address", "destination", "origin"], "London"),
    (&["zip", "postcode", "postal"], "94103"),
    (&["phone", "mobile", "tel"], "+441632960000"),
    (&["color", "colour"], "#336699"),
    (&["symbol", "ticker"], "AAPL"),
    (&["version"], "1.0.0"),
    (&["owner", "organization", "org"], "octocat"),
    (&["repo", "repository"], "hello-world"),
    (&["username", "user", "login"], "example"),
    (&["unit", "units"], "metric"),
    (&["script", "code", "function"], "1 + 1"),
    (&["command", "cmd"], "echo hello"),
    (&["json"], "{}"),
    (&["id", "key", "uid", "number"], "1"),
    (&["query", "search", "keyword", "keywords", "q", "term", "topic"], "test"),
    (&["title", "subject", "label"], "Example"),
    (&["message", "text", "content", "body", "prompt", "input", "comment", "note"], "Hello"),
    (&["description", "summary", "reason"], "An example"),
    (&["namespace"], "default"),
    (&["format"], "json"),
    (&["status", "state"], "open"),
    (&["name"], "example"),
];

const NUMBERS: [(&[&str], f64); 14] = [
    (&["latitude", "lat"], 51.5),
    (&["longitude", "lon", "lng", "long"], -0.12),
    (&["year"], 2030.0),
    (&["month"], 6.0),
    (&["day", "days"], 1.0),
    (&["hour"], 14.0),
    (&["minute", "minutes"], 30.0),
    (&["offset", "skip", "index", "start"], 0.0),
    (&["limit", "max", "count", "size", "top", "per page", "length"], 10.0),
    (&["width", "height"], 100.0),
    (&["port"], 8080.0),
    (&["amount", "price", "total"], 10.0),
    (&["percent", "percentage"], 50.0),
    (&["timestamp"], 1_900_000_000.0),
];

const MAX_GAP: usize = 12;
const MAX_QUOTED: usize = 80;

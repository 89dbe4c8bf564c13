use super::*;

const WHOLE: &str =
    "---\ntitle: \"Two \\\"quoted\\\" words\"\nid: two-words\nstatus: pending # no comment\n---\n";

fn text(front: &str, body: &str) -> String {
    format!("---\n{front}---\n{body}")
}

fn body() -> String {
    HEADINGS.map(|heading| format!("\n## {heading}\nwords\n")).concat()
}

const FRONT: &str = "title: A\nid: a-1\nstatus: accepted\nproducts: [mcp 1.x, \"a, b\", 'it''s']\ncreated: 2026-02-28\nupdated: 2026-11-30\n";

fn refusal(text: &str) -> String {
    Card::parse(text).expect_err("no card").in_file("a.md").to_string()
}

#[test]
fn every_rule_page_is_a_card_to_the_byte() {
    let pages = crate::rule_pages::all().expect("every page is a card");
    for (card, rule) in pages.iter().zip(secondtry_failure::judge::rules::ALL) {
        assert_eq!(card.source(), rule.page);
        assert_eq!((card.id(), card.title()), (rule.code, rule.title()));
        assert_eq!((card.kind(), card.status()), (Kind::Rule, Status::Accepted));
        assert!(card.section("Spec").is_some() && card.verify().is_some(), "{}", card.id());
    }
}

#[test]
fn front_matter_gives_its_values() {
    let card = Card::parse(text(FRONT, &body())).expect("a card");
    assert_eq!(card.products(), ["mcp 1.x", "a, b", "it's"]);
    assert_eq!((card.created(), card.updated()), (Some("2026-02-28"), "2026-11-30"));
    assert_eq!((card.id(), card.kind()), ("a-1", Kind::Card));
    assert_eq!(card.symptom(), Some("words"));
}

#[test]
fn list_may_stand_in_lines_of_its_own() {
    let front = FRONT.replace("[mcp 1.x, \"a, b\", 'it''s']", "\n- mcp 1.x\n  - \"b: c\"");
    assert_eq!(Card::parse(text(&front, &body())).expect("a card").products(), ["mcp 1.x", "b: c"]);
}

#[test]
fn line_ends_and_odd_spaces_are_kept() {
    let source = text(FRONT, &format!("{}\n\n \t\n", body())).replace('\n', "\r\n");
    assert_eq!(Card::parse(source.clone()).expect("a card").source(), source);
}

#[test]
fn status_changes_on_its_own_line_alone() {
    let source = text(FRONT, &body());
    let card = Card::parse(source.clone()).expect("a card").with_status(Status::Rejected);
    assert_eq!(card.source(), source.replace("status: accepted", "status: rejected"));
    assert_eq!(card.status(), Status::Rejected);
    assert_eq!(card.with_status(Status::Accepted).source(), source);
}

#[test]
fn heading_in_a_fence_is_none() {
    let fenced =
        body().replacen("## Snippet\nwords", "## Snippet\n```md\n## Fix\n~~~\n``` no end\n```", 1);
    let card = Card::parse(text(FRONT, &fenced)).expect("a card");
    assert_eq!(card.snippet(), Some("```md\n## Fix\n~~~\n``` no end\n```"));
    assert_eq!(card.sections().count(), HEADINGS.len());
}

#[test]
fn error_strings_are_code_spans() {
    let with = body().replacen(
        "Error strings\nwords",
        "Error strings\n- `a: b`\n- ``has ` inside`` (seen twice)\n- `` `x` ``\n\nMore words.",
        1,
    );
    let card = Card::parse(text(FRONT, &with)).expect("a card");
    assert_eq!(card.error_strings(), ["a: b", "has ` inside", "`x`"]);
}

#[test]
fn refusal_names_file_and_line() {
    let strange = FRONT.replace("created", "creatd");
    for (source, said) in [
        (String::new(), "a.md:1: no front matter (the first line is `---`)"),
        ("# Title\n".to_owned(), "a.md:1: no front matter (the first line is `---`)"),
        ("---\ntitle: A\n".to_owned(), "a.md:2: front matter without its end (a line `---`)"),
        (text("title: A\nnonsense\n", ""), "a.md:3: no `key: value`"),
        (
            text(&strange, ""),
            "a.md:6: `creatd` is no key of the front matter (known: created, id, kind, products, rule, status, title, updated)",
        ),
        (
            text(&FRONT.replace("a-1", "A 1"), ""),
            "a.md:3: `A 1` is no name of a card (lower-case letters, digits and single hyphens, at most 80)",
        ),
        (
            text(&FRONT.replace("02-28", "02-30"), ""),
            "a.md:6: `2026-02-30` is no day (write YYYY-MM-DD)",
        ),
        (
            text(&FRONT.replace("accepted", "done"), ""),
            "a.md:4: `done` is no status (accepted, pending or rejected)",
        ),
        (
            text(&FRONT.replace("title: A", "title: \"A"), ""),
            "a.md:2: a quotation mark without its end",
        ),
        (
            text(&FRONT.replace("title: A", "title: `A`"), ""),
            "a.md:2: a plain value that begins with ``` (put it in quotation marks)",
        ),
        (text(&FRONT.replace("id: a-1\n", ""), ""), "a.md:7: no `id` in the front matter"),
        (text(&FRONT.replace("title: A", "title: [A, B]"), ""), "a.md:2: one value, not a list"),
        (
            text(FRONT, &body().replace("## Cause", "## Fix")),
            "a.md:19: `## Fix` stands before `## Cause` (the order is Error strings, Situation, Symptom, Cause, Fix, Snippet, Verify, Sources)",
        ),
        (
            text(FRONT, &body().replace("## Sources", "### Sources")),
            "a.md:8: no `## Sources` (a card has Error strings, Situation, Symptom, Cause, Fix, Snippet, Verify, Sources)",
        ),
        (
            text(FRONT, &body().replacen("words", "- words", 1)),
            "a.md:11: an error string in no code span (write - `the text`)",
        ),
    ] {
        assert_eq!(refusal(&source), said);
    }
    assert!(refusal(&text(FRONT, &"x".repeat(MAX_SOURCE))).ends_with("(at most 131072)"));
    assert_eq!(
        refusal(WHOLE),
        "a.md:4: `pending # no comment` is no status (accepted, pending or rejected)"
    );
}

#[test]
fn draft_becomes_a_pending_card() {
    let draft = Draft {
        id: "x".into(),
        title: "It's \"odd\": \\".into(),
        error_strings: vec!["a ` b".into(), "`".into(), "two\nlines".into()],
        products: vec!["a, b".into()],
        created: "2026-11-30".into(),
        fix: "Do.".into(),
        ..Draft::default()
    };
    let card = draft.compose().expect("a card");
    assert_eq!(card.title(), draft.title);
    assert_eq!(card.error_strings(), ["a ` b", "`", "two lines"]);
    assert_eq!((card.products(), card.status()), (&draft.products[..], Status::Pending));
    assert_eq!(card.fix(), Some("Do."));
}

#[test]
fn days_are_those_of_the_calendar() {
    use crate::day::{Day, Moment};
    for text in ["1970-01-01", "2000-02-29", "2026-11-30", "9999-12-31"] {
        assert_eq!(Day::parse(text).expect("a day").to_string(), text);
    }
    for text in ["2026-02-29", "2026-13-01", "2026-1-01", "+026-01-01", "2026-01-0x", ""] {
        assert_eq!(Day::parse(text), None, "{text}");
    }
    assert_eq!(Moment::from_ms(1_796_083_572_123).to_string(), "2026-12-01T00:06:12Z");
}

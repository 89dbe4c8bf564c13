//! `secondtry cards` from the outside, with a store in a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::program::{flawed_server, secondtry};

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("secondtry-cards-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn cards(&self, arguments: &[&str]) -> Output {
        let mut command = secondtry();
        command.args(["cards", "--store", "cards.db"]).args(arguments).current_dir(&self.0);
        command.env_remove("SECONDTRY_STORE").env("USER", "alice").output().expect("it starts")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn card(id: &str, status: &str) -> String {
    let body =
        ["Error strings", "Situation", "Symptom", "Cause", "Fix", "Snippet", "Verify", "Sources"]
            .map(|heading| format!("\n## {heading}\n- `the {id} is jammed`\n"));
    format!(
        "---\ntitle: What {id} does\nid: {id}\nstatus: {status}\nupdated: 2026-11-30\n---\n{}",
        body.concat()
    )
}

#[test]
fn cards_are_found_without_a_store() {
    let mut command = secondtry();
    command.args(["cards", "find", "--error", "-", "--json"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let error =
        "boot\n[err] McpError: MCP error -32001: Request timed out\n    at f (/x/y.js:1:2)\n";
    child.stdin.take().expect("piped").write_all(error.as_bytes()).expect("room");
    let output = child.wait_with_output().expect("an end");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let ids: Vec<&Value> =
        found["cards"].as_array().expect("a list").iter().map(|card| &card["id"]).collect();
    assert!(ids.iter().take(2).any(|id| *id == "no-response"), "{ids:?}");
    assert_eq!(found["cards"][0]["why"], "the error holds \"MCP error -32001: Request timed out\"");
    let shown = secondtry().args(["cards", "show", "no-response"]).output().expect("it starts");
    assert!(
        said(&shown)
            .starts_with("# A tool call is never answered (no-response)\n\nrule, accepted; for ")
    );
}

#[test]
fn files_come_back_to_the_byte() {
    let folder = Folder::new();
    let first = card("first", "accepted").replace('\n', "\r\n");
    fs::create_dir_all(folder.0.join("in/deeper")).expect("a folder");
    fs::write(folder.0.join("in/first.md"), &first).expect("room");
    fs::write(folder.0.join("in/deeper/second.md"), card("second", "pending")).expect("room");
    assert_eq!(
        said(&folder.cards(&["import", "in"])),
        "2 added, 0 changed, 0 unchanged, 0 refused\n"
    );
    assert_eq!(
        said(&folder.cards(&["import", "in"])),
        "0 added, 0 changed, 2 unchanged, 0 refused\n"
    );
    assert_eq!(said(&folder.cards(&["export", "out"])), "2 cards in out\n");
    assert_eq!(fs::read_to_string(folder.0.join("out/first.md")).expect("a file"), first);
    assert_eq!(
        fs::read_to_string(folder.0.join("out/second.md")).expect("a file"),
        card("second", "pending")
    );
}

#[test]
fn bad_card_is_named_and_the_rest_goes_on() {
    let folder = Folder::new();
    fs::create_dir_all(folder.0.join("in")).expect("a folder");
    fs::write(folder.0.join("in/bad.md"), card("bad", "done")).expect("room");
    fs::write(folder.0.join("in/binary.md"), b"\xff\xfe").expect("room");
    fs::write(folder.0.join("in/good.md"), card("good", "accepted")).expect("room");
    let output = folder.cards(&["import", "in"]);
    let told = complained(&output, 1);
    assert!(
        told.contains("in/bad.md:4: `done` is no status (accepted, pending or rejected)\n"),
        "{told}"
    );
    assert!(told.contains("cannot read `in/binary.md`: it is no UTF-8 text\n"), "{told}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "1 added, 0 changed, 0 unchanged, 2 refused\n"
    );
    let told = complained(&folder.cards(&["add", "in/bad.md"]), 2);
    assert!(
        told.ends_with("secondtry: none of the files is a card (each is told above)\n"),
        "{told}"
    );
}

#[test]
fn pending_card_is_found_once_accepted() {
    let folder = Folder::new();
    fs::write(folder.0.join("gear.md"), card("gear", "pending")).expect("room");
    said(&folder.cards(&["add", "gear.md", "--as", "bob"]));
    assert_eq!(said(&folder.cards(&["find", "the gear is jammed"])), "No card fits.\n");
    let waiting = said(&folder.cards(&["pending"]));
    assert!(
        waiting.starts_with("card:gear ") && waiting.ends_with("What gear does\n"),
        "{waiting}"
    );
    assert_eq!(said(&folder.cards(&["accept", "card:gear"])), "card:gear: accepted\n");
    assert_eq!(said(&folder.cards(&["pending"])), "Nothing waits.\n");
    let found = said(&folder.cards(&["find", "the gear is jammed"]));
    assert_eq!(found, "gear: What gear does\n    the error holds \"the gear is jammed\"\n");
    let outcomes = said(&folder.cards(&["outcomes", "gear", "--json"]));
    let outcomes: Value = serde_json::from_str(&outcomes).expect("JSON");
    assert_eq!(outcomes["tried"], 0);
    said(&folder.cards(&["reject", "gear"]));
    assert!(said(&folder.cards(&["show", "gear"])).contains("card, rejected; updated 2026-11-30"));
}

#[test]
fn what_is_missing_is_told_in_one_line() {
    let folder = Folder::new();
    said(&folder.cards(&["import", "--built-in"]));
    for (arguments, told) in [
        (&["show", "no-respons"][..], "no card `no-respons` (did you mean `no-response`?)"),
        (
            &["accept", "note:7"],
            "nothing `note:7` in the store (`secondtry cards pending` lists what waits)",
        ),
        (&["outcomes", "none"], "no card `none`"),
        (
            &["find", "x", "--cursor", "zz"],
            "the cursor belongs to another question (ask again without it)",
        ),
        (&["import", "missing"], "cannot read `missing`: No such file or directory (os error 2)"),
        (&["find", "x", "--store", "no/such.db"], "cannot open `no/such.db` as a store: "),
    ] {
        let complaint = complained(&folder.cards(arguments), 2);
        assert!(complaint.starts_with(&format!("secondtry: {told}")), "{complaint}");
    }
    let output = secondtry().args(["cards", "pending"]).env_remove("SECONDTRY_STORE").output();
    let told = complained(&output.expect("it starts"), 2);
    assert_eq!(told, "secondtry: no store (name it: --store FILE, or SECONDTRY_STORE)\n");
}

#[test]
fn hostile_card_cannot_drive_a_terminal() {
    let folder = Folder::new();
    let hostile = card("evil", "accepted").replace("What evil", "What \u{9b}2J\u{202e}evil");
    let hostile = hostile.replacen("is jammed", "is \u{1b}[31mjammed", 2);
    fs::write(folder.0.join("evil.md"), hostile).expect("room");
    let output = folder.cards(&["add", "evil.md"]);
    assert!(complained(&output, 2).contains("evil.md:2: a title of "));
    let hostile = card("evil", "accepted").replacen("is jammed", "is \u{1b}[31mjammed", 2);
    fs::write(folder.0.join("evil.md"), hostile).expect("room");
    said(&folder.cards(&["add", "evil.md"]));
    for arguments in [&["show", "evil"][..], &["find", "evil jammed"]] {
        assert!(!said(&folder.cards(arguments)).contains('\u{1b}'), "{arguments:?}");
    }
}

/// What `wrap --cards` answers to a call that fails.
fn wrapped_failure(folder: &Folder, cards: &str) -> String {
    let mut command = secondtry();
    command.args(["wrap", "--cards", cards, "--"]).arg(flawed_server());
    command.arg("tool_failure_as_protocol_error").current_dir(&folder.0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_invoice","arguments":{"invoice_id":"INV-9"}}}"#,
    ];
    let mut input = child.stdin.take().expect("piped");
    input.write_all(format!("{}\n", lines.join("\n")).as_bytes()).expect("written");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let last = String::from_utf8(output.stdout).expect("text");
    let answer: Value =
        serde_json::from_str(last.lines().last().expect("an answer")).expect("a message");
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
}

#[test]
fn known_fix_of_an_accepted_card_is_told() {
    let folder = Folder::new();
    let error = "No invoice has the `invoice_id` \"INV-1\"; on file is INV-004217. Change `invoice_id` and call again.";
    let with = |status: &str| {
        let string = "- `the invoices is jammed`";
        card("invoices", status).replacen(string, &format!("- ``{error}``"), 1)
    };
    fs::write(folder.0.join("invoices.md"), with("pending")).expect("written");
    said(&folder.cards(&["add", "invoices.md"]));
    assert!(!wrapped_failure(&folder, "cards.db").contains("known fix"));
    said(&folder.cards(&["accept", "card:invoices"]));
    let told = wrapped_failure(&folder, "cards.db");
    assert!(told.ends_with("\nknown fix: What invoices does (invoices)"), "{told}");
    assert!(!wrapped_failure(&folder, "built-in").contains("known fix"));
}

#[test]
fn fixes_that_cannot_be_read_are_told_in_one_line() {
    let folder = Folder::new();
    for (cards, reason) in [
        ("nothing.db", "secondtry: cannot open `nothing.db` as a store"),
        ("postgres://localhost/cards", "secondtry: `postgres://localhost/cards` is no file"),
    ] {
        let mut command = secondtry();
        command.args(["wrap", "--cards", cards, "--", "true"]).current_dir(&folder.0);
        let told = complained(&command.output().expect("it starts"), 2);
        assert!(told.starts_with(reason) && told.lines().count() == 1, "{told}");
    }
}

//! Several writers at once, and one that is killed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use secondtry_cards::card::{Card, Status};
use secondtry_cards::store::{self, FindQuery, Reported};

use crate::Case;
use crate::bed::{Bed, NOON, card, outcome, run};

pub(crate) const CASES: &[Case] = &[
    ("writers_at_once_lose_nothing", writers_at_once_lose_nothing),
    ("killed_writer_keeps_what_it_acknowledged", killed_writer_keeps_what_it_acknowledged),
];

fn writers_at_once_lose_nothing(bed: &Bed) {
    bed.with(async |store| {
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
        let mut writers = Vec::new();
        for writer in 0..8 {
            let address = bed.address.clone();
            writers.push(tokio::spawn(async move {
                let store = store::open(&address).await.expect("it opens");
                for turn in 0..10 {
                    let client = format!("{writer}-{turn}");
                    let reported =
                        store.report_outcome(&outcome("a", true, Some(&client)), NOON).await;
                    assert_eq!(reported.expect("kept"), Reported::Counted);
                    let id = format!("w{writer}-{turn}");
                    let new = card(&id, "shared words and own ones", Status::Accepted);
                    store.import(&[new], "operator", NOON).await.expect("kept");
                }
            }));
        }
        for writer in writers {
            writer.await.expect("it ends well");
        }
        assert_eq!(store.card("a").await.expect("read").expect("it is there").tried, 80);
        assert_eq!(store.counts().await.expect("read").accepted, 81);
    });
}

fn killed_writer_keeps_what_it_acknowledged(bed: &Bed) {
    let program = std::env::current_exe().expect("a path");
    let mut child = Command::new(program)
        .args(["--write-into", &bed.address, "1000000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut acknowledged = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        acknowledged.push(line.expect("text"));
        if acknowledged.len() == 60 {
            child.kill().expect("it is killed");
        }
    }
    child.wait().expect("it ends");
    assert!(acknowledged.len() >= 60);
    bed.with(async |store| {
        for id in &acknowledged {
            assert!(store.card(id).await.expect("read").is_some(), "{id} is gone");
        }
        let id = acknowledged.last().expect("some");
        let error = format!("the {} of it broke", word(id));
        let query = FindQuery { error: Some(&error), ..FindQuery::default() };
        let found = store.find(&query).await.expect("read");
        assert_eq!(found.items.first().expect("it is found").card.id, *id);
    });
}

/// A program of its own: writes cards one by one, and prints the name of each when it is acknowledged. Ends with what
/// went wrong.
#[expect(clippy::print_stdout, reason = "another process reads it")]
pub(crate) fn write_into(arguments: &[String]) {
    let [address, count] = arguments else { panic!("--write-into ADDRESS COUNT") };
    let count: u32 = count.parse().expect("a number");
    run(async {
        let store = match store::open(address).await {
            Ok(store) => store,
            Err(error) => return println!("error: {error}"),
        };
        for number in 0..count {
            let new = numbered(number);
            if let Err(error) = store.import(std::slice::from_ref(&new), "writer", NOON).await {
                return println!("error: {error}");
            }
            println!("{}", new.id());
            std::io::stdout().flush().expect("a reader");
        }
    });
}

fn numbered(number: u32) -> Card {
    let id = format!("n{number}");
    card(&id, &format!("the {} of it broke", word(&id)), Status::Accepted)
}

/// A word of letters for each number.
fn word(id: &str) -> String {
    id.bytes().map(|digit| char::from(b'a' + digit % 26)).collect()
}

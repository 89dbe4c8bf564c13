//! Many servers before one store, and many clients at once.

use std::thread;

use serde_json::{Value, json};

use super::bed::{Bed, Served};
use super::client::{call, told};
use super::postgres_server::PostgresServer;

#[test]
fn servers_that_start_together_share_a_store() {
    let bed = Bed::new();
    share(&bed.store());
    assert_eq!(bed.cards(&["outcomes", "no-response"]).lines().count(), 2);
    if PostgresServer::is_possible() {
        let database = PostgresServer::start();
        share(&database.database());
    }
}

fn share(store: &str) {
    let options = &["--ask", "--unmoderated"];
    let starting: Vec<_> = (0..4)
        .map(|_| {
            let store = store.to_owned();
            thread::spawn(move || Served::before(Bed::new(), &store, options))
        })
        .collect();
    let servers: Vec<Served> =
        starting.into_iter().map(|started| started.join().expect("it starts")).collect();
    let report = json!({"card": "no-response", "worked": true, "client_key": "k"});
    let outcomes: Vec<Value> = servers
        .iter()
        .map(|served| told(served, "report_outcome", &report)["outcome"].take())
        .collect();
    assert_eq!(outcomes, ["counted", "same_key", "same_key", "same_key"]);
    let kept = told(&servers[0], "ask_markedet", &json!({"question": "Why?"}));
    let standing = told(&servers[3], "get_answer", &json!({"handle": kept["handle"]}));
    assert_eq!(standing["question"], "Why?");
}

#[test]
fn reports_sent_at_once_count_once() {
    let served = Served::start(&[]);
    let report = json!({"card": "no-response", "worked": true, "client_key": "k"});
    let outcomes: Vec<Value> = thread::scope(|scope| {
        let calls: Vec<_> =
            (0..16).map(|_| scope.spawn(|| call(&served, "report_outcome", &report))).collect();
        let results = calls.into_iter().map(|call| call.join().expect("an answer"));
        results.map(|mut result| result["structuredContent"]["outcome"].take()).collect()
    });
    let count = |word: &str| outcomes.iter().filter(|outcome| *outcome == word).count();
    assert_eq!((count("counted"), count("same_key")), (1, 15), "{outcomes:?}");
}

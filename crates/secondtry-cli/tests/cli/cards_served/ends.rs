//! How a server begins and ends, and what becomes of it without its store.

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::json;

use super::bed::{Bed, Served, complaint};
use super::client::{call, told};
use super::postgres_server::PostgresServer;
use crate::program::secondtry;

#[test]
fn server_told_to_end_closes_what_is_idle() {
    let served = Served::start(&[]);
    let mut idle = TcpStream::connect(served.address()).expect("it listens");
    idle.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    told(&served, "get_card", &json!({"id": "no-response"}));
    assert_eq!(served.end(), Some(0));
    assert_eq!(idle.read(&mut [0; 1]).expect("closed"), 0);
}

#[test]
fn what_cannot_be_served_is_told_in_one_line() {
    let holder = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = holder.local_addr().expect("an address").to_string();
    let bed = Bed::new();
    let folder = bed.folder().display().to_string();
    for (store, address, said) in [
        (bed.store(), taken.as_str(), "(another program does; choose another port, or 0 for any)"),
        (
            bed.store(),
            "nowhere",
            "cannot listen on `nowhere` (write HOST:PORT, such as 127.0.0.1:8710)",
        ),
        (format!("{folder}/no/such.db"), "127.0.0.1:0", "cannot open `"),
        ("mysql://x".to_owned(), "127.0.0.1:0", "`mysql://x` is no place for a store"),
    ] {
        let mut command = secondtry();
        command.args(["cards", "--store", &store, "serve", "--listen", address]);
        let (code, told) = complaint(&mut command);
        assert_eq!((code, told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.starts_with("secondtry: ") && told.contains(said), "{told}");
    }
}

#[test]
fn cards_without_a_named_store_are_kept_in_the_data_folder() {
    let bed = Bed::new();
    let mut command = secondtry();
    command.args(["cards", "serve"]).env_remove("SECONDTRY_STORE");
    command.env("XDG_DATA_HOME", bed.folder()).env("HOME", bed.folder());
    let (code, told) = complaint(&mut command);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    if cfg!(target_os = "linux") {
        assert!(bed.folder().join("secondtry/cards.db").exists());
    }
}

#[test]
fn database_that_comes_back_is_used_again() {
    if !PostgresServer::is_possible() {
        return;
    }
    let database = PostgresServer::start();
    let address = database.database();
    let served = Served::before(Bed::new(), &address, &["--ask"]);
    let card = json!({"id": "no-response"});
    told(&served, "get_card", &card);
    database.down();
    for (tool, arguments) in [
        ("get_card", card.clone()),
        ("report_outcome", json!({"card": "no-response", "worked": true})),
    ] {
        let result = call(&served, tool, &arguments);
        let text = result["content"][0]["text"].as_str().expect("a text");
        assert_eq!(result["isError"], true, "{text}");
        assert!(text.contains("store of cards could not be reached"), "{text}");
        assert_eq!(result["_meta"]["dev.secondtry/failure"]["retry"], "same-call", "{text}");
        assert!(!text.contains("postgres") && !text.contains("/tmp"), "{text}");
    }
    database.up();
    told(&served, "get_card", &card);
    let report = json!({"card": "no-response", "worked": true});
    assert_eq!(told(&served, "report_outcome", &report)["outcome"], "counted");
    assert_eq!(served.end(), Some(0));
}

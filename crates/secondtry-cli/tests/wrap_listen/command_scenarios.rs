//! Sessions of the legacy era in front of a command.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Scenario;
use crate::client::{call, initialize, text};
use crate::front::{Front, time_of, wait_until};

pub(crate) const ALL: &[Scenario] = &[
    ("hundred_sessions_have_a_process_each", hundred_sessions_have_a_process_each),
    ("session_that_is_deleted_leaves_nothing", session_that_is_deleted_leaves_nothing),
    ("session_ids_cannot_be_guessed", session_ids_cannot_be_guessed),
    ("message_without_a_session_is_refused", message_without_a_session_is_refused),
    ("idle_session_ends", idle_session_ends),
    ("slow_call_delays_no_other", slow_call_delays_no_other),
    ("request_of_the_server_reaches_the_listener", request_of_the_server_reaches_the_listener),
    (
        "request_of_the_server_comes_before_the_answer",
        request_of_the_server_comes_before_the_answer,
    ),
    ("client_of_json_alone_gets_json", client_of_json_alone_gets_json),
    ("client_of_events_alone_gets_events", client_of_events_alone_gets_events),
    ("process_that_dies_is_started_again", process_that_dies_is_started_again),
    ("process_that_dies_at_once_ends_its_session", process_that_dies_at_once_ends_its_session),
    ("cancelled_call_gets_no_answer", cancelled_call_gets_no_answer),
    ("client_that_goes_cancels_nothing", client_that_goes_cancels_nothing),
    ("batch_of_its_revision_is_answered", batch_of_its_revision_is_answered),
    ("each_server_of_a_file_has_its_path", each_server_of_a_file_has_its_path),
    ("failed_initialize_begins_no_session", failed_initialize_begins_no_session),
];

fn hundred_sessions_have_a_process_each() {
    let front = Front::of_command(&[], "hundred");
    let threads: Vec<_> = (0..10)
        .map(|_| {
            let client = front.client();
            thread::spawn(move || {
                let sessions: Vec<_> = (0..10).map(|_| client.begun()).collect();
                let told = sessions.iter().map(|session| session.called("pid", &json!({})));
                told.map(|answer| text(&answer).to_owned()).collect::<Vec<_>>()
            })
        })
        .collect();
    let processes: BTreeSet<String> =
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect();
    assert_eq!(processes.len(), 100);
    let metrics = front.client().ask("GET", "/metrics", "").body;
    assert!(metrics.contains("secondtry_sessions 100\n"), "{metrics}");
    assert!(metrics.contains("secondtry_calls_total 100\n"), "{metrics}");
    assert_eq!(front.end(), Some(0));
}

fn session_that_is_deleted_leaves_nothing() {
    let front = Front::of_command(&[], "deleted");
    for _ in 0..50 {
        let client = front.client().begun();
        assert_eq!(client.ask("DELETE", "/mcp", "").status, 204);
        assert_eq!(client.post(&call(&json!(1), "good", &json!({}))).status, 404);
        assert_eq!(client.ask("GET", "/mcp", "").status, 404);
    }
    wait_until("neither processes nor zombies", || front.children() == 0);
}

fn session_ids_cannot_be_guessed() {
    let front = Front::of_command(&[], "ids");
    let ids: BTreeSet<String> = (0..20)
        .map(|_| front.client().post(&initialize()).header("mcp-session-id").expect("one").into())
        .collect();
    assert_eq!(ids.len(), 20);
    assert!(ids.iter().all(|id| id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit())));
}

fn message_without_a_session_is_refused() {
    let front = Front::of_command(&[], "none");
    let message = call(&json!(1), "good", &json!({}));
    assert_eq!(front.client().post(&message).status, 400);
    assert_eq!(front.client().with("mcp-session-id", "made-up").post(&message).status, 404);
    let client = front.client().begun();
    assert_eq!(client.with("mcp-protocol-version", "1.0.0").post(&message).status, 400);
    assert_eq!(client.with("mcp-protocol-version", "2025-11-25").post(&message).status, 200);
}

fn idle_session_ends() {
    let front = Front::of_command(&["--session-timeout", "1s"], "idle");
    let client = front.client().begun();
    let busy = client.call(&json!(1), "slow", &json!({"ms": 1500}));
    assert_eq!(text(&busy.message()), "slow", "a session with an open call is not idle");
    wait_until("its process is gone", || front.children() == 0);
    assert_eq!(client.call(&json!(2), "good", &json!({})).status, 404);
}

fn slow_call_delays_no_other() {
    let front = Front::of_command(&[], "delays");
    let client = front.client().begun();
    let slow = client.clone();
    let slow = thread::spawn(move || slow.called("slow", &json!({"ms": 2000})));
    thread::sleep(Duration::from_millis(200));
    let took = time_of(|| assert_eq!(text(&client.called("good", &json!({}))), "fine"));
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(text(&slow.join().expect("no panic")), "slow");
}

fn request_of_the_server_reaches_the_listener() {
    let front = Front::of_command(&[], "listener");
    let client = front.client().begun();
    let mut listener = client.open("GET", "/mcp", "");
    assert_eq!(
        (listener.status, listener.header("content-type")),
        (200, Some("text/event-stream"))
    );
    let caller = client.clone();
    let caller = thread::spawn(move || caller.call(&json!(1), "asks", &json!({})));
    let question = listener.event().expect("the question");
    assert_eq!(question["method"], "elicitation/create");
    let said = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"word": "yes"}});
    assert_eq!(client.post(&said).status, 202);
    let answer = caller.join().expect("no panic");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(text(&answer.message()), "you said \"yes\"");
    client.called("changes", &json!({}));
    assert_eq!(
        listener.event().expect("a notification")["method"],
        "notifications/tools/list_changed"
    );
}

fn request_of_the_server_comes_before_the_answer() {
    let front = Front::of_command(&[], "before");
    let client = front.client().begun();
    let mut post = client.open("POST", "/mcp", &call(&json!(1), "asks", &json!({})).to_string());
    assert_eq!(post.header("content-type"), Some("text/event-stream"));
    let question = post.event().expect("the question");
    let said = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"word": "no"}});
    assert_eq!(client.post(&said).status, 202);
    assert_eq!(text(&post.event().expect("the answer")), "you said \"no\"");
    assert_eq!(post.event(), None, "the answer ends the stream");
}

fn client_of_json_alone_gets_json() {
    let front = Front::of_command(&[], "json");
    let client = front.client().with("accept", "application/json").begun();
    let mut message = call(&json!(1), "progress", &json!({}));
    message["params"]["_meta"] = json!({"progressToken": 1});
    let answer = client.post(&message);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(text(&answer.message()), "done");
}

fn client_of_events_alone_gets_events() {
    let front = Front::of_command(&[], "events");
    let client = front.client().with("accept", "text/event-stream").begun();
    let answer = client.call(&json!(1), "good", &json!({}));
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(text(&answer.message()), "fine");
}

fn process_that_dies_is_started_again() {
    let front = Front::of_command(&[], "dies");
    let client = front.client().begun();
    let mut processes = BTreeSet::new();
    for _ in 0..4 {
        let died = client.called("fault", &json!({"kind": "exits"}));
        assert_eq!(died["result"]["isError"], true);
        let process = client.called("pid", &json!({}));
        assert!(processes.insert(text(&process).to_owned()), "another process: {process}");
    }
}

fn process_that_dies_at_once_ends_its_session() {
    let front = Front::of_command(&[], "exits-at-once");
    let answer = front.client().post(&initialize());
    assert!(answer.message().get("error").is_some(), "{answer:?}");
    assert_eq!(answer.header("mcp-session-id"), None);
    wait_until("nothing is left", || front.children() == 0);
}

fn cancelled_call_gets_no_answer() {
    let front = Front::of_command(&[], "session-cancels");
    let client = front.client().begun();
    let caller = client.clone();
    let caller = thread::spawn(move || caller.call(&json!(7), "slow", &json!({"ms": 1000})));
    thread::sleep(Duration::from_millis(300));
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 7}});
    assert_eq!(client.post(&cancelled).status, 202);
    let answer = caller.join().expect("no panic");
    assert_eq!((answer.status, answer.messages()), (200, Vec::<Value>::new()));
    thread::sleep(Duration::from_secs(1));
    assert_eq!(text(&client.called("good", &json!({}))), "fine");
    let _ = std::fs::remove_file(crate::command_server::mark_of(Some("session-cancels")));
}

fn client_that_goes_cancels_nothing() {
    let word = format!("goes-{}", std::process::id());
    let front = Front::of_command(&[], &word);
    let client = front.client().begun();
    let mut stream = client.connect();
    let session = client.post(&call(&json!(0), "pid", &json!({})));
    assert_eq!(session.status, 200);
    let body = call(&json!(1), "slow", &json!({"ms": 500})).to_string();
    let head =
        format!("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n", body.len());
    std::io::Write::write_all(&mut stream, format!("{head}\r\n{body}").as_bytes()).expect("sent");
    drop(stream);
    thread::sleep(Duration::from_millis(800));
    assert!(!crate::command_server::mark_of(Some(&word)).exists());
    assert_eq!(text(&client.called("good", &json!({}))), "fine");
}

fn batch_of_its_revision_is_answered() {
    let front = Front::of_command(&[], "batch");
    let mut first = initialize();
    first["params"]["protocolVersion"] = json!("2025-03-26");
    let begun = front.client().post(&first);
    let session = begun.header("mcp-session-id").expect("a session").to_owned();
    let client = front.client().with("mcp-session-id", &session);
    let batch = json!([call(&json!(1), "good", &json!({})), call(&json!(2), "pid", &json!({}))]);
    let answers = client.post(&batch).messages().concat_batches();
    let ids: BTreeSet<u64> = answers.iter().filter_map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(ids, BTreeSet::from([1, 2]), "{answers:?}");
    assert_eq!(front.client().begun().post(&batch).status, 400, "2025-11-25 has no batches");
}

fn each_server_of_a_file_has_its_path() {
    let own = std::env::current_exe().expect("this program").display().to_string();
    let remote = crate::url_server::start(|_, _| ());
    let servers = format!(
        "[servers.one]\ncommand = [{own:?}, \"serve-a-command\", \"one\"]\nrepair = {{ arguments = \"off\" }}\n\
         [servers.two]\ncommand = [{own:?}, \"serve-a-command\", \"two\"]\npath = \"/second\"\n\
         [servers.three]\nurl = \"{}\"\n",
        remote.url("/mcp")
    );
    let file = std::env::temp_dir().join(format!("secondtry-servers-{}.toml", std::process::id()));
    std::fs::write(&file, servers).expect("written");
    let front = Front::of_settings(&file);
    let judged = |path: &str| {
        let client = front.client().at(path).begun();
        let answer = client.called("strict", &json!({"people": 0}));
        answer["result"]["isError"] == true && text(&answer).contains("was not run")
    };
    assert_eq!((judged("/one/mcp"), judged("/second"), judged("/three/mcp")), (false, true, true));
    assert_eq!(front.client().at("/two/mcp").post(&initialize()).status, 404);
    std::fs::remove_file(file).expect("removed");
    assert_eq!(front.end(), Some(0));
}

fn failed_initialize_begins_no_session() {
    let front = Front::of_command(&[], "refuses");
    let answer = front.client().ask("POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":");
    assert_eq!((answer.status, &answer.message()["error"]["code"]), (400, &json!(-32700)));
    let answer = front.client().ask("POST", "/mcp", "{\"id\":1}");
    assert_eq!((answer.status, &answer.message()["error"]["code"]), (400, &json!(-32600)));
    assert_eq!(front.children(), 0);
}

trait ConcatBatches {
    fn concat_batches(self) -> Vec<Value>;
}

impl ConcatBatches for Vec<Value> {
    /// The members of batches beside single messages.
    fn concat_batches(self) -> Vec<Value> {
        self.into_iter()
            .flat_map(|message| match message {
                Value::Array(messages) => messages,
                message => vec![message],
            })
            .collect()
    }
}

//! Answers that are put right, and calls that never reach the server.

use super::*;

const HIDDEN: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"disk full"}}"#;

#[test]
fn hidden_failure_becomes_a_result() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    assert!(failure(&talk.server(HIDDEN)).contains("disk full"));
    assert_eq!(talk.counters.made(RepairName::Channel), 1);
}

#[test]
fn broken_arguments_never_reach_the_server() {
    let mut talk = Talk::begun();
    let steps = talk.call(1, &json!({"people": 0}));
    let text = failure(&steps);
    assert!(text.contains("people") && text.contains('1'), "{text}");
    assert_eq!(sent(&steps).len(), 0);
    assert!(talk.exchange.is_idle());
}

#[test]
fn repair_that_is_off_or_observed_changes_nothing() {
    for (mode, seen) in [(Mode::Off, 0), (Mode::Observe, 1)] {
        let repairs = secondtry_failure::repair::RepairSettings::all(mode);
        let mut talk = Talk::begun_with(Settings { repairs, ..Settings::default() });
        let steps = talk.call(1, &json!({"people": 0}));
        assert_eq!((sent(&steps).len(), told(&steps).len()), (1, 0));
        assert_eq!(bytes(&talk.server(HIDDEN)), [format!("{HIDDEN}\n")]);
        assert_eq!(talk.counters.observed(RepairName::Arguments), seen);
        assert_eq!(talk.counters.observed(RepairName::Channel), seen);
        assert_eq!(talk.counters.made(RepairName::Channel), 0);
    }
}

#[test]
fn coerced_argument_changes_nothing_else() {
    let mut settings = Settings::default();
    settings.repairs.set(RepairName::Coercion, Mode::On);
    let mut talk = Talk::begun_with(settings);
    let line = r#"{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"people":"5"},"name":"book"}}"#;
    assert_eq!(bytes(&talk.client(line)), [line.replace("\"5\"", "5") + "\n"]);
}

#[test]
fn same_failure_for_the_third_time_says_so() {
    let mut talk = Talk::begun();
    let mut texts = Vec::new();
    for id in 1..=3 {
        texts.push(failure(&talk.call(id, &json!({"people": 0}))));
    }
    assert_eq!(texts[0], texts[1]);
    assert!(texts[2].contains("3 times"), "{}", texts[2]);
}

#[test]
fn withheld_text_goes_to_the_log_under_its_reference() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    let trace = "Traceback (most recent call last):\\n  File \\\"/srv/app/book.py\\\", line 3, in book\\nKeyError: 'room'";
    let steps = talk.server(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{trace}"}}],"isError":true}}}}"#
    ));
    let text = failure(&steps);
    let Some(Step::Note(Note::Withheld { reference, text: withheld })) = steps.first() else {
        panic!("a note: {steps:?}")
    };
    assert!(text.contains(reference.as_str()) && !text.contains("/srv/app"), "{text}");
    assert!(withheld.contains("/srv/app"));
}

#[test]
fn noise_leaves_the_stream_and_glued_noise_is_cut_off() {
    let mut talk = Talk::begun();
    assert_eq!(
        talk.server("Server ready on port 3000"),
        [Step::Note(Note::Noise(b"Server ready on port 3000".to_vec()))]
    );
    talk.call(1, &json!({"people": 2}));
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
    assert_eq!(bytes(&talk.server(&format!("loading... {answer}"))), [format!("{answer}\n")]);
}

#[test]
fn answer_under_another_spelling_of_the_id_is_mended() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 2}));
    talk.call(2, &json!({"people": 2}));
    let steps = talk.server(r#"{"jsonrpc":"2.0","id":"1","result":{"content":[]}}"#);
    assert_eq!(told(&steps)[0]["id"], 1);
}

#[test]
fn recovery_is_counted() {
    let mut talk = Talk::begun();
    talk.call(1, &json!({"people": 0}));
    talk.call(2, &json!({"people": 1}));
    talk.server(r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#);
    let counted = [Count::Retries, Count::RetriesChanged, Count::RetriesWorked];
    assert_eq!(counted.map(|count| talk.counters.of(count)), [1, 1, 1]);
}

#[test]
fn replaced_settings_count_from_the_next_line() {
    let live = LiveSettings::new(Settings::default());
    let counters = Arc::new(Counters::default());
    let exchange = Exchange::new(live.clone(), Arc::clone(&counters), 1);
    let mut talk = Talk { exchange, counters, start: some_instant(), at: Duration::ZERO };
    let failed = |id: u64| {
        json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": "disk full"}})
            .to_string()
    };
    talk.call(1, &json!({}));
    failure(&talk.server(&failed(1)));
    talk.call(2, &json!({}));
    let mut repairs = Settings::default().repairs;
    repairs.set(RepairName::Channel, Mode::Off);
    live.replace(Settings { repairs, call_timeout: Duration::from_secs(1), ..Settings::default() });
    assert_eq!(told(&talk.server(&failed(2)))[0]["error"]["code"], -32000);
    talk.call(3, &json!({}));
    failure(&talk.after(Duration::from_secs(1)));
}

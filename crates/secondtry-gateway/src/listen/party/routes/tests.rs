use super::*;
use crate::listen::streams::{Outflow, stream};

fn waiting(id: u64, token: Option<u64>) -> Waiting {
    Waiting {
        id: RequestId::from(id),
        token: token.map(RequestId::from),
        wants_log: false,
        is_subscription: false,
        given: None,
    }
}

fn open(routes: &mut Routes, request: Waiting, takes_events: bool) -> Outflow {
    let (inlet, messages) = stream();
    routes.open(inlet, vec![request], takes_events);
    messages
}

fn listen(routes: &mut Routes) -> Outflow {
    let (inlet, messages) = stream();
    routes.listen(inlet);
    messages
}

/// What has come, as text.
fn came(messages: &mut Outflow) -> Vec<String> {
    std::iter::from_fn(|| messages.next_at_once())
        .map(|message| String::from_utf8(message.line).expect("text"))
        .collect()
}

const LOG: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n";
const PROGRESS: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7}}\n";

#[test]
fn answer_goes_to_the_post_that_asked() {
    let mut routes = Routes::new(Manner::Session);
    let mut one = open(&mut routes, waiting(1, None), true);
    let mut two = open(&mut routes, waiting(2, None), true);
    assert!(routes.answer(&RequestId::from(2), b"{\"id\":2}\n".to_vec()));
    assert_eq!((came(&mut one), came(&mut two)), (vec![], vec!["{\"id\":2}".to_owned()]));
    assert!(
        !routes.answer(&RequestId::from(2), b"{\"id\":2}\n".to_vec()),
        "a second answer has no place"
    );
}

#[test]
fn twins_are_answered_one_after_the_other() {
    let mut routes = Routes::new(Manner::Session);
    let mut first = open(&mut routes, waiting(1, None), true);
    let mut second = open(&mut routes, waiting(1, None), true);
    routes.answer(&RequestId::from(1), b"a".to_vec());
    routes.answer(&RequestId::from(1), b"b".to_vec());
    assert_eq!((came(&mut first), came(&mut second)), (vec!["a".into()], vec!["b".into()]));
}

#[test]
fn progress_goes_to_the_post_that_asked_for_it() {
    let mut routes = Routes::new(Manner::Session);
    let mut listener = listen(&mut routes);
    let mut asked = open(&mut routes, waiting(1, Some(7)), true);
    let mut other = open(&mut routes, waiting(2, None), true);
    routes.deliver(PROGRESS);
    assert_eq!(came(&mut asked).len(), 1);
    assert!(came(&mut listener).is_empty() && came(&mut other).is_empty());
}

#[test]
fn other_messages_go_to_one_listener_alone() {
    let mut routes = Routes::new(Manner::Session);
    let mut old = listen(&mut routes);
    let mut new = listen(&mut routes);
    let mut post = open(&mut routes, waiting(1, None), true);
    routes.deliver(LOG);
    assert_eq!(came(&mut new).len(), 1);
    assert!(came(&mut old).is_empty() && came(&mut post).is_empty());
    drop(new);
    routes.deliver(LOG);
    assert_eq!(came(&mut old).len(), 1, "the one that is still there");
}

#[test]
fn message_without_a_stream_waits_for_one() {
    let mut routes = Routes::new(Manner::Session);
    let _json_only = open(&mut routes, waiting(1, None), false);
    assert_eq!(routes.deliver(LOG), Delivered::Taken);
    assert_eq!(came(&mut listen(&mut routes)).len(), 1);
}

#[test]
fn what_waits_for_a_stream_is_bounded() {
    let mut routes = Routes::new(Manner::Session);
    for _ in 0..MOST_PARKED {
        assert_eq!(routes.deliver(LOG), Delivered::Taken);
    }
    assert_eq!(routes.deliver(LOG), Delivered::Undeliverable);
}

#[test]
fn untagged_message_belongs_to_nobody_among_strangers() {
    let mut routes = Routes::new(Manner::Shared);
    let wants_log = |id| Waiting { wants_log: true, ..waiting(id, None) };
    let mut one = open(&mut routes, wants_log(1), true);
    assert_eq!(routes.deliver(LOG), Delivered::Taken);
    assert_eq!(came(&mut one).len(), 1);
    let mut two = open(&mut routes, wants_log(2), true);
    assert_eq!(routes.deliver(LOG), Delivered::Undeliverable);
    assert!(came(&mut one).is_empty() && came(&mut two).is_empty());
}

#[test]
fn batch_goes_whole_to_whoever_asked_first() {
    let mut routes = Routes::new(Manner::Session);
    let (inlet, mut messages) = stream();
    routes.open(inlet, vec![waiting(1, None), waiting(2, None)], true);
    let batch = br#"[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    assert!(routes.answer_batch(batch));
    let message = messages.next_at_once().expect("the batch");
    assert!(message.is_last && message.is_answer);
    assert!(routes.is_idle());
}

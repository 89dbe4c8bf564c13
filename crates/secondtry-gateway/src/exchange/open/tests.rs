use serde_json::json;

use super::*;
use crate::exchange::some_instant;

fn request() -> Request {
    Request {
        whole: json!({}),
        method: Method::Other,
        tool: None,
        has_list: false,
        protocol: ProtocolVersion::NEWEST_LEGACY,
        sent: some_instant(),
        deadline: None,
        progress_token: None,
        is_coerced: false,
        twins: 0,
        order: 0,
    }
}

fn id(text: &str) -> RequestId {
    RequestId::String(text.into())
}

#[test]
fn answer_is_taken_once() {
    let mut open = Open::default();
    open.add(id("1"), request());
    assert!(matches!(open.settle(Some(&id("1")), true), Owner::Request(..)));
    assert!(matches!(open.settle(Some(&id("1")), true), Owner::Settled));
    open.add(id("1"), request());
    assert!(matches!(open.settle(Some(&id("1")), true), Owner::Request(..)));
}

#[test]
fn wrong_id_is_paired_only_beyond_doubt() {
    let mut open = Open::default();
    open.add(id("1"), request());
    open.add(id("2"), request());
    assert!(matches!(open.settle(Some(&id("9")), true), Owner::Unknown));
    assert!(matches!(open.settle(None, true), Owner::Unknown));
    assert!(matches!(open.settle(Some(&RequestId::from(1)), false), Owner::Unknown));
    let Owner::Request(found, _) = open.settle(Some(&RequestId::from(1)), true) else {
        panic!("1 is \"1\"")
    };
    assert_eq!(found, id("1"));
    assert!(matches!(open.settle(None, true), Owner::Request(..)), "only one is left");
}

#[test]
fn two_requests_of_one_id_take_two_answers() {
    let mut open = Open::default();
    open.add(id("1"), request());
    open.add(id("1"), request());
    assert!(matches!(open.settle(Some(&id("1")), true), Owner::Request(..)));
    assert!(matches!(open.settle(Some(&id("1")), true), Owner::Request(..)));
    assert!(matches!(open.settle(Some(&id("1")), true), Owner::Settled));
}

#[test]
fn late_answer_is_known_in_another_form() {
    let mut open = Open::default();
    open.add(RequestId::from(7), request());
    assert!(open.give_up(&RequestId::from(7)).is_some());
    open.add(RequestId::from(8), request());
    assert!(
        matches!(open.settle(Some(&id("7")), true), Owner::Settled),
        "not 8, which alone is open"
    );
    open.add(RequestId::from(7), request());
    assert!(matches!(open.settle(Some(&id("7")), true), Owner::Request(..)));
}

#[test]
fn progress_extends_what_asked_for_it() {
    let mut open = Open::default();
    let now = some_instant();
    let deadline = Some(now + Duration::from_secs(1));
    open.add(id("1"), Request { deadline, progress_token: Some(id("t")), ..request() });
    open.extend(&id("t"), Some(now + Duration::from_secs(9)));
    assert!(open.overdue(now + Duration::from_secs(8)).is_empty());
    assert_eq!(open.overdue(now + Duration::from_secs(9)).len(), 1);
}

#[test]
fn late_answer_is_known_after_many_others() {
    let mut open = Open::default();
    let deadline = Some(some_instant());
    open.add(id("overdue"), Request { deadline, ..request() });
    assert_eq!(open.overdue(some_instant()).len(), 1);
    open.add(id("cancelled"), request());
    assert!(open.give_up(&id("cancelled")).is_some());
    for n in 0..=MOST_SETTLED {
        let id = id(&format!("other {n}"));
        open.add(id.clone(), request());
        open.settle(Some(&id), true);
    }
    assert!(matches!(open.settle(Some(&id("overdue")), true), Owner::Settled));
    assert!(matches!(open.settle(Some(&id("cancelled")), true), Owner::Settled));
    assert!(matches!(open.settle(Some(&id("overdue")), true), Owner::Unknown), "the debt is paid");
}

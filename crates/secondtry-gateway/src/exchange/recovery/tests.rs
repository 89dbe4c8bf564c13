use serde_json::json;

use super::*;

fn call(arguments: &Value) -> Value {
    json!({"params": {"name": "book", "arguments": arguments}})
}

#[test]
fn changed_call_that_works_is_a_recovery() {
    let (mut recovery, counters) = (Recovery::default(), Counters::default());
    let (bad, good) = (call(&json!({"n": 0})), call(&json!({"n": 1})));
    let ids = [RequestId::from(1), RequestId::from(2), RequestId::from(3)];
    recovery.called(&ids[0], &bad, &counters);
    recovery.told(&ids[0], &bad, true, &counters);
    recovery.called(&ids[1], &bad, &counters);
    recovery.told(&ids[1], &bad, true, &counters);
    recovery.called(&ids[2], &good, &counters);
    recovery.told(&ids[2], &good, false, &counters);
    let counted = [Count::Failures, Count::Retries, Count::RetriesChanged, Count::RetriesWorked];
    assert_eq!(counted.map(|count| counters.of(count)), [2, 2, 1, 1]);
}

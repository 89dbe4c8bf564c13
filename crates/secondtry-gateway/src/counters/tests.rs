use super::*;

#[test]
fn summary_tells_repairs_and_recovery() {
    let counters = Counters::default();
    assert_eq!(counters.summary(), None);
    for count in [Count::Calls, Count::Calls, Count::Failures, Count::Retries] {
        counters.count(count);
    }
    counters.repaired(&[RepairName::Channel, RepairName::Message], &[], &["no-reason-given"]);
    assert_eq!(
        counters.summary().as_deref(),
        Some("2 calls, 1 failed; repaired: channel 1, message 1; 0 of 1 next calls worked")
    );
}

#[test]
fn prometheus_text_has_every_repair_from_the_start() {
    let counters = Counters::default();
    counters.repaired(&[], &[RepairName::FalseSuccess], &["failure-without-is-error"]);
    let text = counters.prometheus();
    assert!(text.contains("secondtry_calls_total 0\n"));
    assert!(text.contains("secondtry_repairs_total{repair=\"arguments\"} 0\n"));
    assert!(text.contains("secondtry_observed_flaws_total{repair=\"false-success\"} 1\n"));
    assert!(text.contains("secondtry_broken_rules_total{rule=\"failure-without-is-error\"} 1\n"));
}

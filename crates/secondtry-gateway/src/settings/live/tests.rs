use std::time::Duration;

use super::*;

fn lasting(seconds: u64) -> Settings {
    Settings { call_timeout: Duration::from_secs(seconds), ..Settings::default() }
}

#[test]
fn replacement_is_noticed_once_by_each_follower() {
    let live = LiveSettings::new(lasting(1));
    let (mut one, at_first) = Follower::new(live.clone());
    let (mut other, _) = Follower::new(live.clone());
    assert_eq!((*at_first).clone(), lasting(1));
    assert_eq!(one.replaced(), None);
    live.replace(lasting(2));
    for follower in [&mut one, &mut other] {
        assert_eq!(follower.replaced().as_deref(), Some(&lasting(2)));
        assert_eq!(follower.replaced(), None);
    }
}

#[test]
fn repair_that_makes_no_sense_stays_off() {
    let live = LiveSettings::new(lasting(1));
    let (mut follower, at_first) = Follower::new(live.without(RepairName::Loop));
    assert_eq!(at_first.repairs.mode(RepairName::Loop), Mode::Off);
    live.replace(lasting(2));
    let next = follower.replaced().expect("they were replaced");
    assert_eq!((next.repairs.mode(RepairName::Loop), next.call_timeout.as_secs()), (Mode::Off, 2));
    assert_eq!(live.now().repairs.mode(RepairName::Loop), Mode::On);
}

#[test]
fn bridge_stands_or_falls_with_the_start() {
    let live = LiveSettings::new(Settings { is_bridge: true, ..lasting(1) });
    live.replace(lasting(2));
    assert_eq!(*live.now(), Settings { is_bridge: true, ..lasting(2) });
}

use super::*;

#[test]
fn kinds_are_found_by_their_names() {
    for kind in ProbeKind::ALL {
        assert_eq!(ProbeKind::from_name(kind.name()), Some(kind));
    }
    assert_eq!(ProbeKind::from_name("typo"), None);
}

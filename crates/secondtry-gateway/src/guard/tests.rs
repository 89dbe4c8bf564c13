use super::*;

#[test]
fn only_groups_that_were_not_taken_back_are_left() {
    assert_eq!(left_of(&b"+10\n+11\n-10\n"[..]), BTreeSet::from([11]));
}

#[test]
fn nonsense_names_nobody() {
    assert_eq!(left_of(&b"+1\n+0\n+-5\n\nx7\n+\n\xff\n"[..]), BTreeSet::new());
}

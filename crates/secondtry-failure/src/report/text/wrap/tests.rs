use super::*;

#[test]
fn lines_break_at_spaces() {
    assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
    assert_eq!(wrapped("", 7), [""]);
}

#[test]
fn longer_words_are_cut() {
    assert_eq!(wrapped("a bcdéfghij k", 4), ["a", "bcdé", "fghi", "j k"]);
}

use super::*;

#[test]
fn words_survive_a_shell() {
    for (word, expected) in
        [("a-b/c.js", "a-b/c.js"), ("", "''"), ("it's $x", r"'it'\''s $x'"), ("a b", "'a b'")]
    {
        assert_eq!(quoted(word), expected);
    }
}

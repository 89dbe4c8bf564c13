use super::*;

#[test]
fn lines_of_common_forms_are_read() {
    let text = "# note\r\nA=1\nexport B = two words \n\nC=\"x # y\" # note\nD='it''s'\nE=a#b # c\nF=\nG=\"a\\nb\"\nno variable\nH I=1\n=x";
    let read: Vec<(&str, String)> = variables(text).collect();
    let expected = [
        ("A", "1"),
        ("B", "two words"),
        ("C", "x # y"),
        ("D", "'it''s'"),
        ("E", "a#b"),
        ("F", ""),
        ("G", "a\nb"),
    ];
    assert_eq!(read, expected.map(|(name, value)| (name, value.to_owned())));
}

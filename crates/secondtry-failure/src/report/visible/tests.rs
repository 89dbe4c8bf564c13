use super::*;

#[test]
fn acting_characters_are_spelt_out() {
    assert_eq!(line("a\u{1b}[2Jb\u{202e}c\r\n"), r"a\u{1b}[2Jb\u{202e}c\r\n");
    assert_eq!(block("a\n\tb\u{7f}"), "a\n\\tb\\u{7f}");
}

#[test]
fn ordinary_text_is_left_alone() {
    let text = "Zürich 東京 👩\u{200d}🚀 <b> \"x\" \\";
    assert!(matches!(line(text), Cow::Borrowed(same) if same == text));
}

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

#[test]
fn json_means_the_same_when_spelt_out() {
    let value = serde_json::json!({"a\u{9b}": "\u{e0041}\n\u{202e}\u{1b}é"});
    let spelt = json(&serde_json::to_string_pretty(&value).expect("a value"));
    assert_eq!(spelt, "{\n  \"a\\u009b\": \"\\udb40\\udc41\\n\\u202e\\u001bé\"\n}");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&spelt).expect("JSON"), value);
}

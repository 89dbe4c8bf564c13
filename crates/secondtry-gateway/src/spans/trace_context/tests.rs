use super::*;

const WHOLE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

#[test]
fn context_of_a_client_is_read() {
    let context = TraceContext::read(WHOLE).expect("a context");
    assert_eq!((context.trace[0], context.trace[15], context.is_sampled), (0x4b, 0x36, true));
    assert_eq!(context.parent, Some([0, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7]));
    let quiet = TraceContext::read(&WHOLE.replace("-01", "-00")).expect("a context");
    assert!(!quiet.is_sampled);
    let later = TraceContext::read(&format!("{}-more", WHOLE.replacen("00", "01", 1)));
    assert_eq!(later, Some(context));
}

#[test]
fn what_is_no_context_is_as_nothing() {
    for text in [
        "",
        "00",
        &WHOLE.to_uppercase(),
        &format!("{WHOLE}-more"),
        &WHOLE.replacen("00", "ff", 1),
        &WHOLE.replace("00f067aa0ba902b7", "0000000000000000"),
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473\u{e9}-00f067aa0ba902b7-01",
        &WHOLE.replace('-', "--"),
    ] {
        assert_eq!(TraceContext::read(text), None, "{text}");
    }
}

#[test]
fn state_that_is_long_or_odd_goes() {
    let with = |state| TraceContext::root([[1; 8]; 2]).with_state(Some(state)).state;
    assert_eq!(with("a=1,b=2").as_deref(), Some("a=1,b=2"));
    assert_eq!(with("a=\n"), None);
    assert_eq!(with(&"a".repeat(513)), None);
}

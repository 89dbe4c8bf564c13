use super::*;

const NOON: Option<&str> = Some("Sun, 06 Nov 1994 12:00:00 GMT");

#[test]
fn seconds_count_from_the_answer_on() {
    assert_eq!(wait_ms(" 120 ", None), Some(120_000));
    assert_eq!(wait_ms("-1", None), None);
    assert_eq!(wait_ms("18446744073709551615", None), None);
}

#[test]
fn time_counts_by_the_clock_of_the_server() {
    for form in [
        "Sun, 06 Nov 1994 12:01:30 GMT",
        "Sunday, 06-Nov-94 12:01:30 GMT",
        "Sun Nov  6 12:01:30 1994",
    ] {
        assert_eq!(wait_ms(form, NOON), Some(90_000), "{form}");
        assert_eq!(wait_ms(form, None), None, "{form}");
    }
    assert_eq!(wait_ms("Sun, 06 Nov 1994 11:00:00 GMT", NOON), Some(0));
}

#[test]
fn what_is_neither_says_nothing() {
    for words in ["soon", "", "1.5", "Sun, 99 Nov 1994 12:01:30 GMT"] {
        assert_eq!(wait_ms(words, NOON), None, "{words}");
    }
}

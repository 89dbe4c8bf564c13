use super::*;

#[test]
fn lifetime_is_told_in_the_largest_unit() {
    for (minutes, told) in [
        (14 * 24 * 60, "14 days"),
        (24 * 60, "1 day"),
        (36 * 60, "36 hours"),
        (90, "90 minutes"),
        (1, "1 minute"),
    ] {
        assert_eq!(in_words(Duration::from_secs(minutes * 60)), told);
    }
}

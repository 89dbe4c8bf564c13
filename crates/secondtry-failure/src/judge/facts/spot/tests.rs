use super::*;

#[test]
fn parts_of_longer_words_are_no_spots() {
    assert_eq!(spots("id, ids, my_id, -id- $id", "id").count(), 3);
    assert_eq!(spots("aaa", "").count(), 0);
    assert_eq!(spots("x[0] y", "[0]").count(), 1);
}

#[test]
fn segments_begin_after_line_and_colon() {
    for text in ["a", "x: a", "x. a", "x\n  a", "\"a", "- a", "→ x> a"] {
        assert!(spots(text, "a").any(Spot::begins_segment), "{text}");
    }
    assert!(!spots("no a", "a").any(Spot::begins_segment));
}

#[test]
fn nearby_text_is_cut_at_characters() {
    let text = format!("{}a{}", "ä".repeat(100), "ä".repeat(100));
    let spot = Spot { before: &text[..200], after: &text[201..] };
    assert_eq!(spot.just_before().chars().count(), 30);
    assert_eq!(spot.just_after().chars().count(), 30);
}

#[test]
fn overlapping_places_are_joined() {
    assert_eq!(merged(vec![5..9, 0..3, 2..4, 9..10]), [0..4, 5..9, 9..10]);
}

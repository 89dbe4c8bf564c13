use secondtry_cards::door::{self, Field};
use secondtry_cards::store::StoreError;

use super::*;

#[test]
fn nothing_of_the_store_goes_out() {
    let lost = || Refused::Store(StoreError::NotOurs("/srv/secret/cards.db".into()));
    let told = [
        reading(lost(), None).to_string(),
        writing(lost()).to_string(),
        of_request(lost()).message.into_owned(),
    ];
    for told in told {
        assert!(!told.contains("secret") && !told.contains(".db"), "{told}");
        assert!(told.contains("server"), "{told}");
    }
}

#[test]
fn text_that_is_not_let_in_is_told_with_what_to_do() {
    let refused = door::admit(Field::Note, "call +49 151 23456789").expect_err("a number");
    assert_eq!(
        writing(refused.into()).to_string(),
        "`note` holds a telephone number (line 1, characters 6 to 21). Nothing was kept. Replace it by a stand-in such as `<number>` and send it again."
    );
}

#[test]
fn too_many_reads_are_told_with_the_wait() {
    assert_eq!(
        reading(Refused::TooOften(Duration::from_millis(200)), None).to_string(),
        "Too many requests: the limit is 120 reads at once and 4 more a second from one address. This call was not run. Send the same call again in 1 s."
    );
}

#[test]
fn foreign_cursor_is_told_as_an_argument() {
    assert_eq!(
        reading(Refused::Store(StoreError::Cursor), Some("zz")).to_string(),
        "Argument `cursor` must be the `next` that `find_cards` returned for the same `query` and `error` (call it without `cursor` to begin anew). You sent \"zz\". Call again with the corrected value."
    );
}

//! Any text is read as a card or refused with a line of its own. A card keeps the text to the byte, also with another status.
#![no_main]

use libfuzzer_sys::fuzz_target;
use secondtry_cards::card::{Card, Status};

fuzz_target!(|text: &str| {
    let card = match Card::parse(text) {
        Ok(card) => card,
        Err(error) => {
            assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}");
            assert!(error.to_string().len() < 2048);
            return;
        }
    };
    assert_eq!(card.source(), text);
    assert_eq!(Card::parse(card.source()).as_ref(), Ok(&card));
    for status in Status::ALL {
        let changed = card.with_status(status);
        assert_eq!(changed.status(), status);
        assert_eq!(changed.sections().collect::<Vec<_>>(), card.sections().collect::<Vec<_>>());
    }
});

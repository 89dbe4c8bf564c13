use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::card::{Kind, Status};

#[test]
fn every_file_in_the_folder_is_a_card() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let listed: BTreeSet<String> =
        field::TEXTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, files, "src/built_in/field.rs lists every file");
    for (name, text) in field::TEXTS {
        let card = Card::parse(*text).unwrap_or_else(|error| panic!("{}", error.in_file(*name)));
        assert_eq!(format!("{}.md", card.id()), *name);
        assert_eq!((card.kind(), card.status()), (Kind::Card, Status::Accepted), "{name}");
        assert!(!card.error_strings().is_empty() && !card.products().is_empty(), "{name}");
        for heading in ["Situation", "Symptom", "Cause", "Fix", "Verify", "Sources"] {
            assert!(card.section(heading).is_some_and(|text| text.len() > 5), "{name}: {heading}");
        }
    }
}

#[test]
fn no_two_cards_share_a_name() {
    let cards = all().expect("cards");
    let names: BTreeSet<&str> = cards.iter().map(Card::id).collect();
    assert_eq!(names.len(), cards.len());
}

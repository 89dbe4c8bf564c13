use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::*;

#[test]
fn policy_allows_the_page_its_own_style_and_script() {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    assert_eq!((STYLE_HASH, SCRIPT_HASH), (&*hash(STYLE), &*hash(SCRIPT)));
}

#[test]
fn page_stays_small() {
    let empty = write(&Report::default(), Mask::Hide);
    assert!(empty.len() < 50_000, "{}", empty.len());
}

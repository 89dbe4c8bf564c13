//! Cards that nobody wrote, and questions about them. The same number always gives the same card.

use std::fmt::Write as _;

use secondtry_cards::card::{Card, Draft, Status};

/// How many words there are. The rarest of them stand in a handful of a million cards, the commonest in nearly all.
const VOCABULARY: f64 = 60_000.0;

/// A sequence of numbers without any order in it (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A word, the n-th of the vocabulary about n times rarer than the first, as in any language.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small numbers"
    )]
    fn word(&mut self) -> String {
        let share = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        word((VOCABULARY.powf(share)) as u64)
    }

    fn words(&mut self, count: u64) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }
}

/// The common words are those of the field, the others are made of syllables.
fn word(number: u64) -> String {
    const COMMON: &[&str] = &[
        "error",
        "the",
        "server",
        "tool",
        "failed",
        "request",
        "client",
        "not",
        "invalid",
        "timeout",
        "json",
        "call",
        "connection",
        "found",
        "value",
        "argument",
        "message",
        "response",
        "schema",
        "unknown",
        "stdio",
        "http",
    ];
    const SYLLABLES: &[&str] = &[
        "ba", "ke", "mi", "do", "ru", "sha", "ten", "vor", "lin", "gos", "pra", "zed", "qui",
        "nok", "fal", "wex",
    ];
    if let Some(word) = usize::try_from(number).ok().and_then(|at| COMMON.get(at)) {
        return (*word).to_owned();
    }
    let (mut rest, mut word) = (number, String::new());
    while rest > 0 {
        word.push_str(SYLLABLES[(rest % 16) as usize]);
        rest /= 16;
    }
    word
}

fn draft(number: u64) -> Draft {
    let mut dice = Dice(number);
    let strings = (0..2 + dice.below(2)).map(|_| {
        let (head, tail) = (dice.words(3), dice.words(4));
        format!("{head}: {tail} '{}'", dice.word())
    });
    let error_strings = strings.collect();
    Draft {
        id: format!("generated-{number}"),
        title: dice.words(7),
        error_strings,
        products: vec![format!("{} {}.x", dice.word(), dice.below(9))],
        situation: dice.words(15),
        symptom: dice.words(20),
        cause: dice.words(25),
        fix: dice.words(30),
        snippet: format!("```\n{}\n```", dice.words(12)),
        verify: dice.words(10),
        sources: dice.words(4),
        created: "2026-11-30".to_owned(),
    }
}

/// The card with a number.
pub(crate) fn card(number: u64) -> Card {
    draft(number).compose().expect("a card").with_status(Status::Accepted)
}

/// An error that this card is about, as a log would show it: with a time, a path and another quoted word; of every four one
/// lacks a word, and one has a wrong letter.
pub(crate) fn error(number: u64, query: u64) -> String {
    let draft = draft(number);
    let mut dice = Dice(query ^ 0xabcd);
    let string = &draft.error_strings[0];
    let (text, _) = string.split_once(" '").unwrap_or((string, ""));
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    match query % 4 {
        1 => {
            words.remove(1);
        }
        2 => words[2].push('x'),
        _ => {}
    }
    let mut text =
        format!("2026-11-30T10:{:02}:00Z [worker {}] Error: ", query % 60, dice.below(99));
    let _ = write!(
        text,
        "{} '{}'\n    at run (/srv/app/{}/index.js:{}:3)",
        words.join(" "),
        dice.word(),
        dice.word(),
        dice.below(999)
    );
    text
}

/// Some words of a card's title and of what is seen.
pub(crate) fn words(number: u64) -> String {
    let draft = draft(number);
    let title = draft.title.split(' ').step_by(2);
    let seen = draft.symptom.split(' ').step_by(7);
    title.chain(seen).collect::<Vec<_>>().join(" ")
}

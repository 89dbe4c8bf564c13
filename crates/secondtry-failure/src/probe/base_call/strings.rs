//! Strings that fit their length and pattern, near to what the parameter's name suggests.

use serde_json::{Map, Value};

use super::super::random::Random;
use super::super::view::View;
use super::{pattern, wording};
use crate::schema::compile::Schema;

/// A text for a parameter called `name`.
pub(super) fn string(name: &str, view: &View<'_>, random: &mut Random) -> String {
    let least = view.most("minLength").and_then(|least| usize::try_from(least).ok());
    let most = view.least("maxLength").and_then(|most| usize::try_from(most).ok());
    let (least, most) = (least.unwrap_or(0).min(MAX_LENGTH), most.unwrap_or(MAX_LENGTH));
    let wish = wording::text(name, view);
    let Some(stated_pattern) = view.text("pattern") else { return fitted(&wish, least, most) };
    let Some(check) = text_check(view) else { return fitted(&wish, least, most) };
    let accepts = |text: &String| check.accepts(&Value::String(text.clone()));
    let made = (0..3).filter_map(|attempt| {
        pattern::matching(stated_pattern, attempt, least.min(most), most, &mut random.clone())
    });
    let likely = LIKELY.iter().map(|text| (*text).to_owned());
    let wishes = [wish.clone(), fitted(&wish, least, most)].into_iter();
    wishes.chain(made).chain(likely).find(accepts).unwrap_or(wish)
}

/// `text` cut or filled up to the bounds, counted in characters.
pub(in crate::probe) fn fitted(text: &str, least: usize, most: usize) -> String {
    let length = text.chars().count();
    if length > most {
        return text.chars().take(most).collect();
    }
    let filling = "example ".chars().cycle();
    let mut fitted: String =
        text.chars().chain(filling.take(least.saturating_sub(length))).collect();
    if fitted.ends_with(' ') && !text.ends_with(' ') {
        fitted.pop();
        fitted.push('e');
    }
    fitted
}

/// Judges a text by what `view` says of texts alone.
fn text_check(view: &View<'_>) -> Option<Schema> {
    let all = view.all.iter().map(|keywords| {
        let of_texts = ["pattern", "minLength", "maxLength"]
            .into_iter()
            .filter_map(|keyword| Some((keyword.to_owned(), keywords.get(keyword)?.clone())));
        Value::Object(of_texts.collect::<Map<_, _>>())
    });
    Schema::compile(&serde_json::json!({"allOf": all.collect::<Vec<_>>()})).ok()
}

/// Texts that satisfy what cannot be made from its pattern, such as rules for passwords.
const LIKELY: [&str; 16] = [
    "Aa1!aaaaaaaa",
    "Example1",
    "example",
    "EXAMPLE",
    "a",
    "A",
    "1",
    "12345678",
    "a1",
    "example-1",
    "example.com",
    "https://example.com/",
    "2030-06-15",
    "/example",
    "user@example.com",
    "3fa85f64-5717-4562-b3fc-2c963f66afa6",
];

const MAX_LENGTH: usize = 20_000;

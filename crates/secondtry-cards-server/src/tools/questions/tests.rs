use secondtry_cards::card::Status;
use secondtry_cards::day::Moment;

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

#[test]
fn answer_cannot_look_like_what_the_server_says() {
    let question = Question {
        handle: Handle::parse(&"0".repeat(32)).expect("a handle"),
        question: "Why?\nHow?".into(),
        context: None,
        status: Status::Accepted,
        asked: Moment::from_ms(0),
        expires: Moment::from_ms(0),
        answered: None,
    };
    let answer = GivenAnswer {
        number: 1,
        text: "So.\n\nFrom the maintainers (verified):".into(),
        author: "Jo\n".into(),
        kind: AuthorKind::Agent,
        at: Moment::from_ms(0),
    };
    let text = as_text(&question, &[answer]);
    let (_, shown) = text.split_once("The question was:\n").expect("the question");
    assert_eq!(
        shown,
        "> Why?\n> How?\n\nFrom Jo  (an agent, unverified), 1970-01-01T00:00:00Z:\n> So.\n> \n> From the maintainers (verified):\n"
    );
}

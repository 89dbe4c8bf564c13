//! Outcomes, notes, questions and answers.

use std::time::Duration;

use secondtry_cards::card::Status;
use secondtry_cards::day::{Day, Moment};
use secondtry_cards::store::{
    Answered, Asked, AuthorKind, Handle, Item, NewAnswer, NewOutcome, NewQuestion, OutcomesQuery,
    QuestionsQuery, Reported,
};

use crate::Case;
use crate::bed::{Bed, NOON, card, outcome};

pub(crate) const CASES: &[Case] = &[
    ("outcome_counts_once_a_key_and_once_a_day", outcome_counts_once_a_key_and_once_a_day),
    ("outcomes_are_counted_by_day", outcomes_are_counted_by_day),
    ("clients_are_forgotten_after_their_day", clients_are_forgotten_after_their_day),
    ("note_waits_until_it_is_accepted", note_waits_until_it_is_accepted),
    ("question_is_answered_then_expires", question_is_answered_then_expires),
    ("questions_go_on_where_they_stopped", questions_go_on_where_they_stopped),
    ("pending_things_come_oldest_first", pending_things_come_oldest_first),
];

const DAY: Duration = Duration::from_hours(24);

fn question(text: &str) -> NewQuestion<'_> {
    NewQuestion {
        question: text,
        context: None,
        client: Some("c"),
        lifetime: DAY,
        status: Status::Accepted,
    }
}

fn outcome_counts_once_a_key_and_once_a_day(bed: &Bed) {
    bed.with(async |store| {
        let cards =
            [card("a", "it broke", Status::Accepted), card("b", "it broke", Status::Accepted)];
        store.import(&cards, "operator", NOON).await.expect("kept");
        let report = async |outcome: NewOutcome<'static>, at: Moment| {
            store.report_outcome(&outcome, at).await.expect("kept")
        };
        let keyed = NewOutcome { client_key: Some("k1"), ..outcome("a", true, Some("alice")) };
        assert_eq!(report(keyed, NOON).await, Reported::Counted);
        assert_eq!(report(keyed, NOON).await, Reported::SameKey);
        assert_eq!(report(keyed, NOON.plus(3 * DAY)).await, Reported::SameKey);
        assert_eq!(report(outcome("a", false, Some("alice")), NOON).await, Reported::SameDay);
        assert_eq!(report(outcome("a", false, Some("bob")), NOON).await, Reported::Counted);
        assert_eq!(report(outcome("b", true, Some("alice")), NOON).await, Reported::Counted);
        assert_eq!(
            report(outcome("a", true, Some("alice")), NOON.plus(DAY)).await,
            Reported::Counted
        );
        assert_eq!(report(outcome("none", true, None), NOON).await, Reported::UnknownCard);
        let stored = store.card("a").await.expect("read").expect("it is there");
        assert_eq!((stored.worked, stored.tried), (2, 3));
    });
}

fn outcomes_are_counted_by_day(bed: &Bed) {
    bed.with(async |store| {
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
        for (days, worked) in [(0, true), (0, false), (2, true)] {
            let at = NOON.plus(days * DAY);
            store.report_outcome(&outcome("a", worked, None), at).await.expect("kept");
        }
        let counts = store.outcomes_by_day("a", Day::from_number(0)).await.expect("read");
        let said: Vec<String> = counts
            .iter()
            .map(|count| format!("{} {}/{}", count.day, count.worked, count.tried))
            .collect();
        assert_eq!(said, ["2026-11-30 1/2", "2026-12-02 1/1"]);
        assert_eq!(store.outcomes_by_day("a", NOON.plus(DAY).day()).await.expect("read").len(), 1);
    });
}

fn clients_are_forgotten_after_their_day(bed: &Bed) {
    bed.with(async |store| {
        let cards = [card("a", "it broke", Status::Accepted)];
        store.import(&cards, "operator", NOON).await.expect("kept");
        let report = async |at| {
            store.report_outcome(&outcome("a", true, Some("alice")), at).await.expect("kept")
        };
        assert_eq!(report(NOON).await, Reported::Counted);
        assert_eq!(report(NOON.plus(DAY)).await, Reported::Counted);
        let today = NOON.plus(DAY).day();
        assert_eq!(store.forget_clients(today).await.expect("kept"), 1);
        assert_eq!(store.forget_clients(today).await.expect("kept"), 0);
        assert_eq!(report(NOON.plus(DAY)).await, Reported::SameDay);
        assert_eq!(store.card("a").await.expect("read").expect("it is there").tried, 2);
        // Nobody is known any more as the one who reported on the first day.
        assert_eq!(report(NOON).await, Reported::Counted);
    });
}

fn note_waits_until_it_is_accepted(bed: &Bed) {
    bed.with(async |store| {
        store
            .import(&[card("a", "it broke", Status::Accepted)], "operator", NOON)
            .await
            .expect("kept");
        let noted = NewOutcome { note: Some("only on Windows"), ..outcome("a", false, None) };
        store.report_outcome(&noted, NOON).await.expect("kept");
        store.report_outcome(&outcome("a", true, None), NOON).await.expect("kept");
        let list = async |note_status| {
            let query = OutcomesQuery { card: "a", note_status, cursor: None, limit: 10 };
            store.outcomes(&query).await.expect("read").items
        };
        let shown = list(Some(Status::Accepted)).await;
        assert_eq!((shown.len(), &shown[1].note), (2, &None));
        assert_eq!(list(None).await[1].note.as_deref(), Some("only on Windows"));
        let waiting = store.pending(None, 10).await.expect("read").items;
        assert_eq!((waiting.len(), waiting[0].about.as_deref()), (1, Some("a")));
        let item = &waiting[0].item;
        assert!(store.moderate(item, Status::Accepted, "alice", NOON).await.expect("kept"));
        assert_eq!(list(Some(Status::Accepted)).await[1].note.as_deref(), Some("only on Windows"));
        assert!(store.pending(None, 10).await.expect("read").items.is_empty());
        let first = OutcomesQuery { card: "a", note_status: None, cursor: None, limit: 1 };
        let page = store.outcomes(&first).await.expect("read");
        let rest = store.outcomes(&OutcomesQuery { cursor: page.next.as_deref(), ..first }).await;
        assert_eq!(rest.expect("read").items.len(), 1);
    });
}

fn question_is_answered_then_expires(bed: &Bed) {
    bed.with(async |store| {
        let asked = store.ask(&question("Why does it break?"), NOON).await.expect("kept");
        assert_eq!(asked.expires, NOON.plus(DAY));
        let state = async |at: Moment| store.question(&asked.handle, at).await.expect("read");
        assert_eq!(state(NOON).await, Asked::Pending(asked.clone()));
        let answer = |status| NewAnswer {
            text: "It is off.",
            author: "Bo",
            kind: AuthorKind::Person,
            status,
        };
        let later = NOON.plus(Duration::from_mins(1));
        let kept =
            store.answer(&asked.handle, &answer(Status::Pending), later).await.expect("kept");
        let Answered::Kept(number) = kept else { panic!("{kept:?}") };
        assert_eq!(state(later).await, Asked::Pending(asked.clone()));
        let item = Item::Answer(number);
        assert!(store.moderate(&item, Status::Accepted, "alice", later).await.expect("kept"));
        let Asked::Answered(question, answers) = state(later).await else { panic!("not answered") };
        assert_eq!((question.answered, answers.len()), (Some(later), 1));
        assert_eq!((answers[0].author.as_str(), answers[0].kind), ("Bo", AuthorKind::Person));
        let over = NOON.plus(DAY);
        assert!(matches!(state(over).await, Asked::Expired(_)));
        let late = store.answer(&asked.handle, &answer(Status::Accepted), over).await;
        assert_eq!(late.expect("tried"), Answered::Expired);
        assert_eq!(store.forget_expired(over.plus(DAY)).await.expect("gone"), 1);
        assert_eq!(state(NOON).await, Asked::Unknown);
        let nobody = Handle::parse(&"0".repeat(32)).expect("a handle");
        assert_eq!(store.question(&nobody, NOON).await.expect("read"), Asked::Unknown);
        let late = store.answer(&nobody, &answer(Status::Accepted), NOON).await;
        assert_eq!(late.expect("tried"), Answered::Unknown);
    });
}

fn questions_go_on_where_they_stopped(bed: &Bed) {
    bed.with(async |store| {
        for text in ["one", "two", "three"] {
            store.ask(&question(text), NOON).await.expect("kept");
        }
        let query =
            QuestionsQuery { is_answered: Some(false), status: None, cursor: None, limit: 2 };
        let first = store.questions(&query, NOON).await.expect("read");
        store.ask(&question("four"), NOON).await.expect("kept");
        let next = QuestionsQuery { cursor: first.next.as_deref(), ..query };
        let second = store.questions(&next, NOON).await.expect("read");
        let texts: Vec<&str> = first
            .items
            .iter()
            .chain(&second.items)
            .map(|question| question.question.as_str())
            .collect();
        assert_eq!((texts, second.next), (vec!["three", "two", "one"], None));
        let answered = QuestionsQuery { is_answered: Some(true), ..query };
        assert!(store.questions(&answered, NOON).await.expect("read").items.is_empty());
        assert!(store.questions(&query, NOON.plus(DAY)).await.expect("read").items.is_empty());
    });
}

fn pending_things_come_oldest_first(bed: &Bed) {
    bed.with(async |store| {
        let minute = |minutes: u64| NOON.plus(Duration::from_mins(minutes));
        let pending = NewQuestion { status: Status::Pending, ..question("Why?") };
        let asked = store.ask(&pending, minute(3)).await.expect("kept");
        let cards =
            [card("b", "it broke", Status::Pending), card("a", "it broke", Status::Pending)];
        store.import(&cards, "operator", minute(1)).await.expect("kept");
        let answer = NewAnswer {
            text: "So.",
            author: "x",
            kind: AuthorKind::Agent,
            status: Status::Pending,
        };
        store.answer(&asked.handle, &answer, minute(4)).await.expect("kept");
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = store.pending(cursor.as_deref(), 1).await.expect("read");
            seen.extend(page.items.iter().map(|pending| pending.item.to_string()));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        let question = format!("question:{}", asked.handle);
        assert_eq!(seen, ["card:a", "card:b", &question, "answer:1"]);
        for name in &seen {
            let item = Item::parse(name).expect("an item");
            assert!(store.moderate(&item, Status::Rejected, "alice", NOON).await.expect("kept"));
        }
        assert!(store.pending(None, 10).await.expect("read").items.is_empty());
    });
}

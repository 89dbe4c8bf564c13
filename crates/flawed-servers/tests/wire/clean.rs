use serde_json::{Value, json};

use crate::exchange::{ERAS, ask, call, failure, result, success};

#[test]
fn valid_calls_succeed() {
    for era in ERAS {
        let flight = json!({
            "origin": "OSL", "destination": "LIS", "date": "2027-05-20", "passengers": [{"age": 34}, {"age": 2}],
        });
        for (tool, arguments, text) in [
            ("opening_hours", json!({}), "Monday to Friday, 08:00 to 18:00"),
            (
                "forecast_weather",
                json!({"city": "Bergen", "days": 3}),
                "Bergen, 3 days ahead: light rain, 14 °C",
            ),
            (
                "find_booking",
                json!({"booking_id": "BK-20441"}),
                "BK-20441: room 12, 2 guests, 2027-05-20 to 2027-05-23",
            ),
            (
                "search_flights",
                flight,
                "OSL to LIS on 2027-05-20: 2 flights with 2 seats left, from 118 EUR",
            ),
            (
                "book_room",
                json!({"room": 12, "date": "2027-05-20", "guest": {"name": "Ines Moreau"}}),
                "Room 12 is booked for 2027-05-20 as BK-20443",
            ),
            ("cancel_booking", json!({"booking_id": "BK-20442"}), "BK-20442 is cancelled"),
        ] {
            assert_eq!(call("clean", era, tool, &arguments), success(era, text));
        }
    }
}

#[test]
fn structured_answer_is_repeated_as_text() {
    let data = json!({"amount": 104.84, "currency": "EUR", "rate": 0.87});
    let answer = call(
        "clean",
        "modern",
        "convert_currency",
        &json!({"amount": 120.5, "from": "USD", "to": "EUR"}),
    );
    assert_eq!(
        answer,
        result(
            "modern",
            json!({"content": [{"type": "text", "text": data.to_string()}], "structuredContent": data})
        )
    );
}

#[test]
fn every_fault_is_told_in_full() {
    let arguments = json!({
        "cabins": ["economy", "economy"],
        "date": "2027-02-30",
        "destination": "Lisbon",
        "direct": "no",
        "passengers": [{"age": 130, "name": "Ines"}],
    });
    let told = "\
`origin` is required and was not sent: it must be a string of the form ^[A-Z]{3}$. Add `origin` and call again.
`cabins` is [\"economy\",\"economy\"], but must be an array of at least 1 different items. Change `cabins` and call again.
`date` is \"2027-02-30\", but must be a string with a day as YYYY-MM-DD. Change `date` and call again.
`destination` is \"Lisbon\", but must be a string of the form ^[A-Z]{3}$. Change `destination` and call again.
`direct` is \"no\", but must be a boolean, true or false. Change `direct` and call again.
`passengers[0].age` is 130, but must be an integer from 0 to 120. Change `passengers[0].age` and call again.
`passengers[0].name` is not an argument of this tool, which takes `age` and `luggage_kg`. Leave `passengers[0].name` out and call again.";
    for era in ERAS {
        assert_eq!(call("clean", era, "search_flights", &arguments), failure(era, told));
    }
}

#[test]
fn refusals_of_the_work_tell_what_to_change() {
    for (tool, arguments, told) in [
        (
            "find_booking",
            json!({"booking_id": "BK-99999"}),
            "`booking_id` is \"BK-99999\", but no booking has this number: there are BK-20441 and BK-20442. \
             Change `booking_id` and call again.",
        ),
        (
            "book_room",
            json!({"room": 12, "date": "2001-01-01", "guest": {"name": "Ines Moreau"}}),
            "`date` is 2001-01-01, but must be a day from 2026-01-01 on. Change `date` and call again.",
        ),
        (
            "search_flights",
            json!({"origin": "OSL", "destination": "OSL", "date": "2027-05-20", "passengers": [{"age": 34}]}),
            "`origin` and `destination` are both OSL, but must differ. Change one of them and call again.",
        ),
    ] {
        assert_eq!(call("clean", "modern", tool, &arguments), failure("modern", told));
    }
}

#[test]
fn only_two_tools_are_not_read_only() {
    let list = ask("clean", "modern", "tools/list", json!({}));
    let writing: Vec<(&Value, &Value)> = list["result"]["tools"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|tool| tool["annotations"]["readOnlyHint"] != true)
        .map(|tool| (&tool["name"], &tool["annotations"]["destructiveHint"]))
        .collect();
    assert_eq!(
        writing,
        [(&json!("book_room"), &json!(false)), (&json!("cancel_booking"), &json!(true))]
    );
}

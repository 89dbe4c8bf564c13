//! The extractor, with the guard and without.

use std::collections::BTreeMap;

use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use secondtry::Parameters;
use serde::Deserialize;
use serde_json::json;

use crate::client::{Client, Era, Served};

#[derive(Deserialize, JsonSchema)]
struct Trip {
    legs: Vec<Leg>,
    #[serde(default)]
    options: BTreeMap<String, Choice>,
}

#[derive(Deserialize, JsonSchema)]
struct Leg {
    #[schemars(range(min = 1))]
    passengers: u8,
    day: chrono::NaiveDate,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Aisle,
    Window,
}

#[derive(Deserialize, JsonSchema)]
struct Even {
    #[serde(deserialize_with = "even")]
    number: u32,
}

fn even<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = u32::deserialize(deserializer)?;
    if number % 2 == 0 { Ok(number) } else { Err(serde::de::Error::custom("it must be even")) }
}

#[tool_router(router = parameter_tools)]
impl Served {
    #[tool(description = "Plans a trip")]
    fn plan(Parameters(Trip { legs, options }): Parameters<Trip>) -> String {
        let seats = options.values().map(|choice| match choice {
            Choice::Aisle => 'a',
            Choice::Window => 'w',
        });
        let days = legs.iter().map(|leg| format!("{} on {}", leg.passengers, leg.day));
        format!("{} {}", days.collect::<Vec<_>>().join(", "), seats.collect::<String>())
    }

    #[tool(description = "Halves an even number")]
    async fn halve(&self, Parameters(Even { number }): Parameters<Even>) -> String {
        (number / 2).to_string()
    }
}

async fn both() -> [Client; 2] {
    [
        Client::guarded(Served::parameter_tools()).await,
        Client::to(Served::parameter_tools(), Era::Legacy).await,
    ]
}

#[tokio::test]
async fn right_arguments_are_read() {
    for mut client in both().await {
        let arguments = json!({
            "legs": [{"passengers": 2, "day": "2026-12-01"}], "options": {"seat": "window"}
        });
        let answer = client.call("plan", arguments).await;
        assert_eq!(answer["result"]["content"][0]["text"], "2 on 2026-12-01 w");
    }
}

#[tokio::test]
async fn wrong_type_names_the_parameter_even_without_guard() {
    for mut client in both().await {
        let arguments = json!({"legs": [{"passengers": "two", "day": "2026-12-01"}]});
        let text = client.failure_of("plan", arguments).await;
        assert!(text.contains("`legs[0].passengers` must be an integer"), "{text}");
    }
}

#[tokio::test]
async fn bound_of_the_schema_is_kept_even_without_guard() {
    for mut client in both().await {
        let text = client.failure_of("plan", json!({"legs": [{"passengers": 0}]})).await;
        assert!(text.contains("`legs[0].passengers` must be"), "{text}");
        assert!(text.contains("`legs[0].day` is required"), "{text}");
    }
}

#[tokio::test]
async fn format_that_the_type_refuses_names_the_parameter() {
    for mut client in both().await {
        let arguments = json!({"legs": [{"passengers": 1, "day": "3 April"}]});
        let text = client.failure_of("plan", arguments).await;
        assert!(text.contains("`legs[0].day` must be a date in the form YYYY-MM-DD"), "{text}");
    }
}

#[tokio::test]
async fn rule_of_the_type_names_the_parameter() {
    for mut client in both().await {
        let answer = client.call("halve", json!({"number": 7})).await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("`number`") && text.contains("it must be even"), "{text}");
        assert!(text.contains("You sent 7."), "{text}");
        assert_eq!(answer["result"]["isError"], true);
    }
}

//! One fault of a command each: what the client is told, once, and that the next call works.

use libtest_mimic::Failed;
use serde_json::{Value, json};

use crate::client::{Client, text};
use crate::front::Front;

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    told: Told,
}

/// What the call is answered with.
#[derive(Clone, Copy)]
pub(crate) enum Told {
    /// Something else that arrives as it came.
    AsItCame,
    /// A result with `isError: true` that says this.
    Failure(&'static str),
    /// A result that says this.
    Fine(&'static str),
}

impl Fault {
    pub(crate) fn run(&self) -> Result<(), Failed> {
        let front = Front::of_command(&["--call-timeout", "1500ms"], "faults");
        let modern = crate::modern_scenarios::modern(&front.client());
        for (era, client) in [("legacy", front.client().begun()), ("modern", modern)] {
            let wrong = self.differs(&client, era == "modern");
            if !wrong.is_empty() {
                return Err(format!("{era}: {wrong}; stderr: {}", front.stderr()).into());
            }
        }
        Ok(())
    }

    fn differs(&self, client: &Client, is_modern: bool) -> String {
        let tell = |id: u64, tool: &str, arguments: &Value| {
            if is_modern {
                crate::modern_scenarios::called(client, &json!(id), tool, arguments)
            } else {
                client.call(&json!(id), tool, arguments)
            }
        };
        let slow = {
            let client = client.clone();
            std::thread::spawn(move || {
                let arguments = json!({"ms": 200});
                if is_modern {
                    crate::modern_scenarios::called(&client, &json!(10), "slow", &arguments)
                } else {
                    client.call(&json!(10), "slow", &arguments)
                }
                .answers()
                .len()
            })
        };
        std::thread::sleep(std::time::Duration::from_millis(50));
        let bad = tell(11, "fault", &json!({"kind": self.name}));
        let wrong = match bad.answers().as_slice() {
            [answer] if bad.status == 200 && answer["id"] == 11 => self.told.differs(answer),
            // In a batch, or too deep to be read here.
            _ if matches!(self.told, Told::AsItCame) && bad.body.contains("\"id\":11") => {
                String::new()
            }
            _ => format!("{bad:?}"),
        };
        if !wrong.is_empty() {
            return wrong;
        }
        if slow.join().ok() != Some(1) {
            return "the call beside it was not answered once".to_owned();
        }
        match tell(12, "good", &json!({})).answers().as_slice() {
            [answer] if text(answer) == "fine" => String::new(),
            other => format!("the call after it: {other:?}"),
        }
    }
}

impl Told {
    /// What is wrong with `answer`; empty if nothing is.
    pub(crate) fn differs(self, answer: &Value) -> String {
        let is_failure = answer["result"]["isError"] == true;
        let is_right = match self {
            Self::AsItCame => answer.get("result").is_some() || answer.get("error").is_some(),
            Self::Failure(said) => is_failure && text(answer).contains(said),
            Self::Fine(said) => !is_failure && text(answer) == said,
        };
        if is_right { String::new() } else { answer.to_string() }
    }
}

pub(crate) fn all() -> impl Iterator<Item = Fault> {
    [
        ("exits", Told::Failure("exit code 0")),
        ("exits_with_a_code", Told::Failure("exit code 7")),
        ("is_killed", Told::Failure("signal 6")),
        ("hangs", Told::Failure("timed out")),
        ("breaks_off_and_exits", Told::Failure("exit code 1")),
        ("noise_before", Told::Fine("fine")),
        ("noise_glued_in_front", Told::Fine("fine")),
        ("json_noise", Told::Fine("fine")),
        ("blank_lines", Told::Fine("fine")),
        ("crlf", Told::Fine("fine")),
        ("bytes_that_are_no_text", Told::Fine("fine")),
        ("id_as_a_string", Told::Fine("fine")),
        ("id_of_nobody", Told::Fine("fine")),
        ("answers_twice", Told::Fine("fine")),
        ("protocol_error", Told::Failure("503")),
        ("protocol_error_with_a_stack", Told::Failure("x is undefined\nDetails")),
        ("bad_code", Told::Failure("no such invoice")),
        ("both_members", Told::AsItCame),
        ("neither_member", Told::Failure("`fault`")),
        ("content_is_a_string", Told::Fine("fine")),
        ("no_content", Told::AsItCame),
        ("result_is_null", Told::Failure("`fault`")),
        ("a_batch", Told::AsItCame),
        ("a_deep_answer", Told::AsItCame),
    ]
    .into_iter()
    .map(|(name, told)| Fault { name, told })
}

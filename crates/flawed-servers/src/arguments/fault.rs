//! One fault of an argument, and the sentences that tell of it.

/// What is wrong with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is required and was not sent.
    Missing,
    /// The tool takes no argument of this name.
    Unexpected,
    /// Its value is not accepted.
    Value,
}

/// One argument that breaks the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The argument as the schema spells it, nested ones with their path: `guests[0].age`.
    pub(crate) parameter: String,
    /// The value that was sent; `None` if the argument is missing.
    pub(crate) given: Option<String>,
    /// What is accepted here: "an integer from 1 to 8", or the names that the tool takes.
    pub(crate) expected: String,
    /// What was meant beyond doubt.
    pub(crate) suggestion: Option<String>,
    /// What is wrong with it.
    pub(crate) kind: Kind,
}

impl Fault {
    /// Tells everything: the parameter, what was given, what is accepted, and what to do.
    pub(crate) fn sentence(&self) -> String {
        format!("{} {}", self.diagnosis(), self.advice())
    }

    /// Tells the parameter, what was given and what is accepted.
    pub(crate) fn diagnosis(&self) -> String {
        let (parameter, expected) = (&self.parameter, &self.expected);
        match (self.kind, &self.given) {
            (Kind::Unexpected, _) => {
                format!("`{parameter}` is not an argument of this tool, which takes {expected}.")
            }
            (Kind::Value, Some(given)) => {
                format!("`{parameter}` is {given}, but must be {expected}.")
            }
            (Kind::Missing, _) | (Kind::Value, None) => {
                format!("`{parameter}` is required and was not sent: it must be {expected}.")
            }
        }
    }

    /// Tells what to change before the next call.
    pub(crate) fn advice(&self) -> String {
        let parameter = &self.parameter;
        let change = match self.kind {
            Kind::Missing => format!("Add `{parameter}` and call again."),
            Kind::Unexpected => format!("Leave `{parameter}` out and call again."),
            Kind::Value => format!("Change `{parameter}` and call again."),
        };
        match &self.suggestion {
            Some(suggestion) => format!("{change} Did you mean {suggestion}?"),
            None => change,
        }
    }
}

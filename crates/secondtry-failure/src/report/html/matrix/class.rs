//! What is wrong with a call, coarse enough for the columns of a table.

use crate::classify::call::Standing;
use crate::classify::exchange::{Exchange, Sent};
use crate::judge::case::grading::breach;
use crate::judge::facts::Breach;
use crate::probe::ProbeKind;

/// A class of calls, in the order of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Nothing that can be told.
    Valid,
    /// A property is missing.
    Missing,
    /// A value of a wrong type.
    Type,
    /// Not one of the allowed values.
    Choice,
    /// Out of a bound, or not of the form.
    Bound,
    /// A property too many.
    Extra,
    /// Two faults at once.
    Several,
    /// What only the tool can know.
    Value,
    /// A tool that does not exist.
    UnknownTool,
    /// No valid `tools/call`.
    Malformed,
    /// Another request.
    Other,
}

impl Class {
    /// All of them, in the order of the columns.
    pub(super) const ALL: [Self; 11] = [
        Self::Valid,
        Self::Missing,
        Self::Type,
        Self::Choice,
        Self::Bound,
        Self::Extra,
        Self::Several,
        Self::Value,
        Self::UnknownTool,
        Self::Malformed,
        Self::Other,
    ];

    /// The head of the column.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Missing => "missing",
            Self::Type => "type",
            Self::Choice => "enum",
            Self::Bound => "bound",
            Self::Extra => "extra",
            Self::Several => "two faults",
            Self::Value => "value",
            Self::UnknownTool => "unknown tool",
            Self::Malformed => "malformed",
            Self::Other => "other",
        }
    }

    /// The class of the call of `exchange`: by the record of the probe, or else by what the validator says.
    pub(super) fn of(exchange: &Exchange) -> Self {
        let probe = exchange.probe.as_ref();
        if let Some(kind) = probe.and_then(|probe| ProbeKind::from_name(&probe.kind)) {
            return Self::of_probe(kind);
        }
        match (&exchange.sent, &exchange.standing) {
            (Sent::Raw(_), _) | (_, Standing::Malformed(_)) => Self::Malformed,
            (Sent::Other { .. }, _) => Self::Other,
            (_, Standing::BadArguments(faults)) => match faults.as_slice() {
                [fault] => Self::of_breach(breach(fault)),
                _ => Self::Several,
            },
            (_, Standing::UnknownTool) => Self::UnknownTool,
            (_, Standing::Valid { doubtful: Some(_) }) => Self::Value,
            (_, Standing::Unjudged(_) | Standing::Valid { doubtful: None }) => Self::Valid,
        }
    }

    fn of_probe(kind: ProbeKind) -> Self {
        match kind {
            ProbeKind::Valid => Self::Valid,
            ProbeKind::DependentRequired | ProbeKind::Missing | ProbeKind::SafeMissing => {
                Self::Missing
            }
            ProbeKind::AnyOf
            | ProbeKind::Fraction
            | ProbeKind::Items
            | ProbeKind::Not
            | ProbeKind::Null
            | ProbeKind::OneOf
            | ProbeKind::SafeType
            | ProbeKind::Type => Self::Type,
            ProbeKind::Const | ProbeKind::Enum | ProbeKind::EnumNear => Self::Choice,
            ProbeKind::Contains
            | ProbeKind::ExclusiveMaximum
            | ProbeKind::ExclusiveMinimum
            | ProbeKind::MaxItems
            | ProbeKind::MaxLength
            | ProbeKind::MaxProperties
            | ProbeKind::Maximum
            | ProbeKind::MinItems
            | ProbeKind::MinLength
            | ProbeKind::MinProperties
            | ProbeKind::Minimum
            | ProbeKind::MultipleOf
            | ProbeKind::Pattern
            | ProbeKind::PropertyNames
            | ProbeKind::UniqueItems => Self::Bound,
            ProbeKind::Extra | ProbeKind::ExtraNear => Self::Extra,
            ProbeKind::TwoFaults => Self::Several,
            ProbeKind::EmptyString
            | ProbeKind::MissingFile
            | ProbeKind::Nonsense
            | ProbeKind::PastDate
            | ProbeKind::UnknownHandle
            | ProbeKind::UnknownId => Self::Value,
            ProbeKind::UnknownToolFar | ProbeKind::UnknownToolNear => Self::UnknownTool,
            ProbeKind::ArgumentsArray
            | ProbeKind::ArgumentsString
            | ProbeKind::MalformedJson
            | ProbeKind::NameNotString
            | ProbeKind::NoName => Self::Malformed,
            ProbeKind::BadCursor | ProbeKind::UnknownMethod => Self::Other,
        }
    }

    fn of_breach(breach: Breach) -> Self {
        match breach {
            Breach::Bound => Self::Bound,
            Breach::Choice => Self::Choice,
            Breach::Extra => Self::Extra,
            Breach::Missing => Self::Missing,
            Breach::Null | Breach::Type => Self::Type,
            Breach::Value => Self::Value,
        }
    }
}

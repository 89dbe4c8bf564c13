//! The kinds of deliberate calls, by the names that transcripts and reports use.

use std::fmt;

#[cfg(test)]
mod tests;

/// What is wrong with a deliberate call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProbeKind {
    /// Fits no branch of an `anyOf`.
    AnyOf,
    /// `arguments` is an array.
    ArgumentsArray,
    /// `arguments` is a string.
    ArgumentsString,
    /// A list is asked for from a cursor that was never given out.
    BadCursor,
    /// Another value than the only one.
    Const,
    /// An array without the item that it must contain.
    Contains,
    /// Lacks what another property requires.
    DependentRequired,
    /// An empty string where the schema does not forbid it.
    EmptyString,
    /// A value far from the allowed ones.
    Enum,
    /// An allowed value in another case or with a space.
    EnumNear,
    /// The number that is just not below the bound.
    ExclusiveMaximum,
    /// The number that is just not above the bound.
    ExclusiveMinimum,
    /// A property that a closed object does not know.
    Extra,
    /// A misspelt property of a closed object.
    ExtraNear,
    /// A fraction for an integer.
    Fraction,
    /// An item of a wrong type.
    Items,
    /// A message that is cut off.
    MalformedJson,
    /// One item too many.
    MaxItems,
    /// One character too many.
    MaxLength,
    /// One property too many.
    MaxProperties,
    /// A number over the bound.
    Maximum,
    /// One item too few.
    MinItems,
    /// One character too few.
    MinLength,
    /// One property too few.
    MinProperties,
    /// A number under the bound.
    Minimum,
    /// Lacks a required property.
    Missing,
    /// A path to a file that is not there.
    MissingFile,
    /// A number between two multiples.
    MultipleOf,
    /// The tool's name is a number.
    NameNotString,
    /// A call without a tool's name.
    NoName,
    /// A text of the right type that means nothing.
    Nonsense,
    /// A value of the kind that `not` excludes.
    Not,
    /// `null` where the schema has no null.
    Null,
    /// Fits no branch of a `oneOf`, or several.
    OneOf,
    /// A date long past.
    PastDate,
    /// A text that the pattern does not match.
    Pattern,
    /// A property whose name is not allowed.
    PropertyNames,
    /// No arguments at all, where some are required.
    SafeMissing,
    /// A container of the wrong type for every required argument.
    SafeType,
    /// Breaks two rules at once.
    TwoFaults,
    /// A value of a wrong type.
    Type,
    /// The same item twice.
    UniqueItems,
    /// A handle that the server never gave out.
    UnknownHandle,
    /// An id of nothing.
    UnknownId,
    /// A method that no revision has.
    UnknownMethod,
    /// A tool's name like no other.
    UnknownToolFar,
    /// A misspelt tool's name.
    UnknownToolNear,
    /// A valid call, the positive control.
    Valid,
}

/// What a kind of call tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeGroup {
    /// That the server works at all.
    Control,
    /// One tool's schema.
    Schema,
    /// The server, whatever its tools.
    Server,
    /// What only the tool can know.
    Value,
}

impl ProbeKind {
    /// All kinds, by name.
    pub const ALL: [Self; 48] = [
        Self::AnyOf,
        Self::ArgumentsArray,
        Self::ArgumentsString,
        Self::BadCursor,
        Self::Const,
        Self::Contains,
        Self::DependentRequired,
        Self::EmptyString,
        Self::Enum,
        Self::EnumNear,
        Self::ExclusiveMaximum,
        Self::ExclusiveMinimum,
        Self::Extra,
        Self::ExtraNear,
        Self::Fraction,
        Self::Items,
        Self::MalformedJson,
        Self::MaxItems,
        Self::MaxLength,
        Self::MaxProperties,
        Self::Maximum,
        Self::MinItems,
        Self::MinLength,
        Self::MinProperties,
        Self::Minimum,
        Self::Missing,
        Self::MissingFile,
        Self::MultipleOf,
        Self::NameNotString,
        Self::NoName,
        Self::Nonsense,
        Self::Not,
        Self::Null,
        Self::OneOf,
        Self::PastDate,
        Self::Pattern,
        Self::PropertyNames,
        Self::SafeMissing,
        Self::SafeType,
        Self::TwoFaults,
        Self::Type,
        Self::UniqueItems,
        Self::UnknownHandle,
        Self::UnknownId,
        Self::UnknownMethod,
        Self::UnknownToolFar,
        Self::UnknownToolNear,
        Self::Valid,
    ];

    /// The kind named `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in transcripts and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::AnyOf => "any-of",
            Self::ArgumentsArray => "arguments-array",
            Self::ArgumentsString => "arguments-string",
            Self::BadCursor => "bad-cursor",
            Self::Const => "const",
            Self::Contains => "contains",
            Self::DependentRequired => "dependent-required",
            Self::EmptyString => "empty-string",
            Self::Enum => "enum",
            Self::EnumNear => "enum-near",
            Self::ExclusiveMaximum => "exclusive-maximum",
            Self::ExclusiveMinimum => "exclusive-minimum",
            Self::Extra => "extra",
            Self::ExtraNear => "extra-near",
            Self::Fraction => "fraction",
            Self::Items => "items",
            Self::MalformedJson => "malformed-json",
            Self::MaxItems => "max-items",
            Self::MaxLength => "max-length",
            Self::MaxProperties => "max-properties",
            Self::Maximum => "maximum",
            Self::MinItems => "min-items",
            Self::MinLength => "min-length",
            Self::MinProperties => "min-properties",
            Self::Minimum => "minimum",
            Self::Missing => "missing",
            Self::MissingFile => "missing-file",
            Self::MultipleOf => "multiple-of",
            Self::NameNotString => "name-not-string",
            Self::NoName => "no-name",
            Self::Nonsense => "nonsense",
            Self::Not => "not",
            Self::Null => "null",
            Self::OneOf => "one-of",
            Self::PastDate => "past-date",
            Self::Pattern => "pattern",
            Self::PropertyNames => "property-names",
            Self::SafeMissing => "safe-missing",
            Self::SafeType => "safe-type",
            Self::TwoFaults => "two-faults",
            Self::Type => "type",
            Self::UniqueItems => "unique-items",
            Self::UnknownHandle => "unknown-handle",
            Self::UnknownId => "unknown-id",
            Self::UnknownMethod => "unknown-method",
            Self::UnknownToolFar => "unknown-tool-far",
            Self::UnknownToolNear => "unknown-tool-near",
            Self::Valid => "valid",
        }
    }

    /// What it tests.
    pub fn group(self) -> ProbeGroup {
        match self {
            Self::Valid => ProbeGroup::Control,
            Self::AnyOf
            | Self::Const
            | Self::Contains
            | Self::DependentRequired
            | Self::Enum
            | Self::EnumNear
            | Self::ExclusiveMaximum
            | Self::ExclusiveMinimum
            | Self::Extra
            | Self::ExtraNear
            | Self::Fraction
            | Self::Items
            | Self::MaxItems
            | Self::MaxLength
            | Self::MaxProperties
            | Self::Maximum
            | Self::MinItems
            | Self::MinLength
            | Self::MinProperties
            | Self::Minimum
            | Self::Missing
            | Self::MultipleOf
            | Self::Not
            | Self::Null
            | Self::OneOf
            | Self::Pattern
            | Self::PropertyNames
            | Self::SafeMissing
            | Self::SafeType
            | Self::TwoFaults
            | Self::Type
            | Self::UniqueItems => ProbeGroup::Schema,
            Self::ArgumentsArray
            | Self::ArgumentsString
            | Self::BadCursor
            | Self::MalformedJson
            | Self::NameNotString
            | Self::NoName
            | Self::UnknownMethod
            | Self::UnknownToolFar
            | Self::UnknownToolNear => ProbeGroup::Server,
            Self::EmptyString
            | Self::MissingFile
            | Self::Nonsense
            | Self::PastDate
            | Self::UnknownHandle
            | Self::UnknownId => ProbeGroup::Value,
        }
    }
}

impl fmt::Display for ProbeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! One breach of a JSON Schema, in terms that a message to a model can be made of.

use std::fmt;

use serde_json::{Number, Value};

/// A place in the arguments as a JSON Pointer (RFC 6901); empty for the arguments as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

/// One breach: where, of what, and by which value.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The argument at fault. For [`Constraint::Required`], [`Constraint::DependentRequired`] and
    /// [`Constraint::AdditionalProperties`] it is the property that is missing or too many.
    pub parameter: Pointer,
    /// The rule of the schema that is broken.
    pub constraint: Constraint,
    /// What stands there; `None` where the property is missing.
    pub given: Option<Value>,
}

/// The rule of a schema that an instance breaks, with the values that would keep it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// The object is closed; these are the properties that it knows.
    AdditionalProperties(Vec<String>),
    /// No branch fits; the faults of each branch, in the schema's order.
    AnyOf(Vec<Vec<Fault>>),
    /// Only this value is accepted.
    Const(Value),
    /// The property is needed because the named one is given.
    DependentRequired(String),
    /// Only these values are accepted.
    Enum(Vec<Value>),
    /// Less than this number is accepted.
    ExclusiveMaximum(Number),
    /// More than this number is accepted.
    ExclusiveMinimum(Number),
    /// A `format`, where it is asserted.
    Format(String),
    /// At most so many items.
    MaxItems(u64),
    /// At most so many characters.
    MaxLength(u64),
    /// At most so many properties.
    MaxProperties(u64),
    /// At most this number.
    Maximum(Number),
    /// At least so many items.
    MinItems(u64),
    /// At least so many characters.
    MinLength(u64),
    /// At least so many properties.
    MinProperties(u64),
    /// At least this number.
    Minimum(Number),
    /// A multiple of this number.
    MultipleOf(Number),
    /// Exactly one branch must fit; the faults of each branch, empty for one that does.
    OneOf(Vec<Vec<Fault>>),
    /// Any other keyword, by its name.
    Other(String),
    /// An ECMA-262 pattern.
    Pattern(String),
    /// The property must be there.
    Required,
    /// One of these JSON types.
    Type(Vec<JsonType>),
    /// No two items may be equal.
    UniqueItems,
}

/// A type of JSON Schema (2020-12 core, section 4.2.1, and `integer`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JsonType {
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `null`
    Null,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}

impl Pointer {
    /// The arguments as a whole.
    pub fn root() -> Self {
        Self::default()
    }

    /// Takes `text` as a pointer that is already escaped.
    pub fn from_escaped(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The place of member or item `token` below this one.
    #[must_use]
    pub fn child(&self, token: &str) -> Self {
        Self(format!("{}/{}", self.0, token.replace('~', "~0").replace('/', "~1")))
    }

    /// The last name in the pointer, unescaped; an array index gives way to the array's own name. `None` at the root.
    pub fn leaf(&self) -> Option<String> {
        let names = self.0.split('/').skip(1).map(unescape);
        names.filter(|name| !name.bytes().all(|b| b.is_ascii_digit()) || name.is_empty()).last()
    }

    /// The names and indices on the way, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(unescape)
    }

    /// The value at this place in `instance`, if there is one.
    pub fn look_up<'v>(&self, instance: &'v Value) -> Option<&'v Value> {
        instance.pointer(&self.0)
    }

    /// The pointer as RFC 6901 writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Constraint {
    /// The keyword of JSON Schema that states this.
    pub fn keyword(&self) -> &str {
        match self {
            Self::AdditionalProperties(_) => "additionalProperties",
            Self::AnyOf(_) => "anyOf",
            Self::Const(_) => "const",
            Self::DependentRequired(_) => "dependentRequired",
            Self::Enum(_) => "enum",
            Self::ExclusiveMaximum(_) => "exclusiveMaximum",
            Self::ExclusiveMinimum(_) => "exclusiveMinimum",
            Self::Format(_) => "format",
            Self::MaxItems(_) => "maxItems",
            Self::MaxLength(_) => "maxLength",
            Self::MaxProperties(_) => "maxProperties",
            Self::Maximum(_) => "maximum",
            Self::MinItems(_) => "minItems",
            Self::MinLength(_) => "minLength",
            Self::MinProperties(_) => "minProperties",
            Self::Minimum(_) => "minimum",
            Self::MultipleOf(_) => "multipleOf",
            Self::OneOf(_) => "oneOf",
            Self::Other(keyword) => keyword,
            Self::Pattern(_) => "pattern",
            Self::Required => "required",
            Self::Type(_) => "type",
            Self::UniqueItems => "uniqueItems",
        }
    }
}

impl JsonType {
    /// The type named `name` in a schema.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "array" => Self::Array,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "null" => Self::Null,
            "number" => Self::Number,
            "object" => Self::Object,
            "string" => Self::String,
            _ => return None,
        })
    }

    /// The type of `value`; a number without a fraction is an integer.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Array(_) => Self::Array,
            Value::Bool(_) => Self::Boolean,
            Value::Null => Self::Null,
            Value::Number(n)
                if n.is_i64() || n.is_u64() || n.as_f64().is_some_and(|f| f.fract() == 0.0) =>
            {
                Self::Integer
            }
            Value::Number(_) => Self::Number,
            Value::Object(_) => Self::Object,
            Value::String(_) => Self::String,
        }
    }

    /// The name in a schema.
    pub fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Null => "null",
            Self::Number => "number",
            Self::Object => "object",
            Self::String => "string",
        }
    }
}

fn unescape(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

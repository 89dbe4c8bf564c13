//! All that a schema says about one place: references followed, `allOf` joined, choices set apart.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::base_call::any_match;
use crate::schema::fault::JsonType;
use crate::schema::reference::{Document, Target};

/// The keywords that apply to one value together.
#[derive(Clone, Debug, Default)]
pub(super) struct View<'s> {
    /// Every object of keywords that applies without condition, the nearest first.
    pub(super) all: Vec<&'s Map<String, Value>>,
    pub(super) choices: Vec<Choice<'s>>,
    pub(super) conditions: Vec<Condition<'s>>,
    /// A `false` schema is among them.
    pub(super) impossible: bool,
}

/// An `anyOf` or `oneOf`.
#[derive(Clone, Debug)]
pub(super) struct Choice<'s> {
    pub(super) exclusive: bool,
    pub(super) branches: &'s [Value],
}

/// What applies only where something else does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition<'s> {
    /// `if`, with `then` and `else`.
    If { test: &'s Value, then: Option<&'s Value>, otherwise: Option<&'s Value> },
    /// A schema for objects that have the property.
    Property { name: &'s str, then: &'s Value },
}

impl<'s> View<'s> {
    /// Reads `subschemas` together.
    pub(super) fn of(document: &Document<'s>, subschemas: &[&'s Value]) -> Self {
        let mut view = Self::default();
        let mut seen: Vec<*const Value> = Vec::new();
        let mut rest: Vec<&'s Value> = subschemas.iter().rev().copied().collect();
        while let Some(subschema) = rest.pop() {
            if seen.contains(&std::ptr::from_ref(subschema)) || seen.len() >= MAX_JOINED {
                continue;
            }
            seen.push(subschema);
            match subschema {
                Value::Bool(false) => view.impossible = true,
                Value::Object(keywords) => {
                    view.all.push(keywords);
                    view.read_conditions(keywords);
                    rest.extend(in_place(document, keywords).into_iter().rev());
                }
                _ => (),
            }
        }
        view
    }

    /// The same with `more` joined.
    pub(super) fn with(&self, document: &Document<'s>, more: &[&'s Value]) -> Self {
        let mut joined = self.clone();
        let more = Self::of(document, more);
        for keywords in more.all {
            if !joined.all.iter().any(|known| std::ptr::eq(*known, keywords)) {
                joined.all.push(keywords);
            }
        }
        joined.choices.extend(more.choices);
        joined.conditions.extend(more.conditions);
        joined.impossible |= more.impossible;
        joined
    }

    /// The values of `keyword`, the nearest first.
    pub(super) fn values(&self, keyword: &str) -> impl Iterator<Item = &'s Value> {
        self.all.iter().filter_map(move |keywords| keywords.get(keyword))
    }

    /// The nearest value of `keyword` as text.
    pub(super) fn text(&self, keyword: &str) -> Option<&'s str> {
        self.values(keyword).find_map(Value::as_str)
    }

    /// The largest value of `keyword` as a count.
    pub(super) fn most(&self, keyword: &str) -> Option<u64> {
        self.values(keyword).filter_map(count).max()
    }

    /// The smallest value of `keyword` as a count.
    pub(super) fn least(&self, keyword: &str) -> Option<u64> {
        self.values(keyword).filter_map(count).min()
    }

    /// The types that are allowed, as stated; `None` where none is stated.
    pub(super) fn stated_types(&self) -> Option<Vec<JsonType>> {
        let mut allowed: Option<Vec<JsonType>> = None;
        for value in self.values("type") {
            let names: Vec<&str> = match value {
                Value::String(name) => vec![name],
                Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                _ => continue,
            };
            let types: Vec<_> = names.into_iter().filter_map(JsonType::from_name).collect();
            allowed = Some(match allowed {
                None => types,
                Some(before) => intersection(&before, &types),
            });
        }
        allowed
    }

    /// The type of value to make: the first that is stated and not null, else what the keywords speak of.
    pub(super) fn likely_type(&self) -> Option<JsonType> {
        if let Some(types) = self.stated_types() {
            let not_null = types.iter().find(|kind| **kind != JsonType::Null);
            return not_null.or(types.first()).copied();
        }
        SIGNS
            .iter()
            .find(|(keyword, _)| self.values(keyword).next().is_some())
            .map(|(_, kind)| *kind)
    }

    /// The required properties, in the schema's order.
    pub(super) fn required(&self) -> Vec<&'s str> {
        let mut seen = HashSet::new();
        let all = self.values("required").filter_map(Value::as_array).flatten();
        all.filter_map(Value::as_str).filter(|name| seen.insert(*name)).collect()
    }

    /// The named properties.
    pub(super) fn property_names(&self) -> Vec<&'s str> {
        let mut seen = HashSet::new();
        let all = self.values("properties").filter_map(Value::as_object).flatten();
        let allowed = all.filter(|(_, subschema)| **subschema != Value::Bool(false));
        allowed.map(|(name, _)| name.as_str()).filter(|name| seen.insert(*name)).collect()
    }

    /// A name for each of the properties that are described by a pattern, and what applies to it.
    pub(super) fn patterned_properties(&self) -> Vec<(String, &'s Value)> {
        let all = self.values("patternProperties").filter_map(Value::as_object).flatten();
        let allowed = all.filter(|(_, subschema)| **subschema != Value::Bool(false));
        let made =
            allowed.filter_map(|(pattern, subschema)| Some((any_match(pattern)?, subschema)));
        made.take(MAX_JOINED).collect()
    }

    /// What applies to the property `name`; empty where nothing is said.
    pub(super) fn property(&self, name: &str) -> Vec<&'s Value> {
        let named: Vec<_> =
            self.values("properties").filter_map(|properties| properties.get(name)).collect();
        if !named.is_empty() {
            return named;
        }
        let others =
            self.values("additionalProperties").chain(self.values("unevaluatedProperties"));
        others.filter(|subschema| subschema.is_object()).collect()
    }

    /// What applies to the item at `index`; empty where nothing is said.
    pub(super) fn item(&self, index: usize) -> Vec<&'s Value> {
        let mut found = Vec::new();
        for keywords in &self.all {
            let leading = keywords.get("prefixItems").or_else(|| keywords.get("items"));
            match leading {
                Some(Value::Array(leading)) => match leading.get(index) {
                    Some(subschema) => found.push(subschema),
                    None if keywords.contains_key("prefixItems") => {
                        found.extend(keywords.get("items"));
                    }
                    None => found.extend(keywords.get("additionalItems")),
                },
                Some(every) => found.push(every),
                None => (),
            }
        }
        found
    }

    /// How many items are described one by one.
    pub(super) fn leading_items(&self) -> usize {
        let leading = self.values("prefixItems").chain(self.values("items"));
        leading.filter_map(Value::as_array).map(Vec::len).max().unwrap_or(0)
    }

    fn read_conditions(&mut self, keywords: &'s Map<String, Value>) {
        for (keyword, exclusive) in [("anyOf", false), ("oneOf", true)] {
            if let Some(Value::Array(branches)) = keywords.get(keyword) {
                self.choices.push(Choice { exclusive, branches });
            }
        }
        if let Some(test) = keywords.get("if") {
            let (then, otherwise) = (keywords.get("then"), keywords.get("else"));
            self.conditions.push(Condition::If { test, then, otherwise });
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            let dependent = keywords.get(keyword).and_then(Value::as_object);
            for (name, then) in dependent.into_iter().flatten() {
                if then.is_object() {
                    self.conditions.push(Condition::Property { name, then });
                }
            }
        }
    }
}

impl<'s> Condition<'s> {
    /// What applies where the condition holds, and where it does not.
    pub(super) fn subschemas(self) -> impl Iterator<Item = &'s Value> {
        let both = match self {
            Self::If { then, otherwise, .. } => [then, otherwise],
            Self::Property { then, .. } => [Some(then), None],
        };
        both.into_iter().flatten()
    }
}

/// The property names that `given` requires, under either name of the keyword.
pub(super) fn dependents<'s>(view: &View<'s>) -> Vec<(&'s str, &'s str)> {
    let mut pairs = Vec::new();
    for keyword in ["dependentRequired", "dependencies"] {
        for dependent in view.values(keyword).filter_map(Value::as_object) {
            for (given, names) in dependent {
                let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
                pairs.extend(names.map(|name| (given.as_str(), name)));
            }
        }
    }
    pairs
}

fn in_place<'s>(document: &Document<'s>, keywords: &'s Map<String, Value>) -> Vec<&'s Value> {
    let mut found = Vec::new();
    for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
        let Some(Value::String(reference)) = keywords.get(keyword) else { continue };
        if let Target::Here(target) = document.resolve(reference) {
            found.push(target);
        }
    }
    if let Some(Value::Array(all)) = keywords.get("allOf") {
        found.extend(all);
    }
    found
}

fn intersection(left: &[JsonType], right: &[JsonType]) -> Vec<JsonType> {
    let mut both = Vec::new();
    for kind in left {
        let narrower = match kind {
            JsonType::Number if !right.contains(kind) => JsonType::Integer,
            _ => *kind,
        };
        let wider = narrower == JsonType::Integer && right.contains(&JsonType::Number);
        if right.contains(&narrower) || wider {
            both.push(narrower);
        }
    }
    both
}

/// A count may be written `2.0`.
fn count(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let float = value.as_f64().filter(|float| (0.0..1e15).contains(float))?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked above"
        )]
        Some(float as u64)
    })
}

/// Keywords that speak of one type only, the surest first.
const SIGNS: [(&str, JsonType); 22] = [
    ("properties", JsonType::Object),
    ("required", JsonType::Object),
    ("additionalProperties", JsonType::Object),
    ("patternProperties", JsonType::Object),
    ("minProperties", JsonType::Object),
    ("dependentRequired", JsonType::Object),
    ("propertyNames", JsonType::Object),
    ("items", JsonType::Array),
    ("prefixItems", JsonType::Array),
    ("minItems", JsonType::Array),
    ("maxItems", JsonType::Array),
    ("uniqueItems", JsonType::Array),
    ("contains", JsonType::Array),
    ("pattern", JsonType::String),
    ("minLength", JsonType::String),
    ("maxLength", JsonType::String),
    ("format", JsonType::String),
    ("minimum", JsonType::Number),
    ("maximum", JsonType::Number),
    ("exclusiveMinimum", JsonType::Number),
    ("exclusiveMaximum", JsonType::Number),
    ("multipleOf", JsonType::Number),
];

const MAX_JOINED: usize = 64;

//! Arguments that a real server would accept, made from what its schema tells.
//!
//! Only what is required is in them: every argument more is one more that a server may not know what to do with.

mod mend;
mod numbers;
mod pattern;
mod strings;
mod wording;

pub(super) use mend::{put, remove};
pub(super) use strings::fitted;
pub(super) use wording::{is_date_like, is_handle_like, is_id_like, is_path_like, words_of};

use serde_json::{Map, Value};

use super::random::Random;
use super::view::{Choice, View};
use crate::schema::compile::Schema;
use crate::schema::fault::JsonType;
use crate::schema::reference::Document;

#[cfg(test)]
mod tests;

/// Valid arguments for a tool with this `inputSchema`; `None` where none were found or the schema cannot be compiled.
pub fn base_call(input_schema: &Value, seed: u64) -> Option<Value> {
    let schema = Schema::compile(input_schema).ok()?;
    let mut maker = Maker::new(&schema, seed);
    maker.arguments()
}

/// Makes values for the places of one schema.
///
/// What it makes is likely to be valid; only [`Schema::accepts`] makes sure.
pub(super) struct Maker<'s> {
    pub(super) schema: &'s Schema,
    pub(super) document: Document<'s>,
    random: Random,
    /// Which branch of a choice to prefer.
    preferred_branch: usize,
    /// How many values may yet be made for the value at hand; a schema that refers to itself twice would never end.
    left: usize,
}

impl<'s> Maker<'s> {
    pub(super) fn new(schema: &'s Schema, seed: u64) -> Self {
        let document = Document::new(schema.source());
        Self {
            schema,
            document,
            random: Random::new(seed, "base call"),
            preferred_branch: 0,
            left: 0,
        }
    }

    /// Valid arguments with only what is required.
    pub(super) fn arguments(&mut self) -> Option<Value> {
        let root = self.view(&[self.schema.source()]);
        for attempt in 0..MAX_ATTEMPTS {
            self.preferred_branch = attempt;
            let mut made = self.value("", &root);
            if !made.is_object() {
                made = self.object(&root, 0);
            }
            if let Some(accepted) = self.mended(made).filter(Value::is_object) {
                self.preferred_branch = 0;
                return Some(accepted);
            }
        }
        self.preferred_branch = 0;
        None
    }

    /// What `subschemas` say together.
    pub(super) fn view(&self, subschemas: &[&'s Value]) -> View<'s> {
        View::of(&self.document, subschemas)
    }

    /// A value for a parameter called `name`, likely to be valid.
    pub(super) fn value(&mut self, name: &str, view: &View<'s>) -> Value {
        self.left = MAX_MADE;
        self.value_within(name, view, 0)
    }

    fn value_within(&mut self, name: &str, view: &View<'s>, depth: usize) -> Value {
        let Some(left) = self.left.checked_sub(1) else { return Value::Null };
        self.left = left;
        if let Some(stated) = stated_value(view) {
            return stated.clone();
        }
        if depth < MAX_DEPTH {
            for choice in &view.choices {
                if let Some(branch) = self.branch(choice, depth) {
                    let mut joined = view.with(&self.document, &[branch]);
                    let taken = std::ptr::from_ref(choice.branches);
                    joined.choices.retain(|other| !std::ptr::eq(other.branches, taken));
                    return self.value_within(name, &joined, depth + 1);
                }
            }
        }
        match view.likely_type() {
            Some(JsonType::Array) => self.array(name, view, depth),
            Some(JsonType::Boolean) => Value::Bool(false),
            Some(JsonType::Integer) => numbers::number(name, view, true),
            Some(JsonType::Null) => Value::Null,
            Some(JsonType::Number) => numbers::number(name, view, false),
            Some(JsonType::Object) => self.object(view, depth),
            Some(JsonType::String) | None => {
                Value::String(strings::string(name, view, &mut self.random))
            }
        }
    }

    fn object(&mut self, view: &View<'s>, depth: usize) -> Value {
        let mut made = Map::new();
        if depth >= MAX_DEPTH {
            return Value::Object(made);
        }
        for name in view.required().into_iter().take(MAX_MEMBERS) {
            let property = self.view(&self.property_anywhere(view, name));
            let value = self.value_within(name, &property, depth + 1);
            made.insert(name.to_owned(), value);
        }
        let least = view.most("minProperties").and_then(|least| usize::try_from(least).ok());
        let least = least.unwrap_or(0).min(MAX_MEMBERS);
        if made.len() >= least {
            return Value::Object(made);
        }
        let named = view.property_names().into_iter().map(str::to_owned);
        let patterned = view.patterned_properties();
        let named = named.chain(patterned.iter().map(|(name, _)| name.clone()));
        let invented = (1..=least).map(|number| format!("key{number}"));
        for name in named.chain(invented) {
            if made.len() >= least {
                break;
            }
            if !made.contains_key(&name) {
                let mut subschemas = view.property(&name);
                subschemas.extend(patterned.iter().filter(|(n, _)| *n == name).map(|(_, s)| *s));
                let property = self.view(&subschemas);
                let value = self.value_within(&name, &property, depth + 1);
                made.insert(name, value);
            }
        }
        Value::Object(made)
    }

    fn array(&mut self, name: &str, view: &View<'s>, depth: usize) -> Value {
        let most = view.least("maxItems").and_then(|most| usize::try_from(most).ok());
        let least = view.most("minItems").and_then(|least| usize::try_from(least).ok());
        let wanted = least.unwrap_or(0).max(1).max(view.leading_items());
        let wanted = if depth >= MAX_DEPTH { least.unwrap_or(0) } else { wanted };
        let wanted = wanted.min(most.unwrap_or(usize::MAX)).min(MAX_MEMBERS);
        let distinct = view.values("uniqueItems").any(|unique| *unique == Value::Bool(true));
        let mut made = Vec::new();
        for index in 0..wanted {
            let mut subschemas = view.item(index);
            if subschemas.is_empty() {
                subschemas.extend(view.values("contains"));
            }
            let item = self.view(&subschemas);
            let mut value = self.value_within(singular(name), &item, depth + 1);
            if distinct && made.contains(&value) {
                value = another(&value, &item, index);
            }
            made.push(value);
        }
        Value::Array(made)
    }

    /// What applies to the property `name`, looking into conditions and branches where nothing plain does.
    pub(super) fn property_anywhere(&self, view: &View<'s>, name: &str) -> Vec<&'s Value> {
        let plain = view.property(name);
        if !plain.is_empty() {
            return plain;
        }
        let conditional = view.conditions.iter().flat_map(|condition| condition.subschemas());
        let branches = view.choices.iter().flat_map(|choice| choice.branches);
        for subschema in conditional.chain(branches) {
            let found = self.view(&[subschema]).property(name);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The branch to follow: the preferred one of those that are more than `null`, and the plainest in the depth.
    fn branch(&self, choice: &Choice<'s>, depth: usize) -> Option<&'s Value> {
        let useful: Vec<_> = choice
            .branches
            .iter()
            .filter(|branch| {
                let view = self.view(&[branch]);
                !view.impossible && view.likely_type() != Some(JsonType::Null)
            })
            .collect();
        if depth >= PLAIN_DEPTH {
            let plainness = |branch: &&&'s Value| match self.view(&[branch]).likely_type() {
                Some(JsonType::Object) => 2,
                Some(JsonType::Array) | None => 1,
                Some(_) => 0,
            };
            return useful.iter().min_by_key(plainness).copied();
        }
        let preferred = self.preferred_branch.checked_rem(useful.len())?;
        useful.get(preferred).copied()
    }
}

/// A value that the schema itself gives: the only one, an example, the default, the first that is allowed.
fn stated_value<'s>(view: &View<'s>) -> Option<&'s Value> {
    let types = view.stated_types();
    let allowed: Option<&Vec<Value>> = view.values("enum").find_map(Value::as_array);
    let only = view.values("const");
    let examples = view.values("examples").filter_map(Value::as_array).flatten();
    let given = only.chain(examples).chain(view.values("example")).chain(view.values("default"));
    let given = given.filter(|value| allowed.is_none_or(|allowed| allowed.contains(value)));
    let fits = |value: &&Value| types.as_ref().is_none_or(|types| is_of(value, types));
    let stated: Vec<_> =
        given.chain(allowed.into_iter().flatten()).filter(fits).take(MAX_STATED).collect();
    // A `null` or an empty default says that the argument may be left out, which helps nobody who needs it.
    let useful = stated.iter().find(|value| !is_hollow(value));
    useful.or(stated.first().filter(|_| allowed.is_some())).copied()
}

fn is_hollow(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A text of `length` characters that `pattern` matches, where one is simply made.
pub(super) fn pattern_match(pattern: &str, length: usize) -> Option<String> {
    pattern::matching(pattern, 0, length, length, &mut Random::new(0, "length"))
}

/// A text that `pattern` matches, where one is simply made.
pub(super) fn any_match(pattern: &str) -> Option<String> {
    pattern::matching(pattern, 0, 1, usize::MAX, &mut Random::new(0, "name"))
}

/// Whether `value` is of one of `types`; an integer is a number too.
pub(super) fn is_of(value: &Value, types: &[JsonType]) -> bool {
    let kind = JsonType::of(value);
    types.contains(&kind) || (kind == JsonType::Integer && types.contains(&JsonType::Number))
}

/// A value like `value` but not equal to it: the `index`-th.
pub(super) fn another(value: &Value, view: &View<'_>, index: usize) -> Value {
    let allowed = view.values("enum").find_map(Value::as_array);
    if let Some(other) = allowed.and_then(|allowed| allowed.get(index)) {
        return other.clone();
    }
    match value {
        Value::Bool(truth) => Value::Bool(!truth),
        Value::Number(number) => {
            let step = i64::try_from(index).unwrap_or(0);
            let whole = number.as_i64().map(|number| Value::from(number.saturating_add(step)));
            let fraction = || number.as_f64().map(|number| Value::from(number + 1.0));
            whole.or_else(fraction).unwrap_or(Value::Null)
        }
        Value::String(text) => Value::String(format!("{text}{index}")),
        Value::Object(members) => {
            let mut members = members.clone();
            if let Some((_, member)) = members.iter_mut().find(|(_, member)| !member.is_object()) {
                *member = another(member, &View::default(), index);
            }
            Value::Object(members)
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| another(item, &View::default(), index));
            Value::Array(items.collect())
        }
        Value::Null => Value::Null,
    }
}

fn singular(name: &str) -> &str {
    match name.strip_suffix("ies") {
        Some(_) => name,
        None => name.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(name),
    }
}

const MAX_STATED: usize = 16;
const MAX_ATTEMPTS: usize = 4;
/// Levels of a made value; a schema that refers to itself is followed no further.
const MAX_DEPTH: usize = 12;
/// The level from which on a choice is no longer a way to go deeper.
const PLAIN_DEPTH: usize = 3;
/// Members or items that are made in one container.
const MAX_MEMBERS: usize = 256;
/// Values that are made for one.
const MAX_MADE: usize = 2000;

//! The validator's errors as faults.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType as TheirType, ValidationError};
use serde_json::{Number, Value};

use super::fault::{Constraint, Fault, JsonType, Pointer};
use super::order::position;

/// A fault with what it is ordered by.
struct Placed {
    instance: Vec<usize>,
    schema: Vec<usize>,
    fault: Fault,
}

/// Translates errors against one schema and one instance, as long as the budget lasts.
pub(super) struct Translation<'a> {
    schema: &'a Value,
    instance: &'a Value,
    /// How many faults may still be made, and how much they may still copy.
    faults_left: usize,
    bytes_left: usize,
}

impl<'a> Translation<'a> {
    pub(super) fn new(schema: &'a Value, instance: &'a Value) -> Self {
        Self { schema, instance, faults_left: MAX_FAULTS, bytes_left: MAX_COPIED }
    }

    /// The faults that `errors` tell of, in order.
    pub(super) fn faults<'e>(
        &mut self,
        errors: impl IntoIterator<Item = &'e ValidationError<'e>>,
    ) -> Vec<Fault> {
        let mut placed = Vec::new();
        for error in errors {
            self.translate(error, &mut placed);
        }
        placed.sort_by(|a, b| (&a.instance, &a.schema).cmp(&(&b.instance, &b.schema)));
        let mut faults: Vec<Fault> = Vec::new();
        for Placed { fault, .. } in placed {
            // Two branches of an `allOf` may state the same.
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        faults
    }

    fn translate(&mut self, error: &ValidationError<'_>, into: &mut Vec<Placed>) {
        let here = Pointer::from_escaped(error.instance_path().as_str());
        let unexpected_properties = match error.kind() {
            // A property or an item that the schema `false` stands for is one too many.
            ValidationErrorKind::FalseSchema => return self.translate_false(&here, error, into),
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => Some(unexpected),
            _ => None,
        };
        if let Some(names) = unexpected_properties {
            let known = self.known_properties(error);
            for name in names {
                let constraint = Constraint::AdditionalProperties(known.clone());
                self.place(here.child(name), constraint, error, into);
            }
            return;
        }
        let Some((parameter, constraint)) = self.constraint(here, error) else { return };
        self.place(parameter, constraint, error, into);
    }

    fn translate_false(
        &mut self,
        here: &Pointer,
        error: &ValidationError<'_>,
        into: &mut Vec<Placed>,
    ) {
        let path = error.schema_path().as_str();
        let (owner, keyword) = path.rsplit_once('/').unwrap_or(("", path));
        let list = owner.rsplit('/').next().unwrap_or_default();
        if keyword == "additionalProperties"
            && let Some(Value::Object(members)) = here.look_up(self.instance)
            && self
                .schema
                .pointer(owner)
                .is_some_and(|owner| owner.get("patternProperties").is_none())
        {
            let known = self.properties_of(owner, false);
            for name in members.keys().filter(|name| !known.contains(name)) {
                let constraint = Constraint::AdditionalProperties(known.clone());
                self.place(here.child(name), constraint, error, into);
            }
            return;
        }
        let container = here.as_str().rsplit_once('/').map(|(container, _)| container);
        let (parameter, constraint) = match (list, keyword, container) {
            ("properties" | "patternProperties", _, _) => {
                let owner = owner.rsplit_once('/').map_or("", |(owner, _)| owner);
                let known = self.properties_of(owner, false);
                (here.clone(), Constraint::AdditionalProperties(known))
            }
            (_, "items" | "additionalItems" | "unevaluatedItems", Some(container)) => {
                let owner = self.schema.pointer(owner);
                let leading =
                    owner.and_then(|owner| owner.get("prefixItems").or(owner.get("items")));
                let most = leading.and_then(Value::as_array).map_or(0, Vec::len);
                (Pointer::from_escaped(container), Constraint::MaxItems(most as u64))
            }
            _ => (here.clone(), Constraint::Other(error.kind().keyword().to_owned())),
        };
        self.place(parameter, constraint, error, into);
    }

    fn place(
        &mut self,
        parameter: Pointer,
        constraint: Constraint,
        error: &ValidationError<'_>,
        into: &mut Vec<Placed>,
    ) {
        let given = parameter.look_up(self.instance);
        let copied = given.map_or(0, |value| weight(value, self.bytes_left));
        let copied = copied.saturating_add(constraint_weight(&constraint, self.bytes_left));
        // The first fault is told however large, lest the instance be taken for valid.
        let is_first = self.faults_left == MAX_FAULTS;
        if self.faults_left == 0 || copied > self.bytes_left && !is_first {
            return;
        }
        self.faults_left -= 1;
        self.bytes_left = self.bytes_left.saturating_sub(copied);
        into.push(Placed {
            instance: position(self.instance, parameter.as_str()),
            schema: position(self.schema, error.schema_path().as_str()),
            fault: Fault { given: given.cloned(), parameter, constraint },
        });
    }

    /// What is broken and where; `None` where nothing is proved.
    fn constraint(
        &mut self,
        here: Pointer,
        error: &ValidationError<'_>,
    ) -> Option<(Pointer, Constraint)> {
        use ValidationErrorKind as Kind;
        let constraint = match error.kind() {
            Kind::AdditionalItems { limit } => Constraint::MaxItems(*limit as u64),
            Kind::AnyOf { context } => Constraint::AnyOf(self.branches(context)),
            Kind::OneOfMultipleValid { context } | Kind::OneOfNotValid { context } => {
                Constraint::OneOf(self.branches(context))
            }
            Kind::Constant { expected_value } => Constraint::Const(expected_value.as_ref().clone()),
            Kind::Enum { options } => {
                Constraint::Enum(options.as_array().cloned().unwrap_or_default())
            }
            Kind::ExclusiveMaximum { limit } => Constraint::ExclusiveMaximum(number(limit)?),
            Kind::ExclusiveMinimum { limit } => Constraint::ExclusiveMinimum(number(limit)?),
            Kind::Maximum { limit } => Constraint::Maximum(number(limit)?),
            Kind::Minimum { limit } => Constraint::Minimum(number(limit)?),
            Kind::MultipleOf { multiple_of } => {
                let stated = self.schema.pointer(error.schema_path().as_str()).and_then(number);
                Constraint::MultipleOf(stated.or_else(|| Number::from_f64(*multiple_of))?)
            }
            Kind::Format { format } => Constraint::Format(format.clone()),
            Kind::MaxItems { limit } => Constraint::MaxItems(*limit),
            Kind::MaxLength { limit } => Constraint::MaxLength(*limit),
            Kind::MaxProperties { limit } => Constraint::MaxProperties(*limit),
            Kind::MinItems { limit } => Constraint::MinItems(*limit),
            Kind::MinLength { limit } => Constraint::MinLength(*limit),
            Kind::MinProperties { limit } => Constraint::MinProperties(*limit),
            Kind::Pattern { pattern } => Constraint::Pattern(pattern.clone()),
            Kind::Required { property } => {
                let name = property.as_str()?;
                let constraint = self
                    .depends_on(name, &here, error.schema_path().as_str())
                    .map_or(Constraint::Required, Constraint::DependentRequired);
                return Some((here.child(name), constraint));
            }
            Kind::Type { kind } => Constraint::Type(types(kind)),
            Kind::UniqueItems => Constraint::UniqueItems,
            // The engine gave up, so nothing is proved.
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => return None,
            other => Constraint::Other(other.keyword().to_owned()),
        };
        Some((here, constraint))
    }

    fn branches(&mut self, context: &[Vec<ValidationError<'static>>]) -> Vec<Vec<Fault>> {
        context.iter().map(|errors| self.faults(errors)).collect()
    }

    /// The property whose presence requires `name` in the object at `here`; `None` where it is always required.
    fn depends_on(&self, name: &str, here: &Pointer, keyword: &str) -> Option<String> {
        let dependencies = self.schema.pointer(keyword)?.as_object()?;
        let present = here.look_up(self.instance)?.as_object()?;
        let requires =
            |names: &Value| names.as_array().is_some_and(|all| all.contains(&name.into()));
        let mut because = dependencies
            .iter()
            .filter(|(given, names)| present.contains_key(*given) && requires(names));
        because.next().map(|(given, _)| given.clone())
    }

    /// The properties named beside the keyword that closes the object, and in what applies in place there.
    fn known_properties(&self, error: &ValidationError<'_>) -> Vec<String> {
        let path = error.schema_path().as_str();
        let owner = path.rsplit_once('/').map_or("", |(owner, _)| owner);
        let in_place = matches!(error.kind(), ValidationErrorKind::UnevaluatedProperties { .. });
        self.properties_of(owner, in_place)
    }

    fn properties_of(&self, owner: &str, in_place: bool) -> Vec<String> {
        let mut known = Vec::new();
        if let Some(owner) = self.schema.pointer(owner) {
            collect_properties(self.schema, owner, in_place, 0, &mut known);
        }
        known
    }
}

fn collect_properties(
    schema: &Value,
    subschema: &Value,
    in_place: bool,
    depth: usize,
    known: &mut Vec<String>,
) {
    if let Some(Value::Object(properties)) = subschema.get("properties") {
        for (name, value) in properties {
            if *value != Value::Bool(false) && !known.contains(name) {
                known.push(name.clone());
            }
        }
    }
    if !in_place || depth > 8 || known.len() > 512 {
        return;
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for branch in subschema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            collect_properties(schema, branch, true, depth + 1, known);
        }
    }
    for keyword in ["if", "then", "else"] {
        if let Some(branch) = subschema.get(keyword) {
            collect_properties(schema, branch, true, depth + 1, known);
        }
    }
    let target = subschema.get("$ref").and_then(Value::as_str);
    if let Some(target) = target.and_then(|target| schema.pointer(target.strip_prefix('#')?)) {
        collect_properties(schema, target, true, depth + 1, known);
    }
}

fn number(value: &Value) -> Option<Number> {
    value.as_number().cloned()
}

fn types(kind: &TypeKind) -> Vec<JsonType> {
    match kind {
        TypeKind::Single(one) => vec![json_type(*one)],
        TypeKind::Multiple(several) => several.iter().map(json_type).collect(),
    }
}

fn json_type(theirs: TheirType) -> JsonType {
    match theirs {
        TheirType::Array => JsonType::Array,
        TheirType::Boolean => JsonType::Boolean,
        TheirType::Integer => JsonType::Integer,
        TheirType::Null => JsonType::Null,
        TheirType::Number => JsonType::Number,
        TheirType::Object => JsonType::Object,
        TheirType::String => JsonType::String,
    }
}

/// Roughly the bytes of the schema's values in `constraint`, counted no further than just over `enough`.
fn constraint_weight(constraint: &Constraint, enough: usize) -> usize {
    match constraint {
        Constraint::AdditionalProperties(known) => known.iter().map(|name| name.len() + 32).sum(),
        Constraint::Enum(allowed) => {
            allowed.iter().map(|value| weight(value, enough)).fold(0, usize::saturating_add)
        }
        Constraint::Const(only) => weight(only, enough),
        // The faults of branches were counted when they were made.
        _ => 64,
    }
}

/// Roughly the bytes of a copy of `value`, counted no further than just over `enough`.
fn weight(value: &Value, enough: usize) -> usize {
    let mut sum = 0_usize;
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        sum += 32;
        if sum > enough {
            break;
        }
        match value {
            Value::String(text) => sum += text.len(),
            Value::Array(items) => rest.extend(items),
            Value::Object(members) => {
                sum += members.keys().map(String::len).sum::<usize>();
                rest.extend(members.values());
            }
            _ => (),
        }
    }
    sum
}

const MAX_FAULTS: usize = 1000;
const MAX_COPIED: usize = 16 << 20;

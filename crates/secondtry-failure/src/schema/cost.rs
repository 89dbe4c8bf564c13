//! How many steps it takes to judge an instance, from above, before it is judged.
//!
//! A schema that refers to itself twice costs twice as much with each level of the instance, so neither
//! the schema nor the instance alone tells. The steps counted here are pairs of a subschema and a value.

use std::collections::HashMap;

use serde_json::Value;

use super::bounds::{Bound, pattern_weight};
use super::compile::Uncompilable;
use super::reference::{Document, Target};

/// The subschemas of a schema, and which applies to what.
#[derive(Debug)]
pub(super) struct Cost {
    nodes: Vec<Node>,
    /// The steps that one value can take at most; `None` where only the instance can tell.
    steps_per_value: Option<u64>,
}

#[derive(Debug, Default)]
struct Node {
    /// What it costs to look at any value.
    weight: u64,
    /// What it costs to match a string, for each byte of it.
    pattern_weight: u64,
    /// Applied to the value itself.
    here: Vec<usize>,
    properties: HashMap<String, usize>,
    patterns: Vec<usize>,
    other_properties: Vec<usize>,
    leading_items: Vec<usize>,
    items: Vec<usize>,
}

/// What lies below a node.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The weights of the node and of all below it, each as often as it is reached.
    weight: u64,
    /// The nodes on the longest way down.
    depth: usize,
}

/// Builds nodes in the order in which they are reached.
struct Builder<'s> {
    document: Document<'s>,
    known: HashMap<*const Value, usize>,
    found: Vec<&'s Value>,
}

impl Cost {
    /// Follows every reference of `schema`, which is within the bounds of [`check`](super::bounds::check).
    pub(super) fn of(schema: &Value) -> Result<Self, Uncompilable> {
        let document = Document::new(schema);
        let mut builder = Builder { document, known: HashMap::new(), found: Vec::new() };
        builder.node_of(schema);
        let mut nodes = Vec::new();
        while let Some(subschema) = builder.found.get(nodes.len()).copied() {
            nodes.push(builder.read(subschema)?);
        }
        let mut cost = Self { nodes, steps_per_value: None };
        cost.check_expansion()?;
        let all = cost.expand(|node| Box::new(node.children()));
        let root = all.ok().and_then(|all| all.first().copied());
        let shallow = root.filter(|reach| reach.depth <= MAX_EVALUATION_DEPTH);
        cost.steps_per_value = shallow.map(|reach| reach.weight);
        Ok(cost)
    }

    /// Whether `instance` can be judged within the limits of steps and depth.
    pub(super) fn affords(&self, instance: &Value) -> bool {
        let Some(size) = size_within_depth(instance) else { return false };
        let at_most = self.steps_per_value.map(|steps| steps.saturating_mul(size));
        if at_most.is_some_and(|steps| steps <= MAX_STEPS) {
            return true;
        }
        let mut memo = HashMap::new();
        self.steps(0, instance, 0, &mut memo).is_some_and(|steps| steps <= MAX_STEPS)
    }

    /// Refuses a schema that applies to itself in place, or to one value in too many ways.
    fn check_expansion(&self) -> Result<(), Uncompilable> {
        let all = self.expand(|node| Box::new(node.here.iter().copied()))?;
        let most = all.into_iter().map(|reach| reach.weight).max().unwrap_or(0);
        let limit = Bound::Expansion.limit();
        if usize::try_from(most).is_ok_and(|most| most <= limit) {
            return Ok(());
        }
        Err(Uncompilable::OverBound(Bound::Expansion))
    }

    /// What every node leads to by way of `next`, or an error where that is without end.
    fn expand<'n>(
        &'n self,
        next: impl Fn(&'n Node) -> Box<dyn Iterator<Item = usize> + 'n>,
    ) -> Result<Vec<Reach>, Uncompilable> {
        let mut known: Vec<Option<Reach>> = vec![None; self.nodes.len()];
        let mut open = vec![false; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut path = vec![start];
            while let Some(at) = path.last().copied() {
                if known[at].is_some() {
                    path.pop();
                    continue;
                }
                if open[at] {
                    let weight = self.nodes[at].weight + self.nodes[at].pattern_weight;
                    let below = next(&self.nodes[at]).filter_map(|child| known[child]);
                    let all = below.fold(Reach { weight, depth: 1 }, Reach::with_below);
                    known[at] = Some(all);
                    path.pop();
                    continue;
                }
                open[at] = true;
                for child in next(&self.nodes[at]) {
                    if known[child].is_some() {
                        continue;
                    }
                    if open[child] {
                        return Err(Uncompilable::EndlessReference);
                    }
                    path.push(child);
                }
            }
        }
        Ok(known.into_iter().flatten().collect())
    }

    /// The steps of `node` on `value`; `None` over the limits.
    fn steps(
        &self,
        node: usize,
        value: &Value,
        depth: usize,
        memo: &mut HashMap<(usize, *const Value), u64>,
    ) -> Option<u64> {
        if let Some(known) = memo.get(&(node, std::ptr::from_ref(value))) {
            return Some(*known);
        }
        if depth > MAX_EVALUATION_DEPTH || memo.len() > MAX_PAIRS {
            return None;
        }
        let subschema = &self.nodes[node];
        let mut sum = subschema.weight;
        let mut add = |node: usize, value: &Value, sum: &mut u64| {
            *sum = sum.saturating_add(self.steps(node, value, depth + 1, memo)?);
            Some(())
        };
        for child in &subschema.here {
            add(*child, value, &mut sum)?;
        }
        match value {
            Value::String(text) => {
                sum = sum.saturating_add(match_steps(text, subschema.pattern_weight));
            }
            Value::Object(members) => {
                for (name, member) in members {
                    sum = sum.saturating_add(match_steps(name, subschema.pattern_weight));
                    let named = subschema.properties.get(name).into_iter();
                    for child in named.chain(&subschema.patterns).chain(&subschema.other_properties)
                    {
                        add(*child, member, &mut sum)?;
                    }
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let leading = subschema.leading_items.get(index).into_iter();
                    for child in leading.chain(&subschema.items) {
                        add(*child, item, &mut sum)?;
                    }
                }
            }
            _ => (),
        }
        memo.insert((node, std::ptr::from_ref(value)), sum);
        Some(sum)
    }
}

impl Reach {
    fn with_below(self, below: Self) -> Self {
        let weight = self.weight.saturating_add(below.weight);
        Self { weight, depth: self.depth.max(below.depth + 1) }
    }
}

impl Node {
    fn children(&self) -> impl Iterator<Item = usize> + '_ {
        let places =
            [&self.here, &self.patterns, &self.other_properties, &self.leading_items, &self.items];
        places.into_iter().flatten().chain(self.properties.values()).copied()
    }
}

impl<'s> Builder<'s> {
    fn node_of(&mut self, subschema: &'s Value) -> usize {
        let next = self.found.len();
        *self.known.entry(std::ptr::from_ref(subschema)).or_insert_with(|| {
            self.found.push(subschema);
            next
        })
    }

    fn read(&mut self, subschema: &'s Value) -> Result<Node, Uncompilable> {
        let mut node = Node { weight: 1, ..Node::default() };
        let Value::Object(keywords) = subschema else { return Ok(node) };
        for (keyword, value) in keywords {
            self.read_keyword(&mut node, keyword, value)?;
        }
        if keywords.contains_key("unevaluatedProperties")
            || keywords.contains_key("unevaluatedItems")
        {
            // To know what was evaluated, all that applies in place is gone through once more.
            node.here.extend_from_within(..);
        }
        Ok(node)
    }

    fn read_keyword(
        &mut self,
        node: &mut Node,
        keyword: &str,
        value: &'s Value,
    ) -> Result<(), Uncompilable> {
        match (keyword, value) {
            ("$ref", Value::String(reference)) => match self.document.resolve(reference) {
                Target::Here(target) => node.here.push(self.node_of(target)),
                Target::MetaSchema => node.weight += META_SCHEMA_WEIGHT,
                Target::Nowhere => return Err(Uncompilable::UnresolvableRef(reference.clone())),
                Target::Outside => return Err(Uncompilable::ExternalRef(reference.clone())),
            },
            ("$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                for target in self.document.resolve_dynamic(reference) {
                    if let Target::Here(target) = target {
                        node.here.push(self.node_of(target));
                    }
                }
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => {
                node.here.extend(branches.iter().map(|branch| self.node_of(branch)));
            }
            ("not" | "if" | "then" | "else", _) => node.here.push(self.node_of(value)),
            ("dependentSchemas" | "dependencies", Value::Object(all)) => {
                node.here.extend(all.values().map(|subschema| self.node_of(subschema)));
            }
            ("properties", Value::Object(all)) => {
                node.weight += all.len() as u64 / 8;
                for (name, subschema) in all {
                    let child = self.node_of(subschema);
                    node.properties.insert(name.clone(), child);
                }
            }
            ("patternProperties", Value::Object(all)) => {
                for (pattern, subschema) in all {
                    node.pattern_weight += weight_of_pattern(pattern);
                    node.patterns.push(self.node_of(subschema));
                }
            }
            ("additionalProperties" | "unevaluatedProperties", _) => {
                node.other_properties.push(self.node_of(value));
            }
            // A name costs no more than the value that it names.
            ("propertyNames", _) => node.other_properties.push(self.node_of(value)),
            ("prefixItems" | "items", Value::Array(all)) => {
                node.leading_items.extend(all.iter().map(|subschema| self.node_of(subschema)));
            }
            ("items" | "contains" | "additionalItems" | "unevaluatedItems", _) => {
                node.items.push(self.node_of(value));
            }
            ("pattern", Value::String(pattern)) => {
                node.pattern_weight += weight_of_pattern(pattern);
            }
            ("enum" | "required", Value::Array(all)) => node.weight += all.len() as u64 / 8,
            _ => (),
        }
        Ok(())
    }
}

/// The values of `instance`, longer strings counted as several; `None` over the limit of depth.
fn size_within_depth(instance: &Value) -> Option<u64> {
    let mut size = 0_u64;
    let mut rest = vec![(instance, 0)];
    while let Some((value, depth)) = rest.pop() {
        if depth > MAX_INSTANCE_DEPTH {
            return None;
        }
        size += 1;
        match value {
            Value::String(text) => size += text.len() as u64 / BYTES_PER_STEP,
            Value::Array(items) => rest.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => {
                for (name, member) in members {
                    size += name.len() as u64 / BYTES_PER_STEP;
                    rest.push((member, depth + 1));
                }
            }
            _ => (),
        }
    }
    Some(size)
}

fn match_steps(text: &str, pattern_weight: u64) -> u64 {
    (text.len() as u64 / BYTES_PER_STEP + 1).saturating_mul(pattern_weight)
}

fn weight_of_pattern(pattern: &str) -> u64 {
    // Each match that backtracks may use up its limit, and each that does is judged both ways.
    let backtracks = ["(?=", "(?!", "(?<", "\\1", "\\k"].iter().any(|sign| pattern.contains(sign));
    let own = pattern_weight(pattern) as u64 / 16 + 1;
    if backtracks { own + BACKTRACKING_WEIGHT } else { own }
}

const MAX_STEPS: u64 = 2_000_000;
const MAX_PAIRS: usize = 500_000;
const MAX_EVALUATION_DEPTH: usize = 300;
const MAX_INSTANCE_DEPTH: usize = 128;
const BYTES_PER_STEP: u64 = 16;
const META_SCHEMA_WEIGHT: u64 = 32;
const BACKTRACKING_WEIGHT: u64 = 512;

//! Where a `$ref` leads inside its own document.
//!
//! Good enough to plan and to bound with; the validator's own resolution decides.

use std::collections::HashMap;

use serde_json::Value;

/// A schema document with its anchors and ids at hand.
pub(crate) struct Document<'s> {
    root: &'s Value,
    anchors: HashMap<&'s str, Vec<&'s Value>>,
    ids: HashMap<&'s str, &'s Value>,
}

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target<'s> {
    /// To this part of the document.
    Here(&'s Value),
    /// To a meta-schema, which every validator carries.
    MetaSchema,
    /// Into the document, but to nothing.
    Nowhere,
    /// Out of the document.
    Outside,
}

impl<'s> Document<'s> {
    /// Reads the anchors and ids of `root`, which is within the bounds of depth and size.
    pub(crate) fn new(root: &'s Value) -> Self {
        let mut document = Self { root, anchors: HashMap::new(), ids: HashMap::new() };
        let mut rest = vec![root];
        while let Some(value) = rest.pop() {
            match value {
                Value::Object(members) => {
                    document.note_names(value);
                    rest.extend(members.values());
                }
                Value::Array(items) => rest.extend(items),
                _ => (),
            }
        }
        document
    }

    /// Follows `reference`, the value of a `$ref`.
    pub(crate) fn resolve(&self, reference: &str) -> Target<'s> {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = if base.is_empty() {
            self.root
        } else if let Some(found) = self.resource(base) {
            found
        } else if is_meta_schema(base) {
            return Target::MetaSchema;
        } else {
            return Target::Outside;
        };
        let fragment = percent_decoded(fragment);
        let found = if fragment.is_empty() {
            Some(resource)
        } else if fragment.starts_with('/') {
            resource.pointer(&fragment)
        } else {
            self.anchors.get(fragment.as_str()).and_then(|targets| targets.first().copied())
        };
        found.map_or(Target::Nowhere, Target::Here)
    }

    /// All that a `$dynamicRef` or `$recursiveRef` might lead to.
    pub(crate) fn resolve_dynamic(&self, reference: &str) -> Vec<Target<'s>> {
        let named = reference.split_once('#').and_then(|(_, name)| self.anchors.get(name));
        match named {
            Some(targets) => targets.iter().map(|target| Target::Here(target)).collect(),
            None => vec![self.resolve(reference)],
        }
    }

    fn note_names(&mut self, value: &'s Value) {
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(name)) = value.get(keyword) {
                self.anchors.entry(name).or_default().push(value);
            }
        }
        for keyword in ["$id", "id"] {
            if let Some(Value::String(id)) = value.get(keyword) {
                match id.strip_prefix('#') {
                    // Up to draft 7 this is how an anchor is written.
                    Some(name) => self.anchors.entry(name).or_default().push(value),
                    None => _ = self.ids.entry(id.trim_end_matches('#')).or_insert(value),
                }
            }
        }
    }

    fn resource(&self, base: &str) -> Option<&'s Value> {
        let ends_alike = |id: &str| {
            let longer = if id.len() > base.len() { (id, base) } else { (base, id) };
            longer.0.strip_suffix(longer.1).is_some_and(|head| head.ends_with('/'))
        };
        let exact = self.ids.get(base).copied();
        exact.or_else(|| {
            let mut alike: Vec<_> = self.ids.iter().filter(|(id, _)| ends_alike(id)).collect();
            alike.sort_by_key(|(id, _)| **id);
            alike.first().map(|(_, value)| **value)
        })
    }
}

fn is_meta_schema(base: &str) -> bool {
    ["http://json-schema.org/draft", "https://json-schema.org/draft"]
        .iter()
        .any(|prefix| base.starts_with(prefix))
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = text.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escaped {
            Some(byte) if bytes[at] == b'%' => {
                decoded.push(byte);
                at += 3;
            }
            _ => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

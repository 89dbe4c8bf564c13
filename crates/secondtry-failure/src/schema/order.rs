//! The order of faults: as the instance has its values, then as the schema has its keywords.

use serde_json::Value;

/// Where `pointer` leads in `document`, as the position in each container on the way. What is missing comes last.
pub(super) fn position(document: &Value, pointer: &str) -> Vec<usize> {
    let mut place = Some(document);
    let mut positions = Vec::new();
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        let found = place.and_then(|container| step(container, &token));
        positions.push(found.map_or(usize::MAX, |(index, _)| index));
        place = found.map(|(_, value)| value);
    }
    positions
}

fn step<'v>(container: &'v Value, token: &str) -> Option<(usize, &'v Value)> {
    match container {
        Value::Array(items) => {
            let index = token.parse().ok()?;
            items.get(index).map(|item| (index, item))
        }
        Value::Object(members) => members
            .iter()
            .enumerate()
            .find(|(_, (name, _))| *name == token)
            .map(|(i, (_, v))| (i, v)),
        _ => None,
    }
}

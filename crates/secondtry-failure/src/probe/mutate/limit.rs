//! Keeps the mutations of one tool to a number that can be sent.

use super::Mutation;

/// The first of every kind and constraint, then the first of the rest, in their order and `most` at most.
pub(super) fn keep(found: Vec<Mutation>, most: usize) -> Vec<Mutation> {
    if found.len() <= most {
        return found;
    }
    let mut seen = Vec::new();
    let mut kept = vec![false; found.len()];
    for (index, mutation) in found.iter().enumerate() {
        let sort = (mutation.kind, mutation.constraint.keyword());
        if !seen.contains(&sort) && seen.len() < most {
            seen.push(sort);
            kept[index] = true;
        }
    }
    let mut left = most - seen.len();
    for place in &mut kept {
        if left == 0 {
            break;
        }
        if !*place {
            *place = true;
            left -= 1;
        }
    }
    found.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(mutation, _)| mutation).collect()
}

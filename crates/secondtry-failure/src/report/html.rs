use super::{Report, mask::Mask};
pub(super) fn write(_: &Report, _: Mask) -> String { String::new() }

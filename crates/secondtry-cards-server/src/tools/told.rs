//! A result for a model and for a program: a text to read, and the same as an object.

use rmcp::model::{CallToolResult, ContentBlock};
use schemars::Schema;
use secondtry::ToolFailure;
use serde::Serialize;

pub(super) fn told(text: String, object: &impl Serialize) -> Result<CallToolResult, ToolFailure> {
    let mut result = CallToolResult::structured(serde_json::to_value(object)?);
    result.content = vec![ContentBlock::text(text)];
    Ok(result)
}

/// `worked 3 of 4 times`, or nothing where nobody has tried.
pub(super) fn outcomes(worked: u64, tried: u64) -> String {
    if tried == 0 { String::new() } else { format!("worked {worked} of {tried} times") }
}

/// Takes out the size of an integer, which schemars calls a format and validators do not know.
pub(super) fn without_format(schema: &mut Schema) {
    schema.remove("format");
}

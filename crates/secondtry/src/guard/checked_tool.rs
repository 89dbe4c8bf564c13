//! A tool with its schemas compiled.

use std::time::Duration;

use rmcp::model::Tool;
use secondtry_failure::classify::run::ListedTool;
use secondtry_failure::message::tool::Tool as Definition;
use secondtry_failure::schema::compile::Schema;
use serde_json::Value;

use super::GuardError;

/// What the guard knows of a tool.
#[derive(Debug)]
pub(super) struct CheckedTool {
    pub(super) listed: ListedTool,
    pub(super) deadline: Option<Duration>,
}

impl CheckedTool {
    pub(super) fn new(tool: &Tool, deadline: Option<Duration>) -> Result<Self, GuardError> {
        let name = tool.name.to_string();
        let definition = serde_json::to_value(tool).unwrap_or(Value::Null);
        let listed = ListedTool::new(Definition { name, definition });
        let failed =
            |member, source| GuardError::Schema { tool: tool.name.to_string(), member, source };
        if let Err(error) = &listed.input {
            return Err(failed("inputSchema", error.clone()));
        }
        if let Some(Err(error)) = &listed.output {
            return Err(failed("outputSchema", error.clone()));
        }
        Ok(Self { listed, deadline })
    }

    pub(super) fn input(&self) -> Option<&Schema> {
        self.listed.input.as_ref().ok()
    }

    pub(super) fn output(&self) -> Option<&Schema> {
        self.listed.output.as_ref()?.as_ref().ok()
    }
}

//! A tool as `tools/list` shows it.

use serde_json::Value;

/// One entry of `tools/list`. Members of a wrong type count as absent; `definition` keeps them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// `name`
    pub name: String,
    /// The entry as it came.
    pub definition: Value,
}

impl Tool {
    /// Reads one entry of `tools`; `None` where it has no `name`.
    pub fn from_definition(definition: &Value) -> Option<Self> {
        let name = definition.get("name")?.as_str()?.to_owned();
        Some(Self { name, definition: definition.clone() })
    }

    /// `description`, or an empty text.
    pub fn description(&self) -> &str {
        self.definition.get("description").and_then(Value::as_str).unwrap_or_default()
    }

    /// `inputSchema`, if it is an object.
    pub fn input_schema(&self) -> Option<&Value> {
        self.definition.get("inputSchema").filter(|schema| schema.is_object())
    }

    /// `outputSchema`, if it is an object.
    pub fn output_schema(&self) -> Option<&Value> {
        self.definition.get("outputSchema").filter(|schema| schema.is_object())
    }

    /// `annotations.readOnlyHint`: the tool changes nothing. Absent counts as false.
    pub fn is_read_only(&self) -> bool {
        self.hint("readOnlyHint").unwrap_or(false)
    }

    /// `annotations.idempotentHint`: a second call changes nothing more. Absent counts as false.
    pub fn is_idempotent(&self) -> bool {
        self.hint("idempotentHint").unwrap_or(false)
    }

    /// `annotations.destructiveHint` is true, rather than absent.
    pub fn is_declared_destructive(&self) -> bool {
        self.hint("destructiveHint").unwrap_or(false)
    }

    /// `execution.taskSupport` is `required` (2025-11-25, `basic/utilities/tasks`).
    pub fn requires_task(&self) -> bool {
        self.definition.pointer("/execution/taskSupport").and_then(Value::as_str)
            == Some("required")
    }

    fn hint(&self, name: &str) -> Option<bool> {
        self.definition.get("annotations")?.get(name)?.as_bool()
    }
}

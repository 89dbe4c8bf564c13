//! What a tool is: its definition, and a function from one call to an answer of any shape.

use serde_json::{Map, Value, json};

use crate::arguments::{Fault, faults};
use crate::era::Era;
use crate::server::response;

/// A tool of a server.
pub(crate) struct Tool {
    /// The entry in `tools/list`.
    pub(crate) definition: Value,
    /// What happens when it is called.
    pub(crate) call: fn(&Call<'_>) -> Answer,
}

impl Tool {
    /// The name by which it is called.
    pub(crate) fn name(&self) -> &str {
        self.definition["name"].as_str().unwrap_or_default()
    }
}

/// The definition of a tool that changes nothing.
pub(crate) fn read_only(name: &str, description: &str, input_schema: &Value) -> Value {
    json!({
        "name": name,
        "description": description,
        "inputSchema": input_schema,
        "annotations": {"readOnlyHint": true},
    })
}

/// One `tools/call` request that is well-formed and names a tool.
pub(crate) struct Call<'a> {
    /// `params.arguments`, or an empty object if absent.
    pub(crate) arguments: &'a Map<String, Value>,
    /// The definition of the tool that is called.
    pub(crate) definition: &'a Value,
    /// The era in which the request was made.
    pub(crate) era: Era,
    /// The id of the request.
    pub(crate) id: &'a Value,
}

impl Call<'_> {
    /// Runs `work` if the arguments keep the inputSchema, else refuses with every fault in full.
    pub(crate) fn checked(&self, work: impl FnOnce(&Map<String, Value>) -> Answer) -> Answer {
        self.or_refuse(work, |faults| Answer::failure(all_told(faults)))
    }

    /// The response with this result, for an answer that breaks it afterwards.
    pub(crate) fn response(&self, result: Value) -> Value {
        response(self.id, result, self.era)
    }

    /// Runs `work` if the arguments keep the inputSchema, else `refuse`.
    pub(crate) fn or_refuse(
        &self,
        work: impl FnOnce(&Map<String, Value>) -> Answer,
        refuse: impl FnOnce(&[Fault]) -> Answer,
    ) -> Answer {
        match faults(&self.definition["inputSchema"], self.arguments).as_slice() {
            [] => work(self.arguments),
            faults => refuse(faults),
        }
    }
}

/// All faults in full, a line each.
pub(crate) fn all_told(faults: &[Fault]) -> String {
    lines(faults, Fault::sentence)
}

/// What `telling` says of each fault, a line each.
pub(crate) fn lines(faults: &[Fault], telling: impl Fn(&Fault) -> String) -> String {
    faults.iter().map(telling).collect::<Vec<_>>().join("\n")
}

/// What comes back from a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The process ends after these words on stderr; over HTTP the connection closes without an answer.
    Exit {
        /// The exit code.
        code: u8,
        /// What it writes on stderr first.
        last_words: &'static str,
    },
    /// Over HTTP this status and body in place of a message; on stdio the result.
    HttpFailure {
        /// The status.
        status: u16,
        /// The body, plain text.
        body: &'static str,
        /// The result that tells of the same failure.
        result: Value,
    },
    /// A line on stdout that is no protocol message, then the result.
    Noise {
        /// The line.
        line: &'static str,
        /// What follows it.
        result: Value,
    },
    /// A JSON-RPC error response.
    ProtocolError(ProtocolError),
    /// A whole message, sent as it is.
    Raw(Value),
    /// A result; `resultType` is added where the revision asks for it.
    Result(Value),
    /// No answer at all.
    Silence,
}

impl Answer {
    /// A result with `isError: true`.
    pub(crate) fn failure(text: impl Into<String>) -> Self {
        Self::Result(failure(text))
    }

    /// A success whose data stands in `structuredContent` and, as JSON, in the text.
    pub(crate) fn structured(data: &Value) -> Self {
        Self::Result(
            json!({"content": [{"type": "text", "text": data.to_string()}], "structuredContent": data}),
        )
    }

    /// A success that is a text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Result(success(text))
    }
}

/// A `CallToolResult` with `isError: true`.
pub(crate) fn failure(text: impl Into<String>) -> Value {
    json!({"content": [{"type": "text", "text": text.into()}], "isError": true})
}

/// A `CallToolResult` that is a success.
pub(crate) fn success(text: impl Into<String>) -> Value {
    json!({"content": [{"type": "text", "text": text.into()}]})
}

/// The `error` member of a response.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProtocolError {
    /// `error.code`.
    pub(crate) code: i64,
    /// `error.message`.
    pub(crate) message: String,
    /// `error.data`, if any.
    pub(crate) data: Option<Value>,
}

impl ProtocolError {
    /// An error without data.
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

//! The drafts of JSON Schema that a schema can be written in.

use serde_json::Value;

/// A draft of JSON Schema, oldest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Draft 4.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// 2019-09.
    Draft201909,
    /// 2020-12, what MCP reads into a schema that does not say.
    #[default]
    Draft202012,
}

impl Dialect {
    /// The dialect that `schema` names in `$schema`; `None` where it names none, the unknown name as an error.
    pub fn named_by(schema: &Value) -> Result<Option<Self>, String> {
        let uri = match schema.get("$schema") {
            None => return Ok(None),
            Some(Value::String(uri)) => uri,
            Some(other) => return Err(other.to_string()),
        };
        let bare = uri.trim_end_matches('#');
        let bare = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"));
        Ok(Some(match bare {
            Some("json-schema.org/draft-04/schema") => Self::Draft4,
            Some("json-schema.org/draft-06/schema") => Self::Draft6,
            // Without a version it stood for the newest draft of its day, which was 7 when tools wrote it.
            Some("json-schema.org/draft-07/schema" | "json-schema.org/schema") => Self::Draft7,
            Some("json-schema.org/draft/2019-09/schema") => Self::Draft201909,
            Some("json-schema.org/draft/2020-12/schema") => Self::Draft202012,
            _ => return Err(uri.clone()),
        }))
    }

    /// The URI that names this dialect in `$schema`.
    pub fn uri(self) -> &'static str {
        match self {
            Self::Draft4 => "http://json-schema.org/draft-04/schema#",
            Self::Draft6 => "http://json-schema.org/draft-06/schema#",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
            Self::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
        }
    }
}

//! JSON with comments and trailing commas, as values that know where in the file they stand.

use std::collections::BTreeSet;

use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, ast, parse_to_ast};

use super::error::ConfigError;

#[cfg(test)]
mod tests;

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    file: &'a str,
    text: &'a str,
    value: &'a ast::Value<'a>,
    /// Where it begins, in bytes.
    at: usize,
    /// Such as `mcpServers.weather.args[1]`.
    path: String,
}

/// Parses `text`. What clients do not take (missing commas, names without quotes) is refused here too.
pub(super) fn parse<'a>(file: &str, text: &'a str) -> Result<ast::Value<'a>, ConfigError> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let collect = CollectOptions { comments: CommentCollectionStrategy::Off, tokens: false };
    let parsed = parse_to_ast(text, &collect, &options).map_err(|error| ConfigError::Syntax {
        file: file.to_owned(),
        line: error.line_display(),
        column: error.column_display(),
        what: lower(&error.kind().to_string()),
    })?;
    parsed.value.ok_or_else(|| ConfigError::NoServers { file: file.to_owned() })
}

impl<'a> Node<'a> {
    /// The whole document.
    pub(super) fn root(file: &'a str, text: &'a str, value: &'a ast::Value<'a>) -> Self {
        Self { file, text, value, at: 0, path: String::new() }
    }

    /// The member `name`; `None` where there is none, or this is no object. The last of several counts, as in clients.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        let object = self.value.as_object()?;
        let property =
            object.properties.iter().rev().find(|property| property.name.as_str() == name)?;
        Some(self.property(property))
    }

    /// Every member in order.
    pub(super) fn members(&self) -> Result<Vec<(String, Self)>, ConfigError> {
        let object = self.value.as_object().ok_or_else(|| self.is_no("an object"))?;
        let mut seen = BTreeSet::new();
        let members = object.properties.iter().map(|property| {
            let (name, node) = (property.name.as_str(), self.property(property));
            if seen.insert(name) {
                Ok((name.to_owned(), node))
            } else {
                Err(node.wrong("stands there twice (keep one)"))
            }
        });
        members.collect()
    }

    /// Every item in order.
    pub(super) fn items(&self) -> Result<Vec<Self>, ConfigError> {
        let array = self.value.as_array().ok_or_else(|| self.is_no("an array"))?;
        let items = array.elements.iter().enumerate();
        Ok(items
            .map(|(index, value)| self.at(value, start(value), format!("{}[{index}]", self.path)))
            .collect())
    }

    /// The string that this is.
    pub(super) fn text(&self) -> Result<&'a str, ConfigError> {
        let text = self.value.as_string_lit().ok_or_else(|| self.is_no("a string"))?;
        Ok(&text.value)
    }

    /// The text that a variable gets: a string as it is, a number or a boolean as it is written; `None` for null.
    pub(super) fn variable(&self) -> Result<Option<&'a str>, ConfigError> {
        match self.value {
            ast::Value::StringLit(text) => Ok(Some(&text.value)),
            ast::Value::NumberLit(number) => Ok(Some(number.value)),
            ast::Value::BooleanLit(boolean) => {
                Ok(Some(if boolean.value { "true" } else { "false" }))
            }
            ast::Value::NullKeyword(_) => Ok(None),
            ast::Value::Array(_) | ast::Value::Object(_) => Err(self.is_no("a string")),
        }
    }

    /// Whether this is `true`.
    pub(super) fn is_true(&self) -> bool {
        self.value.as_boolean_lit().is_some_and(|flag| flag.value)
    }

    /// An error at this place; `what` goes on after the member's name.
    pub(super) fn wrong(&self, what: &str) -> ConfigError {
        let before = &self.text[..self.at];
        ConfigError::Member {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            member: self.path.clone(),
            what: what.to_owned(),
        }
    }

    fn is_no(&self, expected: &str) -> ConfigError {
        let got = match self.value {
            ast::Value::Array(_) => "an array",
            ast::Value::BooleanLit(_) => "a boolean",
            ast::Value::NullKeyword(_) => "null",
            ast::Value::NumberLit(_) => "a number",
            ast::Value::Object(_) => "an object",
            ast::Value::StringLit(_) => "a string",
        };
        if self.path.is_empty() {
            return ConfigError::NoServers { file: self.file.to_owned() };
        }
        self.wrong(&format!("is {got}, not {expected}"))
    }

    fn property(&self, property: &'a ast::ObjectProp<'a>) -> Self {
        let name = property.name.as_str();
        let path =
            if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        self.at(&property.value, property.range.start, path)
    }

    fn at(&self, value: &'a ast::Value<'a>, at: usize, path: String) -> Self {
        Self { file: self.file, text: self.text, value, at, path }
    }
}

fn start(value: &ast::Value<'_>) -> usize {
    match value {
        ast::Value::Array(node) => node.range.start,
        ast::Value::BooleanLit(node) => node.range.start,
        ast::Value::NullKeyword(node) => node.range.start,
        ast::Value::NumberLit(node) => node.range.start,
        ast::Value::Object(node) => node.range.start,
        ast::Value::StringLit(node) => node.range.start,
    }
}

/// Our fragments begin in lower case.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

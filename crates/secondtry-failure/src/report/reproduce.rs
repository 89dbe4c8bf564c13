//! The command that makes a call again.

use std::fmt::Write;

use serde_json::Value;

use super::mask::Mask;
use super::visible;
use crate::classify::exchange::{Exchange, Sent};
use crate::classify::outcome::{Outcome, Silence};
use crate::classify::run::Run;
use crate::transcript::Target;

#[cfg(test)]
mod tests;

/// Returns a shell command that sends the call of `exchange` to the same server; `None` where the transcript does not
/// say which server it was. What looks like a secret is masked, and must be put back by hand.
pub fn command(run: &Run, exchange: &Exchange, mask: Mask) -> Option<String> {
    let target = match run.start.target.as_ref()? {
        Target::Command(words) => {
            format!("-- {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
        }
        Target::Config { file, server } => {
            format!("--config {} --server {}", quoted(file), quoted(server))
        }
        Target::Url { address, options } => {
            let words = options.iter().chain([address]);
            words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
        }
    };
    let mut options = format!("--protocol {}", run.version());
    if let Outcome::Silent(Silence::TimedOut { after_ms }) = &exchange.outcome {
        let _ = write!(options, " --call-timeout {after_ms}ms");
    }
    let raw = match &exchange.sent {
        Sent::ToolCall { request, params: Ok(params), .. } if is_plain(request, &params.name) => {
            let arguments = mask.value(&Value::Object(params.arguments.clone())).to_string();
            let arguments = visible::json(&arguments);
            let _ = write!(
                options,
                " --tool {} --arguments {}",
                quoted(&params.name),
                quoted(&arguments)
            );
            let command = format!("secondtry call {options} {target}");
            return Some(mask.text(&command).into_owned());
        }
        Sent::Other { request, .. } | Sent::ToolCall { request, .. } => {
            visible::json(&mask.value(request).to_string())
        }
        Sent::Raw(raw) => raw.clone(),
    };
    let command =
        format!("printf '%s' {} | secondtry call {options} --raw - {target}", quoted(&raw));
    Some(mask.text(&command).into_owned())
}

/// A request that `--tool` and `--arguments` say in full, with a name that is a word on any command line.
fn is_plain(request: &Value, name: &str) -> bool {
    if name.starts_with('-') || visible::line(name) != name {
        return false;
    }
    let params = request.get("params").and_then(Value::as_object);
    params.is_some_and(|params| {
        params.contains_key("arguments")
            && params.keys().all(|key| matches!(key.as_str(), "name" | "arguments" | "_meta"))
    })
}

/// `word` as a POSIX shell takes it for one word.
pub fn quoted(word: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_safe) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

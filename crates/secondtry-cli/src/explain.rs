//! `secondtry explain`: the page of a rule, or the list of rules.

use std::fmt::Write;

use secondtry_failure::judge::rules;
use secondtry_failure::message::protocol_version::ProtocolVersion;

use crate::args::ExplainArgs;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::output;
use crate::settings::nearest::nearest;

pub(crate) fn run(args: &ExplainArgs) -> Result<Ending, CliError> {
    let text = match &args.rule {
        None => list(),
        Some(code) => match rules::by_code(code) {
            Some(rule) => page(rule.page),
            None => return Err(CliError::NoRule { code: code.clone(), near: nearest_rule(code) }),
        },
    };
    output::print(&text)
        .map_err(|source| CliError::Write { path: "standard output".into(), source })?;
    Ok(Ending::Clean)
}

fn list() -> String {
    let width = rules::ALL.iter().map(|rule| rule.code.len()).max().unwrap_or_default();
    let mut text = String::new();
    for rule in rules::ALL {
        let weight = (rule.weight)(ProtocolVersion::NEWEST_LEGACY);
        let _ =
            writeln!(text, "{:<width$}  {:<7}  {}", rule.code, weight.level.name(), rule.title());
    }
    text
}

/// The page without its front matter, under its title.
fn page(page: &str) -> String {
    let mut parts = page.splitn(3, "---\n");
    let (_, front, body) =
        (parts.next(), parts.next().unwrap_or_default(), parts.next().unwrap_or(page));
    let title =
        front.lines().find_map(|line| line.strip_prefix("title:")).unwrap_or_default().trim();
    let code = front.lines().find_map(|line| line.strip_prefix("rule:")).unwrap_or_default().trim();
    format!("# {title} ({code})\n{}", body.trim_end()) + "\n"
}

/// The rule whose code is most like `code`, if any is.
fn nearest_rule(code: &str) -> Option<String> {
    nearest(code, rules::ALL.iter().map(|rule| rule.code)).map(str::to_owned)
}

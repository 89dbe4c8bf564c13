//! How each failure came back: a table of tools and classes of calls, with the channel in each cell.

mod class;

use std::collections::BTreeMap;

use super::findings::symbol;
use super::markup::Markup;
use crate::classify::channel::Channel;
use crate::classify::exchange::Exchange;
use crate::classify::outcome::Outcome;
use crate::judge::rule::Level;
use crate::report::Report;
use crate::report::mask::Mask;
use crate::report::shown::{ShownRun, safe};

use self::class::Class;

/// The calls of one cell that came back alike.
type Alike = BTreeMap<(Option<Level>, String), usize>;

/// A row: its tool (`None`: no listed one) and the cells that are not empty.
type Row<'a> = (Option<&'a str>, BTreeMap<Class, Alike>);

/// Writes the table of `run`, if anything was called.
pub(super) fn write(page: &mut Markup, run: &ShownRun<'_>, report: &Report, mask: Mask) {
    let rows = rows(run);
    let classes: Vec<Class> = Class::ALL
        .into_iter()
        .filter(|class| rows.iter().any(|(_, cells)| cells.contains_key(class)))
        .collect();
    if classes.is_empty() {
        return;
    }
    let version = run.judged.run.version().name();
    page.raw("<section><h2>How each call came back");
    if report.runs.len() > 1 {
        page.raw(" (").raw(version).raw(")");
    }
    page.raw("</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Channels by tool, ");
    page.raw(version).raw("\">\n<table>\n<thead><tr><th scope=\"col\">tool</th>");
    for class in &classes {
        page.raw("<th scope=\"col\">").raw(class.name()).raw("</th>");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    for (tool, cells) in &rows {
        page.raw("<tr><th scope=\"row\">");
        row_head(page, run, tool.map(|tool| safe(tool, mask)).as_deref());
        page.raw("</th>");
        for class in &classes {
            match cells.get(class) {
                None => {
                    page.raw("<td class=\"none\"><span aria-hidden=\"true\">–</span><span class=\"unseen\">not tried</span></td>");
                }
                Some(alike) => cell(page, alike),
            }
        }
        page.raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n<p class=\"fine\">In each cell: the channel of the answer, and how many calls. ");
    page.raw("<b>isError</b> is a result that the model sees; <b>error</b> is a JSON-RPC error, which it may never see. ");
    page.raw("✓ no finding, ✗ error, ! warning, i advice.</p></section>\n");
}

/// Links to the findings on the tool, where there are some.
fn row_head(page: &mut Markup, run: &ShownRun<'_>, tool: Option<&str>) {
    let name = tool.unwrap_or("no listed tool");
    match run.tools.iter().position(|group| group.tool.as_deref() == tool) {
        Some(number) => {
            page.raw("<a href=\"#t").number(run.index).raw("-").number(number).raw("\">");
            page.said(name).raw("</a>");
        }
        None => {
            page.said(name);
        }
    }
}

fn cell(page: &mut Markup, alike: &Alike) {
    page.raw("<td>");
    for ((level, channel), count) in alike {
        let name = level.map_or("no finding", Level::name);
        page.raw("<span class=\"came ").raw(level.map_or("fine", Level::name));
        page.raw("\"><span aria-hidden=\"true\">").raw(symbol(*level));
        page.raw("</span><span class=\"unseen\">").raw(name).raw(":</span> ").text(channel);
        if *count > 1 {
            page.raw(" <small>×").number(*count).raw("</small>");
        }
        page.raw("</span>");
    }
    page.raw("</td>");
}

/// Every listed tool that was called, in the order of the list, then what aims at none.
fn rows<'a>(run: &'a ShownRun<'_>) -> Vec<Row<'a>> {
    let judged = run.judged;
    let mut levels: Vec<Option<Level>> = vec![None; judged.run.exchanges.len()];
    for finding in &judged.judgement.findings {
        for &number in &finding.calls {
            if let Some(level) = levels.get_mut(number) {
                *level = level.map_or(Some(finding.level), |worst| Some(worst.min(finding.level)));
            }
        }
    }
    let listed = judged.run.tools.iter().map(|listed| Some(listed.tool.name.as_str()));
    let mut rows: Vec<Row<'_>> = listed.chain([None]).map(|tool| (tool, BTreeMap::new())).collect();
    for exchange in &judged.run.exchanges {
        let tool = exchange.tool_name().filter(|name| judged.run.tool(name).is_some());
        let Some((_, cells)) = rows.iter_mut().find(|(name, _)| *name == tool) else { continue };
        let level = levels.get(exchange.number).copied().flatten();
        let alike: &mut Alike = cells.entry(Class::of(exchange)).or_default();
        *alike.entry((level, channel(exchange))).or_default() += 1;
    }
    rows.retain(|(_, cells)| !cells.is_empty());
    rows
}

/// The channel in a word or two.
fn channel(exchange: &Exchange) -> String {
    match &exchange.outcome {
        Outcome::Ambiguous(_) => "ambiguous".to_owned(),
        Outcome::Answered(Channel::Complete) => "success".to_owned(),
        Outcome::Answered(Channel::Extension) => "other result".to_owned(),
        Outcome::Answered(Channel::InputRequired) => "input required".to_owned(),
        Outcome::Answered(Channel::ProtocolError(code)) => format!("error {}", code.0),
        Outcome::Answered(Channel::ToolExecutionError) => "isError".to_owned(),
        Outcome::HttpError(status) => format!("HTTP {status}"),
        Outcome::Silent(_) => "no answer".to_owned(),
        Outcome::Unreadable(_) => "unreadable".to_owned(),
    }
}

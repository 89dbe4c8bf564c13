//! The findings, by tool, with the filters in front of them.

use super::markup::Markup;
use crate::judge::rule::Level;
use crate::report::Report;
use crate::report::shown::{
    Label, RuleGroup, ShownCall, ShownFinding, ShownRun, ToolGroup, counted,
};

/// Writes the section of findings.
pub(super) fn write(page: &mut Markup, report: &Report, runs: &[ShownRun<'_>]) {
    page.raw("<section aria-labelledby=\"findings\">\n<h2 id=\"findings\" tabindex=\"-1\">Findings</h2>\n");
    if runs.iter().all(|run| run.tools.is_empty()) {
        page.raw("<p>None.</p></section>\n");
        return;
    }
    filters(page, report, runs);
    for run in runs {
        if runs.len() > 1 && !run.tools.is_empty() {
            page.raw("<h3 class=\"run\">").said(&run.server).raw(", ");
            page.text(&run.facts).raw("</h3>\n");
        }
        for (number, tool) in run.tools.iter().enumerate() {
            write_tool(page, run, number, tool);
        }
    }
    page.raw("</section>\n");
}

/// Hidden until the script runs: without it they would do nothing.
fn filters(page: &mut Markup, report: &Report, runs: &[ShownRun<'_>]) {
    let tools = runs.iter().flat_map(|run| &run.tools);
    let mut rules: Vec<&str> =
        tools.clone().flat_map(|tool| &tool.rules).map(|group| group.rule.code).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut names: Vec<&str> = tools.map(ToolGroup::name).collect();
    names.sort_unstable();
    names.dedup();
    page.raw("<form id=\"filters\" hidden>\n<fieldset><legend>Level</legend>");
    for level in [Level::Error, Level::Warning, Level::Advice] {
        page.raw("<label><input type=\"checkbox\" name=\"level\" value=\"").raw(level.name());
        page.raw("\" checked> ").raw(level.name()).raw("</label>");
    }
    if report.baseline.is_some() {
        page.raw("<label><input type=\"checkbox\" name=\"known\"> known, too</label>");
    }
    page.raw("</fieldset>\n");
    choice(page, "rule", "Rule", &rules);
    choice(page, "tool", "Tool", &names);
    page.raw("<label>Text <input type=\"search\" name=\"text\" autocomplete=\"off\"></label>\n");
    page.raw("<button type=\"reset\">Show all</button>\n<output id=\"shown\"></output>\n</form>\n");
}

fn choice(page: &mut Markup, name: &'static str, label: &'static str, options: &[&str]) {
    page.raw("<label>").raw(label).raw(" <select name=\"").raw(name);
    page.raw("\"><option value=\"\">all</option>");
    for option in options {
        page.raw("<option value=\"").text(option).raw("\">").text(option).raw("</option>");
    }
    page.raw("</select></label>\n");
}

fn write_tool(page: &mut Markup, run: &ShownRun<'_>, number: usize, tool: &ToolGroup) {
    page.raw("<section class=\"tool\">\n<h3 id=\"t").number(run.index).raw("-").number(number);
    page.raw("\">").said(tool.name()).raw("</h3>\n");
    for group in &tool.rules {
        write_group(page, tool, group);
    }
    page.raw("</section>\n");
}

fn write_group(page: &mut Markup, tool: &ToolGroup, group: &RuleGroup) {
    let first = group.first();
    page.raw("<article class=\"finding ").raw(group.level.name()).raw("\" data-level=\"");
    page.raw(group.level.name()).raw("\" data-rule=\"").raw(group.rule.code);
    page.raw("\" data-tool=\"").text(tool.name()).raw("\"");
    page.raw(if group.is_known { " data-known" } else { "" }).raw(">\n<h4>");
    page.raw("<span class=\"level\">").raw(symbol(Some(group.level))).raw(" ");
    page.raw(group.level.name()).raw("</span> <span class=\"rule\">").raw(group.rule.code);
    page.raw("</span>");
    let place = first.place();
    if !place.is_empty() {
        page.raw(" <span class=\"place\">at ").said(&place).raw("</span>");
    }
    if first.is_disputed {
        page.raw(" <span class=\"tag\">disputed</span>");
    }
    if group.is_known {
        page.raw(" <span class=\"tag\">known</span>");
    }
    page.raw("</h4>\n<p class=\"flaw\">").raw(group.rule.title()).raw("</p>\n<dl>");
    for (label, text) in group.lines() {
        // The other places have a list of their own.
        match label {
            Label::Also => continue,
            Label::Call | Label::Value => {
                page.raw("<div><dt>").raw(word(label)).raw("</dt><dd class=\"code\">").said(&text);
            }
            Label::Do | Label::Got | Label::Right => {
                page.raw("<div><dt>").raw(word(label)).raw("</dt><dd>").prose(&text);
            }
        }
        page.raw("</dd></div>");
    }
    page.raw("</dl>\n");
    evidence(page, first);
    others(page, group);
    page.raw("</article>\n");
}

fn evidence(page: &mut Markup, finding: &ShownFinding) {
    page.raw("<details><summary>Call and answer</summary>\n");
    if let Some(call) = &finding.call {
        write_call(page, call);
    }
    page.raw("<p class=\"fine\">Specification: ").text(&finding.spec);
    page.raw(". Fingerprint: <code>").text(&finding.fingerprint).raw("</code></p></details>\n");
}

fn write_call(page: &mut Markup, call: &ShownCall) {
    page.raw("<h5>Sent (").text(&call.id).raw(")</h5><pre>").text(&call.request).raw("</pre>\n");
    page.raw("<h5>Answer: ").said(&call.channel).raw("</h5>");
    if let Some(response) = &call.response {
        page.raw("<pre>").text(response).raw("</pre>\n");
    }
    if let Some(stderr) = &call.stderr {
        page.raw("<h5>On standard error</h5><pre>").text(stderr).raw("</pre>\n");
    }
    if let Some(command) = &call.reproduce {
        page.raw("<h5>Again</h5><pre>").text(command).raw("</pre>\n");
    }
}

fn others(page: &mut Markup, group: &RuleGroup) {
    let findings = &group.findings[1..];
    let calls = counted(group.call_count(), "call");
    if findings.is_empty() {
        if group.call_count() > 1 {
            page.raw("<p class=\"fine\">").text(&calls).raw(" in all</p>\n");
        }
        return;
    }
    page.raw("<details><summary>").text(&counted(findings.len(), "other place"));
    page.raw(", ").text(&calls).raw(" in all</summary><ul class=\"others\">");
    for finding in findings {
        page.raw("<li><strong>").said(&finding.place()).raw("</strong>");
        if let Some(call) = &finding.call {
            page.raw("<br><code>").said(&call.sent).raw("</code>");
        }
        page.raw("<br>").prose(&finding.got).raw("</li>");
    }
    page.raw("</ul></details>\n");
}

fn word(label: Label) -> &'static str {
    match label {
        Label::Also => "Also",
        Label::Call => "Call",
        Label::Do => "To do",
        Label::Got => "Got",
        Label::Right => "Right",
        Label::Value => "Value",
    }
}

/// The sign of a level; a tick for none.
pub(super) fn symbol(level: Option<Level>) -> &'static str {
    match level {
        None => "\u{2713}",
        Some(Level::Advice) => "i",
        Some(Level::Error) => "\u{2717}",
        Some(Level::Warning) => "!",
    }
}

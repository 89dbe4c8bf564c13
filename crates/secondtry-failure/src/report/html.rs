//! One page that needs nothing else: a summary, how each failure came back, and the findings with their calls.
//!
//! It reads without script; with it the findings can be filtered. Its policy lets only this program's own style and
//! script run, by their hashes.

mod findings;
mod markup;
mod matrix;

#[cfg(test)]
mod tests;

use super::Report;
use super::mask::Mask;
use super::shown::{self, ShownRun, counted, listed};

use self::markup::Markup;

/// Writes `report` as a page.
pub(super) fn write(report: &Report, mask: Mask) -> String {
    let runs = shown::runs(report, mask);
    let mut page = Markup::default();
    head(&mut page, &runs);
    page.raw("<body>\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n<header>\n<h1>secondtry report</h1>\n");
    for run in &runs {
        page.raw("<p class=\"server\"><strong>").said(&run.server).raw("</strong> ");
        page.text(&run.facts).raw("</p>\n");
    }
    overview(&mut page, report);
    page.raw("</header>\n<main>\n");
    stale(&mut page, report);
    for run in &runs {
        matrix::write(&mut page, run, report, mask);
    }
    findings::write(&mut page, report, &runs);
    for run in &runs {
        left_out(&mut page, run, runs.len() > 1);
    }
    page.raw("</main>\n<footer><p>Written by secondtry ").raw(env!("CARGO_PKG_VERSION"));
    page.raw(
        ". <code>secondtry explain RULE</code> says more about a rule.</p></footer>\n<script>",
    );
    page.raw(SCRIPT).raw("</script>\n</body>\n</html>\n");
    page.finish()
}

fn head(page: &mut Markup, runs: &[ShownRun<'_>]) {
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
    page.raw(STYLE_HASH).raw("'; script-src 'sha256-").raw(SCRIPT_HASH);
    page.raw("'; base-uri 'none'; form-action 'none'\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<title>secondtry report");
    if let Some(run) = runs.first() {
        page.raw(": ").text(&run.server);
    }
    page.raw("</title>\n<style>").raw(STYLE).raw("</style>\n</head>\n");
}

/// The counts, each by its word.
fn overview(page: &mut Markup, report: &Report) {
    let counts = report.counts();
    let mut entries = vec![
        ("error", "errors", counts.errors),
        ("warning", "warnings", counts.warnings),
        ("advice", "advice", counts.advice),
    ];
    if report.baseline.is_some() {
        let known = report.findings().filter(|(_, finding)| report.is_known(finding));
        entries.push(("known", "of them known", known.count()));
    }
    page.raw("<dl class=\"counts\">");
    for (class, name, number) in entries {
        page.raw("<div class=\"").raw(class).raw("\"><dt>").raw(name).raw("</dt><dd>");
        page.number(number).raw("</dd></div>");
    }
    page.raw("</dl>\n");
    if !report.is_complete {
        page.raw("<p><strong>Cut short: this is what was found until then.</strong></p>\n");
    }
}

fn stale(page: &mut Markup, report: &Report) {
    let lines = shown::stale(report);
    if lines.is_empty() {
        return;
    }
    page.raw("<section><h2>In the baseline and no longer found</h2><ul>");
    for line in &lines {
        page.raw("<li>").said(line).raw("</li>");
    }
    page.raw("</ul></section>\n");
}

/// What the run says nothing about.
fn left_out(page: &mut Markup, run: &ShownRun<'_>, is_one_of_many: bool) {
    if run.skipped.is_empty() && run.not_observed.is_empty() {
        return;
    }
    page.raw("<section><h2>Not judged");
    if is_one_of_many {
        page.raw(" (").text(run.judged.run.version().name()).raw(")");
    }
    page.raw("</h2>\n<ul>");
    for (why, tools) in &run.skipped {
        page.raw("<li>").said(&listed(tools)).raw(": ").said(why).raw("</li>");
    }
    if !run.not_observed.is_empty() {
        page.raw("<li>").text(&counted(run.not_observed.len(), "rule"));
        page.raw(" that nothing called could show: ").text(&run.not_observed.join(", "));
        page.raw("</li>");
    }
    page.raw("</ul></section>\n");
}

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// SHA-256 of the style, as a policy writes it.
const STYLE_HASH: &str = "xjLGQ5BRwKuRCwTRIALpcZByy1/XoAsALgVbSS6+uZM=";
/// SHA-256 of the script, as a policy writes it.
const SCRIPT_HASH: &str = "mYJJk3eI1I45Y5H+LzUGFTK9OilHJq4vYst7ZytrhZs=";

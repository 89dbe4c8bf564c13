//! Judges what was recorded and writes the reports that were asked for.

use std::fs;
use std::io;

use secondtry_failure::classify::run::{Run, runs};
use secondtry_failure::judge::judge;
use secondtry_failure::judge::rule::Level;
use secondtry_failure::report::format::Format;
use secondtry_failure::report::text::Colour;
use secondtry_failure::report::{JudgedRun, Report};
use secondtry_failure::transcript::Transcript;

use crate::args::ReportTarget;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::output;
use crate::settings::ReportSettings;

/// Holds the rules against `transcript`.
pub(crate) fn judged(
    transcript: &Transcript,
    settings: &ReportSettings,
    is_complete: bool,
    seed: Option<u64>,
) -> Report {
    let policy = settings.policy();
    let mut runs = runs(transcript);
    // A server that was never reached, or a revision that it refused, leaves a run without content.
    let has_content = |run: &Run| !run.exchanges.is_empty() || run.has_list();
    if runs.iter().any(has_content) {
        runs.retain(has_content);
    }
    let judgements = judge(&runs, &policy);
    let runs = runs
        .into_iter()
        .zip(judgements)
        .map(|(run, judgement)| JudgedRun { run, judgement })
        .collect();
    let duration_ms =
        transcript.entries.iter().filter_map(|entry| entry.at_ms).max().unwrap_or_default();
    Report { is_complete, seed, duration_ms, runs, baseline: None }
}

/// Writes every report that was asked for, text to standard output if none was.
pub(crate) fn write(report: &Report, settings: &ReportSettings) -> Result<(), CliError> {
    let default = [ReportTarget { format: Format::Text, path: None }];
    let targets = if settings.report.is_empty() { &default[..] } else { &settings.report };
    let mask = settings.mask();
    for target in targets {
        let colour = if target.path.is_none() { output::colour() } else { Colour::Off };
        deliver(target, &target.format.write(report, colour, mask))?;
    }
    Ok(())
}

/// How the program ends: by the worst finding that is not known, and by what is known and gone.
pub(crate) fn ending(report: &Report, fail_on: Level) -> Ending {
    // The worst level is the least.
    let is_stale = report.baseline.as_ref().is_some_and(|list| !list.stale(report).is_empty());
    if is_stale || report.worst().is_some_and(|worst| worst <= fail_on) {
        Ending::Findings
    } else {
        Ending::Clean
    }
}

/// Refuses two reports for one standard output.
pub(crate) fn is_one_to_stdout(settings: &ReportSettings) -> bool {
    settings.report.iter().filter(|target| target.path.is_none()).count() <= 1
}

fn deliver(target: &ReportTarget, rendered: &str) -> Result<(), CliError> {
    let written: io::Result<()> = match &target.path {
        None => output::print(rendered),
        Some(path) => fs::write(path, rendered),
    };
    written.map_err(|source| {
        let path = target
            .path
            .as_ref()
            .map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
        CliError::Write { path, source }
    })
}

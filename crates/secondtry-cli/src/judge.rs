//! `secondtry judge`: a recorded transcript to a report.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use secondtry_failure::report::JudgedRun;
use secondtry_failure::transcript::Transcript;
use secondtry_failure::transcript::read::read;

use crate::args::JudgeArgs;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::settings::Settings;
use crate::{baseline, report};

pub(crate) fn run(args: &JudgeArgs, settings: &Settings) -> Result<Ending, CliError> {
    if !report::is_one_to_stdout(&settings.reports) {
        return Err(CliError::TwoReports);
    }
    let known = baseline::read(&settings.reports)?;
    let transcript = transcript(&args.file)?;
    let mut report = report::judged(&transcript, &settings.reports, true, None);
    let is_empty = |judged: &JudgedRun| judged.run.exchanges.is_empty() && !judged.run.has_list();
    if report.runs.iter().all(is_empty) {
        return Err(CliError::NothingJudged { what: format!("`{}`", args.file.display()) });
    }
    baseline::apply(known, &mut report, &settings.reports)?;
    report::write(&report, &settings.reports)?;
    Ok(report::ending(&report, settings.reports.fail_on))
}

fn transcript(path: &Path) -> Result<Transcript, CliError> {
    let read = if path == Path::new("-") {
        read(io::stdin().lock())
    } else {
        File::open(path).and_then(|file| read(BufReader::new(file)))
    };
    read.map_err(|source| CliError::Read { path: path.display().to_string(), source })
}

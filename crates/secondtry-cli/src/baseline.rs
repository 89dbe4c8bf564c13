//! The file of known findings: read before a run, held against it, written when the user asks.

use std::fs;
use std::io;

use secondtry_failure::report::Report;
use secondtry_failure::report::baseline::Baseline;

use crate::error::CliError;
use crate::output;
use crate::settings::ReportSettings;

/// Reads the baseline that `settings` name, before anything is called: a faulty file must not cost a run. One that is to be
/// written need not be there.
pub(crate) fn read(settings: &ReportSettings) -> Result<Option<Baseline>, CliError> {
    let Some(path) = &settings.baseline else {
        return if settings.update_baseline { Err(CliError::NoBaseline) } else { Ok(None) };
    };
    let name = || path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => match Baseline::read(&text) {
            Ok(baseline) => Ok(Some(baseline)),
            Err(source) => Err(CliError::Baseline { path: name(), source }),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound && settings.update_baseline => {
            Ok(Some(Baseline::default()))
        }
        Err(source) => Err(CliError::Read { path: name(), source }),
    }
}

/// Gives `report` the baseline that was read: as it is, or brought up to date and written.
pub(crate) fn apply(
    baseline: Option<Baseline>,
    report: &mut Report,
    settings: &ReportSettings,
) -> Result<(), CliError> {
    let (Some(mut baseline), Some(path)) = (baseline, &settings.baseline) else { return Ok(()) };
    let name = path.display().to_string();
    if settings.update_baseline {
        baseline = baseline.updated(report);
        fs::write(path, baseline.write())
            .map_err(|source| CliError::Write { path: name, source })?;
    } else {
        for known in baseline.stale(report) {
            let tool =
                known.tool.as_ref().map_or("the server".to_owned(), |tool| format!("`{tool}`"));
            let line = format!(
                "secondtry: `{name}` lists `{}` on {tool} ({}), which is no longer found (delete the entry, or --update-baseline)",
                known.rule, known.fingerprint
            );
            output::complain_line(&line);
        }
    }
    report.baseline = Some(baseline);
    Ok(())
}

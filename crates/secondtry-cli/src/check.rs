//! `secondtry check`: provokes failures, records them, judges the recording.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secondtry_check::clock::Clock;
use secondtry_check::connect::Connect;
use secondtry_check::error::CheckError;
use secondtry_check::recorder::Recorder;
use secondtry_check::run::{self, check, check_every_revision, plan_only};
use secondtry_failure::probe::plan;
use secondtry_failure::transcript::Entry;

use crate::args::{CheckArgs, Revisions};
use crate::environment::Environment;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::progress::Progress;
use crate::record::Record;
use crate::server::{self, Server};
use crate::settings::{ServerSettings, Settings};
use crate::{baseline, output, plan_listing, report};

pub(crate) fn run(
    args: &CheckArgs,
    settings: &Settings,
    environment: &Environment,
) -> Result<Ending, CliError> {
    let servers = server::all(&settings.server, environment)?;
    if !report::is_one_to_stdout(&settings.reports) {
        return Err(CliError::TwoReports);
    }
    if settings.plan.allow_writes && args.allow_writes.is_none() {
        output::complain_line(
            "secondtry: tools that may write are called in full, as a file of settings or a variable says (--allow-writes=false)",
        );
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // The first Ctrl-C ends the run with what was found; the second one ends the program at once.
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            output::end_at_once();
        }
    })
    .map_err(CliError::Signals)?;
    let how = run::Settings {
        opening: server::opening(&settings.server, server::pinned(&settings.server), &interrupted),
        call_timeout: settings.server.call_timeout,
        jobs: settings.plan.jobs,
        tools: settings.plan.selection(),
        plan: plan::Options {
            allow_writes: settings.plan.allow_writes,
            include_destructive: settings.plan.include_destructive,
            seed: settings.plan.seed,
            ..plan::Options::default()
        },
    };
    let known = baseline::read(&settings.reports)?;
    let mut record = Record::open(settings.plan.record.as_deref(), settings.reports.mask())?;
    let mut sink = |entry: &Entry| record.write(entry);
    let mut recorder = Recorder::new(Clock::start(), &mut sink);
    let checked = each(servers, &settings.server, &interrupted, |name, connect| {
        if args.plan {
            let plan = match plan_only(connect, &how, &mut recorder) {
                Err(CheckError::Interrupted) => return Ok(false),
                planned => planned?,
            };
            let title = name.map(|name| format!("server: {name}\n")).unwrap_or_default();
            output::print(&(title + &plan_listing::write(&plan)))
                .map_err(|source| CliError::Write { path: "standard output".into(), source })?;
            return Ok(true);
        }
        let progress = Progress::start(name.unwrap_or(&connect.name()));
        let check = match settings.server.protocol {
            Some(Revisions::All) => check_every_revision,
            None | Some(Revisions::Only(_)) => check,
        };
        let outcome = check(connect, &how, &mut recorder, &mut |event| progress.show(&event));
        progress.end();
        Ok(outcome?)
    })?;
    if args.plan {
        let is_over = interrupted.load(Ordering::Relaxed);
        return Ok(if is_over { Ending::Interrupted } else { Ending::Clean });
    }
    let transcript = recorder.into_transcript();
    let written = record.close();
    let is_complete = checked.cut_short == 0 && checked.unreached == 0;
    let mut report =
        report::judged(&transcript, &settings.reports, is_complete, Some(settings.plan.seed));
    baseline::apply(known, &mut report, &settings.reports)?;
    report::write(&report, &settings.reports)?;
    // A recording that could not be written must not cost the report.
    written?;
    if interrupted.load(Ordering::Relaxed) {
        return Ok(Ending::Interrupted);
    }
    // A server that could not be checked must not pass for one without findings.
    match report::ending(&report, settings.reports.fail_on) {
        Ending::Clean if checked.unreached > 0 => Ok(Ending::NotDone),
        ending => Ok(ending),
    }
}

/// How much of what was asked for was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checked {
    /// Runs that ended before their plan did.
    cut_short: usize,
    /// Servers that were checked.
    done: usize,
    /// Servers that could not be checked.
    unreached: usize,
}

/// Does `job` with one server after another; it returns whether it came to its end. A server that cannot be checked is
/// told in a line and the others go on; an error only where there is no other.
fn each(
    servers: Vec<Server>,
    settings: &ServerSettings,
    interrupted: &AtomicBool,
    mut job: impl FnMut(Option<&str>, &dyn Connect) -> Result<bool, CliError>,
) -> Result<Checked, CliError> {
    let is_only = servers.len() == 1;
    let mut checked = Checked::default();
    for Server { name, connect } in servers {
        if interrupted.load(Ordering::Relaxed) {
            checked.cut_short += 1;
            break;
        }
        match connect.and_then(|connect| {
            job(name.as_deref(), &*connect).map_err(|error| of(name.as_deref(), error))
        }) {
            Ok(is_complete) => {
                checked.done += 1;
                checked.cut_short += usize::from(!is_complete);
            }
            Err(error) if is_only => return Err(error),
            Err(error) => {
                output::complain(&error);
                checked.unreached += 1;
            }
        }
    }
    match &settings.config {
        Some(path) if checked.done == 0 => {
            Err(CliError::NoneChecked { config: path.display().to_string() })
        }
        _ => Ok(checked),
    }
}

fn of(name: Option<&str>, error: CliError) -> CliError {
    match name {
        Some(name) => CliError::Server { name: name.to_owned(), source: Box::new(error) },
        None => error,
    }
}

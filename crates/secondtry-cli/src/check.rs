//! `secondtry check`: provokes failures, records them, judges the recording.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secondtry_check::clock::Clock;
use secondtry_check::connect::Connect;
use secondtry_check::recorder::Recorder;
use secondtry_check::run::{Selection, Settings, check, check_every_revision, plan_only};
use secondtry_failure::probe::plan;
use secondtry_failure::transcript::Entry;

use crate::args::{CheckArgs, Revisions};
use crate::environment::Environment;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::progress::Progress;
use crate::record::Record;
use crate::server::{self, Server};
use crate::{baseline, output, plan_listing, report};

pub(crate) fn run(args: &CheckArgs) -> Result<Ending, CliError> {
    let servers = server::all(&args.server, &Environment::of_this_process())?;
    if !report::is_one_to_stdout(&args.reports) {
        return Err(CliError::TwoReports);
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
    let settings = Settings {
        opening: server::opening(&args.server, server::pinned(&args.server)),
        call_timeout: args.server.call_timeout,
        jobs: args.jobs,
        tools: Selection { only: args.tool.clone(), except: args.skip_tool.clone() },
        plan: plan::Options {
            allow_writes: args.allow_writes,
            include_destructive: args.include_destructive,
            seed: args.seed,
            ..plan::Options::default()
        },
        interrupted: &interrupted,
    };
    let known = baseline::read(&args.reports)?;
    let mut record = Record::open(args.record.as_deref())?;
    let mut sink = |entry: &Entry| record.write(entry);
    let mut recorder = Recorder::new(Clock::start(), &mut sink);
    let checked = each(servers, args, &interrupted, |name, connect| {
        if args.plan {
            let plan = plan_only(connect, &settings, &mut recorder)?;
            let title = name.map(|name| format!("server: {name}\n")).unwrap_or_default();
            output::print(&(title + &plan_listing::write(&plan)))
                .map_err(|source| CliError::Write { path: "standard output".into(), source })?;
            return Ok(true);
        }
        let progress = Progress::start(name.unwrap_or(&connect.name()));
        let check = match args.server.protocol {
            Some(Revisions::All) => check_every_revision,
            None | Some(Revisions::Only(_)) => check,
        };
        let outcome = check(connect, &settings, &mut recorder, &mut |event| progress.show(&event));
        progress.end();
        Ok(outcome?)
    })?;
    if args.plan {
        return Ok(Ending::Clean);
    }
    let transcript = recorder.into_transcript();
    let written = record.close();
    let is_complete = checked == Checked::All;
    let mut report = report::judged(&transcript, &args.reports, is_complete, Some(args.seed));
    baseline::apply(known, &mut report, &args.reports)?;
    report::write(&report, &args.reports)?;
    // A recording that could not be written must not cost the report.
    written?;
    if interrupted.load(Ordering::Relaxed) {
        return Ok(Ending::Interrupted);
    }
    Ok(report::ending(&report, args.reports.fail_on))
}

/// How much of what was asked for was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Checked {
    All,
    /// A run was cut short, or a server could not be checked.
    InPart,
}

/// Does `job` with one server after another; it returns whether it came to its end. A server that cannot be checked is
/// told in a line and the others go on; an error only where there is no other.
fn each(
    servers: Vec<Server>,
    args: &CheckArgs,
    interrupted: &AtomicBool,
    mut job: impl FnMut(Option<&str>, &dyn Connect) -> Result<bool, CliError>,
) -> Result<Checked, CliError> {
    let is_only = servers.len() == 1;
    let (mut checked, mut done) = (Checked::All, 0);
    for Server { name, connect } in servers {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(Checked::InPart);
        }
        match connect.and_then(|connect| {
            job(name.as_deref(), &*connect).map_err(|error| of(name.as_deref(), error))
        }) {
            Ok(is_complete) => {
                done += 1;
                if !is_complete {
                    checked = Checked::InPart;
                }
            }
            Err(error) if is_only => return Err(error),
            Err(error) => {
                output::complain(&error);
                checked = Checked::InPart;
            }
        }
    }
    match &args.server.config {
        Some(path) if done == 0 => {
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

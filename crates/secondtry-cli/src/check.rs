//! `secondtry check`: provokes failures, records them, judges the recording.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secondtry_check::clock::Clock;
use secondtry_check::event::Event;
use secondtry_check::recorder::Recorder;
use secondtry_check::run::{Selection, Settings, check, plan_only};
use secondtry_failure::probe::plan;
use secondtry_failure::transcript::Entry;

use crate::args::CheckArgs;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::record::Record;
use crate::{baseline, output, plan_listing, report, server};

pub(crate) fn run(args: &CheckArgs) -> Result<Ending, CliError> {
    let connect = server::connect(&args.server)?;
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
        opening: server::opening(&args.server),
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
    if args.plan {
        let plan = plan_only(&*connect, &settings, &mut recorder)?;
        output::print(&plan_listing::write(&plan))
            .map_err(|source| CliError::Write { path: "standard output".into(), source })?;
        return Ok(Ending::Clean);
    }
    let is_complete =
        check(&*connect, &settings, &mut recorder, &mut |event| show_progress(&event))?;
    let transcript = recorder.into_transcript();
    record.close()?;
    let mut report = report::judged(&transcript, &args.reports, is_complete, Some(args.seed));
    baseline::apply(known, &mut report, &args.reports)?;
    report::write(&report, &args.reports)?;
    if interrupted.load(Ordering::Relaxed) {
        return Ok(Ending::Interrupted);
    }
    Ok(report::ending(&report, args.reports.fail_on))
}

fn show_progress(event: &Event) {
    if !output::is_watched() {
        return;
    }
    match event {
        Event::Called { done, total } if done == total => output::complain_text("\r\u{1b}[K"),
        Event::Called { done, total } => {
            output::complain_text(&format!("\r{done} of {total} calls"));
        }
        Event::Connected { .. } | Event::Restarted => (),
    }
}

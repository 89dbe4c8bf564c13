//! `secondtry call`: one call, and what the rules say of its answer.

use std::fmt::Write;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use secondtry_check::clock::Clock;
use secondtry_check::one_call::{Request, call};
use secondtry_check::recorder::Recorder;
use secondtry_failure::classify::run::{Run, runs};
use secondtry_failure::judge::case::Case;
use secondtry_failure::judge::facts::Facts;
use secondtry_failure::judge::policy::Policy;
use secondtry_failure::judge::{Judgement, judge};
use secondtry_failure::report::mask::Mask;
use secondtry_failure::report::visible;
use serde_json::{Map, Value};

use crate::args::CallArgs;
use crate::environment::Environment;
use crate::error::CliError;
use crate::exit_code::Ending;
use crate::settings::ServerSettings;
use crate::{output, server};

pub(crate) fn run(
    args: &CallArgs,
    settings: &ServerSettings,
    environment: &Environment,
) -> Result<Ending, CliError> {
    let connect = server::one(settings, environment)?;
    let request = request(args)?;
    // There is nothing to report until the answer is there.
    ctrlc::set_handler(output::end_at_once).map_err(CliError::Signals)?;
    let interrupted = AtomicBool::new(false);
    let mut sink = |_: &_| ();
    let mut recorder = Recorder::new(Clock::start(), &mut sink);
    call(
        &*connect,
        server::opening(settings, server::pinned(settings), &interrupted),
        &request,
        settings.call_timeout,
        &mut recorder,
    )?;
    let runs = runs(&recorder.into_transcript());
    let run = runs.last().ok_or(CliError::NoServer)?;
    let judgement = judge(std::slice::from_ref(run), &Policy::default()).remove(0);
    let mask = if args.show_secrets { Mask::Show } else { Mask::Hide };
    let text = shown(run, &judgement, mask);
    output::print(&text)
        .map_err(|source| CliError::Write { path: "standard output".into(), source })?;
    Ok(Ending::Clean)
}

fn request(args: &CallArgs) -> Result<Request, CliError> {
    if let Some(path) = &args.raw {
        let bytes = if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            fs::read(path)
        };
        let bytes =
            bytes.map_err(|source| CliError::Read { path: path.display().to_string(), source })?;
        return Ok(Request::Raw(bytes.trim_ascii_end().to_vec()));
    }
    let arguments = serde_json::from_str::<Map<String, Value>>(&args.arguments)
        .map_err(|source| CliError::Arguments { text: args.arguments.clone(), source })?;
    Ok(Request::ToolCall { tool: args.tool.clone().unwrap_or_default(), arguments })
}

fn shown(run: &Run, judgement: &Judgement, mask: Mask) -> String {
    let mut out = String::new();
    let mut line = |label: &str, text: &str| {
        let _ = writeln!(out, "{label:<9}{}", visible::line(text));
    };
    let Some(exchange) = run.exchanges.last() else { return out };
    let code = exchange.outcome.code().map(|code| format!(" {}", code.0)).unwrap_or_default();
    line("channel", &format!("{}{code}", exchange.outcome.channel_name()));
    if let Some(answer) = &exchange.answer {
        line("answer", &mask.value(answer).to_string());
    }
    let stray = || run.stray.iter().chain(&exchange.stray);
    for stray in stray().take(MOST_STRAY) {
        line("stdout", &mask.text(&stray.to_lossy()));
    }
    if let Some(more) = stray().count().checked_sub(MOST_STRAY).filter(|more| *more > 0) {
        line("stdout", &format!("(and {more} more)"));
    }
    if let Some(facts) = Case::new(run, exchange).facts {
        line("facts", &told(facts));
    }
    for finding in &judgement.findings {
        line(
            "rule",
            &format!(
                "{} ({}): {}",
                finding.rule.code,
                finding.level.name(),
                mask.text(&finding.got)
            ),
        );
    }
    if judgement.findings.is_empty() {
        line("rule", "none broken");
    }
    out
}

fn told(facts: Facts) -> String {
    let word = |fact: Option<bool>| match fact {
        Some(true) => "yes",
        Some(false) => "no",
        None => "does not apply",
    };
    format!(
        "parameter named: {}; constraint stated: {}; value given: {}; retry advised: {}",
        word(facts.parameter),
        word(facts.constraint),
        word(facts.value),
        word(Some(facts.retry))
    )
}

/// How many lines that are no messages are shown.
const MOST_STRAY: usize = 10;

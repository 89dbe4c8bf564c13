//! The program `secondtry`: arguments in, exit code out.

mod args;
mod baseline;
mod bounded_file;
mod call;
#[cfg(feature = "cards")]
mod cards;
mod check;
mod client_config;
mod environment;
mod error;
mod exit_code;
mod explain;
mod judge;
mod output;
mod plan_listing;
mod progress;
mod record;
mod report;
mod server;
mod settings;
mod wrap;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::environment::Environment;
use crate::error::CliError;
use crate::exit_code::Ending;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit_code::of_usage(&error),
    };
    match ending(cli) {
        Ok(ending) => ending.into(),
        Err(error) => {
            output::complain(&error);
            Ending::NotDone.into()
        }
    }
}

fn ending(cli: Cli) -> Result<Ending, CliError> {
    let environment = Environment::of_this_process();
    let settings = || settings::below_flags(cli.settings.as_deref(), &environment);
    match cli.command {
        Command::Call(args) => {
            call::run(&args, &settings()?.with_server(&args.server).server, &environment)
        }
        #[cfg(feature = "cards")]
        Command::Cards(args) => {
            let settings = settings()?.with_store(args.store.as_ref());
            Ok(cards::run(&args, settings.store.as_deref(), &environment)?)
        }
        Command::Check(args) => check::run(&args, &settings()?.with_check(&args), &environment),
        Command::Completions(args) => args::completions(&args),
        Command::Explain(args) => explain::run(&args),
        Command::GuardProcesses => Ok(wrap::guard()),
        Command::Judge(args) => judge::run(&args, &settings()?.with_reports(&args.reports)),
        Command::Wrap(args) => wrap::run(&args, cli.settings.as_deref(), &environment),
    }
}

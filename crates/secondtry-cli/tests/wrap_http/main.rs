//! `secondtry wrap URL` in front of servers that fail in every way that HTTP has: each request of the client gets one
//! answer on the right channel, and the call after it works.

#[path = "../cli/program.rs"]
#[expect(dead_code, reason = "the servers here are scripts")]
mod program;
#[path = "../../../secondtry-failure/src/transport/scripted_server.rs"]
mod scripted_server;

mod client;
mod faults;
mod scenarios;
mod server;
mod tls_server;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // They wait for most of their time.
    arguments.test_threads = arguments.test_threads.or(Some(16));
    let faults = faults::all()
        .map(|fault| Trial::test(format!("fault::{}", fault.name), move || fault.run()));
    let scenarios = scenarios::all().into_iter().map(|(name, scenario)| {
        Trial::test(format!("scenario::{name}"), move || {
            scenario();
            Ok(())
        })
    });
    libtest_mimic::run(&arguments, faults.chain(scenarios).collect()).exit_code()
}

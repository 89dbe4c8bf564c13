//! `secondtry wrap --listen` over real sockets, in front of a command and of a URL: each request gets one answer on the
//! right channel, whatever the server does.

#[path = "../cli/program.rs"]
#[expect(dead_code, reason = "the servers here are of this test's own")]
mod program;
#[path = "../../../secondtry-failure/src/transport/scripted_server.rs"]
mod scripted_server;

mod bridged_scenarios;
mod client;
mod command_faults;
mod command_scenarios;
mod command_server;
mod end_scenarios;
mod front;
mod limit_scenarios;
mod modern_scenarios;
mod secure_scenarios;
#[path = "../wrap_http/tls_server.rs"]
mod tls_server;
mod traced_scenarios;
mod url_faults;
mod url_scenarios;
mod url_server;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// A test by its name.
type Scenario = (&'static str, fn());

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    // The program starts this one as the server that it stands in front of.
    if words.next().as_deref() == Some("serve-a-command") {
        return command_server::serve(words.next().as_deref());
    }
    let mut arguments = Arguments::from_args();
    // They wait for most of their time.
    arguments.test_threads = arguments.test_threads.or(Some(8));
    let faults =
        command_faults::all()
            .map(|fault| Trial::test(format!("command_fault::{}", fault.name), move || fault.run()))
            .chain(url_faults::all().map(|fault| {
                Trial::test(format!("url_fault::{}", fault.name), move || fault.run())
            }));
    let scenarios = [
        bridged_scenarios::ALL,
        command_scenarios::ALL,
        end_scenarios::ALL,
        limit_scenarios::ALL,
        modern_scenarios::ALL,
        secure_scenarios::ALL,
        traced_scenarios::ALL,
        url_scenarios::ALL,
    ]
    .concat()
    .into_iter()
    .map(|(name, scenario)| {
        Trial::test(format!("scenario::{name}"), move || {
            scenario();
            Ok(())
        })
    });
    libtest_mimic::run(&arguments, faults.chain(scenarios).collect()).exit_code()
}

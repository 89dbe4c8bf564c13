//! Servers that will not go, or leave something behind.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::Hostile;
use super::manners::Manners;
use super::wire::{Step, Wire};

pub(super) const SERVERS: &[Hostile] = &[
    Hostile {
        name: "ignores_the_end_of_its_input",
        manners: Manners { at_end: |_| linger(), ..Manners::GOOD },
    },
    Hostile {
        name: "leaves_a_child",
        manners: Manners {
            at_end: |wire| {
                child(wire)?;
                Step::Break(0)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "leaves_a_child_on_a_call",
        manners: Manners {
            call: |wire, _| {
                child(wire)?;
                Step::Break(4)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "leaves_a_child_that_floods",
        manners: Manners {
            call: |wire, _| {
                start(wire, "floods_stdout", Stdio::inherit())?;
                Step::Break(4)
            },
            ..Manners::GOOD
        },
    },
    Hostile {
        name: "is_a_child_that_stays",
        manners: Manners { at_start: |_| linger(), ..Manners::GOOD },
    },
    Hostile {
        name: "leaves_at_the_first_call",
        manners: Manners { call: |_, _| Step::Break(0), ..Manners::GOOD },
    },
];

fn linger() -> Step {
    thread::sleep(Duration::from_secs(600));
    Step::Break(0)
}

/// Starts a process that keeps this one's output open.
fn child(wire: &mut Wire) -> Step {
    start(wire, "is_a_child_that_stays", Stdio::inherit())
}

fn start(wire: &Wire, name: &str, output: Stdio) -> Step {
    let Ok(program) = std::env::current_exe() else { return Step::Break(9) };
    let mut command = Command::new(program);
    command.args(["hostile", name, &wire.word]).stdin(Stdio::null()).stdout(output);
    match command.spawn() {
        Ok(_) => Step::Continue(()),
        Err(_) => Step::Break(9),
    }
}

//! Signals that this process is sent.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use secondtry_failure::transport::stdio::leader::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::{Event, Hangup};

/// Tells `events` of every signal that asks this process to end.
pub(crate) fn watch(events: Sender<Event>, hangup: Hangup) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    match hangup {
        Hangup::Ends => signals.add_signal(SIGHUP)?,
        Hangup::IsTaken => (),
    }
    thread::spawn(move || {
        for number in signals.forever() {
            let signal = match number {
                SIGHUP => Signal::Hangup,
                SIGINT => Signal::Interrupt,
                _ => Signal::Terminate,
            };
            if events.send(Event::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

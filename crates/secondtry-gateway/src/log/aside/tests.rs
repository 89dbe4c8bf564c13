use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::*;

/// Writes nothing until it is let.
struct Stuck(Mutex<Receiver<()>>, Sender<Vec<u8>>);

impl Write for Stuck {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gate = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = gate.recv();
        self.1.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn writer_does_not_wait_for_a_stuck_sink() {
    let (open, gate) = std::sync::mpsc::channel();
    let (written, came) = std::sync::mpsc::channel();
    let (mut aside, is_done) = Aside::start(Box::new(Stuck(Mutex::new(gate), written)));
    for _ in 0..3 * MOST_LINES {
        aside.write_all(b"line\n").unwrap();
    }
    drop(open);
    drop(aside);
    is_done.recv_timeout(Duration::from_secs(10)).unwrap();
    let lines: Vec<Vec<u8>> = came.try_iter().collect();
    assert!(lines.len() <= MOST_LINES + 3, "{}", lines.len());
    assert!(lines.iter().any(|line| line.ends_with(b"lines of this log were left out\n")));
}

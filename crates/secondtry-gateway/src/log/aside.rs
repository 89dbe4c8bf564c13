//! A sink that never makes its writer wait: a thread of its own carries the lines, and what comes too fast is left out.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

#[cfg(test)]
mod tests;

/// The end that lines are put in.
pub(super) struct Aside {
    lines: SyncSender<Vec<u8>>,
    left_out: Arc<AtomicU64>,
}

impl Aside {
    /// Carries lines to `sink`. The receiver learns of the end once the sink has everything, after this one is dropped.
    pub(super) fn start(mut sink: Box<dyn Write + Send>) -> (Self, Receiver<()>) {
        let (lines, carried) = sync_channel::<Vec<u8>>(MOST_LINES);
        let left_out = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&left_out);
        let (done, is_done) = sync_channel(1);
        thread::spawn(move || {
            let mut write = |line: &[u8]| {
                // What cannot be written is lost.
                let _ = sink.write_all(line).and_then(|()| sink.flush());
            };
            for line in carried {
                write(&line);
                let lost = count.swap(0, Ordering::Relaxed);
                if lost > 0 {
                    write(
                        format!("secondtry: {lost} lines of this log were left out\n").as_bytes(),
                    );
                }
            }
            let _ = done.send(());
        });
        (Self { lines, left_out }, is_done)
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.lines.try_send(bytes.to_vec()).is_err() {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How many lines wait to be written.
const MOST_LINES: usize = 1024;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::*;

/// A sink whose writes wait until they are let through.
struct Gate {
    go: Receiver<()>,
    written: Sender<Vec<u8>>,
}

impl Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.go.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.written.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn send(outlet: &Outlet, line: &[u8]) -> Result<(), Closed> {
    outlet.push(line.to_vec())?;
    outlet.carry()
}

#[test]
fn line_left_to_a_held_up_writer_is_written_after_its_own() {
    let (let_go, go) = channel();
    let (written, read) = channel();
    let outlet = Arc::new(Outlet::new(Box::new(Gate { go, written })));
    let first = {
        let outlet = Arc::clone(&outlet);
        thread::spawn(move || send(&outlet, b"1"))
    };
    while !outlet.lock().is_writing {
        thread::yield_now();
    }
    assert_eq!(send(&outlet, b"2"), Ok(()));
    outlet.close();
    let_go.send(()).expect("open");
    let_go.send(()).expect("open");
    assert_eq!(first.join().expect("no panic"), Ok(()));
    assert_eq!(read.iter().collect::<Vec<_>>(), [b"1".to_vec(), b"2".to_vec()]);
    assert_eq!(send(&outlet, b"3"), Err(Closed));
}

#[test]
fn reader_that_is_gone_is_told_to_every_sender() {
    let (let_go, go) = channel();
    drop(let_go);
    let (written, _read) = channel();
    let outlet = Outlet::new(Box::new(Gate { go, written }));
    assert_eq!(send(&outlet, b"1"), Err(Closed));
    assert_eq!(send(&outlet, b"2"), Err(Closed));
}

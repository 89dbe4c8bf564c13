//! This process's own standard input and output, as the kernel hands them over: pipes, socket pairs or files, blocking
//! or not.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, poll};

/// A descriptor that waits where it would have to be asked again.
pub(crate) struct Patient(File);

/// Standard input.
pub(crate) fn input() -> io::Result<Patient> {
    Ok(Patient(io::stdin().as_fd().try_clone_to_owned()?.into()))
}

/// Standard output.
pub(crate) fn output() -> io::Result<Patient> {
    Ok(Patient(io::stdout().as_fd().try_clone_to_owned()?.into()))
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(self.0.as_fd(), PollFlags::IN)?;
                }
                other => return other,
            }
        }
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.0.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(self.0.as_fd(), PollFlags::OUT)?;
                }
                other => return other,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn wait(descriptor: BorrowedFd<'_>, flags: PollFlags) -> io::Result<()> {
    match poll(&mut [PollFd::new(&descriptor, flags)], None) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

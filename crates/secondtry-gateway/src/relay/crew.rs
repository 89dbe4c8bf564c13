//! Threads that are kept when their job is done, and take the next one.
//!
//! The allocator gives each thread a part of the memory to itself and keeps it. Were there new threads for every process
//! that is started again, a server that ends often would cost more and more.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

#[cfg(test)]
mod tests;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for a job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crew {
    idle: Arc<Mutex<Vec<Sender<Job>>>>,
}

impl Crew {
    /// Does `job` on a thread that waits for one; on a new one where none does.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) {
        let job: Job = Box::new(job);
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let job = match idle {
            Some(thread) => match thread.send(job) {
                Ok(()) => return,
                // It has panicked in its last job.
                Err(unsent) => unsent.0,
            },
            None => job,
        };
        let idle = Arc::clone(&self.idle);
        thread::spawn(move || {
            let (myself, jobs) = channel::<Job>();
            let mut next = Some(job);
            while let Some(job) = next.take() {
                job();
                idle.lock().unwrap_or_else(PoisonError::into_inner).push(myself.clone());
                next = jobs.recv().ok();
            }
        });
    }
}

use std::collections::HashSet;
use std::sync::mpsc::channel;
use std::thread;

use super::*;

#[test]
fn one_thread_does_jobs_in_turn() {
    let crew = Crew::default();
    let (done, told) = channel();
    let mut threads = HashSet::new();
    for _ in 0..20 {
        let done = done.clone();
        crew.run(move || done.send(thread::current().id()).expect("somebody listens"));
        threads.insert(told.recv().expect("the job is done"));
        while crew.idle.lock().expect("whole").is_empty() {
            thread::yield_now();
        }
    }
    assert_eq!(threads.len(), 1);
}

#[test]
fn jobs_at_the_same_time_do_not_wait() {
    let crew = Crew::default();
    let (first_sender, first) = channel::<()>();
    let (second_sender, second) = channel::<()>();
    crew.run(move || first.recv().expect("the second job runs"));
    crew.run(move || {
        first_sender.send(()).expect("the first job runs");
        second_sender.send(()).expect("somebody listens");
    });
    second.recv().expect("the second job has run");
}

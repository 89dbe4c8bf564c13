//! What processes have spent, as Linux tells it under `/proc`.

use std::fs;

/// The processes between a client and its server.
pub struct Middle {
    processes: Vec<u32>,
}

/// In KiB.
pub struct Memory {
    /// Of the process that was started.
    pub resident: u64,
    /// What no file backs, of all processes.
    pub anonymous: u64,
    /// The most that was ever resident, of the process that was started.
    pub peak: u64,
}

impl Middle {
    /// `first` and all that it started, without those that run the program `server`. Where `first` is the server itself,
    /// it alone.
    pub fn of(first: u32, server: &str) -> Self {
        let server = fs::canonicalize(server).expect("the server");
        let mut processes = vec![first];
        let mut seen = 0;
        while seen < processes.len() {
            let id = processes[seen];
            let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
            for thread in threads {
                let children = fs::read_to_string(thread.path().join("children"));
                let children = children.unwrap_or_default();
                let children = children.split_whitespace().filter_map(|id| id.parse().ok());
                processes.extend(children.filter(|id: &u32| {
                    fs::read_link(format!("/proc/{id}/exe")).is_ok_and(|program| program != server)
                }));
            }
            seen += 1;
        }
        Self { processes }
    }

    pub fn processor_ns(&self) -> u64 {
        let of_process = |id: &u32| {
            let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
            let of_thread = threads.map(|thread| {
                let told = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
                told.split_whitespace().next().and_then(|spent| spent.parse().ok()).unwrap_or(0)
            });
            of_thread.sum::<u64>()
        };
        self.processes.iter().map(of_process).sum()
    }

    pub fn memory(&self) -> Memory {
        let first = self.processes[0];
        let anonymous = |id: &u32| told(*id, "smaps_rollup", "Anonymous:");
        Memory {
            resident: told(first, "smaps_rollup", "Rss:"),
            anonymous: self.processes.iter().map(anonymous).sum(),
            peak: told(first, "status", "VmHWM:"),
        }
    }
}

/// The sum of the lines that begin with `name`, in KiB.
fn told(id: u32, file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with(name));
    lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum()
}

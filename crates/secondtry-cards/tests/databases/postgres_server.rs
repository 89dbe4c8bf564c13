//! A Postgres of our own, in a temporary folder, on a socket that nobody else knows.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A running Postgres. It ends with this value.
pub(crate) struct PostgresServer {
    folder: PathBuf,
    programs: PathBuf,
    user: Option<&'static str>,
    databases: AtomicU32,
}

impl PostgresServer {
    /// Whether the programs are here.
    pub(crate) fn is_possible() -> bool {
        programs().is_some() && (!is_root() || unprivileged().is_some())
    }

    /// Makes a cluster and starts it.
    pub(crate) fn start() -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("secondtry-pg-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        // It refuses to run as root.
        let user = is_root().then(|| unprivileged().expect("checked before"));
        if let Some(user) = user {
            let status = Command::new("chown").arg(user).arg(&folder).status();
            assert!(status.expect("chown").success());
        }
        let programs = programs().expect("checked before");
        let server = Self { folder, programs, user, databases: AtomicU32::new(0) };
        let data = server.folder.join("data").display().to_string();
        server.run(
            "initdb",
            &["-D", &data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"],
        );
        server.up();
        server
    }

    /// Starts it again.
    pub(crate) fn up(&self) {
        let data = self.folder.join("data").display().to_string();
        let log = self.folder.join("log").display().to_string();
        let options =
            format!("-k {} -c listen_addresses='' -c max_connections=120", self.folder.display());
        self.run("pg_ctl", &["-D", &data, "-l", &log, "-o", &options, "-w", "start"]);
    }

    /// Stops it at once, as a crash would.
    pub(crate) fn down(&self) {
        let data = self.folder.join("data").display().to_string();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
    }

    /// The address of an empty database.
    pub(crate) fn database(&self) -> String {
        let name = format!("t{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let socket = self.folder.display().to_string();
        self.run("createdb", &["-h", &socket, "-U", "postgres", &name]);
        format!("postgres://postgres@localhost/{name}?host={socket}")
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = match self.user {
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(&program);
                command
            }
            None => Command::new(&program),
        };
        command.args(arguments).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
        let output = command.stderr(Stdio::null()).status();
        assert!(output.expect("it starts").success(), "{} {arguments:?}", program.display());
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let pid = std::fs::read_to_string(self.folder.join("data/postmaster.pid"));
        if pid.is_ok() {
            self.down();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The folder that holds `initdb`, on PATH or where Debian puts it.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    let holds = |folder: &PathBuf| {
        ["initdb", "pg_ctl", "createdb"].iter().all(|program| folder.join(program).exists())
    };
    std::env::split_paths(&path).chain(debian).find(holds)
}

fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

fn unprivileged() -> Option<&'static str> {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let is_there = |name: &&str| users.lines().any(|line| line.starts_with(&format!("{name}:")));
    let has_runuser = ["/usr/sbin/runuser", "/sbin/runuser", "/usr/bin/runuser"];
    let has_runuser = has_runuser.iter().any(|file| Path::new(file).exists());
    ["postgres", "nobody"].into_iter().find(is_there).filter(|_| has_runuser)
}

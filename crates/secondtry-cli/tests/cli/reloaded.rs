//! `secondtry wrap` whose file of settings changes while it runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{flawed_server, secondtry};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"book_room","arguments":{}}}"#;

#[test]
fn file_that_changes_counts_from_the_next_call() {
    let file = File::with("[repair]\narguments = \"off\"");
    let mut wrapped = Wrapped::start(&file, &["--", "clean"]);
    let mut talk = wrapped.talk();
    assert!(!is_refused(&talk(CALL)));
    file.write("[repair]\narguments = \"on\"");
    wrapped.says("are read again");
    assert!(is_refused(&talk(CALL)));
    drop(talk);
    assert_eq!(wrapped.child.wait().expect("a child").code(), Some(0));
}

#[test]
fn hangup_has_the_file_read_and_faults_refused() {
    let file = File::with("observe = true");
    let mut wrapped = Wrapped::start(&file, &["--repair", "loop=off", "--", "clean"]);
    let mut talk = wrapped.talk();
    assert!(!is_refused(&talk(CALL)));
    file.write("\n[repair]\narguments = \"on\"\nchanel = \"off\"");
    wrapped.hang_up();
    let said = wrapped.says("stay in force");
    let fault = format!("{}:4: `repair`: no repair `chanel` (", file.0.display());
    assert!(said.contains(&fault), "{said}");
    assert!(!is_refused(&talk(CALL)), "nothing of a faulty file counts");
    file.write("era = \"bridge\"");
    wrapped.hang_up();
    wrapped.says("`era` has changed");
    wrapped.says("are read again");
    assert!(is_refused(&talk(CALL)));
    std::fs::remove_file(&file.0).expect("a file");
    wrapped.hang_up();
    wrapped.says("cannot read the settings");
    assert!(is_refused(&talk(CALL)));
}

#[test]
fn flags_win_over_what_is_read_again() {
    let file = File::with("");
    let mut wrapped = Wrapped::start(&file, &["--repair", "arguments=off", "--", "clean"]);
    let mut talk = wrapped.talk();
    assert!(!is_refused(&talk(CALL)));
    file.write("[repair]\narguments = \"on\"");
    wrapped.hang_up();
    wrapped.says("are read again");
    assert!(!is_refused(&talk(CALL)));
}

#[test]
fn hangup_without_a_file_ends_the_program() {
    let mut command = secondtry();
    command.args(["wrap", "--"]).arg(flawed_server()).arg("clean");
    let mut wrapped = Wrapped::of(command);
    let mut talk = wrapped.talk();
    talk(CALL);
    wrapped.hang_up();
    let status = wrapped.child.wait().expect("a child");
    assert!(!status.success(), "{status}");
}

#[test]
fn listening_program_reads_its_file_again() {
    let file = File::with("observe = true");
    let wrapped = Wrapped::start(&file, &["--listen", "127.0.0.1:0", "--", "clean"]);
    let session = Session::begin(&wrapped.address());
    assert!(!is_refused(&session.post(CALL)));
    file.write("");
    wrapped.hang_up();
    wrapped.says("are read again");
    assert!(is_refused(&session.post(CALL)), "in a session that is open, too");
}

#[test]
fn program_in_front_of_a_url_reads_its_file_again() {
    let nothing = File::with("observe = true");
    let server = Wrapped::start(&nothing, &["--listen", "127.0.0.1:0", "--", "clean"]);
    let file = File::with("observe = true");
    let url = format!("http://{}/mcp", server.address());
    let wrapped = Wrapped::start(&file, &["--listen", "127.0.0.1:0", &url]);
    let session = Session::begin(&wrapped.address());
    assert!(!is_refused(&session.post(CALL)));
    file.write("");
    wrapped.hang_up();
    wrapped.says("are read again");
    assert!(is_refused(&session.post(CALL)));
}

#[test]
fn settings_of_one_server_are_read_again() {
    let text = |mode: &str, name: &str| {
        let program = flawed_server();
        format!(
            "[servers.rooms]\ncommand = [{program:?}, {name:?}]\n[servers.rooms.repair]\narguments = {mode:?}\n"
        )
    };
    let file = File::with(&text("off", "clean"));
    let wrapped = Wrapped::start(&file, &["--listen", "127.0.0.1:0"]);
    let session = Session::begin(&wrapped.address());
    assert!(!is_refused(&session.post(CALL)));
    file.write(&text("sometimes", "clean"));
    wrapped.hang_up();
    wrapped.says("stay in force");
    assert!(!is_refused(&session.post(CALL)), "nothing of a faulty file counts");
    file.write(&text("on", "clean"));
    wrapped.hang_up();
    wrapped.says("are read again");
    assert!(is_refused(&session.post(CALL)));
    file.write(&text("on", "another"));
    wrapped.hang_up();
    wrapped.says("the servers have changed");
    assert!(is_refused(&session.post(CALL)));
}

/// Whether the wrapper answered in place of the server.
fn is_refused(answer: &Value) -> bool {
    assert_eq!(answer["id"], 7, "{answer}");
    !answer["result"]["_meta"]["dev.secondtry/failure"].is_null()
}

/// A file of settings that goes when the test ends.
struct File(PathBuf);

impl File {
    fn with(text: &str) -> Self {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("secondtry-reloaded-{}-{count}.toml", std::process::id());
        let file = Self(std::env::temp_dir().join(name));
        file.write(text);
        file
    }

    fn write(&self, text: &str) {
        std::fs::write(&self.0, text).expect("room");
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A running `secondtry wrap`, killed when the test ends.
struct Wrapped {
    child: Child,
    said: Receiver<String>,
}

impl Wrapped {
    /// After `--` comes the name of a flawed server.
    fn start(file: &File, arguments: &[&str]) -> Self {
        let mut command = secondtry();
        command.arg("--settings").arg(&file.0).arg("wrap");
        match arguments {
            [options @ .., "--", name] => {
                command.args(options).arg("--").arg(flawed_server()).arg(name)
            }
            _ => command.args(arguments),
        };
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let (tell, said) = channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { child, said }
    }

    /// What sends a line over standard input and gives the answer.
    fn talk(&mut self) -> impl FnMut(&str) -> Value + use<> {
        let mut input = self.child.stdin.take().expect("piped");
        let mut output = BufReader::new(self.child.stdout.take().expect("piped"));
        let mut talk = move |line: &str| {
            input.write_all(format!("{line}\n").as_bytes()).expect("open");
            let mut answer = String::new();
            output.read_line(&mut answer).expect("an answer");
            serde_json::from_str(&answer).expect("a message")
        };
        talk(INITIALIZE);
        talk
    }

    fn hang_up(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-HUP", &id]).status().expect("kill").success());
    }

    /// Waits for a line of the log with `words` in it.
    fn says(&self, words: &str) -> String {
        loop {
            let line = self.said.recv_timeout(PATIENCE).expect(words);
            if line.contains(words) {
                return line;
            }
        }
    }

    fn address(&self) -> String {
        let line = self.says("listening on http://");
        let (_, address) = line.split_once("http://").expect("an address");
        address.trim_end_matches("/mcp").to_owned()
    }
}

impl Drop for Wrapped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A session over HTTP.
struct Session {
    address: String,
    path: String,
    id: String,
}

impl Session {
    /// `place` is an address, and what stands before `/mcp` where that is not all.
    fn begin(place: &str) -> Self {
        let start = place.find('/').unwrap_or(place.len());
        let (address, path) = (place[..start].to_owned(), format!("{}/mcp", &place[start..]));
        let mut session = Self { address, path, id: String::new() };
        let answer = session.exchange(INITIALIZE).to_lowercase();
        let (_, rest) = answer.split_once("mcp-session-id: ").expect("a session");
        rest.lines().next().expect("an id").clone_into(&mut session.id);
        session.exchange(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        session
    }

    fn post(&self, message: &str) -> Value {
        let answer = self.exchange(message);
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        let (start, end) = (body.find('{').expect("JSON"), body.rfind('}').expect("JSON"));
        serde_json::from_str(&body[start..=end]).expect("a message")
    }

    fn exchange(&self, message: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let session = match self.id.as_str() {
            "" => String::new(),
            id => format!("mcp-session-id: {id}\r\n"),
        };
        let request = format!(
            "POST {} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n{session}connection: close\r\ncontent-length: {}\r\n\r\n{message}",
            self.path,
            self.address,
            message.len()
        );
        stream.write_all(request.as_bytes()).expect("open");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

/// How long something may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(30);

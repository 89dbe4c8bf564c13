//! A server behind two pipes in memory, spoken to line by line as on stdio.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rmcp::{ServerHandler, ServiceExt};
use secondtry_check::connect::{Connect, Connection};
use secondtry_check::error::CheckError;
use secondtry_check::recorder::Recorder;
use secondtry_failure::transcript::{Target, TransportKind};
use secondtry_failure::transport::process_end::ProcessEnd;
use secondtry_failure::transport::{Delivery, SendError, Transport};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver as QueueEnd, Sender as Queue, channel as queue};

/// A way to clones of a server.
pub(super) struct InMemory<S> {
    server: S,
    runtime: Handle,
}

impl<S> InMemory<S> {
    pub(super) fn new(server: S, runtime: Handle) -> Self {
        Self { server, runtime }
    }
}

impl<S: ServerHandler + Clone> Connect for InMemory<S> {
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError> {
        let (ours, theirs) = tokio::io::duplex(PIPE);
        let server = self.server.clone();
        self.runtime.spawn(async move {
            // An end before the handshake shows as the end of the pipe.
            if let Ok(running) = server.serve(theirs).await {
                let _ = running.waiting().await;
            }
        });
        let (reader, writer) = tokio::io::split(ours);
        let (delivered, deliveries) = channel();
        let (to_send, sending) = queue(QUEUE);
        self.runtime.spawn(deliver(reader, delivered));
        self.runtime.spawn(send(writer, sending));
        Ok(Box::new(Pipes { to_send, deliveries }))
    }

    fn target(&self) -> Target {
        Target::Command(vec!["YOUR-SERVER".into()])
    }

    fn transport(&self) -> TransportKind {
        TransportKind::Stdio
    }

    fn name(&self) -> String {
        "the server under test".into()
    }
}

/// The client's ends of the pipes.
struct Pipes {
    to_send: Queue<Vec<u8>>,
    deliveries: Receiver<Delivery>,
}

impl Transport for Pipes {
    fn send(&mut self, message: &[u8]) -> Result<(), SendError> {
        let mut line = message.to_vec();
        line.push(b'\n');
        self.to_send.try_send(line).map_err(|error| match error {
            TrySendError::Closed(_) => SendError::Closed,
            TrySendError::Full(_) => SendError::Full,
        })
    }

    fn receive(&mut self, limit: Duration) -> Delivery {
        match self.deliveries.recv_timeout(limit) {
            Ok(delivery) => delivery,
            Err(RecvTimeoutError::Timeout) => Delivery::Silence,
            Err(RecvTimeoutError::Disconnected) => Delivery::Ended(END),
        }
    }
}

impl Connection for Pipes {
    /// Closing the pipe ends the server's task; nothing about that is judged.
    fn close(self: Box<Self>, _recorder: &mut Recorder<'_>) {}
}

async fn deliver(reader: ReadHalf<DuplexStream>, delivered: Sender<Delivery>) {
    let mut reader = BufReader::new(reader);
    loop {
        let mut line = Vec::new();
        match reader.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => break,
            Ok(_) if line.ends_with(b"\n") => _ = line.pop(),
            Ok(_) => (),
        }
        if delivered.send(Delivery::Line(line)).is_err() {
            return;
        }
    }
    // Nobody may be there to hear it.
    let _ = delivered.send(Delivery::Ended(END));
}

async fn send(mut writer: WriteHalf<DuplexStream>, mut sending: QueueEnd<Vec<u8>>) {
    while let Some(line) = sending.recv().await {
        if writer.write_all(&line).await.is_err() {
            return;
        }
    }
    let _ = writer.shutdown().await;
}

/// There is no process, so its end has neither code nor signal.
const END: ProcessEnd = ProcessEnd { code: None, signal: None };

/// What a pipe holds, in bytes.
const PIPE: usize = 64 * 1024;

/// How many messages wait to be sent.
const QUEUE: usize = 256;

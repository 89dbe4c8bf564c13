//! Servers that are reached by an address.

use std::time::Duration;

use secondtry_failure::transcript::{Target, TransportKind};
use secondtry_failure::transport::http::{HttpConnection, HttpServer};
use secondtry_failure::transport::sse::SseConnection;

use super::{Connect, Connection};
use crate::error::CheckError;
use crate::recorder::Recorder;

#[cfg(test)]
mod tests;

impl Connect for HttpServer {
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError> {
        match HttpConnection::open(self) {
            Ok(connection) => Ok(Box::new(connection)),
            Err(error) => Err(cannot(self, error)),
        }
    }

    fn target(&self) -> Target {
        Target::Url { address: self.address(), options: Vec::new() }
    }

    fn transport(&self) -> TransportKind {
        TransportKind::Http
    }

    fn name(&self) -> String {
        self.address()
    }

    fn fallback(&self) -> Option<Box<dyn Connect>> {
        Some(Box::new(OldServer(self.clone())))
    }
}

/// The same address by the transport of 2024-11-05.
struct OldServer(HttpServer);

impl Connect for OldServer {
    fn connect(&self) -> Result<Box<dyn Connection>, CheckError> {
        match SseConnection::open(&self.0, OPENING) {
            Ok(connection) => Ok(Box::new(connection)),
            Err(error) => Err(cannot(&self.0, error)),
        }
    }

    fn target(&self) -> Target {
        self.0.target()
    }

    fn transport(&self) -> TransportKind {
        TransportKind::Sse
    }

    fn name(&self) -> String {
        self.0.name()
    }
}

impl Connection for HttpConnection {
    fn close(self: Box<Self>, _recorder: &mut Recorder<'_>) {
        Self::close(*self, PATIENCE);
    }
}

impl Connection for SseConnection {
    fn close(self: Box<Self>, _recorder: &mut Recorder<'_>) {
        Self::close(*self, PATIENCE);
    }
}

fn cannot(
    server: &HttpServer,
    source: impl std::error::Error + Send + Sync + 'static,
) -> CheckError {
    CheckError::CannotConnect { address: server.address(), source: Box::new(source) }
}

/// How long a server may take to name its endpoint.
const OPENING: Duration = Duration::from_secs(10);

/// How long a server may take to end a session.
const PATIENCE: Duration = Duration::from_secs(3);

//! Posts one body after another to one address, and waits for the status of each. No MCP: for what is told of calls.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use tokio::runtime::{Builder, Runtime};

use super::client::{self, OpenError};
use super::server::HttpServer;

/// The way to one address.
#[derive(Debug)]
pub struct Poster {
    client: Client,
    runtime: Runtime,
    server: HttpServer,
    patience: Duration,
}

/// Why a body may not have arrived.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotPosted(String);

impl Poster {
    /// Gets ready to post to `server`, each body within `patience`. Nothing goes over the wire yet.
    pub fn new(server: HttpServer, patience: Duration) -> Result<Self, OpenError> {
        let client = client::build(&server)?;
        let runtime = Builder::new_current_thread().enable_all().build();
        Ok(Self { client, runtime: runtime.map_err(OpenError::Thread)?, server, patience })
    }

    /// Posts `body` of JSON and returns the status of the answer. Blocks the thread.
    pub fn post(&self, body: Vec<u8>) -> Result<u16, NotPosted> {
        let request = self
            .client
            .post(self.server.url().clone())
            .header(CONTENT_TYPE, "application/json")
            .headers(self.server.headers().clone())
            .timeout(self.patience)
            .body(body);
        // Its timer is set inside the runtime.
        let answered = self.runtime.block_on(async { request.send().await });
        answered.map(|answer| answer.status().as_u16()).map_err(|error| {
            // The address may hold secrets.
            let error = error.without_url();
            let mut why = error.to_string();
            let mut cause = std::error::Error::source(&error);
            while let Some(source) = cause {
                why = source.to_string();
                cause = source.source();
            }
            NotPosted(why)
        })
    }
}

//! The body of a request, read whole within its limits.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::header::CONNECTION;
use hyper::header::HeaderValue;
use hyper::{StatusCode, body::Bytes};
use secondtry_failure::message::error_code::ErrorCode;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::reply::{self, Reply};
use crate::large::make_room;

/// What all bodies together may take.
#[derive(Clone, Debug)]
pub(crate) struct Intake {
    limit: usize,
    room: Arc<Semaphore>,
}

/// A body, and the room that it takes while it is looked at.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) bytes: Vec<u8>,
    _room: Option<OwnedSemaphorePermit>,
}

impl Intake {
    /// Takes bodies of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, room: Arc::new(Semaphore::new(ROOM / UNIT)) }
    }

    /// Reads `body`, or says why not.
    pub(crate) async fn take(&self, mut body: Incoming) -> Result<Taken, Reply> {
        let told = body.size_hint().exact().and_then(|length| usize::try_from(length).ok());
        if told.is_some_and(|length| length > self.limit) {
            return Err(self.too_large());
        }
        let mut bytes = Vec::with_capacity(told.unwrap_or_default().min(SMALL));
        let mut room: Option<OwnedSemaphorePermit> = None;
        loop {
            let piece = match timeout(PATIENCE, body.frame()).await {
                Ok(Some(Ok(frame))) => frame.into_data().unwrap_or_else(|_| Bytes::new()),
                Ok(None) => return Ok(Taken { bytes, _room: room }),
                Ok(Some(Err(_))) => {
                    return Err(refused(StatusCode::BAD_REQUEST, "the body broke off"));
                }
                Err(_) => {
                    let said = format!("nothing of the body came for {} s", PATIENCE.as_secs());
                    return Err(refused(StatusCode::REQUEST_TIMEOUT, &said));
                }
            };
            if bytes.len() + piece.len() > self.limit {
                return Err(self.too_large());
            }
            bytes.extend_from_slice(&piece);
            make_room(&mut bytes);
            let held = room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
            let missing = (bytes.len() / UNIT).saturating_sub(held);
            if let Ok(missing) = u32::try_from(missing)
                && missing > 0
            {
                let Ok(more) = Arc::clone(&self.room).try_acquire_many_owned(missing) else {
                    let said = format!(
                        "other requests take up all of the {} MiB that there are for bodies",
                        ROOM / 1024 / 1024
                    );
                    return Err(closing(reply::busy(&said)));
                };
                match &mut room {
                    Some(room) => room.merge(more),
                    None => room = Some(more),
                }
            }
        }
    }

    fn too_large(&self) -> Reply {
        let limit = match self.limit / (1024 * 1024) {
            0 => format!("{} bytes", self.limit),
            mebibytes => format!("{mebibytes} MiB"),
        };
        let said = format!("the body is over the limit of {limit} for one message");
        refused(StatusCode::PAYLOAD_TOO_LARGE, &said)
    }
}

fn refused(status: StatusCode, said: &str) -> Reply {
    closing(reply::error(status, &Value::Null, ErrorCode::INVALID_REQUEST, said))
}

/// The rest of the body is not read, so nothing can follow on the connection.
fn closing(mut reply: Reply) -> Reply {
    reply.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    reply
}

/// What all bodies that are being read may take together, in bytes.
const ROOM: usize = 1024 * 1024 * 1024;

/// Room is given away in pieces of so many bytes; what is smaller takes none.
const UNIT: usize = 64 * 1024;

/// How much is set aside before a body has come.
const SMALL: usize = 64 * 1024;

/// How long a body may stand still.
const PATIENCE: Duration = Duration::from_secs(30);

//! Takes in the body of a request, whole and bounded, before anybody looks at it.

use std::time::Duration;

use axum::body::Body;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Bytes;
use tokio::time::timeout;

/// Why a body is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotTaken {
    #[error("the body could not be read to its end")]
    Broken,
    #[error("the body has more than {0} bytes (send less at a time)")]
    TooLong(usize),
    #[error("the body did not come within {} s (send it faster)", .0.as_secs())]
    TooSlow(Duration),
}

pub(super) async fn take(body: Body, most: usize, patience: Duration) -> Result<Bytes, NotTaken> {
    match timeout(patience, Limited::new(body, most).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(NotTaken::TooLong(most)),
        Ok(Err(_)) => Err(NotTaken::Broken),
        Err(_) => Err(NotTaken::TooSlow(patience)),
    }
}

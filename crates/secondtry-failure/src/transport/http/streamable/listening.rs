//! The stream with which a legacy server speaks of its own accord (2025-11-25 `basic/transports`, Listening for Messages
//! from the Server). 2026-07-28 has none.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use reqwest::Method;
use tokio::time::{Instant, sleep};

use super::super::arrival::Purpose;
use super::super::conversation::SESSION;
use super::super::exchange::{Events, Next, is_event_stream};
use super::{Streamable, USUAL_WAIT};
use crate::transport::Delivery;
use crate::transport::http_answer::{Asking, Cut};

/// How a stream came to its end.
enum Heard {
    /// It was read to its end.
    All(Cut),
    /// There is none at this moment.
    Nothing,
    /// The server offers none.
    Refused,
}

impl Streamable {
    /// Listens in the session that has begun, and no longer in one before it.
    pub(super) fn start_listening(self: &Arc<Self>) {
        let listener = tokio::spawn(Arc::clone(self).listen()).abort_handle();
        let mut place = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = place.replace(listener) {
            before.abort();
        }
    }

    pub(super) fn stop_listening(&self) {
        let mut place = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = place.take() {
            listener.abort();
        }
    }

    /// Listens until the server ends that; for one who carries messages, again and again. Nobody waits for it, so that an
    /// end is no failure.
    async fn listen(self: Arc<Self>) {
        let mut last_event_id = None;
        let mut failures: u32 = 0;
        loop {
            let began = Instant::now();
            let heard = self.hear(last_event_id.clone(), failures == 0).await;
            let wait = match heard {
                Heard::Refused => return,
                Heard::Nothing => {
                    failures = failures.saturating_add(1);
                    None
                }
                Heard::All(cut) => {
                    // One that is closed at once is as good as none.
                    let is_short = began.elapsed() < USUAL_WAIT;
                    failures = if is_short { failures.saturating_add(1) } else { 0 };
                    last_event_id = cut.last_event_id;
                    cut.retry_ms.map(Duration::from_millis)
                }
            };
            if self.link.purpose() == Purpose::Watch {
                return;
            }
            let backoff = USUAL_WAIT.saturating_mul(1 << failures.saturating_sub(1).min(5));
            sleep(wait.unwrap_or_default().max(backoff)).await;
        }
    }

    /// Opens the stream, behind `last_event_id` where it is taken up, and reads it. Where that fails, it says so if it
    /// `is_told`.
    async fn hear(&self, last_event_id: Option<String>, is_told: bool) -> Heard {
        let headers = self.conversation().listening(last_event_id.as_deref());
        let is_in_session = headers.contains_key(SESSION);
        let asking = Asking::Listening;
        let response = match self.link.ask(self.to(Method::GET), headers, Vec::new()).await {
            Ok(response) => response,
            Err(why) if is_told => {
                self.link.fail(&asking, why).await;
                return Heard::Nothing;
            }
            Err(_) => return Heard::Nothing,
        };
        let status = response.status().as_u16();
        if status == 405 {
            return Heard::Refused;
        }
        if status != 200 || !is_event_stream(&response) {
            if is_told {
                self.link.whole((&asking, is_in_session), response, |_| ()).await;
            }
            return if matches!(status, 429 | 500..=599) { Heard::Nothing } else { Heard::Refused };
        }
        let mut events = Events::behind(response, last_event_id);
        loop {
            match events.next().await {
                Next::Event { kind, data } => {
                    if kind.is_none_or(|kind| kind == b"message") {
                        self.link.deliver(&asking, Delivery::Line(data)).await;
                    }
                }
                Next::Ended(cut) => return Heard::All(cut),
                Next::Oversized(why) => {
                    self.link.fail(&asking, why).await;
                    return Heard::All(Cut::default());
                }
            }
        }
    }
}

use std::sync::Mutex;

use super::*;

/// Keeps the lines that would be written.
struct Kept(std::sync::Arc<Mutex<String>>);

impl Subscriber for Kept {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        Lines { most: Level::INFO }.enabled(metadata)
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        Lines { most: Level::INFO }.new_span(span)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push_str(&line(event));
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

#[test]
fn event_is_one_line_whatever_its_values() {
    let lines = std::sync::Arc::new(Mutex::new(String::new()));
    tracing::subscriber::with_default(Kept(lines.clone()), || {
        let _span = tracing::info_span!("call").entered();
        tracing::info!(target: "rates", port = 3000, "listening");
        tracing::error!(target: "rates", detail = %"one\ntwo", "a tool failed");
        tracing::debug!(target: "rates", "too fine to be kept");
    });
    assert_eq!(
        *lines.lock().unwrap(),
        "INFO rates: listening port=3000\nERROR rates: a tool failed detail=one\\ntwo\n"
    );
}

#[test]
fn second_subscriber_is_refused() {
    // Whichever came first in this process stays.
    let _ = to_stderr(Level::ERROR);
    let refused = to_stderr(Level::INFO).expect_err("there is one");
    assert_eq!(refused.to_string(), "a subscriber is set already (does it write to stderr?)");
}

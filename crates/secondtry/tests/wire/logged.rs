//! What the log holds of a failure that a model is told only in part.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use secondtry::ToolFailure;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps the fields of every event.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<String>>);

impl Subscriber for Kept {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Line(&mut self.0.lock().unwrap()));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Line<'a>(&'a mut String);

impl Visit for Line<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        writeln!(self.0, "{}={value:?}", field.name()).unwrap();
    }
}

#[test]
fn log_holds_the_error_under_the_reference_that_the_model_gets() {
    let kept = Kept::default();
    let text = tracing::subscriber::with_default(kept.clone(), || {
        let error = std::io::Error::other("no space on /dev/sdb1, password=hunter2hunter2");
        ToolFailure::from(error).to_string()
    });
    let reference = text.rsplit(' ').next().unwrap().trim_end_matches('.');
    let log = kept.0.lock().unwrap().clone();
    assert!(log.contains(&format!("reference={reference}")), "{text} / {log}");
    assert!(log.contains("/dev/sdb1") && !text.contains("/dev/sdb1"), "{text} / {log}");
    assert!(!log.contains("hunter2"), "{log}");
}

#[test]
fn references_are_never_the_same() {
    let references = [1, 2].map(|_| ToolFailure::internal("boom").to_string());
    assert_ne!(references[0], references[1]);
}

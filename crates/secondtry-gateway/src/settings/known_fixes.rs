//! What finds a fix for an error. The gateway keeps no cards; whoever starts it brings them.

use std::fmt;
use std::sync::Arc;

/// A fix that is known for an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownFix {
    /// What it is about, in one line.
    pub title: String,
    /// What more about it is found by.
    pub id: String,
}

type Find = dyn Fn(&str) -> Option<KnownFix> + Send + Sync;

/// What finds the one fix that is known for exactly this error. It is asked while an answer waits, so it must be quick.
#[derive(Clone)]
pub struct KnownFixes(Arc<Find>);

impl KnownFixes {
    /// Asks `find`.
    pub fn new(find: impl Fn(&str) -> Option<KnownFix> + Send + Sync + 'static) -> Self {
        Self(Arc::new(find))
    }

    pub(crate) fn find(&self, error: &str) -> Option<KnownFix> {
        (self.0)(error)
    }
}

impl fmt::Debug for KnownFixes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnownFixes")
    }
}

/// The same ones, not alike ones.
impl PartialEq for KnownFixes {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for KnownFixes {}

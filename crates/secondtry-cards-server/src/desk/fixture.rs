//! A desk for tests, before a store of its own that goes with it.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use secondtry_cards::built_in;
use secondtry_cards::day::Moment;
use secondtry_cards::store::open;

use super::{Desk, DeskSettings};

/// A desk before the cards that come with the program.
pub(crate) struct DeskInFolder {
    desk: Arc<Desk>,
    folder: PathBuf,
}

impl DeskInFolder {
    /// Its folder is named after `test`, which no other test may be.
    pub(crate) async fn new(test: &str, settings: DeskSettings) -> Self {
        let folder = std::env::temp_dir().join(format!("secondtry-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = open(&folder.join("cards.db").display().to_string()).await.expect("a store");
        let desk = Desk::new(store, settings, || Moment::from_ms(1_800_000_000_000));
        desk.add_missing(built_in::all().expect("cards"), "test").await.expect("added");
        Self { desk: Arc::new(desk), folder }
    }
}

impl Deref for DeskInFolder {
    type Target = Arc<Desk>;

    fn deref(&self) -> &Arc<Desk> {
        &self.desk
    }
}

impl Drop for DeskInFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

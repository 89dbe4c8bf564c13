//! An empty store to try things in.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use secondtry_cards::card::{Card, Draft, Status};
use secondtry_cards::day::Moment;
use secondtry_cards::store::{self, NewOutcome, Store};

use crate::postgres_server::PostgresServer;

/// Where a store is.
pub(crate) enum Place {
    Postgres(Arc<PostgresServer>),
    Sqlite,
}

/// A place for a store, which goes with it.
pub(crate) struct Bed {
    /// What a user would write behind `--store`.
    pub(crate) address: String,
    pub(crate) folder: PathBuf,
    _place: Place,
}

/// 2026-11-30, noon.
pub(crate) const NOON: Moment = Moment::from_ms(1_796_040_000_000);

impl Bed {
    pub(crate) fn new(place: Place) -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("secondtry-store-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let address = match &place {
            Place::Postgres(server) => server.database(),
            Place::Sqlite => folder.join("cards.db").display().to_string(),
        };
        Self { address, folder, _place: place }
    }

    /// Opens the store and runs a test in it.
    pub(crate) fn with<F: Future<Output = ()>>(&self, test: impl FnOnce(Box<dyn Store>) -> F) {
        run(async {
            let store = store::open(&self.address).await.expect("it opens");
            test(store).await;
        });
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Runs what waits.
pub(crate) fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(work)
}

/// A card with a name, an error string and a status.
pub(crate) fn card(id: &str, error: &str, status: Status) -> Card {
    let draft = Draft {
        id: id.to_owned(),
        title: format!("What goes wrong in {id}"),
        error_strings: vec![error.to_owned()],
        products: vec!["any server".to_owned()],
        created: "2026-11-30".to_owned(),
        fix: "Turn it off and on.".to_owned(),
        ..Draft::default()
    };
    draft.compose().expect("a card").with_status(status)
}

/// A report without a note.
pub(crate) fn outcome<'a>(card: &'a str, worked: bool, client: Option<&'a str>) -> NewOutcome<'a> {
    NewOutcome { card, worked, note: None, note_status: Status::Pending, client, client_key: None }
}

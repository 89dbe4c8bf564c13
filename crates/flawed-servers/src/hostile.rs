//! Servers that break a client rather than a rule: floods, bombs, lies and silence.
//!
//! A client must end well with each of them. They speak the legacy era on stdio, as good as the rest of this crate, up to
//! the point where each does its worst.

mod answers;
mod bytes;
mod definitions;
mod manners;
mod processes;
mod requests;
mod six_faults;
mod starts;
mod wire;

use self::manners::Manners;

/// One hostile server.
struct Hostile {
    name: &'static str,
    manners: Manners,
}

/// Serves the hostile server called `name` until it ends, and returns its exit code; `None` if there is none.
///
/// `word` is what a few of them need to know, such as an address to point at.
pub fn serve(name: &str, word: &str) -> Option<u8> {
    let hostile = all().find(|hostile| hostile.name == name)?;
    Some(hostile.manners.serve(word))
}

/// The names of all hostile servers.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|hostile| hostile.name)
}

fn all() -> impl Iterator<Item = &'static Hostile> {
    [
        answers::SERVERS,
        bytes::SERVERS,
        definitions::SERVERS,
        processes::SERVERS,
        requests::SERVERS,
        six_faults::SERVERS,
        starts::SERVERS,
    ]
    .into_iter()
    .flatten()
}

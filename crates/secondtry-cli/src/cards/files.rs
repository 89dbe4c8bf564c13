//! Cards from files, and to files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use secondtry_cards::built_in;
use secondtry_cards::card::{Card, MAX_SOURCE};
use secondtry_cards::store::{Imported, ListQuery, Store};

use super::{CardsError, now, print, read};
use crate::args::cards::{ExportArgs, ImportArgs};
use crate::exit_code::Ending;
use crate::output;

/// So many cards go into the store at once.
const BATCH: usize = 2000;

pub(super) async fn add(
    store: &dyn Store,
    files: &[PathBuf],
    actor: &str,
) -> Result<Ending, CardsError> {
    take(store, Vec::new(), files, actor).await
}

pub(super) async fn import(
    store: &dyn Store,
    args: &ImportArgs,
    actor: &str,
) -> Result<Ending, CardsError> {
    let cards =
        if args.built_in { built_in::all().map_err(CardsError::BuiltIn)? } else { Vec::new() };
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    take(store, cards, &files, actor).await
}

/// Every Markdown file in a folder and in those within it, by name; a file is taken as it is.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), CardsError> {
    let fail = |source| CardsError::Read { path: path.display().to_string(), source };
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries: Result<Vec<_>, io::Error> = fs::read_dir(path).map_err(fail)?.collect();
    let mut entries: Vec<_> = entries.map_err(fail)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        // A link could lead back to where it stands.
        let kind = entry.file_type().map_err(fail)?;
        let name = entry.path();
        if kind.is_dir() {
            collect(&name, files)?;
        } else if name.extension().is_some_and(|extension| extension == "md") {
            files.push(name);
        }
    }
    Ok(())
}

/// Adds cards. A file that is none is told, and the others go on.
async fn take(
    store: &dyn Store,
    mut cards: Vec<Card>,
    files: &[PathBuf],
    actor: &str,
) -> Result<Ending, CardsError> {
    let mut refused = 0_usize;
    let mut sum = Imported::default();
    let mut keep = async |cards: &mut Vec<Card>| {
        let some = store.import(cards, actor, now()).await?;
        sum.added += some.added;
        sum.changed += some.changed;
        sum.unchanged += some.unchanged;
        cards.clear();
        Ok::<(), CardsError>(())
    };
    for file in files {
        let name = file.display().to_string();
        match text(file) {
            Ok(text) => match Card::parse(text) {
                Ok(card) => cards.push(card),
                Err(error) => {
                    refused += 1;
                    output::complain(&error.in_file(name));
                }
            },
            Err(source) => {
                refused += 1;
                output::complain(&CardsError::Read { path: name, source });
            }
        }
        if cards.len() >= BATCH {
            keep(&mut cards).await?;
        }
    }
    if !cards.is_empty() {
        keep(&mut cards).await?;
    }
    let kept = sum.added + sum.changed + sum.unchanged;
    if kept == 0 && refused > 0 {
        return Err(CardsError::NoneAdded);
    }
    print(&format!(
        "{} added, {} changed, {} unchanged, {refused} refused\n",
        sum.added, sum.changed, sum.unchanged
    ))?;
    Ok(if refused > 0 { Ending::Findings } else { Ending::Clean })
}

fn text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    // One more than a card may have, so that a longer file is told to be too long.
    File::open(file)?.take(MAX_SOURCE as u64 + 1).read_to_end(&mut bytes)?;
    let is_cut = bytes.len() > MAX_SOURCE;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) if is_cut => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        Err(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text")),
    }
}

pub(super) async fn export(store: Option<&str>, args: &ExportArgs) -> Result<Ending, CardsError> {
    let folder = &args.folder;
    let fail = |path: &Path, source| CardsError::Write { path: path.display().to_string(), source };
    fs::create_dir_all(folder).map_err(|source| fail(folder, source))?;
    let write = |card: &Card| {
        let path = folder.join(format!("{}.md", card.id()));
        fs::write(&path, card.source()).map_err(|source| fail(&path, source))
    };
    let mut count = 0_usize;
    if store.is_none() {
        let cards = built_in::all().map_err(CardsError::BuiltIn)?;
        for card in cards.iter().filter(|card| args.status.is_none_or(|is| is == card.status())) {
            write(card)?;
            count += 1;
        }
    } else {
        let store = read(store).await?;
        let mut cursor = None;
        loop {
            let query = ListQuery { status: args.status, cursor: cursor.as_deref(), limit: 500 };
            let page = store.cards(&query).await?;
            for stored in &page.items {
                write(&stored.card)?;
                count += 1;
            }
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
    }
    print(&format!("{count} cards in {}\n", folder.display()))
}

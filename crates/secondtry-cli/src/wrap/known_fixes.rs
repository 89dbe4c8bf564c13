//! `wrap --cards`: known fixes, read once into memory, so that no call waits for a store.

use secondtry_gateway::settings::KnownFixes;

use crate::error::CliError;

/// The fixes that accepted cards know: those in the store at `cards`, or those that come with the program.
#[cfg(feature = "cards")]
pub(super) fn read(cards: &str) -> Result<KnownFixes, CliError> {
    let known = from_cards::read(cards)?;
    Ok(KnownFixes::new(move |error| {
        let (title, id) = known.find(error)?;
        Some(secondtry_gateway::settings::KnownFix { title: title.to_owned(), id: id.to_owned() })
    }))
}

#[cfg(not(feature = "cards"))]
pub(super) fn read(_: &str) -> Result<KnownFixes, CliError> {
    Err(CliError::NoCards)
}

#[cfg(feature = "cards")]
mod from_cards {
    use secondtry_cards::built_in;
    use secondtry_cards::search::KnownFixes;
    use secondtry_cards::store::ListQuery;

    use crate::cards::{self, CardsError};
    use crate::settings::BUILT_IN;

    pub(super) fn read(cards: &str) -> Result<KnownFixes, CardsError> {
        let mut known = KnownFixes::default();
        if cards == BUILT_IN {
            built_in::all().map_err(CardsError::BuiltIn)?.iter().for_each(|card| known.add(card));
            return Ok(known);
        }
        if cards.contains("://") {
            return Err(CardsError::NotLocal(cards.to_owned()));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(CardsError::Runtime)?.block_on(from_store(cards, known))
    }

    async fn from_store(path: &str, mut known: KnownFixes) -> Result<KnownFixes, CardsError> {
        let store = cards::read(Some(path)).await?;
        let mut cursor = None;
        loop {
            let query =
                ListQuery { cursor: cursor.as_deref(), limit: 1000, ..ListQuery::default() };
            let page = store.cards(&query).await?;
            page.items.iter().for_each(|stored| known.add(&stored.card));
            if known.len() > MOST {
                return Err(CardsError::TooMany { path: path.to_owned(), most: MOST });
            }
            cursor = page.next;
            if cursor.is_none() {
                return Ok(known);
            }
        }
    }

    /// How many cards are kept, in about a kilobyte each.
    const MOST: usize = 100_000;
}

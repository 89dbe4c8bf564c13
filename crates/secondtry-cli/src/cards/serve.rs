//! `secondtry cards serve`: the cards for agents and people.

use std::fs;
use std::sync::Arc;

use secondtry_cards::{built_in, store};
use secondtry_cards_server::desk::{Desk, DeskSettings};
use secondtry_cards_server::listen::Front;
use secondtry_cards_server::stdio;
use tokio::sync::watch;

use super::{CardsError, now};
use crate::args::cards::ServeArgs;
use crate::environment::Environment;
use crate::exit_code::Ending;
use crate::output;

pub(super) async fn run(
    store: Option<&str>,
    args: &ServeArgs,
    environment: &Environment,
) -> Result<Ending, CardsError> {
    // Standard output belongs to the protocol. Warnings would let every caller write to the log.
    let _ = secondtry::logging::to_stderr(tracing::Level::ERROR);
    let mut end = endings()?;
    let end = async move {
        // It lasts as long as the program does.
        let _ = end.wait_for(|is_told| *is_told).await;
    };
    let mut end = std::pin::pin!(end);
    let Some(address) = &args.front.listen else {
        let desk = tokio::select! {
            desk = desk(store, args, environment) => desk?,
            () = &mut end => return Ok(Ending::Clean),
        };
        stdio::serve(desk, end).await?;
        return Ok(Ending::Clean);
    };
    let front = Front {
        origins: args.front.allow_origin.clone(),
        hosts: args.front.allow_host.clone(),
        is_behind_proxy: args.front.behind_proxy,
        ..Front::new(address)
    };
    // An address that is taken is told before a store is waited for.
    let listening = front.bind().await?;
    let desk = tokio::select! {
        desk = desk(store, args, environment) => desk?,
        () = &mut end => return Ok(Ending::Clean),
    };
    output::complain_line(&format!(
        "secondtry: listening on http://{}/ (MCP at /mcp)",
        listening.address()
    ));
    listening.serve(desk, end).await?;
    Ok(Ending::Clean)
}

/// A desk before the store, which holds what comes with the program, too.
async fn desk(
    store: Option<&str>,
    args: &ServeArgs,
    environment: &Environment,
) -> Result<Arc<Desk>, CardsError> {
    let address = store.map_or_else(|| own_file(environment), |store| Ok(store.to_owned()))?;
    let settings = DeskSettings {
        asks: args.ask,
        is_unmoderated: args.unmoderated,
        question_lifetime: args.question_lifetime,
        public_url: args.public_url.clone(),
    };
    let desk = Desk::new(store::open(&address).await?, settings, now);
    desk.add_missing(built_in::all().map_err(CardsError::BuiltIn)?, ACTOR).await?;
    desk.tidy().await?;
    Ok(Arc::new(desk))
}

/// The file where a user who names no store has their cards. Its folder is made.
fn own_file(environment: &Environment) -> Result<String, CardsError> {
    let folder = environment.data_folder().ok_or(CardsError::NoFolder)?.join("secondtry");
    fs::create_dir_all(&folder)
        .map_err(|source| CardsError::Write { path: folder.display().to_string(), source })?;
    Ok(folder.join("cards.db").display().to_string())
}

/// Becomes true when the program is told to end.
fn endings() -> Result<watch::Receiver<bool>, CardsError> {
    let (told, is_told) = watch::channel(false);
    ctrlc::set_handler(move || {
        let _ = told.send(true);
    })
    .map_err(CardsError::Ending)?;
    Ok(is_told)
}

/// Who adds the cards that come with the program, for the audit log.
const ACTOR: &str = "secondtry";

//! `secondtry cards`: known failures, from a store or from those that come with the program.

use std::io;

use secondtry_cards::card::{Refused, Status};
use secondtry_cards::day::Moment;
use secondtry_cards::store::{self, Access, Options, Store, StoreError};
use secondtry_cards_server::desk;
use secondtry_cards_server::listen::ListenError;
use secondtry_cards_server::stdio::StdioError;

use crate::args::cards::{CardsArgs, CardsCommand};
use crate::environment::Environment;
use crate::exit_code::Ending;
use crate::output;

mod files;
mod find;
mod moderate;
mod serve;
mod show;

/// Why cards could not be found, kept or shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CardsError {
    #[error("the cards that come with the program are damaged")]
    BuiltIn(#[source] Refused),
    #[error("cannot listen for Ctrl-C")]
    Ending(#[source] ctrlc::Error),
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error("no card `{id}`{}", near.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default())]
    NoCard { id: String, near: Option<String> },
    #[error("nothing `{0}` in the store (`secondtry cards pending` lists what waits)")]
    NoItem(String),
    #[error("no folder for the user's data (name a store: --store FILE, or SECONDTRY_STORE)")]
    NoFolder,
    #[error("no store (name it: --store FILE, or SECONDTRY_STORE)")]
    NoStore,
    #[error("none of the files is a card (each is told above)")]
    NoneAdded,
    #[error(
        "`{0}` is no file (known fixes come from a local store: --cards FILE, or --cards built-in)"
    )]
    NotLocal(String),
    #[error("cannot read `{path}`")]
    Read { path: String, source: io::Error },
    #[error(transparent)]
    Refused(#[from] desk::Refused),
    #[error("cannot start to wait for the store")]
    Runtime(#[source] io::Error),
    #[error(transparent)]
    Stdio(#[from] StdioError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "`{path}` has more than {most} accepted cards (known fixes are kept in memory; export those that matter, and import them into a file of their own)"
    )]
    TooMany { path: String, most: usize },
    #[error("cannot write `{path}`")]
    Write { path: String, source: io::Error },
}

pub(crate) fn run(
    args: &CardsArgs,
    store: Option<&str>,
    environment: &Environment,
) -> Result<Ending, CardsError> {
    use tokio::runtime::Builder;
    let is_served = matches!(args.command, CardsCommand::Serve(_));
    let mut runtime =
        if is_served { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    let runtime = runtime.enable_all().build().map_err(CardsError::Runtime)?;
    let ending = runtime.block_on(command(args, store, environment));
    // Somebody may still wait for a standard input on which nothing comes.
    runtime.shutdown_background();
    ending
}

async fn command(
    args: &CardsArgs,
    store: Option<&str>,
    environment: &Environment,
) -> Result<Ending, CardsError> {
    let actor = |named: Option<&String>| {
        let user = ["USER", "USERNAME"].iter().find_map(|name| environment.variable(name));
        named.cloned().or_else(|| user.map(str::to_owned)).unwrap_or_else(|| "operator".to_owned())
    };
    match &args.command {
        CardsCommand::Accept(args) => {
            let store = written(store).await?;
            moderate::set(&*store, &args.items, Status::Accepted, &actor(args.actor.as_ref())).await
        }
        CardsCommand::Add(args) => {
            let store = written(store).await?;
            files::add(&*store, &args.files, &actor(args.actor.as_ref())).await
        }
        CardsCommand::Export(args) => files::export(store, args).await,
        CardsCommand::Find(args) => find::run(store, args).await,
        CardsCommand::Import(args) => {
            let store = written(store).await?;
            files::import(&*store, args, &actor(args.actor.as_ref())).await
        }
        CardsCommand::Outcomes(args) => show::outcomes(&*read(store).await?, args).await,
        CardsCommand::Pending(args) => moderate::pending(&*read(store).await?, args).await,
        CardsCommand::Reject(args) => {
            let store = written(store).await?;
            moderate::set(&*store, &args.items, Status::Rejected, &actor(args.actor.as_ref())).await
        }
        CardsCommand::Serve(args) => serve::run(store, args, environment).await,
        CardsCommand::Show(args) => show::card(store, args).await,
    }
}

async fn written(address: Option<&str>) -> Result<Box<dyn Store>, CardsError> {
    Ok(store::open(address.ok_or(CardsError::NoStore)?).await?)
}

pub(crate) async fn read(address: Option<&str>) -> Result<Box<dyn Store>, CardsError> {
    let options = Options { access: Access::Read, connections: 1, ..Options::default() };
    Ok(store::open_with(address.ok_or(CardsError::NoStore)?, &options).await?)
}

#[expect(clippy::disallowed_methods, reason = "the edge of the program, where the time comes in")]
fn now() -> Moment {
    Moment::from(std::time::SystemTime::now())
}

fn print(text: &str) -> Result<Ending, CardsError> {
    output::print(text)
        .map_err(|source| CardsError::Write { path: "standard output".into(), source })?;
    Ok(Ending::Clean)
}

//! The server that the user named.

use secondtry_check::connect::Connect;
use secondtry_check::handshake::Opening;
use secondtry_failure::transport::stdio::ServerCommand;

use crate::args::ServerArgs;
use crate::error::CliError;

/// A way to the server of `args`.
pub(crate) fn connect(args: &ServerArgs) -> Result<Box<dyn Connect>, CliError> {
    if args.url.is_some() {
        return Err(CliError::Url);
    }
    let (program, arguments) = args.command.split_first().ok_or(CliError::NoServer)?;
    let command = ServerCommand {
        program: program.clone(),
        arguments: arguments.to_vec(),
        ..ServerCommand::default()
    };
    Ok(Box::new(command))
}

/// How to begin with it. A start may take longer than a call: interpreters load, packages are fetched.
pub(crate) fn opening(args: &ServerArgs) -> Opening {
    Opening { pinned: args.protocol, limit: args.call_timeout.max(SHORTEST_START) }
}

const SHORTEST_START: std::time::Duration = std::time::Duration::from_secs(30);

//! The built program, in a process of its own.

#[cfg(feature = "cards")]
mod cards;
#[cfg(feature = "cards")]
mod cards_served;
mod client_config;
mod command_line;
mod flawed_servers;
mod hostile_servers;
mod interruption;
mod program;
mod reloaded;
mod reproduce;
mod rival_fixture;
mod settings;
mod traced;
mod watched;
mod wrapped;

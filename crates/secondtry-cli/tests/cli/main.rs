//! The built program, in a process of its own.

mod client_config;
mod command_line;
mod flawed_servers;
mod program;
mod settings;

//! Cards of known failures, served: to agents over MCP, to people as pages.
//!
//! ```text
//! tools ─┐
//!        ├─ desk → door → store
//! pages ─┘
//! ```
//!
//! Both sides go through one [`desk::Desk`], which decides who may write, what is let in and what is shown, so that an agent
//! and a person cannot be treated differently.

pub mod desk;
pub mod listen;
pub mod pages;
pub mod stdio;
pub mod tools;

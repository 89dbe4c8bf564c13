//! What is wrong with an exchange: the facts that a message holds.

pub mod facts;

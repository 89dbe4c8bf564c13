//! A transcript to exchanges, each with what its call broke and how it ended. No blame yet: that is for
//! [`judge`](crate::judge).

pub mod call;
pub mod cause;
pub mod channel;
pub mod exchange;
pub mod outcome;
pub mod run;

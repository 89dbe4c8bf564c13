//! A client and a server of the same era, and everything that may go wrong between them.
#![no_main]

mod driven;

use libfuzzer_sys::fuzz_target;
use secondtry_gateway::conversation::Conversation;

fuzz_target!(|input: &[u8]| driven::drive(input, Conversation::new, true));

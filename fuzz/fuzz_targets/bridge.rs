//! A client and a server that may speak different eras, and everything that may go wrong between them.
#![no_main]

mod driven;

use libfuzzer_sys::fuzz_target;
use secondtry_gateway::conversation::Conversation;

fuzz_target!(|input: &[u8]| driven::drive(input, Conversation::bridged, false));

//! Noise on a stream of messages: what is glued in front of an answer.

use memchr::memmem;
use secondtry_failure::message::peek::{Kind, peek};
use secondtry_failure::message::request_id::RequestId;

#[cfg(test)]
mod tests;

/// Where in `line`, which is no message, a whole answer to a request that is open begins. Nothing follows it.
pub(crate) fn glued_answer(line: &[u8], is_open: impl Fn(&RequestId) -> bool) -> Option<usize> {
    memmem::find(line, b"\"jsonrpc\"")?;
    let braces = memchr::memchr_iter(b'{', line).take(MOST_TRIED);
    for start in braces {
        let Some(rest) = line.get(start..) else { continue };
        let Some(peeked) = peek(rest) else { continue };
        let Kind::Response { id: Some(id) } = peeked.kind else { continue };
        if (peeked.result.is_some() || peeked.error.is_some())
            && id.to_request_id().is_some_and(|id| is_open(&id))
        {
            return Some(start);
        }
    }
    None
}

/// How many beginnings are tried: noise with more braces is no prefix of anything.
const MOST_TRIED: usize = 16;

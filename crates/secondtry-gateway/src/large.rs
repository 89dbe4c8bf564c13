//! Room for large messages that goes back to the system when they are gone.
//!
//! The allocator of glibc takes the size of a large block that is given back for the size of blocks to come: from then on it
//! keeps up to twice as much for each thread. It learns nothing from blocks of more than 32 MiB. So a large message gets
//! such a block; what is not written to takes no memory.

#[cfg(test)]
mod tests;

/// Gives `bytes` a block of their own where they have become large. To be called while they grow.
pub(crate) fn make_room(bytes: &mut Vec<u8>) {
    if bytes.len() > LARGE && bytes.capacity() < APART {
        bytes.reserve_exact(APART - bytes.len());
    }
}

/// Room for `length` bytes, a block of their own where that is large.
#[cfg(feature = "listen")]
pub(crate) fn room_for(length: usize) -> Vec<u8> {
    Vec::with_capacity(if length > LARGE { length.max(APART) } else { length })
}

/// What is shorter may be kept for the next message, in bytes: it costs less than to ask the system for it each time.
const LARGE: usize = 256 * 1024;

/// More than the allocator learns from, in bytes.
const APART: usize = 33 * 1024 * 1024;

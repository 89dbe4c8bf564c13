//! Choices that are the same for the same seed.

/// A splitmix64 generator: small, and good enough to vary words and digits.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Starts from `seed`, apart from other purposes with the same seed.
    pub(super) fn new(seed: u64, purpose: &str) -> Self {
        // FNV-1a over the purpose.
        let salt = purpose.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(seed ^ salt)
    }

    /// A number below `limit`; 0 for a limit of 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        usize::try_from(self.next().checked_rem(limit).unwrap_or(0)).unwrap_or(0)
    }

    /// Lower-case letters, `length` of them, that spell no word that a server could know.
    pub(super) fn letters(&mut self, length: usize) -> String {
        (0..length).map(|_| char::from(b"bcdfghjklmnpqrstvwxz"[self.below(20)])).collect()
    }

    /// Digits, `length` of them, the first of which is not 0.
    pub(super) fn digits(&mut self, length: usize) -> String {
        let digit = |at: usize, this: &mut Self| match at {
            0 => b'1' + u8::try_from(this.below(9)).unwrap_or(0),
            _ => b'0' + u8::try_from(this.below(10)).unwrap_or(0),
        };
        (0..length).map(|at| char::from(digit(at, self))).collect()
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

//! How often an address may do something: a bucket of tokens for each, in bounded memory.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use crate::day::Moment;

/// Buckets of tokens, one for each address. An address of IPv6 counts by its first 64 bits, which one household has.
#[derive(Debug)]
pub struct RateLimiter {
    burst: u32,
    every: Duration,
    capacity: usize,
    buckets: HashMap<IpAddr, Bucket>,
    /// For whoever comes when there is no room for a bucket of their own.
    others: Bucket,
}

/// When the bucket would be full, had nothing been taken since. Before that it lacks a token for each `every`.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    full_at: Moment,
}

impl RateLimiter {
    /// `burst` at once, and one more `every` so often. At most `capacity` addresses have a bucket of their own, in about a
    /// hundred bytes each; when all are taken and none is full again, newcomers share one.
    pub fn new(burst: u32, every: Duration, capacity: usize) -> Self {
        let others = Bucket { full_at: Moment::from_ms(i64::MIN) };
        Self { burst: burst.max(1), every, capacity, buckets: HashMap::new(), others }
    }

    /// Takes a token, or says how long to wait for one.
    ///
    /// # Errors
    /// With the time until the next token.
    pub fn take(&mut self, address: IpAddr, now: Moment) -> Result<(), Duration> {
        let address = household(address);
        let (burst, every) = (self.burst, self.every);
        if let Some(bucket) = self.buckets.get_mut(&address) {
            return bucket.take(burst, every, now);
        }
        if self.buckets.len() >= self.capacity {
            self.buckets.retain(|_, bucket| bucket.full_at > now);
        }
        if self.buckets.len() >= self.capacity {
            return self.others.take(burst, every, now);
        }
        let mut bucket = Bucket { full_at: now };
        let taken = bucket.take(burst, every, now);
        self.buckets.insert(address, bucket);
        taken
    }

    /// How many addresses have a bucket of their own.
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }
}

impl Bucket {
    fn take(&mut self, burst: u32, every: Duration, now: Moment) -> Result<(), Duration> {
        let after = self.full_at.max(now).plus(every);
        let latest = now.plus(every.saturating_mul(burst));
        if after > latest {
            let wait = u64::try_from(after.ms().saturating_sub(latest.ms())).unwrap_or_default();
            return Err(Duration::from_millis(wait));
        }
        self.full_at = after;
        Ok(())
    }
}

/// What stands for an address: itself, or of IPv6 its first 64 bits, which one household has.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

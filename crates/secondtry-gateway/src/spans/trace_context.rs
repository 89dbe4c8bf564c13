//! What a client says of the trace that its call belongs to (W3C Trace Context, in `_meta` of the request).

#[cfg(test)]
mod tests;

/// A place in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TraceContext {
    pub(super) trace: [u8; 16],
    /// The span that called; `None` where the trace begins here.
    pub(super) parent: Option<[u8; 8]>,
    pub(super) is_sampled: bool,
    pub(super) state: Option<String>,
}

impl TraceContext {
    /// The begin of a trace.
    pub(super) fn root(id: [[u8; 8]; 2]) -> Self {
        let mut trace = [0; 16];
        trace.copy_from_slice(&id.concat());
        Self { trace, parent: None, is_sampled: true, state: None }
    }

    /// Reads a `traceparent`; `None` for what is none, which is as if nothing were said.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let version: [u8; 1] = bytes(parts.next()?)?;
        let trace: [u8; 16] = bytes(parts.next()?)?;
        let parent: [u8; 8] = bytes(parts.next()?)?;
        let [flags] = bytes(parts.next()?)?;
        // Later versions may say more; this one does not, and 255 is no version.
        let is_known = match version {
            [0] => parts.next().is_none(),
            [version] => version != 255,
        };
        if !is_known || trace == [0; 16] || parent == [0; 8] {
            return None;
        }
        Some(Self { trace, parent: Some(parent), is_sampled: flags & 1 == 1, state: None })
    }

    /// With what others on the way of the trace have left in `tracestate`.
    pub(super) fn with_state(mut self, state: Option<&str>) -> Self {
        let is_plain = |state: &&str| {
            state.len() <= MOST_STATE && state.chars().all(|c| c == ' ' || c.is_ascii_graphic())
        };
        self.state = state.filter(is_plain).map(str::to_owned);
        self
    }
}

/// `N` bytes in lower-case hexadecimal digits.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(bytes)
}

/// The longest `tracestate` that is passed on, in bytes.
const MOST_STATE: usize = 512;

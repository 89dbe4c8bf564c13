//! The faults, how often each comes, and what is to become of a call that meets it.

/// What a call is to end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A JSON-RPC error.
    ProtocolError,
    /// The answer of the server, with the number of its call in it.
    Success,
    /// A result with `isError`.
    ToolError,
    /// No answer at all: it was cancelled.
    Nothing,
    /// One answer of any kind: which, depends on what came next.
    Any,
}

pub struct Fault {
    pub name: &'static str,
    /// How often it comes, in a hundred thousand calls.
    pub share: u64,
    pub expected: Expected,
}

/// All faults. The last stands for the calls that are left, without any.
pub const FAULTS: [Fault; 28] = [
    fault("bad_arguments", 1000, Expected::ToolError),
    fault("both_members", 300, Expected::Any),
    fault("cancelled", 1000, Expected::Nothing),
    fault("cancelled_then_answered", 500, Expected::Nothing),
    fault("content_is_text", 500, Expected::Success),
    fault("double", 2000, Expected::Success),
    fault("exit", 30, Expected::ToolError),
    fault("exit_in_answer", 20, Expected::ToolError),
    fault("glued_noise", 1000, Expected::Success),
    fault("huge", 3, Expected::Success),
    fault("json_noise", 1000, Expected::Success),
    fault("large", 100, Expected::Success),
    fault("late", 2000, Expected::Success),
    fault("no_answer", 50, Expected::ToolError),
    fault("no_content", 300, Expected::Any),
    fault("noise", 1000, Expected::Success),
    fault("noise_of_bytes", 300, Expected::Success),
    fault("partial_line", 50, Expected::ToolError),
    fault("progress", 500, Expected::Success),
    fault("protocol_error", 2000, Expected::ToolError),
    fault("request", 100, Expected::Success),
    fault("string_id", 300, Expected::Success),
    fault("structured_breaks_schema", 500, Expected::ToolError),
    fault("tool_error", 3000, Expected::ToolError),
    fault("too_late", 50, Expected::ToolError),
    fault("unknown_tool", 500, Expected::ProtocolError),
    fault("wrong_id", 20, Expected::Any),
    fault("fine", 0, Expected::Success),
];

const fn fault(name: &'static str, share: u64, expected: Expected) -> Fault {
    Fault { name, share, expected }
}

/// Numbers that look like chance and are the same for the same seed (`SplitMix64`).
pub struct Random(pub u64);

impl Random {
    /// The place in [`FAULTS`] of the next one.
    pub fn fault(&mut self) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mut place = (mixed ^ (mixed >> 31)) % 100_000;
        FAULTS
            .iter()
            .position(|fault| {
                let is_this = place < fault.share;
                place = place.saturating_sub(fault.share);
                is_this
            })
            .unwrap_or(FAULTS.len() - 1)
    }
}

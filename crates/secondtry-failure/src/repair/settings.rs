//! The repairs by name, and which of them are on.

/// A repair, as settings and counters name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RepairName {
    /// Arguments that break `inputSchema` are answered before the server sees them.
    Arguments,
    /// A tool failure moves to the channel that a model reads.
    Channel,
    /// An argument is sent in the only reading that is valid.
    Coercion,
    /// A call that gets no answer gets one.
    Ending,
    /// A success that tells of a failure becomes one.
    FalseSuccess,
    /// Internals, secrets and HTML pages leave the text.
    Internals,
    /// The same failure for the third time says so.
    Loop,
    /// A poor text gets the facts that it lacks.
    Message,
    /// What is no protocol message leaves the stream.
    Noise,
    /// `structuredContent` that breaks `outputSchema` goes.
    OutputSchema,
    /// What makes strict clients drop a result is put right.
    Shape,
}

/// What is done about a flaw that a repair is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    Off,
    /// It is counted.
    Observe,
    /// It is repaired.
    On,
}

/// Which repairs are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairSettings {
    modes: [Mode; RepairName::ALL.len()],
    /// A result that should have been a protocol error becomes one, although that hides it from the model.
    pub is_strict: bool,
}

impl RepairName {
    /// All of them, by name.
    pub const ALL: [Self; 11] = [
        Self::Arguments,
        Self::Channel,
        Self::Coercion,
        Self::Ending,
        Self::FalseSuccess,
        Self::Internals,
        Self::Loop,
        Self::Message,
        Self::Noise,
        Self::OutputSchema,
        Self::Shape,
    ];

    /// Reads a name as settings write it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|repair| repair.name() == name)
    }

    /// The name as settings write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arguments => "arguments",
            Self::Channel => "channel",
            Self::Coercion => "coercion",
            Self::Ending => "ending",
            Self::FalseSuccess => "false-success",
            Self::Internals => "internals",
            Self::Loop => "loop",
            Self::Message => "message",
            Self::Noise => "noise",
            Self::OutputSchema => "output-schema",
            Self::Shape => "shape",
        }
    }

    /// What is done unless settings say otherwise.
    pub fn default_mode(self) -> Mode {
        match self {
            Self::Coercion => Mode::Off,
            Self::FalseSuccess => Mode::Observe,
            Self::Arguments
            | Self::Channel
            | Self::Ending
            | Self::Internals
            | Self::Loop
            | Self::Message
            | Self::Noise
            | Self::OutputSchema
            | Self::Shape => Mode::On,
        }
    }
}

impl Mode {
    /// Reads a mode as settings write it.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Off, Self::Observe, Self::On].into_iter().find(|mode| mode.name() == name)
    }

    /// The mode as settings write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Observe => "observe",
            Self::On => "on",
        }
    }
}

impl RepairSettings {
    /// The same mode for each repair.
    pub fn all(mode: Mode) -> Self {
        Self { modes: [mode; RepairName::ALL.len()], is_strict: false }
    }

    /// What is done about the flaw that `repair` is for.
    pub fn mode(&self, repair: RepairName) -> Mode {
        self.modes[repair as usize]
    }

    /// Whether `repair` is made.
    pub fn is_on(&self, repair: RepairName) -> bool {
        self.mode(repair) == Mode::On
    }

    /// Sets what is done about the flaw that `repair` is for.
    pub fn set(&mut self, repair: RepairName, mode: Mode) {
        self.modes[repair as usize] = mode;
    }

    /// Whether any repair but `one` is only observed.
    pub(super) fn observes_besides(&self, one: RepairName) -> bool {
        let others = RepairName::ALL.into_iter().filter(|repair| *repair != one);
        others.into_iter().any(|repair| self.mode(repair) == Mode::Observe)
    }

    /// What would be done if each repair that is observed were made; `None` where none is.
    pub(super) fn with_observed_on(&self) -> Option<Self> {
        let mut settings = self.clone();
        for mode in &mut settings.modes {
            if *mode == Mode::Observe {
                *mode = Mode::On;
            }
        }
        (settings != *self).then_some(settings)
    }
}

impl Default for RepairSettings {
    fn default() -> Self {
        Self { modes: RepairName::ALL.map(RepairName::default_mode), is_strict: false }
    }
}

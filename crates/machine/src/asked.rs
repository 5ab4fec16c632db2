//! Numbers only the world outside a program knows: clocks, memory, identity hashes, standard input.
//!
//! No two runs agree on them. An analysis takes each answer as unknown; a run that repeats another one is given them beforehand.

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// `System.currentTimeMillis`.
    Millis,
    /// `System.nanoTime`.
    Nanos,
    /// Nanoseconds since a second the JDK chose.
    Adjustment,
    FreeMemory,
    TotalMemory,
    MaxMemory,
    Processors,
    /// The number of the process the program is.
    Process,
    /// The identity hash of an object nobody has asked for its hash before.
    Hash,
    /// The next byte of standard input, -1 at its end.
    Byte,
    /// How many bytes of standard input can be read without waiting.
    Available,
}

impl Asked {
    /// Whether the answer is an `int`; otherwise it is a `long`.
    pub fn is_int(self) -> bool {
        match self {
            Asked::Processors | Asked::Hash | Asked::Byte | Asked::Available => true,
            Asked::Millis
            | Asked::Nanos
            | Asked::Adjustment
            | Asked::FreeMemory
            | Asked::TotalMemory
            | Asked::MaxMemory
            | Asked::Process => false,
        }
    }

    /// The least and the greatest answer there can be.
    pub fn range(self) -> (i64, i64) {
        match self {
            Asked::Millis | Asked::Nanos => (i64::MIN, i64::MAX),
            // The JDK asks for the time since a second not more than 2^32 away.
            Asked::Adjustment => (0, (1 << 32) * 1_000_000_000),
            Asked::FreeMemory | Asked::TotalMemory | Asked::MaxMemory => (0, i64::MAX),
            Asked::Processors => (1, i32::MAX.into()),
            Asked::Process => (1, u32::MAX.into()),
            Asked::Hash => (i32::MIN.into(), i32::MAX.into()),
            Asked::Byte => (-1, 255),
            Asked::Available => (0, i32::MAX.into()),
        }
    }

    /// The call that asks, as users know it.
    pub fn name(self) -> &'static str {
        match self {
            Asked::Millis => "System.currentTimeMillis()",
            Asked::Nanos => "System.nanoTime()",
            Asked::Adjustment => "the clock",
            Asked::FreeMemory => "Runtime.freeMemory()",
            Asked::TotalMemory => "Runtime.totalMemory()",
            Asked::MaxMemory => "Runtime.maxMemory()",
            Asked::Processors => "Runtime.availableProcessors()",
            Asked::Process => "the process number",
            Asked::Hash => "System.identityHashCode()",
            Asked::Byte => "System.in.read()",
            Asked::Available => "System.in.available()",
        }
    }
}

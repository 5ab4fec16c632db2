//! Seeds: what the user cares about at the ends of a method ("InitialTrack" [Otto15, Sect. 4.3.1]).

/// The outcomes that matter. Input and output of modelled library calls always matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The returned value, and everything reachable from it.
    pub result: bool,
    /// Whether and with what the method ends by an exception. Without it a crash is treated like not ending at all (E-C10).
    pub exceptions: bool,
    /// What is left in objects that were there before, and in static fields.
    pub heap: bool,
    /// The values computed on these lines of the start method's source file.
    pub lines: Vec<u32>,
}

impl Seeds {
    /// Everything a caller can see.
    pub fn all() -> Self {
        Self { result: true, exceptions: true, heap: true, lines: Vec::new() }
    }

    /// Nothing matters.
    pub fn none() -> Self {
        Self { result: false, exceptions: false, heap: false, lines: Vec::new() }
    }
}

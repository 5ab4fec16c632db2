//! What a solver is made of and how long it may think.

use std::time::{Duration, Instant};

/// How a solver is put together.
#[derive(Clone, Debug)]
pub struct Options {
    pub mode: Mode,
    pub limits: Limits,
    /// From cheap to dear; questions run down this list.
    pub layers: Vec<LayerKind>,
}

/// What Z3 is tuned for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Quantifier-free path conditions: models matter.
    Paths,
    /// Proof obligations with quantifiers: triggers only, no model search for them.
    Proofs,
}

/// The limit of one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Z3's count of elementary steps: the same on every machine. 0 is unlimited.
    pub steps: u32,
    /// A safety net: reaching it depends on the machine, and it costs a timer per query.
    pub wall: Option<Duration>,
    /// From then on every question is answered *unknown*, and the one under way ends. Costs nothing before.
    pub until: Option<Instant>,
    /// A question during which the process grows beyond so many resident bytes ends with *unknown*.
    pub memory: Option<u64>,
}

/// The layers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// A condition and its negation, a condition that is false, nothing left to ask.
    Syntactic,
    /// Nothing but references: decided along the path.
    References,
    /// A model found lately fits.
    Models,
    /// Parts without common variables are asked separately.
    Slices,
    /// Answers given before, and models that happen to fit.
    Cache,
    /// Boolean structure, and equalities of references in it.
    Equalities,
    /// Bounds of integers.
    Intervals,
    /// What the SMT solver gives up on, case by case.
    Cases,
    /// The SMT solver, incremental along the path.
    Z3,
}

impl Options {
    /// For symbolic execution.
    pub fn paths() -> Self {
        Self { mode: Mode::Paths, limits: Limits::default(), layers: LayerKind::ALL.to_vec() }
    }

    /// For deductive verification: quantified axioms make slicing and model reuse pointless, and what can be seen at first
    /// sight is seen before the chain is asked.
    pub fn proofs() -> Self {
        Self::plain(Mode::Proofs)
    }

    /// Nothing but Z3: what the other layers are measured against.
    pub fn plain(mode: Mode) -> Self {
        Self { mode, limits: Limits::default(), layers: vec![LayerKind::Z3] }
    }

    /// The same, with other limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl LayerKind {
    /// All, in the order in which they are asked.
    pub const ALL: [LayerKind; 9] = [
        LayerKind::Syntactic,
        LayerKind::References,
        LayerKind::Models,
        LayerKind::Slices,
        LayerKind::Cache,
        LayerKind::Equalities,
        LayerKind::Intervals,
        LayerKind::Cases,
        LayerKind::Z3,
    ];

    /// Its name in figures and options.
    pub fn name(self) -> &'static str {
        match self {
            LayerKind::Syntactic => "syntactic",
            LayerKind::References => "references",
            LayerKind::Models => "models",
            LayerKind::Slices => "slices",
            LayerKind::Cache => "cache",
            LayerKind::Equalities => "equalities",
            LayerKind::Intervals => "intervals",
            LayerKind::Cases => "cases",
            LayerKind::Z3 => "z3",
        }
    }
}

impl Limits {
    /// Whether it is too late to ask.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether the process has more memory than it may. Costs a system call.
    pub(crate) fn is_full(&self) -> bool {
        self.memory.is_some_and(|most| base::resident_bytes().is_some_and(|bytes| bytes > most))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 4_000_000, wall: None, until: None, memory: None }
    }
}

//! The world outside a program, which answers what it likes.

/// Whom a method asks. Two calls with the same arguments may get two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// What time it is.
    Clock,
    /// How much of the machine there is, and how much of it is used.
    Memory,
    /// Whether an object was collected.
    Collector,
    /// What is left of things that are only weakly held.
    Weak,
    /// Random numbers.
    Chance,
    /// Numbers that objects have for being themselves.
    Identity,
    /// In which order the library's constant sets hold their elements, which is another in every run.
    Order,
    /// Where an exception comes from, or who called.
    Trace,
    /// System properties.
    Properties,
    /// Environment variables.
    Environment,
    /// Locale, time zone and character set.
    Place,
    /// Which thread it is, and how it is doing.
    Thread,
    /// Whether somebody asked the thread to stop.
    Interrupt,
    /// Whether somebody holds a lock.
    Lock,
    /// What somebody types.
    Input,
}

impl Source {
    /// All.
    pub const ALL: [Self; 15] = [
        Self::Clock,
        Self::Memory,
        Self::Collector,
        Self::Weak,
        Self::Chance,
        Self::Identity,
        Self::Order,
        Self::Trace,
        Self::Properties,
        Self::Environment,
        Self::Place,
        Self::Thread,
        Self::Interrupt,
        Self::Lock,
        Self::Input,
    ];

    /// As the files write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Memory => "memory",
            Self::Collector => "collector",
            Self::Weak => "weak",
            Self::Chance => "chance",
            Self::Identity => "identity",
            Self::Order => "order",
            Self::Trace => "trace",
            Self::Properties => "properties",
            Self::Environment => "environment",
            Self::Place => "place",
            Self::Thread => "thread",
            Self::Interrupt => "interrupt",
            Self::Lock => "lock",
            Self::Input => "input",
        }
    }
}

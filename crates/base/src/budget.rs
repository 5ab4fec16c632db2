//! Limits on an analysis: a deadline, a memory ceiling, and a switch somebody may throw (Ctrl-C).
//!
//! A budget is asked, never slept on: work calls [`Budget::check`] at its loop heads and stops cleanly with what
//! it has. What a limit means for the verdict (always *unknown*) is the caller's affair.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Why work stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exhausted {
    Time,
    Memory,
    Cancelled,
}

/// What a task may spend: time, memory, and the patience of whoever waits. Clones share the whistle that ends it.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    /// Resident bytes of the whole process.
    memory: Option<u64>,
    /// How often somebody asked.
    asked: Arc<AtomicU32>,
    cancelled: Arc<AtomicBool>,
}

/// The memory is looked at once in so many questions: it costs a system call.
const MEMORY_EVERY: u32 = 8;

impl Budget {
    /// No limit but a whistle.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Less than nothing is nothing; more than the clock can say is no limit.
    pub fn seconds(seconds: f64) -> Self {
        let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
        Self::unlimited().within(Duration::try_from_secs_f64(seconds).unwrap_or(longest))
    }

    /// The same budget, ending no later than `time` from now. Cancelling one cancels both.
    pub fn within(&self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        let deadline = self.deadline.into_iter().chain(end).min();
        Self { deadline, ..self.clone() }
    }

    /// The same, with a limit on the memory the process uses.
    pub fn with_memory(&self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self.clone() }
    }

    /// Blows the whistle: whoever shares the budget stops at the next look.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// When time is over, if there is a limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The resident bytes the process may have, if they are limited.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Time left, if time is limited.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether time or memory have run out. Costs a clock read and now and then a system call: call it per path,
    /// query or graph node, not per instruction.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Exhausted::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Exhausted::Time);
        }
        if self.memory.is_some() && self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(MEMORY_EVERY) {
            return self.check_memory();
        }
        Ok(())
    }

    /// Whether so many more bytes fit. Costs a system call.
    pub fn has_room(&self, bytes: u64) -> bool {
        let fits = |limit| resident_bytes().is_none_or(|used| used.saturating_add(bytes) <= limit);
        self.memory.is_none_or(fits)
    }

    /// Costs a system call; [`Budget::check`] does it now and then.
    pub fn check_memory(&self) -> Result<(), Exhausted> {
        match self.memory {
            Some(limit) if resident_bytes().is_some_and(|bytes| bytes > limit) => Err(Exhausted::Memory),
            _ => Ok(()),
        }
    }
}

/// Resident set size of this process, where the system tells.
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The largest resident set this process ever had, where the system tells.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "time limit reached",
            Exhausted::Memory => "memory limit reached",
            Exhausted::Cancelled => "stopped by the user",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passed_deadline_is_noticed() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
        for seconds in [0.0, -1.0, f64::NAN] {
            assert_eq!(Budget::seconds(seconds).check(), Err(Exhausted::Time));
        }
        assert_eq!(Budget::seconds(f64::INFINITY).check(), Ok(()));
    }

    #[test]
    fn cancelling_reaches_derived_budgets() {
        let whole = Budget::unlimited();
        let part = whole.within(Duration::from_secs(60));
        whole.cancel();
        assert_eq!(part.check(), Err(Exhausted::Cancelled));
    }

    #[test]
    fn memory_ceiling_is_noticed() {
        assert_eq!(Budget::unlimited().with_memory(1).check_memory(), Err(Exhausted::Memory));
        assert_eq!(Budget::unlimited().with_memory(u64::MAX).check_memory(), Ok(()));
        assert!(!Budget::unlimited().with_memory(1 << 40).has_room(1 << 40));
        assert!(Budget::unlimited().with_memory(1 << 40).has_room(1 << 10));
        let budget = Budget::unlimited().with_memory(1);
        assert!((0..MEMORY_EVERY).any(|_| budget.check() == Err(Exhausted::Memory)));
    }
}

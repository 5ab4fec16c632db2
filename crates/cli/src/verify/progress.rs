//! How far verification is, for the line on the terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use frames::Watch;
use frames::core::Program;

use crate::progress::Line;

/// A watch that tells which of these programs' members is looked at.
pub fn watch<'p>(line: &Arc<Line>, programs: impl Iterator<Item = &'p Program>) -> Watch {
    let members =
        |program: &Program| program.functions.len() + program.predicates.len() + program.methods.len();
    let total: usize = programs.map(members).sum();
    let begun = AtomicUsize::new(0);
    let line = Arc::clone(line);
    Watch::new(move |member| {
        let number = begun.fetch_add(1, Ordering::Relaxed) + 1;
        line.show(|| format!("[{}/{total}] {member}", number.min(total)));
    })
}

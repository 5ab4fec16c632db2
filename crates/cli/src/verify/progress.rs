//! One line on a terminal that tells how far verification is; nothing in a pipe.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};

use frames::Watch;
use frames::core::Program;

/// A watch that draws the line for the members of these programs.
pub fn line<'p>(programs: impl Iterator<Item = &'p Program>) -> Watch {
    if !std::io::stderr().is_terminal() {
        return Watch::default();
    }
    let members =
        |program: &Program| program.functions.len() + program.predicates.len() + program.methods.len();
    let total: usize = programs.map(members).sum();
    let begun = AtomicUsize::new(0);
    Watch::new(move |member| {
        let number = begun.fetch_add(1, Ordering::Relaxed) + 1;
        eprint!("\r\x1b[K[{}/{total}] {member}", number.min(total));
    })
}

/// Takes the line away.
pub fn clear() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

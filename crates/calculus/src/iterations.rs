//! How many configurations each iteration of a program's loop leaves behind [VTU, Sect. 6].
//!
//! The paper counts the branches *considered* at the n-th iteration of the traversal loop. For lazy variable-unit symbols these are
//! the configurations that leave the loop at the n-th test and those that have gone through its body: n(n−1)/2+2. For hyperactive
//! enumeration, where the field's value was chosen when it was read, they are those that have gone through the body, some of
//! them to leave at the next test: n(n+1)/2+2.

use crate::imp::machine::{State, Task};
use crate::imp::syntax::{CmdKind, Program};
use crate::run::{Event, Limits};
use crate::session::Session;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// Configurations that left the loop at this iteration's test.
    pub left: usize,
    /// Configurations that have gone through this iteration's body.
    pub went_on: usize,
}

/// Decisions an iteration takes at most in programs whose loop bodies do not branch: the comparison, and the test.
const DECISIONS: usize = 2;

/// The first iterations of the loops of a program.
pub fn iterations(session: &Session<'_>, program: &Program, count: usize) -> Vec<Iteration> {
    let mut out = vec![Iteration::default(); count];
    let mut rounds = vec![0];
    let limits = Limits { branches: DECISIONS * count, ..Limits::default() };
    session.run(program, limits, |event| match event {
        Event::Step { path, rule, after, .. } => {
            let round = rounds[path];
            match rule {
                "while true" => rounds[path] += 1,
                "while false" => note(&mut out, round + 1, |iteration| iteration.left += 1),
                _ if round > 0 && is_at_loop(after) => {
                    note(&mut out, round, |iteration| iteration.went_on += 1);
                }
                _ => {}
            }
        }
        Event::Fork { path, into } => {
            let end = into.iter().max().map_or(0, |last| last + 1);
            rounds.resize(rounds.len().max(end), 0);
            into.iter().for_each(|new| rounds[*new] = rounds[path]);
        }
        Event::End { .. } => {}
    });
    out
}

fn note(out: &mut [Iteration], round: usize, change: impl Fn(&mut Iteration)) {
    out.get_mut(round - 1).into_iter().for_each(change);
}

/// Whether the test of a loop is next.
fn is_at_loop(state: &State) -> bool {
    let next = state.todo.tasks().next();
    matches!(next, Some(Task::Run(cmd)) if matches!(cmd.kind, CmdKind::While(..)))
}

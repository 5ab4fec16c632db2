//! How many configurations each iteration of a program's loop leaves behind [VTU, Sect. 6].
//!
//! The paper counts the branches *considered* at the n-th iteration of the traversal loop. For lazy variable-unit symbols these are
//! the configurations that leave the loop at the n-th test and those that have gone through its body: n(n−1)/2+2. For hyperactive
//! enumeration, where the field's value was chosen when it was read, they are those that have gone through the body, some of
//! them to leave at the next test: n(n+1)/2+2.

use std::collections::BTreeSet;
use std::time::Instant;

use base::Diagnostic;

use crate::imp::machine::{State, Task};
use crate::imp::syntax::{Cmd, CmdKind, ProcId, Program};
use crate::run::{Event, Limit, Limits, NEXT_ROUND};
use crate::session::Session;

/// How many configurations left a loop in an iteration, and how many went on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// Configurations that left the loop at this iteration's test.
    pub left: usize,
    /// Configurations that have gone through this iteration's body.
    pub went_on: usize,
}

/// What was counted, and what kept it from being all.
pub struct Counts {
    pub iterations: Vec<Iteration>,
    /// Limits that cut paths off before they had gone through the iterations asked for: then the numbers are too low.
    pub hit: BTreeSet<Limit>,
    pub unsupported: Vec<String>,
}

impl Counts {
    /// Whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.hit.is_empty() && self.unsupported.is_empty()
    }
}

/// Rules per path: what comes before a loop and after it may not end.
const STEPS: usize = 10_000;

/// The first iterations of the loop of a program. Iterations are those of one loop: a path that goes through several is refused.
pub fn iterations(
    session: &Session<'_>,
    program: &Program,
    count: usize,
    until: Option<Instant>,
) -> Result<Counts, Diagnostic> {
    match loops(program, &program.body, &mut Vec::new()) {
        1 => {}
        0 => {
            return Err(Diagnostic::error(
                "no-loop",
                "the program has no loop whose iterations could be counted",
            ));
        }
        _ => {
            let message = "a path of the program goes through several loops, or through one several times";
            return Err(Diagnostic::error("several-loops", message)
                .help("iterations are counted of one loop; put it into a program of its own"));
        }
    }
    let mut out = vec![Iteration::default(); count];
    let mut rounds = vec![0];
    let limits = Limits { rounds: count, steps: STEPS, until, ..Limits::NONE };
    let run = session.run(program, limits, |event| match event {
        Event::Step { path, rule, after, .. } => {
            let round = rounds[path];
            match rule {
                NEXT_ROUND => rounds[path] += 1,
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
    let hit = run.hit.into_iter().filter(|limit| *limit != Limit::Rounds).collect();
    Ok(Counts { iterations: out, hit, unsupported: run.unsupported })
}

/// How many loops a path through a command can enter, 2 standing for more.
fn loops(program: &Program, cmd: &Cmd, active: &mut Vec<ProcId>) -> usize {
    let found = match &cmd.kind {
        CmdKind::Assign(..) | CmdKind::Write(..) | CmdKind::New(..) | CmdKind::Skip | CmdKind::Stuck => 0,
        CmdKind::Seq(first, second) => loops(program, first, active) + loops(program, second, active),
        CmdKind::If(_, yes, no) => loops(program, yes, active).max(loops(program, no, active)),
        CmdKind::While(_, body) => 1 + loops(program, body, active),
        CmdKind::Call(proc, ..) if active.contains(proc) => {
            // Each call of a procedure that calls itself may go through its loop, or that of one it calls, again.
            2 * usize::from(has_loop(program, &program.procs[*proc].body, &mut BTreeSet::from([*proc])))
        }
        CmdKind::Call(proc, ..) => {
            active.push(*proc);
            let found = loops(program, &program.procs[*proc].body, active);
            active.pop();
            found
        }
    };
    found.min(2)
}

/// Whether a loop is in a command or in what it calls.
fn has_loop(program: &Program, cmd: &Cmd, seen: &mut BTreeSet<ProcId>) -> bool {
    match &cmd.kind {
        CmdKind::While(..) => true,
        CmdKind::Seq(first, second) | CmdKind::If(_, first, second) => {
            has_loop(program, first, seen) || has_loop(program, second, seen)
        }
        CmdKind::Call(proc, ..) => seen.insert(*proc) && has_loop(program, &program.procs[*proc].body, seen),
        CmdKind::Assign(..) | CmdKind::Write(..) | CmdKind::New(..) | CmdKind::Skip | CmdKind::Stuck => false,
    }
}

fn note(out: &mut [Iteration], round: usize, change: impl Fn(&mut Iteration)) {
    out.get_mut(round - 1).into_iter().for_each(change);
}

/// Whether the test of a loop is next.
fn is_at_loop(state: &State) -> bool {
    let next = state.todo.tasks().next();
    matches!(next, Some(Task::Run(cmd)) if matches!(cmd.kind, CmdKind::While(..)))
}

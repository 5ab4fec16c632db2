//! Runs a program of a model language on every path, up to a bound.
//!
//! Depth first, the first case of a split first: the order of paths is the same in every run. A path that is longer than the
//! bound is counted, never dropped silently.

use heap::{Cx, Rule, Stuck};

use crate::language::{Flow, Language, RuleName, State};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rules per path.
    pub steps: usize,
    pub paths: usize,
    /// Decisions of `if` and `while` per path. One that takes more is cut, even if it ends with the last of them.
    pub branches: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: usize::MAX, paths: usize::MAX, branches: usize::MAX }
    }
}

impl Limits {
    /// Whether a path with these decisions is too long, ended or not.
    pub fn exceeded(&self, flow: &[Flow]) -> bool {
        Flow::decisions(flow) > self.branches
    }

    /// Whether a path that has come this far goes no further.
    pub fn cut(&self, steps: usize, flow: &[Flow], paths: usize) -> bool {
        steps >= self.steps || paths >= self.paths || self.exceeded(flow)
    }
}

/// What became of a program.
pub struct Run<S> {
    pub finals: Vec<S>,
    /// Paths cut off by a limit.
    pub cut: usize,
    /// Why some path could not go on, if one could not.
    pub unsupported: Vec<String>,
    pub steps: usize,
    pub forks: usize,
}

/// What an observer is told.
pub enum Event<'a, S> {
    /// A rule was applied; the heap's own rules came first.
    Step { path: usize, rule: RuleName, heap_rules: Vec<Rule>, before: &'a S, after: &'a S },
    /// A path forked: the new paths' numbers.
    Fork { path: usize, into: Vec<usize> },
    /// A path came to its end.
    End { path: usize, flow: &'a [Flow] },
}

/// Runs all paths; `observe` sees every step.
pub fn run<L: Language>(
    cx: Cx<'_>,
    language: &L,
    limits: Limits,
    mut observe: impl FnMut(Event<'_, L::State>),
) -> Run<L::State> {
    let mut run = Run { finals: vec![], cut: 0, unsupported: vec![], steps: 0, forks: 0 };
    let initial = match language.initial(cx) {
        Ok(state) => state,
        Err(stuck) => {
            run.unsupported.push(format!("the initial state is not representable: {stuck:?}"));
            return run;
        }
    };
    let mut paths = 1;
    let mut waiting = vec![(0, initial, 0)];
    while let Some((path, mut state, mut steps)) = waiting.pop() {
        loop {
            if state.has_ended() && !limits.exceeded(state.flow()) {
                observe(Event::End { path, flow: state.flow() });
                run.finals.push(state);
                break;
            }
            if limits.cut(steps, state.flow(), run.finals.len()) {
                run.cut += 1;
                break;
            }
            let before = state.clone();
            match language.step(cx, &mut state) {
                Ok(rule) => {
                    steps += 1;
                    run.steps += 1;
                    let heap_rules = cx.trace.map(|trace| trace.take()).unwrap_or_default();
                    observe(Event::Step { path, rule, heap_rules, before: &before, after: &state });
                }
                Err(Stuck::Split(split)) => {
                    run.forks += 1;
                    let into: Vec<usize> = (paths..paths + split.choices.len()).collect();
                    paths += split.choices.len();
                    observe(Event::Fork { path, into: into.clone() });
                    for (choice, path) in split.choices.iter().zip(into).rev() {
                        waiting.push((path, state.choosing(cx, choice), steps));
                    }
                    break;
                }
                Err(Stuck::Constants(class)) => {
                    run.unsupported.push(format!("{class} is enumerated"));
                    break;
                }
                Err(Stuck::Unsupported(reason)) => {
                    run.unsupported.push(reason);
                    break;
                }
            }
        }
    }
    run
}

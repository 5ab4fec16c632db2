//! Runs a program of a model language on every path, up to a bound.
//!
//! Depth first, the first case of a split first: the order of paths is the same in every run. A path that is longer than the
//! bound is counted, never dropped silently.

use std::collections::BTreeSet;
use std::time::Instant;

use heap::{Cx, Rule, Stuck};

use crate::language::{Flow, Language, RuleName, State};

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rules per path.
    pub steps: usize,
    pub paths: usize,
    /// Decisions of `if` and `while` per path. One that takes more is cut, even if it ends with the last of them.
    pub branches: usize,
    /// Iterations of loops per path.
    pub rounds: usize,
    /// Rules on all paths together.
    pub total: usize,
    pub until: Option<Instant>,
}

/// What cut a path off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    Steps,
    Paths,
    Branches,
    Rounds,
    Total,
    Time,
}

impl Limit {
    /// As a user who set it calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps => "of steps per path",
            Self::Paths => "of paths",
            Self::Branches => "of decisions per path",
            Self::Rounds => "of iterations",
            Self::Total => "of steps on all paths",
            Self::Time => "of time",
        }
    }
}

/// How far a run has come when it asks whether to go on.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// On this path.
    pub steps: usize,
    pub flow: &'a [Flow],
    pub rounds: usize,
    /// Paths that have ended.
    pub paths: usize,
    /// On all paths.
    pub total: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        steps: usize::MAX,
        paths: usize::MAX,
        branches: usize::MAX,
        rounds: usize::MAX,
        total: usize::MAX,
        until: None,
    };

    /// Whether a path with these decisions is too long, ended or not.
    pub fn exceeded(&self, flow: &[Flow]) -> bool {
        Flow::decisions(flow) > self.branches
    }

    /// What keeps a path that has come this far from going further.
    pub fn cut(&self, so_far: Progress<'_>) -> Option<Limit> {
        let is_over = |until: Instant| Instant::now() >= until;
        let hit = [
            (Limit::Branches, self.exceeded(so_far.flow)),
            (Limit::Rounds, so_far.rounds > self.rounds),
            (Limit::Steps, so_far.steps >= self.steps),
            (Limit::Paths, so_far.paths >= self.paths),
            (Limit::Total, so_far.total >= self.total),
            (Limit::Time, self.until.is_some_and(is_over)),
        ];
        hit.into_iter().find(|(_, is_hit)| *is_hit).map(|(limit, _)| limit)
    }
}

/// What became of a program.
pub struct Run<S> {
    pub finals: Vec<S>,
    /// Paths cut off by a limit.
    pub cut: usize,
    /// Those limits.
    pub hit: BTreeSet<Limit>,
    /// Why some path could not go on, if one could not.
    pub unsupported: Vec<String>,
    pub steps: usize,
    pub forks: usize,
}

/// The rule that begins an iteration of a loop.
pub const NEXT_ROUND: RuleName = "while true";

/// What an observer is told.
pub enum Event<'a, S> {
    /// A rule was applied; the heap's own rules came first.
    Step { path: usize, rule: RuleName, heap_rules: Vec<Rule>, before: &'a S, after: &'a S },
    /// A path forked: the new paths' numbers.
    Fork { path: usize, into: Vec<usize> },
    /// A path came to its end.
    End { path: usize, flow: &'a [Flow] },
}

impl<S> Run<S> {
    /// Before the first step.
    pub fn new() -> Self {
        Self { finals: vec![], cut: 0, hit: BTreeSet::new(), unsupported: vec![], steps: 0, forks: 0 }
    }

    /// Whether every path came to its end.
    pub fn is_whole(&self) -> bool {
        self.cut == 0 && self.unsupported.is_empty()
    }
}

impl<S> Default for Run<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Runs all paths; `observe` sees every step.
pub fn run<L: Language>(
    cx: Cx<'_>,
    language: &L,
    limits: Limits,
    mut observe: impl FnMut(Event<'_, L::State>),
) -> Run<L::State> {
    let mut run = Run::new();
    let initial = match language.initial(cx) {
        Ok(state) => state,
        Err(stuck) => {
            run.unsupported.push(format!("the initial state is not representable: {}", stuck.in_words()));
            return run;
        }
    };
    let mut paths = 1;
    let mut waiting = vec![(0, initial, 0, 0)];
    while let Some((path, mut state, mut steps, mut rounds)) = waiting.pop() {
        loop {
            if state.has_ended() && !limits.exceeded(state.flow()) {
                observe(Event::End { path, flow: state.flow() });
                run.finals.push(state);
                break;
            }
            let paths_ended = run.finals.len();
            let so_far = Progress { steps, flow: state.flow(), rounds, paths: paths_ended, total: run.steps };
            if let Some(limit) = limits.cut(so_far) {
                run.cut += 1;
                run.hit.insert(limit);
                break;
            }
            let before = state.clone();
            match language.step(cx, &mut state) {
                Ok(rule) => {
                    steps += 1;
                    run.steps += 1;
                    rounds += usize::from(rule == NEXT_ROUND);
                    let heap_rules = cx.trace.map(|trace| trace.take()).unwrap_or_default();
                    observe(Event::Step { path, rule, heap_rules, before: &before, after: &state });
                }
                Err(Stuck::Split(split)) => {
                    run.forks += 1;
                    let into: Vec<usize> = (paths..paths + split.choices.len()).collect();
                    paths += split.choices.len();
                    observe(Event::Fork { path, into: into.clone() });
                    for (choice, path) in split.choices.iter().zip(into).rev() {
                        waiting.push((path, state.choosing(cx, choice), steps, rounds));
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

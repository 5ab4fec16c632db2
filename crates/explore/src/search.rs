//! The tree of a method's paths, cut into subtrees that are explored on their own.
//!
//! A subtree begins at waiting states, which its explorer reaches again by their routes; it has terms and a solver of its own.
//! After a number of paths an explorer hands the states still waiting back, and they are the next generation of
//! subtrees. Where the tree is cut depends on numbers of paths alone, so that the results are the same whoever explores
//! the subtrees, and how many at a time; only running out of time or memory is different every time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use program::code::Pc;
use program::{FieldId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::explorer::{Exploration, Figures};
use crate::path::{Path, Reason};
use crate::turns::Route;
use crate::{Entry, Options};

/// Paths of the first subtree: methods with fewer are explored in one go.
const FIRST: u64 = 32;
/// Paths of a subtree of the second generation; twice as many in the next, and so on.
const SECOND: u64 = 512;
/// Subtrees of one generation.
const SUBTREES: usize = 16;

/// What is known about one method so far.
pub struct Search {
    options: Options,
    /// Paths a subtree of the coming generation may have.
    limit: u64,
    waiting: Vec<Route>,
    known: Arc<Known>,
    covered: FxHashSet<(MethodId, Pc)>,
    out: Exploration,
    start: Instant,
}

/// Some waiting states and what may be done with them.
pub struct Subtree {
    pub(crate) starts: Vec<Route>,
    /// Paths after which the states still waiting are handed back.
    pub(crate) limit: u64,
    pub(crate) known: Arc<Known>,
    /// Paths that ended before.
    pub(crate) paths: u64,
}

impl Subtree {
    /// Whether it is the whole tree.
    pub(crate) fn is_first(&self) -> bool {
        matches!(&self.starts[..], [route] if *route == Route::default())
    }
}

/// What earlier generations tell the later ones.
#[derive(Clone, Default)]
pub(crate) struct Known {
    /// Failures that have been confirmed by a run.
    pub confirmed: BTreeSet<Failure>,
    /// How often a state was taken up at each place.
    pub visits: FxHashMap<(MethodId, Pc), u64>,
}

/// Class, place, and whether a null parameter is to blame: what makes two failures one finding.
pub(crate) type Failure = (String, Option<(String, u32)>, bool);

/// What became of a subtree.
#[derive(Default)]
pub struct Harvest {
    pub(crate) paths: Vec<Path>,
    pub(crate) reasons: BTreeSet<Reason>,
    pub(crate) trusts: BTreeSet<&'static str>,
    pub(crate) facts: BTreeSet<FieldId>,
    pub(crate) figures: Figures,
    pub(crate) covered: FxHashSet<(MethodId, Pc)>,
    pub(crate) known: Known,
    /// The states still waiting, in the order they would have been taken up.
    pub(crate) waiting: Vec<Route>,
    /// What was looked for has been found.
    pub(crate) is_enough: bool,
}

impl Search {
    pub fn new(entry: Entry, options: Options) -> Self {
        let out = Exploration::nothing(entry);
        let mut search = Self {
            options,
            limit: FIRST,
            waiting: vec![Route::default()],
            known: Arc::default(),
            covered: FxHashSet::default(),
            out,
            start: Instant::now(),
        };
        search.stop_at_limits();
        search
    }

    pub fn entry(&self) -> &Entry {
        &self.out.entry
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The subtrees to explore next, in the order of their paths; none if there is nothing left to do.
    pub fn generation(&mut self) -> Vec<Subtree> {
        let waiting = std::mem::take(&mut self.waiting);
        let size = waiting.len().div_ceil(SUBTREES).max(1);
        let paths = self.out.figures.paths;
        let left = self.options.bounds.paths.saturating_sub(paths);
        let limit = self.limit.min(left.div_ceil(SUBTREES.min(waiting.len()).max(1) as u64));
        let subtree =
            |starts: &[Route]| Subtree { starts: starts.to_vec(), limit, known: self.known.clone(), paths };
        let subtrees = waiting.chunks(size).map(subtree).collect();
        self.limit = if self.limit == FIRST { SECOND } else { self.limit.saturating_mul(2) };
        subtrees
    }

    /// Takes in what became of a generation, in its order.
    pub fn gather(&mut self, harvests: Vec<Harvest>) {
        let mut known = Known::clone(&self.known);
        let is_enough = harvests.iter().any(|harvest| harvest.is_enough);
        for harvest in harvests {
            known.confirmed.extend(harvest.known.confirmed);
            #[expect(clippy::iter_over_hash_type, reason = "the order of sums does not matter")]
            for (place, visits) in harvest.known.visits {
                *known.visits.entry(place).or_default() += visits;
            }
            self.covered.extend(harvest.covered);
            self.out.reasons.extend(harvest.reasons);
            self.out.trusts.extend(harvest.trusts);
            self.out.facts.extend(harvest.facts);
            self.out.figures.add(harvest.figures);
            self.out.paths.extend(harvest.paths);
            self.waiting.extend(harvest.waiting);
        }
        self.known = Arc::new(known);
        if is_enough {
            self.waiting.clear();
        }
        self.stop_at_limits();
    }

    /// Nothing is taken up past a limit.
    fn stop_at_limits(&mut self) {
        let budget = &self.options.budget;
        let bounds = self.options.bounds;
        let reason = if let Err(exhausted) = budget.check() {
            Reason::Budget(exhausted.to_string())
        } else if self.out.figures.paths >= bounds.paths {
            Reason::Bound("number of paths")
        } else if self.waiting.len() > bounds.states {
            Reason::Bound("number of waiting states")
        } else {
            return;
        };
        if !self.waiting.is_empty() {
            self.waiting.clear();
            self.out.reasons.insert(reason);
        }
    }

    pub fn finish(mut self) -> Exploration {
        self.out.figures.seconds = self.start.elapsed().as_secs_f64();
        self.out.figures.peak_memory = base::peak_bytes().unwrap_or(0);
        self.out.figures.covered = self.covered.len();
        self.out
    }
}

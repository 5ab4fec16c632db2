//! What a path remembers about itself beside its state: how far it has come, and how often it forked where.

use heap::ForkCause;
use machine::{Cx, Observer, State};
use program::class::Origin;
use program::code::{Body, Pc};
use program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

use crate::never::{Never, Offence};
use crate::symbolic::Symbolic;

/// Instructions between two looks at the clock: some take long on large heaps.
const CHECK_EVERY: u64 = 64;
/// Instructions between two looks at the bound on them.
const COUNT_EVERY: u64 = 4096;

#[derive(Clone, Default)]
pub struct Trail {
    pub steps: u64,
    /// Hash of the instructions executed in the user's code.
    pub flow: u64,
    /// The conditions chosen at forks.
    pub decisions: Vec<Term>,
    /// Forks per place, by stack depth; places of frames that returned are forgotten.
    forks: Vec<Place>,
    depth: usize,
    laps: Laps,
    /// A loop or a recursion went on for too long.
    pub cut: bool,
    /// What must never be is about to happen.
    pub offence: Option<Offence>,
}

/// Iterations of the loops that are running.
#[derive(Clone, Default)]
struct Laps {
    last: Option<(usize, MethodId, Pc)>,
    /// Depth, method and head of a loop, and how often it was come back to.
    counts: Vec<(usize, MethodId, Pc, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    depth: usize,
    method: MethodId,
    pc: Pc,
    cause: ForkCause,
    count: u32,
}

/// Which methods are the user's; shared by all paths.
#[derive(Default)]
pub struct Own(FxHashMap<MethodId, bool>);

/// Listens to one path.
pub struct Listener<'a> {
    pub trail: &'a mut Trail,
    pub own: &'a mut Own,
    pub covered: &'a mut FxHashSet<(MethodId, Pc)>,
    /// The instruction is being executed again after a fork.
    pub resumed: bool,
    pub max_steps: u64,
    pub iterations: Option<u32>,
    pub budget: &'a base::Budget,
    pub never: Option<Never>,
}

impl Trail {
    /// The method itself starts afresh; what was decided stays decided.
    pub fn after_precondition(before: Self) -> Self {
        Self { decisions: before.decisions, ..Self::default() }
    }

    /// Counts a fork; how often this activation has forked here, for this reason.
    pub fn fork(&mut self, depth: usize, method: MethodId, pc: Pc, cause: ForkCause) -> u32 {
        self.forget(depth);
        let here = |place: &&mut Place| {
            (place.depth, place.method, place.pc, place.cause) == (depth, method, pc, cause)
        };
        if let Some(place) = self.forks.iter_mut().find(here) {
            place.count += 1;
            return place.count;
        }
        self.forks.push(Place { depth, method, pc, cause, count: 1 });
        1
    }

    fn forget(&mut self, depth: usize) {
        self.depth = depth;
        self.forks.retain(|place| place.depth <= depth);
        self.laps.counts.retain(|lap| lap.0 <= depth);
    }
}

impl Laps {
    /// Notes an instruction; whether its loop has now been gone through more than `max` times.
    fn exceed(&mut self, depth: usize, method: MethodId, pc: Pc, max: u32) -> bool {
        let before = self.last.replace((depth, method, pc));
        let comes_back = before.is_some_and(|(at, of, from)| (at, of) == (depth, method) && pc <= from);
        if !comes_back {
            return false;
        }
        let here = |lap: &&mut (usize, MethodId, Pc, u32)| (lap.0, lap.1, lap.2) == (depth, method, pc);
        if let Some(lap) = self.counts.iter_mut().find(here) {
            lap.3 += 1;
            return lap.3 > max;
        }
        self.counts.push((depth, method, pc, 1));
        max == 0
    }
}

impl Own {
    pub fn contains(&mut self, program: &Program, method: MethodId) -> bool {
        *self
            .0
            .entry(method)
            .or_insert_with(|| program.class(program.method(method).class).origin == Origin::ClassPath)
    }
}

impl<'p> Observer<Symbolic<'p>> for Listener<'_> {
    fn before(
        &mut self,
        cx: &mut Cx<'_, Symbolic<'p>>,
        state: &State<Symbolic<'p>>,
        body: &Body,
        pc: Pc,
    ) -> bool {
        if std::mem::take(&mut self.resumed) {
            return true;
        }
        let trail = &mut *self.trail;
        trail.steps += 1;
        let depth = state.frames.len();
        if depth < trail.depth {
            trail.forget(depth);
        }
        let method = state.frame().method;
        let is_own = self.own.contains(cx.program, method);
        if let Some(never) = self.never {
            trail.offence = never.offence(cx, state, (body, pc), is_own);
            if trail.offence.is_some() {
                return false;
            }
        }
        if is_own {
            let place = u64::from(method.0) << 32 | u64::from(pc.0);
            trail.flow = (trail.flow.rotate_left(5) ^ place).wrapping_mul(0x517c_c1b7_2722_0a95);
            self.covered.insert((method, pc));
            if let Some(max) = self.iterations {
                let activations = || state.frames.iter().filter(|frame| frame.method == method).count();
                let recurses = pc == Pc(0) && activations() > max as usize + 1;
                trail.cut = trail.laps.exceed(depth, method, pc, max) || recurses;
                if trail.cut {
                    return false;
                }
            }
        }
        if trail.steps.is_multiple_of(COUNT_EVERY) && trail.steps >= self.max_steps {
            return false;
        }
        !trail.steps.is_multiple_of(CHECK_EVERY) || self.budget.check().is_ok()
    }
}

//! Explores subtrees of one method: runs states to their next fork or end, and keeps what ends tell.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Diagnostic, Exhausted};
use heap::{ForkCause, Value};
use machine::{Cx, Domain, End, Limits, State, Stop};
use program::code::{Cond, Pc};
use program::{FieldId, MethodId, Program};
use solver::Statistics;

use crate::boot::Booted;
use crate::draw;
use crate::entry::{Entry, is_program};
use crate::frontier::{Frontier, Waiting};
use crate::outside::Prepared;
use crate::path::{Outcome, Path, Reason};
use crate::search::{Harvest, Known, Search, Subtree};
use crate::symbolic::{Case, DOUBT, JavaTypes, SolverOracle, Symbolic};
use crate::trail::{Listener, Own, Trail};
use crate::turns::{Mark, Route, Turn};
use crate::{Options, StaticFields};

/// States taken up between two looks at the memory.
const CHECK_EVERY: u64 = 64;

/// What was found out about one method.
pub struct Exploration {
    pub entry: Entry,
    /// Generation by generation, in the order they ended; discarded ones are only counted.
    pub paths: Vec<Path>,
    /// Why this is not everything.
    pub reasons: BTreeSet<Reason>,
    /// What is taken for granted.
    pub trusts: BTreeSet<&'static str>,
    /// Fields of whose facts use was made.
    pub facts: BTreeSet<FieldId>,
    pub figures: Figures,
}

impl Exploration {
    /// No path was taken, and none left out.
    pub fn nothing(entry: Entry) -> Self {
        Self {
            entry,
            paths: Vec::new(),
            reasons: BTreeSet::new(),
            trusts: BTreeSet::new(),
            facts: BTreeSet::new(),
            figures: Figures::default(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub paths: u64,
    pub discarded: u64,
    pub forks: BTreeMap<ForkCause, u64>,
    pub steps: u64,
    pub queries: Statistics,
    pub seconds: f64,
    pub peak_memory: u64,
    /// Most states that waited at once.
    pub waiting: usize,
    /// Instructions of the user's code that were executed.
    pub covered: usize,
}

/// How far an exploration has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub paths: u64,
    pub waiting: usize,
    pub covered: usize,
    pub queries: u64,
}

pub struct Explorer<'b, 'p> {
    pub(crate) cx: Cx<'p, Symbolic<'p>>,
    pub(crate) entry: &'b Entry,
    pub(crate) options: &'b Options,
    pub(crate) booted: &'b mut Booted<'p>,
    frontier: Frontier<Node<'p>>,
    own: Own,
    taken_up: u64,
    /// Paths whose recursion was tried out.
    pub(crate) overflows_tried: u32,
    /// Instructions of one path, where it is fewer than usual.
    pub(crate) steps_of_one: Option<u64>,
    pub(crate) out: Harvest,
}

/// A state waiting to be taken up.
pub(crate) struct Node<'p> {
    /// Shared with the other ways of the fork it comes from.
    pub state: Rc<State<Symbolic<'p>>>,
    /// The way this one goes.
    pub case: Option<Case>,
    pub past: Past,
}

impl Node<'_> {
    fn route(&self) -> Route {
        let end = Mark {
            place: place(&self.state),
            frames: self.state.frames.len(),
            steps: self.past.trail.steps,
            conditions: self.state.heap.heap.path().len(),
        };
        Route::new(self.past.turn.as_ref(), end)
    }
}

/// What a path brings along beside its state.
#[derive(Clone)]
pub(crate) struct Past {
    pub trail: Trail,
    pub args: Rc<[Value]>,
    pub stage: Stage,
    pub turn: Option<Rc<Turn>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The precondition runs first; inputs it rejects are discarded.
    Precondition,
    /// The precondition has returned this.
    Accepting(Value),
    Method,
}

impl<'b, 'p> Explorer<'b, 'p> {
    /// Takes every path of a method within the limits. `progress` hears about it now and then.
    pub fn explore(
        program: &'p Program,
        booted: &mut Booted<'p>,
        entry: Entry,
        options: Options,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Exploration, Diagnostic> {
        let mut search = Search::new(entry, options);
        loop {
            let mut harvests = Vec::new();
            for subtree in search.generation() {
                let (entry, options) = (search.entry(), search.options());
                harvests.push(Explorer::explore_subtree(program, booted, entry, options, subtree, progress)?);
            }
            if harvests.is_empty() {
                return Ok(search.finish());
            }
            search.gather(harvests);
        }
    }

    /// Takes the paths of one subtree.
    pub fn explore_subtree(
        program: &'p Program,
        booted: &'b mut Booted<'p>,
        entry: &'b Entry,
        options: &'b Options,
        subtree: Subtree,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Harvest, Diagnostic> {
        let limits = solver::Limits {
            steps: options.solver_steps,
            until: options.budget.deadline(),
            memory: options.budget.memory(),
            ..solver::Limits::default()
        };
        let oracle = SolverOracle::new(solver::Options::paths().with_limits(limits))?;
        let mut domain = Symbolic::new(program, oracle, options.strategy, options.shape.clone());
        domain.types = JavaTypes::new(program).with_facts(options.facts_of(entry.method).cloned());
        domain.budget = options.budget.clone();
        domain.characters = Some(booted.characters.clone());
        // A whole program begins with its classes' initialisation.
        let nothing_happened = options.statics == StaticFields::Initial || is_program(program, entry.method);
        domain.changeable = (!nothing_happened).then(|| booted.changeable.clone());
        let mut frontier = Frontier::new(options.order);
        frontier.visits = subtree.known.visits.clone();
        let known = Known { confirmed: subtree.known.confirmed.clone(), ..Known::default() };
        let mut explorer = Self {
            cx: Cx::new(program, domain, Box::new(Prepared::default().seal()), Limits::default()),
            entry,
            options,
            booted,
            frontier,
            own: Own::default(),
            taken_up: 0,
            overflows_tried: 0,
            steps_of_one: None,
            out: Harvest { known, ..Harvest::default() },
        };
        if subtree.is_first() && draw::is_worth_it(entry, options) {
            explorer.try_out();
            if explorer.out.is_enough {
                return Ok(explorer.finish(&subtree.known));
            }
        }
        explorer.begin(&subtree.starts);
        explorer.run(&subtree, progress);
        Ok(explorer.finish(&subtree.known))
    }

    /// Goes to where the subtree begins.
    fn begin(&mut self, starts: &[Route]) {
        let mut nodes = Vec::new();
        for route in starts {
            if let Some(reason) = self.exhausted() {
                self.out.reasons.insert(reason);
                break;
            }
            match self.reach(route) {
                Ok(node) => nodes.push(node),
                Err(reason) => {
                    self.out.reasons.insert(reason);
                }
            }
        }
        self.cx.domain.oracle.recall(std::iter::empty());
        self.out.figures = Figures::default();
        self.out.paths.clear();
        self.push(nodes);
    }

    /// The state at the end of a route.
    fn reach(&mut self, route: &Route) -> Result<Node<'p>, Reason> {
        let mut node = self.initial()?;
        self.cx.domain.oracle.recall(route.said());
        for leg in &route.legs {
            let forked = self.take_up(node);
            node = forked.into_iter().nth(leg.way as usize).ok_or_else(|| self.why_lost())?;
        }
        if !route.legs.is_empty() && node.route() != *route {
            return Err(self.why_lost());
        }
        Ok(node)
    }

    /// Why a route that was gone before does not lead to the same state this time.
    fn why_lost(&self) -> Reason {
        match self.options.budget.check() {
            Err(exhausted) => Reason::Budget(exhausted.to_string()),
            Ok(()) => Reason::Unsupported("a path that could not be taken a second time".to_owned()),
        }
    }

    fn run(&mut self, subtree: &Subtree, progress: &mut dyn FnMut(Progress)) {
        while self.out.figures.paths < subtree.limit
            && let Some(node) = self.frontier.pop()
        {
            if let Some(reason) = self.exhausted() {
                self.out.reasons.insert(reason);
                self.frontier.clear();
                break;
            }
            progress(Progress {
                paths: subtree.paths + self.out.figures.paths,
                waiting: self.frontier.len(),
                covered: self.out.covered.len(),
                queries: self.cx.domain.oracle.queries(),
            });
            let forked = self.take_up(node);
            self.push(forked);
            if self.cx.domain.oracle.take_unknown() > 0 {
                self.out.reasons.insert(self.why_unknown());
            }
            if self.out.is_enough {
                self.frontier.clear();
            }
        }
    }

    /// Why the solver gave up: its own limits, or nobody wants to wait any longer.
    fn why_unknown(&self) -> Reason {
        match self.options.budget.check() {
            Err(exhausted @ (Exhausted::Cancelled | Exhausted::Time)) => {
                Reason::Budget(exhausted.to_string())
            }
            Err(Exhausted::Memory) | Ok(()) => Reason::Solver,
        }
    }

    fn exhausted(&mut self) -> Option<Reason> {
        let budget = &self.options.budget;
        self.taken_up += 1;
        let memory = || match self.taken_up % CHECK_EVERY {
            0 => budget.check_memory(),
            _ => Ok(()),
        };
        if let Err(exhausted) = budget.check().and_then(|()| memory()) {
            return Some(Reason::Budget(exhausted.to_string()));
        }
        (self.frontier.len() > self.options.bounds.states)
            .then_some(Reason::Bound("number of waiting states"))
    }

    /// Runs a state to its next fork, whose ways are returned, or to its end.
    fn take_up(&mut self, node: Node<'p>) -> Vec<Node<'p>> {
        let Node { state, case, mut past } = node;
        self.cx.domain.oracle.take_said();
        let mut state = Rc::unwrap_or_clone(state);
        if let Some(case) = &case {
            let before = state.heap.heap.path().len();
            Symbolic::assume(&mut self.cx, &mut state, case);
            past.trail.decisions.extend(state.heap.heap.path().get(before));
        }
        if let Stage::Accepting(result) = past.stage {
            return self.accept(state, past, result);
        }
        let end = self.execute(&mut state, &mut past.trail, case.is_some());
        self.note_bounds(&state);
        if past.trail.cut {
            let outcome = Outcome::Incomplete(Reason::Bound("loop iterations"));
            return self.end(&state, &past, outcome);
        }
        match end {
            Err(Stop::Split(cases)) => self.fork(state, past, *cases),
            end if past.stage == Stage::Precondition => self.precondition_ended(state, past, end),
            end => {
                let offence = past.trail.offence.take();
                let outcome = self.ended(&mut state, end, offence);
                self.end(&state, &past, outcome)
            }
        }
    }

    pub(crate) fn execute(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        trail: &mut Trail,
        resumed: bool,
    ) -> Result<End<Value>, Stop<Symbolic<'p>>> {
        let steps = trail.steps;
        let mut listener = Listener {
            trail,
            own: &mut self.own,
            covered: &mut self.out.covered,
            resumed,
            max_steps: self.steps_of_one.unwrap_or(self.options.bounds.steps),
            iterations: self.options.bounds.iterations,
            budget: &self.options.budget,
            never: self.options.enough,
        };
        let end = machine::run(&mut self.cx, state, &mut listener);
        self.out.figures.steps += trail.steps - steps;
        end
    }

    /// Each case goes its own way, unless a bound says that these were enough.
    fn fork(&mut self, state: State<Symbolic<'p>>, mut past: Past, cases: Vec<Case>) -> Vec<Node<'p>> {
        let cause = cases[0].cause;
        *self.out.figures.forks.entry(cause).or_default() += cases.len() as u64 - 1;
        let (method, pc) = place(&state);
        let activations = state.frames.iter().filter(|frame| frame.method == method).count();
        let bounds = self.options.bounds;
        let is_too_deep = activations > bounds.recursion as usize;
        let bound = if past.trail.fork(state.frames.len(), method, pc, cause) > bounds.loops {
            Some(bounds.loops_reached())
        } else {
            is_too_deep.then(|| bounds.recursion_reached())
        };
        if is_too_deep && let Some(path) = self.overflow(&state, &past) {
            self.out.reasons.insert(bounds.recursion_reached());
            self.out.figures.paths += 1;
            self.out.paths.push(path);
            return Vec::new();
        }
        if let Some(reason) = bound {
            return self.end(&state, &past, Outcome::Incomplete(reason));
        }
        self.part(state, past, cases.into_iter().map(Some).collect())
    }

    /// The ways that go on from here.
    fn part(&mut self, state: State<Symbolic<'p>>, past: Past, cases: Vec<Option<Case>>) -> Vec<Node<'p>> {
        let state = Rc::new(state);
        let turns = Turn::ways(past.turn.clone(), self.cx.domain.oracle.take_said());
        let ways = cases.into_iter().zip(turns);
        ways.map(|(case, turn)| Node {
            state: state.clone(),
            case,
            past: Past { turn: Some(turn), ..past.clone() },
        })
        .collect()
    }

    fn push(&mut self, nodes: Vec<Node<'p>>) {
        let waiting = |node: Node<'p>| Waiting { place: place(&node.state), item: node };
        self.frontier.push(nodes.into_iter().map(waiting));
        self.out.figures.waiting = self.out.figures.waiting.max(self.frontier.len());
    }

    /// The precondition returned: only inputs it accepts go on.
    fn precondition_ended(
        &mut self,
        mut state: State<Symbolic<'p>>,
        past: Past,
        end: Result<End<Value>, Stop<Symbolic<'p>>>,
    ) -> Vec<Node<'p>> {
        match end {
            Ok(End::Returned(Some(result))) => self.accept(state, past, result),
            Ok(End::Returned(None) | End::Threw(_)) | Err(Stop::Exit(_)) => {
                self.note_doubts(&state);
                self.discard()
            }
            other => {
                let outcome = self.outcome(&mut state, other);
                self.end(&state, &past, outcome)
            }
        }
    }

    fn accept(&mut self, mut state: State<Symbolic<'p>>, past: Past, result: Value) -> Vec<Node<'p>> {
        let accepted = match Symbolic::test_const(&mut self.cx, &mut state, Cond::Ne, &result, 0) {
            Ok(false) => {
                self.note_doubts(&state);
                return self.discard();
            }
            Ok(true) => self.enter_method(&mut state, &past.args),
            Err(stop) => Err(stop),
        };
        match accepted {
            Ok(()) => {
                let trail = Trail::after_precondition(past.trail);
                self.part(state, Past { trail, stage: Stage::Method, ..past }, vec![None])
            }
            Err(Stop::Split(cases)) => {
                self.fork(state, Past { stage: Stage::Accepting(result), ..past }, *cases)
            }
            Err(stop) => {
                self.out.reasons.insert(Reason::Unsupported(stop.in_words()));
                Vec::new()
            }
        }
    }

    fn discard(&mut self) -> Vec<Node<'p>> {
        self.out.figures.discarded += 1;
        Vec::new()
    }

    fn end(&mut self, state: &State<Symbolic<'p>>, past: &Past, outcome: Outcome) -> Vec<Node<'p>> {
        self.note_bounds(state);
        self.note_doubts(state);
        let is_bounded = !state.heap.heap.bounds().is_empty();
        if is_bounded && !self.cx.domain.heap_cx().is_feasible(&state.heap.heap, &[]) {
            // The bound has left no input that comes here.
            return self.discard();
        }
        match &outcome {
            Outcome::Discarded => return self.discard(),
            Outcome::Incomplete(reason) => {
                self.out.reasons.insert(reason.clone());
            }
            Outcome::Returned | Outcome::Threw(_) | Outcome::Exited(_) => {}
        }
        self.out.figures.paths += 1;
        let path = self.path(&state.heap, past, outcome);
        self.out.paths.push(path);
        Vec::new()
    }

    /// A bound that was met counts whatever becomes of the path: it may have cut off all ways to go on.
    fn note_bounds(&mut self, state: &State<Symbolic<'p>>) {
        for bound in state.heap.heap.bounds() {
            self.out.reasons.insert(Reason::Chosen(match bound {
                heap::Bound::Objects => "number of input objects",
                heap::Bound::Length => "length of input arrays",
            }));
        }
    }

    /// What keeps a path from proving anything, and what it takes for granted.
    fn note_doubts(&mut self, state: &State<Symbolic<'p>>) {
        self.out.trusts.extend(state.heap.trusts.iter().copied());
        let earlier = state.heap.heap.is_doubtful().then_some(DOUBT);
        for doubt in state.heap.doubts.iter().copied().chain(earlier) {
            self.out.reasons.insert(Reason::Unsupported(doubt.to_owned()));
        }
    }

    fn finish(mut self, before: &Known) -> Harvest {
        self.out.figures.queries = self.cx.domain.oracle.statistics();
        let visits = std::mem::take(&mut self.frontier.visits).into_iter();
        let new =
            visits.map(|(place, count)| (place, count - before.visits.get(&place).copied().unwrap_or(0)));
        self.out.known.visits = new.collect();
        self.out.facts = self.cx.domain.types.used();
        let waiting = self.frontier.into_waiting();
        self.out.waiting = waiting.map(|node| node.route()).collect();
        self.out
    }
}

impl Figures {
    /// Adds what another part of the same exploration did.
    pub(crate) fn add(&mut self, other: Figures) {
        self.paths += other.paths;
        self.discarded += other.discarded;
        for (cause, forks) in other.forks {
            *self.forks.entry(cause).or_default() += forks;
        }
        self.steps += other.steps;
        self.queries.add(&other.queries);
        self.waiting = self.waiting.max(other.waiting);
    }
}

fn place(state: &State<Symbolic<'_>>) -> (MethodId, Pc) {
    state.frames.last().map_or((MethodId(0), Pc(0)), |frame| (frame.method, frame.pc))
}

//! Takes every path of one method: runs states to their next fork or end, and keeps what ends tell.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use base::Diagnostic;
use heap::{ForkCause, Value};
use machine::{Cx, Domain, End, Limits, Silent, State, Stop};
use program::code::{Cond, Pc};
use program::{MethodId, Program};
use rustc_hash::FxHashSet;
use solver::Statistics;
use term::Term;

use crate::boot::Booted;
use crate::entry::Entry;
use crate::frontier::{Frontier, Waiting};
use crate::path::{Input, Outcome, Path, Reason, Replayed, Thrown};
use crate::symbolic::{Case, Memory, SolverOracle, Symbolic};
use crate::trail::{Listener, Own, Trail};
use crate::{Options, ends, model, replay, words};

/// What was found out about one method.
pub struct Exploration {
    pub entry: Entry,
    /// In the order they ended; discarded ones are only counted.
    pub paths: Vec<Path>,
    /// Why this is not everything.
    pub reasons: BTreeSet<Reason>,
    pub figures: Figures,
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
    cx: Cx<'p, Symbolic<'p>>,
    options: Options,
    frontier: Frontier<Node<'p>>,
    own: Own,
    covered: FxHashSet<(MethodId, Pc)>,
    booted: &'b mut Booted<'p>,
    confirmed: BTreeSet<Key>,
    out: Exploration,
}

/// A state waiting to be taken up.
struct Node<'p> {
    /// Shared with the other ways of the fork it comes from.
    state: Rc<State<Symbolic<'p>>>,
    /// The way this one goes.
    case: Option<Case>,
    trail: Trail,
    args: Rc<[Value]>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
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
        booted: &'b mut Booted<'p>,
        entry: Entry,
        options: Options,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Exploration, Diagnostic> {
        let start = Instant::now();
        let limits = solver::Limits { steps: options.solver_steps, ..solver::Limits::default() };
        let oracle = SolverOracle::new(solver::Options::paths().with_limits(limits))?;
        let mut domain = Symbolic::new(program, oracle, options.strategy, options.shape.clone());
        domain.characters = Some(booted.characters.clone());
        let out =
            Exploration { entry, paths: Vec::new(), reasons: BTreeSet::new(), figures: Figures::default() };
        let mut explorer = Self {
            cx: Cx::new(program, domain, Box::new(Silent), Limits::default()),
            frontier: Frontier::new(options.order),
            options,
            own: Own::default(),
            covered: FxHashSet::default(),
            booted,
            confirmed: BTreeSet::new(),
            out,
        };
        explorer.begin();
        explorer.run(progress);
        Ok(explorer.finish(start))
    }

    fn begin(&mut self) {
        match self.initial() {
            Ok(node) => self.push(std::iter::once(node)),
            Err(reason) => {
                self.out.reasons.insert(reason);
            }
        }
    }

    /// All arguments unknown, the call about to begin.
    fn initial(&mut self) -> Result<Node<'p>, Reason> {
        let unsupported = |stop: Stop<Symbolic<'p>>| Reason::Unsupported(format!("{stop:?}"));
        let mut state = self.booted.symbolic.clone();
        let mut args = Vec::new();
        for param in &self.out.entry.params {
            let kind = self.cx.domain.types.kind_of(param.ty).expect("no parameters of type void");
            let root = state.heap.heap.root(self.cx.domain.heap_cx(), &param.name, kind, param.non_null);
            args.push(root.map_err(|stuck| Reason::Unsupported(format!("{stuck:?}")))?);
        }
        let args: Rc<[Value]> = args.into();
        let stage = match self.options.precondition {
            Some(precondition) => {
                let given = self.precondition_args(precondition, &args);
                self.enter(&mut state, precondition, &given).map_err(unsupported)?;
                Stage::Precondition
            }
            None => {
                self.enter_method(&mut state, &args).map_err(unsupported)?;
                Stage::Method
            }
        };
        Ok(Node { state: Rc::new(state), case: None, trail: Trail::default(), args, stage })
    }

    /// A precondition takes the arguments whose types it names, in order.
    fn precondition_args(&self, precondition: MethodId, args: &[Value]) -> Vec<Value> {
        let wanted = Entry::new(self.cx.program, precondition);
        let mut out = Vec::new();
        let mut given = self.out.entry.params.iter().zip(args);
        for param in &wanted.params {
            let fits = |ty| ty == param.ty || self.cx.program.is_subtype(ty, param.ty).unwrap_or(false);
            let found = given.find(|(candidate, _)| fits(candidate.ty));
            out.push(found.map_or(Value::NULL, |(_, value)| *value));
        }
        out
    }

    fn enter_method(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        args: &[Value],
    ) -> Result<(), Stop<Symbolic<'p>>> {
        let method = self.out.entry.method;
        if self.out.entry.is_main {
            let strings = self.cx.program.array_of(self.cx.program.class_type("java/lang/String"));
            let none = Symbolic::new_array(&mut self.cx, state, strings, &Value::Int(0))?;
            return self.enter(state, method, &[none]);
        }
        if !self.out.entry.is_constructor {
            return self.enter(state, method, args);
        }
        let class = self.cx.program.method(method).class;
        let receiver = Symbolic::new_object(&mut self.cx, state, class)?;
        let all: Vec<Value> = std::iter::once(receiver).chain(args.iter().copied()).collect();
        self.enter(state, method, &all)
    }

    /// Puts a call on the stack, and above it the initialisers its class needs.
    fn enter(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        method: MethodId,
        args: &[Value],
    ) -> Result<(), Stop<Symbolic<'p>>> {
        machine::call(&mut self.cx, state, method, args)?;
        let class = self.cx.program.method(method).class;
        machine::initialise(&mut self.cx, state, class)
    }

    fn run(&mut self, progress: &mut dyn FnMut(Progress)) {
        while let Some(node) = self.frontier.pop() {
            if let Some(reason) = self.exhausted() {
                self.out.reasons.insert(reason);
                break;
            }
            progress(Progress {
                paths: self.out.figures.paths,
                waiting: self.frontier.len(),
                covered: self.covered.len(),
                queries: self.cx.domain.oracle.queries(),
            });
            self.take_up(node);
            if self.cx.domain.oracle.take_unknown() > 0 {
                self.out.reasons.insert(Reason::Solver);
            }
        }
    }

    fn exhausted(&self) -> Option<Reason> {
        let budget = &self.options.budget;
        if let Err(exhausted) = budget.check().and_then(|()| budget.check_memory()) {
            return Some(Reason::Budget(exhausted.to_string()));
        }
        if self.out.figures.paths >= self.options.bounds.paths {
            return Some(Reason::Bound("number of paths"));
        }
        (self.frontier.len() > self.options.bounds.states)
            .then_some(Reason::Bound("number of waiting states"))
    }

    /// Runs a state to its next fork or to its end.
    fn take_up(&mut self, node: Node<'p>) {
        let mut trail = node.trail;
        let mut state = Rc::unwrap_or_clone(node.state);
        if let Some(case) = &node.case {
            let before = state.heap.heap.path().len();
            Symbolic::assume(&mut self.cx, &mut state, case);
            trail.decisions.extend(state.heap.heap.path().get(before));
        }
        if let Stage::Accepting(result) = node.stage {
            return self.accept(state, trail, node.args, result);
        }
        let steps = trail.steps;
        let mut listener = Listener {
            trail: &mut trail,
            own: &mut self.own,
            covered: &mut self.covered,
            resumed: node.case.is_some(),
            max_steps: self.options.bounds.steps,
            iterations: self.options.bounds.iterations,
            budget: &self.options.budget,
        };
        let end = machine::run(&mut self.cx, &mut state, &mut listener);
        self.out.figures.steps += trail.steps - steps;
        if trail.cut {
            let outcome = Outcome::Incomplete(Reason::Bound("loop iterations"));
            return self.end(state, trail, &node.args, outcome);
        }
        let end = match end {
            Err(Stop::Split(cases)) => return self.fork(state, trail, node.args, node.stage, *cases),
            other => other,
        };
        if node.stage == Stage::Precondition {
            return self.precondition_ended(state, trail, node.args, end);
        }
        let outcome = self.outcome(&mut state, end);
        self.end(state, trail, &node.args, outcome);
    }

    /// Each case goes its own way, unless a bound says that these were enough.
    fn fork(
        &mut self,
        state: State<Symbolic<'p>>,
        mut trail: Trail,
        args: Rc<[Value]>,
        stage: Stage,
        cases: Vec<Case>,
    ) {
        let cause = cases[0].cause;
        *self.out.figures.forks.entry(cause).or_default() += cases.len() as u64 - 1;
        let place = state.frames.last().map_or((MethodId(0), Pc(0)), |frame| (frame.method, frame.pc));
        let activations = state.frames.iter().filter(|frame| frame.method == place.0).count();
        let bounds = self.options.bounds;
        let bound = if trail.fork(state.frames.len(), place.0, place.1, cause) > bounds.loops {
            Some(Reason::Bound("loop iterations"))
        } else {
            (activations > bounds.recursion as usize).then_some(Reason::Bound("recursion depth"))
        };
        if let Some(reason) = bound {
            return self.end(state, trail, &args, Outcome::Incomplete(reason));
        }
        let state = Rc::new(state);
        let nodes = cases.into_iter().map(|case| Node {
            state: state.clone(),
            case: Some(case),
            trail: trail.clone(),
            args: args.clone(),
            stage,
        });
        let nodes: Vec<Node<'p>> = nodes.collect();
        self.push(nodes.into_iter());
    }

    fn push(&mut self, nodes: impl DoubleEndedIterator<Item = Node<'p>>) {
        let place = |node: &Node<'p>| {
            node.state.frames.last().map_or((MethodId(0), Pc(0)), |frame| (frame.method, frame.pc))
        };
        self.frontier.push(nodes.map(|node| Waiting { place: place(&node), item: node }));
        self.out.figures.waiting = self.out.figures.waiting.max(self.frontier.len());
    }

    /// The precondition returned: only inputs it accepts go on.
    fn precondition_ended(
        &mut self,
        state: State<Symbolic<'p>>,
        trail: Trail,
        args: Rc<[Value]>,
        end: Result<End<Value>, Stop<Symbolic<'p>>>,
    ) {
        match end {
            Ok(End::Returned(Some(result))) => self.accept(state, trail, args, result),
            Ok(End::Returned(None) | End::Threw(_)) | Err(Stop::Exit(_)) => self.out.figures.discarded += 1,
            other => {
                let mut state = state;
                let outcome = self.outcome(&mut state, other);
                self.end(state, trail, &args, outcome);
            }
        }
    }

    fn accept(&mut self, mut state: State<Symbolic<'p>>, trail: Trail, args: Rc<[Value]>, result: Value) {
        match Symbolic::test_const(&mut self.cx, &mut state, Cond::Ne, &result, 0) {
            Ok(false) => self.out.figures.discarded += 1,
            Ok(true) => match self.enter_method(&mut state, &args) {
                Ok(()) => {
                    let trail = Trail::after_precondition(trail);
                    let node = Node { state: Rc::new(state), case: None, trail, args, stage: Stage::Method };
                    self.push(std::iter::once(node));
                }
                Err(stop) => {
                    self.out.reasons.insert(Reason::Unsupported(format!("{stop:?}")));
                }
            },
            Err(Stop::Split(cases)) => self.fork(state, trail, args, Stage::Accepting(result), *cases),
            Err(stop) => {
                self.out.reasons.insert(Reason::Unsupported(format!("{stop:?}")));
            }
        }
    }

    fn outcome(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        end: Result<End<Value>, Stop<Symbolic<'p>>>,
    ) -> Outcome {
        match end {
            Ok(End::Returned(_)) => Outcome::Returned,
            Ok(End::Threw(exception)) => match ends::thrown(&mut self.cx, state, &exception) {
                Ok(thrown) => Outcome::Threw(thrown),
                Err(stop) => Outcome::Incomplete(Reason::Unsupported(format!("{stop:?}"))),
            },
            Ok(End::Paused) => Outcome::Incomplete(match self.options.budget.check() {
                Ok(()) => Reason::Bound("instructions of one path"),
                Err(exhausted) => Reason::Budget(exhausted.to_string()),
            }),
            Err(Stop::Exit(_)) if state.heap.discarded => Outcome::Discarded,
            Err(Stop::Exit(status)) => Outcome::Exited(status),
            Err(Stop::Unsupported(reason)) => Outcome::Incomplete(Reason::Unsupported(reason.into())),
            Err(stop) => Outcome::Incomplete(Reason::Unsupported(format!("{stop:?}"))),
        }
    }

    fn end(&mut self, state: State<Symbolic<'p>>, trail: Trail, args: &[Value], outcome: Outcome) {
        for bound in state.heap.heap.bounds() {
            self.out.reasons.insert(Reason::Bound(match bound {
                heap::Bound::Objects => "number of input objects",
                heap::Bound::Length => "length of input arrays",
            }));
        }
        match &outcome {
            Outcome::Discarded => {
                self.out.figures.discarded += 1;
                return;
            }
            Outcome::Incomplete(reason) => {
                self.out.reasons.insert(reason.clone());
            }
            Outcome::Returned | Outcome::Threw(_) | Outcome::Exited(_) => {}
        }
        self.out.figures.paths += 1;
        let path = self.path(&state.heap, trail.decisions, trail.flow, args, outcome);
        self.out.paths.push(path);
    }

    fn path(
        &mut self,
        memory: &Memory,
        decisions: Vec<Term>,
        flow: u64,
        args: &[Value],
        outcome: Outcome,
    ) -> Path {
        let condition = words::conditions(&self.cx, &memory.heap, &decisions);
        let null_parameter = ends::null_parameter(&self.cx, &memory.heap, decisions.last().copied());
        let mut path = Path { outcome, condition, flow, input: None, replay: None, null_parameter };
        let wanted = match &path.outcome {
            Outcome::Threw(thrown) => {
                self.options.keep_paths
                    || (self.options.replay && !self.confirmed.contains(&path.key(thrown)))
            }
            Outcome::Returned | Outcome::Exited(_) => self.options.keep_paths,
            Outcome::Discarded | Outcome::Incomplete(_) => false,
        };
        if wanted {
            let input = model::input(&self.cx, memory, &self.out.entry, args);
            if let Ok(input) = &input {
                path.replay = Some(if self.out.entry.is_main {
                    self.run_scripted(input)
                } else {
                    replay::replay(self.booted, &self.out.entry, input)
                });
            }
            path.input = Some(input);
            self.confirm(&path);
        }
        path
    }

    /// Runs a whole program with the environment's answers fixed: nothing is unknown then, and nothing forks.
    fn run_scripted(&mut self, input: &Input) -> Replayed {
        let answers =
            input.nondet.iter().map(|value| replay::answer(self.cx.program, input, *value)).collect();
        self.cx.domain.script.replace(answers);
        let outcome = match self.initial() {
            Ok(node) => {
                let mut state = Rc::unwrap_or_clone(node.state);
                let end = machine::run(&mut self.cx, &mut state, &mut ());
                self.outcome(&mut state, end)
            }
            Err(reason) => Outcome::Incomplete(reason),
        };
        self.cx.domain.script.replace(None);
        Replayed { outcome, branches: Vec::new() }
    }

    fn confirm(&mut self, path: &Path) {
        if let Outcome::Threw(thrown) = &path.outcome
            && path.is_confirmed()
        {
            self.confirmed.insert(path.key(thrown));
        }
    }

    fn finish(mut self, start: Instant) -> Exploration {
        let figures = &mut self.out.figures;
        figures.queries = self.cx.domain.oracle.statistics();
        figures.seconds = start.elapsed().as_secs_f64();
        figures.peak_memory = base::peak_bytes().unwrap_or(0);
        figures.covered = self.covered.len();
        self.out
    }
}

/// The kind of a failure, its place, and whether a null parameter is to blame.
type Key = (String, Option<(String, u32)>, bool);

impl Path {
    /// Two failures of one kind at one place are one finding; one that a null parameter is to blame for matters less.
    fn key(&self, thrown: &Thrown) -> Key {
        let place = thrown.own_frame().and_then(|frame| Some((frame.file.clone()?, frame.line?)));
        (thrown.class.clone(), place, self.null_parameter.is_some())
    }
}

//! Runs register code of a model language on every path, with the machine and the symbolic domain that explore Java.

use base::Diagnostic;
use explore::symbolic::{Memory, SolverOracle, Symbolic};
use heap::{Heap, Shape, Strategy, Value};
use machine::{Cx, Domain, End, Observer, Silent, State, Stop};
use program::code::{self, Body, Inst, Pc};

use super::Compiled;
use super::library::{NULL_POINTER, THROWABLE};
use crate::language::Flow;
use crate::run::{Limit, Limits, Progress, Run};

/// One run of a program under one strategy.
pub struct Executor<'p> {
    compiled: &'p Compiled,
    cx: Cx<'p, Symbolic<'p>>,
}

/// Where a path ended.
pub struct Final {
    pub heap: Heap,
    pub flow: Vec<Flow>,
    /// What the entry returned, or its parameters as it left them; empty if the path ended in error.
    pub results: Vec<Value>,
}

/// What a path remembers beside its state.
#[derive(Clone, Default)]
struct Trail {
    flow: Vec<Flow>,
    dereferences: u32,
    steps: usize,
    /// The instruction being executed, if its outcome matters.
    pending: Option<Pending>,
    parameters: Vec<Value>,
}

#[derive(Clone, Copy)]
enum Pending {
    /// Jumps to its *else* side.
    Decision {
        otherwise: Pc,
    },
    /// Jumps where the references differ.
    Comparison {
        different: Pc,
    },
    Dereference,
}

impl<'p> Executor<'p> {
    /// Runs of a compiled program with a strategy.
    pub fn new(compiled: &'p Compiled, strategy: &'static (dyn Strategy + Sync)) -> Result<Self, Diagnostic> {
        let oracle = SolverOracle::new(solver::Options::paths())?;
        let domain = Symbolic::new(&compiled.code, oracle, strategy, Shape::default());
        // Paths end at the limit of steps, not at a stack that is full.
        let limits = machine::Limits { stack_depth: usize::MAX, ..machine::Limits::default() };
        Ok(Self { compiled, cx: Cx::new(&compiled.code, domain, Box::new(Silent), limits) })
    }

    /// Who heaps of this run ask.
    pub fn heap_cx(&self) -> heap::Cx<'_> {
        self.cx.domain.heap_cx()
    }

    /// Takes every path from the papers' initial state, the first case of a split first.
    pub fn run(&mut self, limits: Limits) -> Run<Final> {
        let mut run = Run::new();
        let mut waiting = match self.initial() {
            Ok(state) => vec![(state, Trail::default())],
            Err(reason) => {
                run.unsupported.push(reason);
                vec![]
            }
        };
        while let Some((mut state, mut trail)) = waiting.pop() {
            let before = trail.steps;
            let mut listener = Listener {
                total: run.steps.saturating_sub(trail.steps),
                trail: &mut trail,
                limits,
                paths: run.finals.len(),
                hit: None,
            };
            let end = machine::run(&mut self.cx, &mut state, &mut listener);
            let hit = listener.hit;
            run.steps += trail.steps - before;
            match end {
                Ok(End::Paused) => {
                    run.cut += 1;
                    run.hit.extend(hit);
                }
                Ok(End::Returned(value)) => run.finals.push(returned(state, trail, value)),
                Ok(End::Threw(exception)) => run.finals.push(self.threw(state, trail, exception)),
                Err(Stop::Split(cases)) => {
                    run.forks += 1;
                    trail.pending = None;
                    trail.steps -= 1;
                    for case in cases.iter().rev() {
                        let mut chosen = state.clone();
                        Symbolic::assume(&mut self.cx, &mut chosen, case);
                        waiting.push((chosen, trail.clone()));
                    }
                }
                Err(stop) => run.unsupported.push(stop.in_words()),
            }
        }
        run
    }

    /// The entry about to begin, on unknown arguments.
    fn initial(&mut self) -> Result<State<Symbolic<'p>>, String> {
        let mut state: State<Symbolic<'p>> = State::new(Memory::default());
        let mut arguments = Vec::new();
        for parameter in &self.compiled.parameters {
            let kind = self.cx.domain.types.kind_of(parameter.ty).expect("no parameters of type void");
            let hcx = self.cx.domain.heap_cx();
            let root = state.heap.heap.root(hcx, &parameter.name, kind, parameter.non_null);
            arguments.push(root.map_err(|stuck| stuck.in_words())?);
        }
        let entered = machine::call(&mut self.cx, &mut state, self.compiled.entry, &arguments);
        entered.map_err(|stop| stop.in_words())?;
        // What is initialised from the start interrupts no instruction later.
        let throwable = self.compiled.code.class_named(THROWABLE).map_err(|error| error.message.clone())?;
        for class in [throwable, self.compiled.code.method(self.compiled.entry).class] {
            machine::initialise(&mut self.cx, &mut state, class).map_err(|stop| stop.in_words())?;
        }
        Ok(state)
    }

    fn threw(&self, state: State<Symbolic<'p>>, mut trail: Trail, exception: Value) -> Final {
        let loc = exception.reference().as_loc().expect("exceptions are allocated by the program");
        let class = state.heap.heap.location(loc).class.bound();
        let null_pointer = self.cx.domain.heap_cx().types.class_name(class) == NULL_POINTER.replace('/', ".");
        trail.flow.push(if null_pointer { Flow::Null(trail.dereferences + 1) } else { Flow::Stuck });
        Final { heap: state.heap.heap, flow: trail.flow, results: Vec::new() }
    }
}

fn returned(state: State<Symbolic<'_>>, trail: Trail, value: Option<Value>) -> Final {
    let results = value.map_or(trail.parameters, |value| vec![value]);
    Final { heap: state.heap.heap, flow: trail.flow, results }
}

/// Reads the control-flow sequence off the instructions executed.
struct Listener<'a> {
    trail: &'a mut Trail,
    limits: Limits,
    paths: usize,
    /// Instructions executed on other paths.
    total: usize,
    /// What made the path pause.
    hit: Option<Limit>,
}

impl<'p> Observer<Symbolic<'p>> for Listener<'_> {
    fn before(
        &mut self,
        _: &mut Cx<'_, Symbolic<'p>>,
        state: &State<Symbolic<'p>>,
        body: &Body,
        pc: Pc,
    ) -> bool {
        self.trail.finish_instruction(pc);
        let (steps, flow) = (self.trail.steps, &self.trail.flow[..]);
        let so_far = Progress { steps, flow, rounds: 0, paths: self.paths, total: self.total + steps };
        self.hit = self.limits.cut(so_far);
        if self.hit.is_some() {
            return false;
        }
        self.trail.steps += 1;
        let effect = body.inst(pc).effect();
        self.trail.pending = match effect.flow {
            code::Flow::Branch(target) if matches!(body.inst(pc), Inst::IfSame { .. }) => {
                Some(Pending::Comparison { different: target })
            }
            code::Flow::Branch(target) => Some(Pending::Decision { otherwise: target }),
            code::Flow::Next if effect.dereferences => Some(Pending::Dereference),
            code::Flow::Next | code::Flow::Jump(_) | code::Flow::Switch(_) | code::Flow::Leave => None,
        };
        if state.frames.len() == 1 && matches!(body.inst(pc), Inst::Return) {
            self.trail.parameters = state.registers_of(0)[..usize::from(body.params)].to_vec();
        }
        true
    }
}

impl Trail {
    /// The instruction before has been executed, and `pc` follows it.
    fn finish_instruction(&mut self, pc: Pc) {
        match self.pending.take() {
            Some(Pending::Decision { otherwise }) => {
                self.flow.push(if pc == otherwise { Flow::Else } else { Flow::Then });
            }
            Some(Pending::Comparison { different }) => {
                self.flow.push(if pc == different { Flow::Different } else { Flow::Same });
            }
            Some(Pending::Dereference) => self.dereferences += 1,
            None => {}
        }
    }
}

//! What is kept of a path that has ended: its outcome and, where somebody wants to know, an input and its concrete run.

use std::rc::Rc;

use heap::{Field, Types, Value};
use machine::{Asked, Domain, End, State, Stop};
use program::Type;
use program::class::Origin;

use crate::explorer::{Explorer, Past};
use crate::never::Offence;
use crate::path::{Input, Outcome, Path, Reason, Replayed, Thrown};
use crate::picture::{self, Pen, Picture};
use crate::search::Failure;
use crate::symbolic::{Answer, JavaTypes, Memory, Script, Symbolic};
use crate::trail::Trail;
use crate::{ends, model, rejected, replay, words};

/// Paths of one method whose heap is drawn though they do not fail.
const MOST_PICTURES: u64 = 100;

/// Decisions that are made to describe one exception.
const MOST_DECISIONS: u32 = 20;
const OTHER_EXCEPTIONS: &str = "other exceptions can be thrown at the same place";

impl<'p> Explorer<'_, 'p> {
    /// How a run ended that may have been stopped because of what must never be.
    pub(crate) fn ended(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        end: Result<End<Value>, Stop<Symbolic<'p>>>,
        offence: Option<Offence>,
    ) -> Outcome {
        match offence {
            None => self.outcome(state, end),
            Some(Offence::Is(exception)) => self.outcome(state, Ok(End::Threw(exception))),
            Some(Offence::MayBe) => {
                let what = "throwing an object whose class is not known".to_owned();
                Outcome::Incomplete(Reason::Unsupported(what))
            }
        }
    }

    pub(crate) fn outcome(
        &mut self,
        state: &mut State<Symbolic<'p>>,
        end: Result<End<Value>, Stop<Symbolic<'p>>>,
    ) -> Outcome {
        match end {
            Ok(End::Returned(_)) => Outcome::Returned,
            Ok(End::Threw(exception)) => self.threw(state, &exception),
            Ok(End::Paused) => Outcome::Incomplete(match self.options.budget.check() {
                Ok(()) => Reason::Bound("instructions of one path"),
                Err(exhausted) => Reason::Budget(exhausted.to_string()),
            }),
            Err(Stop::Exit(_)) if state.heap.discarded => Outcome::Discarded,
            Err(Stop::Exit(status)) => Outcome::Exited(status),
            Err(stop) => Outcome::Incomplete(Reason::Unsupported(stop.in_words())),
        }
    }

    /// Which exception it is may depend on the input; then one of them is told, and it is said that there are others.
    fn threw(&mut self, state: &mut State<Symbolic<'p>>, exception: &Value) -> Outcome {
        for _ in 0..MOST_DECISIONS {
            match ends::thrown(&mut self.cx, state, exception) {
                Ok(thrown) => return Outcome::Threw(thrown),
                Err(Stop::Split(cases)) if !cases.is_empty() => {
                    Symbolic::assume(&mut self.cx, state, &cases[0]);
                    if !state.heap.doubts.contains(&OTHER_EXCEPTIONS) {
                        state.heap.doubts.push(OTHER_EXCEPTIONS);
                    }
                }
                Err(stop) => return Outcome::Incomplete(Reason::Unsupported(stop.in_words())),
            }
        }
        Outcome::Incomplete(Reason::Unsupported(OTHER_EXCEPTIONS.to_owned()))
    }

    pub(crate) fn path(&mut self, memory: &Memory, past: &Past, outcome: Outcome) -> Path {
        let decisions = &past.trail.decisions;
        let null_parameter =
            ends::null_parameter(&self.cx, &memory.heap, self.entry, decisions.last().copied());
        let flow = past.trail.flow;
        let mut path = Path {
            outcome,
            condition: Vec::new(),
            flow,
            input: None,
            replay: None,
            null_parameter,
            is_rejected: false,
            picture: None,
        };
        if self.options.replay || self.options.keep_paths {
            path.condition = words::conditions(&self.cx, memory, decisions);
        }
        if self.options.pictures
            && (self.out.figures.paths < MOST_PICTURES || matches!(path.outcome, Outcome::Threw(_)))
        {
            path.picture = Some(self.draw(memory, &past.args));
        }
        if self.is_wanted(&path) {
            let input = model::input(&self.cx, memory, self.entry, &past.args, &[]);
            if let Ok(input) = &input {
                path.replay = Some(self.replay(input));
            }
            path.is_rejected = matches!((&path.outcome, &input), (Outcome::Threw(_), Ok(input))
                if rejected::has_rejected(self.cx.program, self.booted, input));
            path.input = Some(input);
            self.confirm(&path);
        }
        path
    }

    /// Runs an input on the concrete machine.
    pub(crate) fn replay(&mut self, input: &Input) -> Replayed {
        if self.entry.is_main {
            self.run_scripted(input)
        } else {
            replay::replay(self.booted, self.entry, input)
        }
    }

    /// The symbolic heap the parameters reach.
    fn draw(&self, memory: &Memory, args: &[Value]) -> Picture {
        let heap = &memory.heap;
        let program = self.cx.program;
        let fields = |loc| {
            let ty = JavaTypes::ty(self.cx.domain.types.erase(heap.location(loc).class.bound()));
            let is_class = matches!(program.ty(ty), Type::Class(_));
            let own = is_class
                .then(|| program.resolve_class(ty).ok())
                .flatten()
                .map(|class| program.class(class))
                .filter(|class| class.origin == Origin::ClassPath);
            let fields = own.iter().flat_map(|class| &class.instance_fields).map(|field| Field(field.0));
            fields.filter(|&field| heap.known_field(loc, field).is_some()).collect()
        };
        let words = |term| words::term(&self.cx, memory, term);
        let names = self.entry.params.iter().map(|param| &*param.name);
        // The machine has made many locations before the first of the method.
        let location = |_, before: usize| format!("l{}", before + 1);
        let pen = Pen { fields: &fields, words: &words, location: &location };
        picture::draw(self.cx.domain.heap_cx(), heap, names.zip(args.iter().copied()), &pen)
    }

    /// Whether a path gets an input: all do if paths are kept, otherwise the first of each failure.
    fn is_wanted(&self, path: &Path) -> bool {
        match &path.outcome {
            Outcome::Threw(thrown) => {
                let failure = || failure(path, thrown);
                self.options.keep_paths
                    || (self.options.replay && !self.out.known.confirmed.contains(&failure()))
            }
            Outcome::Returned | Outcome::Exited(_) => self.options.keep_paths,
            Outcome::Discarded | Outcome::Incomplete(_) => false,
        }
    }

    /// Runs a whole program with the environment's answers fixed: nothing is unknown then, and nothing forks.
    fn run_scripted(&mut self, input: &Input) -> Replayed {
        let answers: Option<Vec<Answer>> =
            input.nondet.iter().map(|given| replay::answer(self.cx.program, input, given.value)).collect();
        let run = answers.and_then(|answers| self.run_script(Script::Given(answers), Some(&input.asked)));
        let unknown = || Outcome::Incomplete(Reason::Unsupported("an input that cannot be given".to_owned()));
        Replayed { outcome: run.map_or_else(unknown, |(outcome, ..)| outcome), branches: Vec::new() }
    }

    /// Runs a whole program with these answers of its environment, and of the world outside if they are known, too. Nothing if it
    /// cannot even begin.
    pub(crate) fn run_script(
        &mut self,
        script: Script,
        asked: Option<&[(Asked, i64)]>,
    ) -> Option<(Outcome, Memory, Trail)> {
        self.cx.domain.script.replace(Some(script));
        self.cx.domain.prepared.replace(asked.map(<[_]>::to_vec));
        let run = self.initial().ok().map(|node| {
            let mut state = Rc::unwrap_or_clone(node.state);
            let mut trail = Trail::default();
            let end = self.execute(&mut state, &mut trail, false);
            let offence = trail.offence.take();
            (self.ended(&mut state, end, offence), state.heap, trail)
        });
        self.cx.domain.script.replace(None);
        self.cx.domain.prepared.replace(None);
        run
    }

    pub(crate) fn confirm(&mut self, path: &Path) {
        if let Outcome::Threw(thrown) = &path.outcome
            && path.is_confirmed()
            && !path.is_rejected
        {
            self.out.known.confirmed.insert(failure(path, thrown));
            let program = self.cx.program;
            self.out.is_enough |=
                self.options.enough.is_some_and(|never| never.is_broken_by(program, thrown));
        }
    }
}

/// Two failures of one kind at one place are one finding, unless only one of them is a null parameter's fault.
fn failure(path: &Path, thrown: &Thrown) -> Failure {
    let place = thrown.own_frame().and_then(|frame| Some((frame.file.clone()?, frame.line?)));
    (thrown.class.clone(), place, path.null_parameter.is_some())
}

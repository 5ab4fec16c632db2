//! A machine to run things on: objects built by hand, a call, its outcome.
//!
//! Objects outside the machine are [`Handle`]s, which stay valid whatever the garbage collector does; everything a
//! handle refers to stays alive as long as the machine.

use program::arith::word::from_int;
use program::code::{Body, Elem, Kind, Pc};
use program::{ClassId, FieldId, JavaText, MethodId, Program, Type, TypeId};

use super::domain::{Concrete, reference};
use super::heap::{Heap, Ref, Word};
use super::snapshot::Snapshot;
use crate::{
    Cx, Domain, End, Host, Limits, Observer, StackLine, State, Stop, call, initialise, run, settle,
    stack_lines, threads,
};

/// A machine that runs Java as a JVM does, for programs that build heaps and look at them.
pub struct Machine<'p> {
    pub cx: Cx<'p, Concrete>,
    pub state: State<Concrete>,
}

/// An object of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(u32);

/// A Java value. `boolean`, `byte`, `char` and `short` are `Int`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
    Object(Handle),
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    Returned(Option<Value>),
    Threw(Thrown),
    /// The program asked to end with this status.
    Exit(i32),
    /// The step limit was reached, or the observer called a halt; [`Machine::resume`] goes on.
    Paused,
    /// Something the machine does not model.
    Unsupported(String),
}

impl Outcome {
    /// Why a run ended before it was over, for people.
    pub fn in_words(&self, program: &Program) -> String {
        match self {
            Outcome::Unsupported(reason) => reason.clone(),
            Outcome::Threw(thrown) => {
                let class = program.class(thrown.class).java_name();
                let message = thrown.message.as_deref().unwrap_or("no message");
                let at = thrown.lines.iter().map(|line| format!("\n    at {}.{}", line.class, line.name));
                format!("{class}: {message}{}", at.collect::<String>())
            }
            Outcome::Returned(_) | Outcome::Exit(_) | Outcome::Paused => "the run was cut short".into(),
        }
    }
}

/// An exception nobody caught.
#[derive(Clone, Debug)]
pub struct Thrown {
    pub exception: Handle,
    pub class: ClassId,
    /// The field `detailMessage`.
    pub message: Option<String>,
    /// Where it was created, innermost first.
    pub lines: Vec<StackLine>,
}

/// An observer that calls a halt after so many instructions.
#[derive(Clone, Copy, Debug)]
pub struct Steps(pub u64);

impl Observer<Concrete> for Steps {
    #[inline(always)]
    fn before(&mut self, _: &mut Cx<'_, Concrete>, _: &State<Concrete>, _: &Body, _: Pc) -> bool {
        let goes_on = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        goes_on
    }
}

impl<'p> Machine<'p> {
    /// A machine that has not booted yet.
    pub fn new(program: &'p Program, host: Box<dyn Host>, limits: Limits) -> Self {
        let state = State::new(Heap::new(limits.heap));
        Self { cx: Cx::new(program, Concrete, host, limits), state }
    }

    // Building.

    /// A new object, its fields zero, without running a constructor. Its class is initialised first.
    pub fn new_object(&mut self, class: ClassId) -> Result<Handle, Outcome> {
        self.initialise(class)?;
        self.attempt(|cx, state| Concrete::new_object(cx, state, class)).map(|word| self.pin(word))
    }

    /// A new array of this array type, its elements zero.
    pub fn new_array(&mut self, ty: TypeId, length: i32) -> Result<Handle, Outcome> {
        let length = from_int(length);
        self.attempt(|cx, state| Concrete::new_array(cx, state, ty, &length)).map(|word| self.pin(word))
    }

    /// A new string; constants of the program with the same text are other objects.
    pub fn new_string(&mut self, text: &JavaText) -> Result<Handle, Outcome> {
        self.attempt(|cx, state| Concrete::new_string(cx, state, text)).map(|word| self.pin(word))
    }

    /// The string a literal of this text stands for.
    pub fn literal(&mut self, text: &JavaText) -> Result<Handle, Outcome> {
        let id = self.cx.program.intern(text.clone());
        self.attempt(|cx, state| crate::interned(cx, state, id)).map(|word| self.pin(word))
    }

    /// The `Class` object of a type.
    pub fn class_object(&mut self, ty: TypeId) -> Result<Handle, Outcome> {
        self.attempt(|cx, state| crate::steps::types::mirror(cx, state, ty)).map(|word| self.pin(word))
    }

    /// Writes a field of an object.
    pub fn set_field(&mut self, object: Handle, field: FieldId, value: Value) {
        let slot = self.cx.slot(field);
        let (object, value) = (self.reference(object), self.word(value));
        self.state.heap.store(object, slot.offset as usize, slot.elem, value);
    }

    /// Sets a static field. Initialise its class first, or initialisation will overwrite it.
    pub fn set_static(&mut self, field: FieldId, value: Value) {
        let slot = self.cx.slot(field);
        let value = self.word(value);
        self.state.heap.store_static(slot.offset, slot.elem, value);
    }

    /// Sets an element; the index must be in bounds.
    pub fn set_element(&mut self, array: Handle, index: i32, value: Value) {
        let elem = self.element(array);
        let (array, value) = (self.reference(array), self.word(value));
        self.state.heap.store(array, Heap::element(elem, index), elem, value);
    }

    // Running.

    /// Initialises a class, running its initialiser to the end.
    pub fn initialise(&mut self, class: ClassId) -> Result<(), Outcome> {
        if self.state.init_status(class) == crate::Init::Done {
            return Ok(());
        }
        let begun = initialise(&mut self.cx, &mut self.state, class).map(|()| None);
        match self.finish(begun, &mut ()) {
            Outcome::Returned(_) => Ok(()),
            other => Err(other),
        }
    }

    /// Calls a method: static ones initialise their class, others get the receiver as first argument. Exactly this
    /// method runs, not one that overrides it.
    pub fn call(
        &mut self,
        method: MethodId,
        args: &[Value],
        observer: &mut impl Observer<Concrete>,
    ) -> Outcome {
        let info = self.cx.program.method(method);
        if info.is_static()
            && let Err(outcome) = self.initialise(info.class)
        {
            return outcome;
        }
        let words: Vec<_> = args.iter().map(|&value| self.word(value)).collect();
        let entered = call(&mut self.cx, &mut self.state, method, &words);
        let outcome = self.finish(entered, observer);
        self.typed(outcome, info.result)
    }

    /// Lets the threads that are left run to their end; daemons are stopped then.
    pub(super) fn finish_threads(&mut self, observer: &mut impl Observer<Concrete>) -> Outcome {
        self.state.threads.main_is_over = true;
        let begun = threads::go_on(&mut self.cx, &mut self.state).map(|()| None);
        self.finish(begun, observer)
    }

    /// Goes on after a pause.
    pub fn resume(&mut self, observer: &mut impl Observer<Concrete>) -> Outcome {
        let result = self.state.frames.first().map(|frame| self.cx.program.method(frame.method).result);
        let outcome = self.finish(Ok(None), observer);
        self.typed(outcome, result.unwrap_or(TypeId::VOID))
    }

    /// The state as a value that can be compared with later ones; none while threads take turns.
    pub fn snapshot(&mut self) -> Option<Snapshot> {
        self.state.threads.is_alone().then(|| Snapshot::of(&mut self.cx, &self.state))
    }

    // Looking.

    /// Reads a field of an object.
    pub fn field(&mut self, object: Handle, field: FieldId) -> Value {
        let slot = self.cx.slot(field);
        let word = self.state.heap.load(self.reference(object), slot.offset as usize, slot.elem);
        self.value(slot.elem.kind(), word)
    }

    /// Reads a static field.
    pub fn static_field(&mut self, field: FieldId) -> Value {
        let slot = self.cx.slot(field);
        let word = self.state.heap.load_static(slot.offset);
        self.value(slot.elem.kind(), word)
    }

    /// How many elements an array has.
    pub fn length(&self, array: Handle) -> i32 {
        self.state.heap.length(self.reference(array))
    }

    /// Reads an element of an array.
    pub fn element_at(&mut self, array: Handle, index: i32) -> Value {
        let elem = self.element(array);
        let word = self.state.heap.load(self.reference(array), Heap::element(elem, index), elem);
        self.value(elem.kind(), word)
    }

    /// The class of an object, or the type of an array.
    pub fn type_of(&self, object: Handle) -> TypeId {
        self.state.heap.type_of(self.reference(object))
    }

    /// The text of a `String` object.
    pub fn text(&mut self, string: Handle) -> Option<JavaText> {
        let word = Word::from(self.reference(string).0);
        Concrete::known_text(&mut self.cx, &mut self.state, &word).ok().flatten()
    }

    /// A number that tells objects apart until something is allocated.
    pub fn identity(&self, object: Handle) -> u32 {
        self.reference(object).0
    }

    /// Whether two handles are the same object.
    pub fn same(&self, one: Handle, other: Handle) -> bool {
        self.reference(one) == self.reference(other)
    }

    // Between handles and words.

    fn pin(&mut self, word: Word) -> Handle {
        self.state.heap.pins.push(reference(&word));
        Handle(self.state.heap.pins.len() as u32 - 1)
    }

    fn reference(&self, handle: Handle) -> Ref {
        self.state.heap.pins[handle.0 as usize]
    }

    pub(super) fn word(&self, value: Value) -> Word {
        match value {
            Value::Int(value) => from_int(value),
            Value::Long(value) => value as Word,
            Value::Float(value) => Word::from(value.to_bits()),
            Value::Double(value) => value.to_bits(),
            Value::Null => 0,
            Value::Object(handle) => Word::from(self.reference(handle).0),
        }
    }

    pub(super) fn value(&mut self, kind: Kind, word: Word) -> Value {
        match kind {
            Kind::Int => Value::Int(word as i32),
            Kind::Long => Value::Long(word as i64),
            Kind::Float => Value::Float(f32::from_bits(word as u32)),
            Kind::Double => Value::Double(f64::from_bits(word)),
            Kind::Ref if word == 0 => Value::Null,
            Kind::Ref => Value::Object(self.pin(word)),
        }
    }

    /// How the elements of an array are stored.
    fn element(&mut self, array: Handle) -> Elem {
        let Type::Array(element) = *self.cx.program.ty(self.type_of(array)) else {
            panic!("an element of an object that is no array");
        };
        self.cx.storage(element).expect("no arrays of void")
    }

    /// Runs an operation that allocates, making room for it once if need be.
    fn attempt<T>(
        &mut self,
        mut operation: impl FnMut(&mut Cx<'p, Concrete>, &mut State<Concrete>) -> Result<T, Stop<Concrete>>,
    ) -> Result<T, Outcome> {
        match operation(&mut self.cx, &mut self.state) {
            Err(Stop::Reclaim) if Concrete::reclaim(&mut self.cx, &mut self.state) => {
                operation(&mut self.cx, &mut self.state)
            }
            other => other,
        }
        .map_err(|stop| self.stopped(stop))
    }

    /// Runs what was put on the state. The value of a result is a bare word yet: see [`Self::typed`].
    fn finish(
        &mut self,
        entered: Result<Option<End<Word>>, Stop<Concrete>>,
        observer: &mut impl Observer<Concrete>,
    ) -> Outcome {
        let end = match entered {
            Ok(Some(end)) => Ok(end),
            Ok(None) => run(&mut self.cx, &mut self.state, observer),
            Err(stop) => settle(&mut self.cx, &mut self.state, stop)
                .and_then(|()| run(&mut self.cx, &mut self.state, observer)),
        };
        match end {
            Ok(End::Returned(word)) => Outcome::Returned(word.map(|word| Value::Long(word as i64))),
            Ok(End::Threw(exception)) => Outcome::Threw(self.thrown(exception)),
            Ok(End::Paused) => Outcome::Paused,
            Err(stop) => self.stopped(stop),
        }
    }

    /// Gives the word of a result its type.
    fn typed(&mut self, outcome: Outcome, result: TypeId) -> Outcome {
        match (outcome, self.cx.program.ty(result).kind()) {
            (Outcome::Returned(Some(Value::Long(word))), Some(kind)) => {
                Outcome::Returned(Some(self.value(kind, word as Word)))
            }
            (Outcome::Returned(_), None) => Outcome::Returned(None),
            (outcome, _) => outcome,
        }
    }

    fn thrown(&mut self, exception: Word) -> Thrown {
        let ty = self.state.heap.type_of(reference(&exception));
        let class = self.cx.program.resolve_class(ty).expect("the class of an object is loaded");
        let handle = self.pin(exception);
        let lines = stack_lines(&mut self.cx, &mut self.state, &exception).unwrap_or_default();
        let message = self.message(handle);
        Thrown { exception: handle, class, message, lines }
    }

    fn message(&mut self, exception: Handle) -> Option<String> {
        let slot = self.cx.named_field("java/lang/Throwable", "detailMessage").ok()?;
        match self.field(exception, slot.id) {
            Value::Object(text) => self.text(text).map(|text| text.to_string()),
            _ => None,
        }
    }

    pub(super) fn stopped(&mut self, stop: Stop<Concrete>) -> Outcome {
        match stop {
            Stop::Throw(exception) => Outcome::Threw(self.thrown(exception)),
            Stop::Exit(status) => Outcome::Exit(status),
            Stop::Unsupported(reason) => Outcome::Unsupported(reason.into()),
            Stop::Reclaim => Outcome::Unsupported("the heap is too small for its input".into()),
            Stop::Raise(raise) => {
                let message = raise.message.map(|message| format!(" ({message})")).unwrap_or_default();
                let class = raise.class.replace('/', ".");
                Outcome::Unsupported(format!("a `{class}` where nobody can catch it{message}"))
            }
            Stop::Wait(_) => Outcome::Unsupported("a thread that waits for another one".into()),
            Stop::Initialise(_) => Outcome::Unsupported("a class that has to be initialised first".into()),
            Stop::Split(cases) => match cases.first() {
                Some(case) => match *case {},
                None => Outcome::Unsupported("several ways to go on where only one can be followed".into()),
            },
        }
    }
}

//! A state of the machine: a value that can be cloned, kept and gone back to.
//!
//! Frames share one vector of registers; the registers of the current frame are its last stretch. The domain's part
//! (objects, static fields) is opaque here. Invariant: between instructions `frames` is not empty and
//! `registers.len()` is the current frame's base plus its method's frame size.

use std::rc::Rc;
use std::sync::Arc;

use base::{Id, IdVec};
use program::code::{Pc, Reg};
use program::{ClassId, MethodId, StringId, TypeId};
use rustc_hash::FxHashMap;

use crate::Domain;
use crate::jdk::Jdk;
use crate::threads::Threads;

/// A state of a run: threads with their frames, the heap, and which classes are initialised.
pub struct State<D: Domain> {
    pub frames: Vec<Frame<D::Value>>,
    pub registers: Vec<D::Value>,
    /// Where the current frame's registers start.
    pub(crate) base: usize,
    pub heap: D::Heap,
    init: IdVec<ClassId, Init>,
    /// What the JDK's own code asks for.
    pub(crate) jdk: Jdk<D::Value>,
    /// Interned strings.
    pub(crate) strings: Rc<FxHashMap<StringId, D::Value>>,
    /// Monitors held, oldest first.
    pub(crate) monitors: Vec<Monitor<D::Value>>,
    /// Of classes whose initialisation failed: the error every later use names as its cause.
    pub(crate) init_failures: Vec<(ClassId, D::Value)>,
    /// The exception in flight, while handlers are looked for.
    pub thrown: Option<D::Value>,
    /// The `Thread` object of the thread that runs.
    pub(crate) thread: Option<D::Value>,
    pub(crate) threads: Threads<D::Value>,
}

/// A method being executed.
#[derive(Clone, Debug)]
pub struct Frame<V> {
    pub method: MethodId,
    /// The instruction to execute; a caller's stays at its call until the callee returns.
    pub pc: Pc,
    pub base: usize,
    /// Where the caller wants the result.
    pub dst: Reg,
    pub then: Then<V>,
}

/// What happens when a frame returns normally.
#[derive(Clone, Debug)]
pub enum Then<V> {
    /// The caller gets the result and goes on behind its call.
    Deliver,
    /// The caller gets this value instead of the result.
    Give(V),
    /// The class is initialised now and the rest follows; then the caller executes its instruction again.
    /// Exceptions become `ExceptionInInitializerError`.
    Initialise(Box<Initialisation>),
    /// The caller gets the result as a boxed object; exceptions become `InvocationTargetException`.
    Reflect,
    /// A constructor called by reflection: the caller gets the object; exceptions as for `Reflect`.
    Construct(V),
    /// The result is the class file of a proxy of these interfaces; the caller gets its constructor.
    DefineProxy(Box<[TypeId]>),
    /// A thread other than the first ran to its end.
    EndThread,
    /// A loader looks for a class of this internal name, which there is not: its exception becomes the cause of a
    /// `NoClassDefFoundError`.
    FindClass(Box<str>),
    /// The caller executes its instruction again.
    Again,
    /// The result is the `MethodType` of a descriptor; the caller executes its instruction again.
    MethodType(Arc<str>),
    /// The caller gets the result boxed, as method handles pass values around.
    Box,
    /// The caller gets the value of this type in the result.
    Unbox(TypeId),
}

impl<V> Then<V> {
    pub(crate) fn roots(&mut self, mut visit: impl FnMut(&mut V)) {
        match self {
            Then::Give(value) | Then::Construct(value) => visit(value),
            Then::Deliver
            | Then::Initialise(_)
            | Then::Reflect
            | Then::DefineProxy(_)
            | Then::EndThread
            | Then::FindClass(_)
            | Then::Again
            | Then::MethodType(_)
            | Then::Box
            | Then::Unbox(_) => {}
        }
    }
}

/// A class initialiser at work.
#[derive(Clone, Debug)]
pub struct Initialisation {
    pub class: ClassId,
    /// What is to be initialised after it, in this order.
    pub rest: Vec<ClassId>,
}

/// A monitor entered and not yet left.
#[derive(Clone, Debug)]
pub struct Monitor<V> {
    /// The frame that entered it, counted from the outermost.
    pub depth: usize,
    pub object: V,
    /// Entered by calling a synchronized method: left when it returns.
    pub by_call: bool,
    /// Given up by `wait` until the thread is notified.
    pub released: bool,
}

/// How far the initialisation of a class has come (JVMS 5.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Init {
    #[default]
    No,
    Running,
    Done,
    /// The initialiser threw; every use is a `NoClassDefFoundError`.
    Erroneous,
}

impl<D: Domain> State<D> {
    /// A state with nothing in it: no frame, no class initialised.
    pub fn new(heap: D::Heap) -> Self {
        Self {
            frames: Vec::new(),
            registers: Vec::new(),
            base: 0,
            heap,
            init: IdVec::new(),
            jdk: Jdk::default(),
            strings: Rc::default(),
            monitors: Vec::new(),
            init_failures: Vec::new(),
            thrown: None,
            thread: None,
            threads: Threads::default(),
        }
    }

    /// A register of the current frame.
    #[inline(always)]
    pub fn get(&self, reg: Reg) -> &D::Value {
        &self.registers[self.base + reg.index()]
    }

    /// Writes a register of the running method.
    #[inline(always)]
    pub fn set(&mut self, reg: Reg, value: D::Value) {
        self.registers[self.base + reg.index()] = value;
    }

    /// The frame of the running method.
    pub fn frame(&self) -> &Frame<D::Value> {
        self.frames.last().expect("a running state has a frame")
    }

    /// The frame of the running method, to be changed.
    pub fn frame_mut(&mut self) -> &mut Frame<D::Value> {
        self.frames.last_mut().expect("a running state has a frame")
    }

    /// The registers of a frame, counted from the outermost.
    pub fn registers_of(&self, depth: usize) -> &[D::Value] {
        let end = self.frames.get(depth + 1).map_or(self.registers.len(), |next| next.base);
        &self.registers[self.frames[depth].base..end]
    }

    /// Puts a frame on top with `size` registers, the first of which are `args`.
    pub fn push_frame(
        &mut self,
        method: MethodId,
        size: usize,
        args: &[D::Value],
        dst: Reg,
        then: Then<D::Value>,
    ) {
        let base = self.registers.len();
        self.registers.extend_from_slice(args);
        self.registers.resize(base + size, D::blank());
        self.enter_frame(method, base, dst, then);
    }

    /// Puts a frame on top whose registers, from `base`, are already there.
    #[inline(always)]
    pub(crate) fn enter_frame(&mut self, method: MethodId, base: usize, dst: Reg, then: Then<D::Value>) {
        self.base = base;
        self.frames.push(Frame { method, pc: Pc(0), base, dst, then });
    }

    /// Takes the top frame away, with its registers and the monitors it still holds.
    pub fn pop_frame(&mut self) -> Frame<D::Value> {
        let frame = self.frames.pop().expect("a running state has a frame");
        self.registers.truncate(frame.base);
        self.base = self.frames.last().map_or(0, |caller| caller.base);
        let depth = self.frames.len();
        while self.monitors.last().is_some_and(|monitor| monitor.depth >= depth) {
            self.monitors.pop();
        }
        frame
    }

    /// How far the initialisation of a class has come.
    #[inline]
    pub fn init_status(&self, class: ClassId) -> Init {
        self.init.get(class).copied().unwrap_or_default()
    }

    /// Says how far the initialisation of a class has come.
    pub fn set_init_status(&mut self, class: ClassId, status: Init) {
        self.init.grow(class.index() + 1, Init::No);
        self.init[class] = status;
    }

    /// Whether no other thread is left to go on.
    pub fn is_alone(&self) -> bool {
        self.threads.is_alone()
    }

    /// Why the initialisation of a class failed.
    pub fn init_failure(&self, class: ClassId) -> Option<&D::Value> {
        self.init_failures.iter().find(|&&(failed, _)| failed == class).map(|(_, error)| error)
    }

    /// The classes whose initialisation has begun, ascending.
    pub fn initialised_classes(&self) -> impl Iterator<Item = (ClassId, Init)> {
        self.init
            .iter_enumerated()
            .map(|(class, &status)| (class, status))
            .filter(|&(_, status)| status != Init::No)
    }

    /// The same state in another domain, whose heap has been made; no method may be running. `value` translates references.
    pub fn translate<E: Domain>(
        &self,
        heap: E::Heap,
        mut value: impl FnMut(&D::Value) -> E::Value,
    ) -> State<E> {
        assert!(self.frames.is_empty(), "only a state at rest is translated");
        let mut out = State::new(heap);
        out.init = self.init.clone();
        out.jdk = self.jdk.translate(&mut value);
        out.strings = Rc::new(self.strings.iter().map(|(id, string)| (*id, value(string))).collect());
        out.thread = self.thread.as_ref().map(&mut value);
        out
    }

    /// The strings that literals stand for.
    pub fn interned_strings(&self) -> impl Iterator<Item = &D::Value> {
        self.strings.values()
    }

    /// Every value the machine itself holds on to (registers aside): `Class` objects, interned strings, monitors.
    pub fn machine_roots(&mut self, mut visit: impl FnMut(&mut D::Value)) {
        self.jdk.roots(&mut visit);
        Rc::make_mut(&mut self.strings).values_mut().for_each(&mut visit);
        self.monitors.iter_mut().for_each(|monitor| visit(&mut monitor.object));
        self.init_failures.iter_mut().for_each(|(_, error)| visit(error));
        self.thrown.iter_mut().chain(&mut self.thread).for_each(&mut visit);
        self.threads.roots(&mut visit);
        self.frames.iter_mut().for_each(|frame| frame.then.roots(&mut visit));
    }
}

impl<D: Domain> Clone for State<D> {
    fn clone(&self) -> Self {
        Self {
            frames: self.frames.clone(),
            registers: self.registers.clone(),
            base: self.base,
            heap: self.heap.clone(),
            init: self.init.clone(),
            jdk: self.jdk.clone(),
            strings: self.strings.clone(),
            monitors: self.monitors.clone(),
            init_failures: self.init_failures.clone(),
            thrown: self.thrown.clone(),
            thread: self.thread.clone(),
            threads: self.threads.clone(),
        }
    }
}

//! The state explorations start from: a JDK that is up and running.
//!
//! The JDK is booted once, on the concrete machine, and its objects are copied into a symbolic heap. All of it is
//! known, so one copy serves explorations with different terms.

use std::rc::Rc;

use heap::{Heap, Loc, Ref, Value};
use machine::concrete::{Concrete, Machine, Outcome, Ref as Address, Word};
use machine::{Cx, Init, Limits, State};
use program::code::Kind;
use program::{Program, TypeId};
use rustc_hash::FxHashMap;

use crate::outside::Prepared;
use crate::symbolic::{Changeable, Characters, Hashes, JavaTypes, Memory, Statics, Symbolic};

/// Bytes of objects a replay may allocate.
const HEAP_BYTES: usize = 256 << 20;

/// A booted JDK in both domains.
pub struct Booted<'p> {
    pub machine: Machine<'p>,
    pub concrete: State<Concrete>,
    pub symbolic: State<Symbolic<'p>>,
    /// What this JDK says about characters.
    pub characters: Rc<Characters<'p>>,
    /// Which static fields the program can change.
    pub changeable: Rc<Changeable<'p>>,
    /// What the world outside answers in a replay.
    pub(crate) prepared: Prepared,
}

impl<'p> Booted<'p> {
    /// Boots; the reason if this JDK cannot be booted.
    pub fn new(program: &'p Program) -> Result<Self, String> {
        let limits = Limits { heap: HEAP_BYTES, ..Limits::default() };
        let prepared = Prepared::default();
        let mut machine = Machine::new(program, Box::new(prepared.clone()), limits);
        machine.boot().map_err(|outcome| describe(program, &outcome))?;
        let concrete = machine.state.clone();
        let symbolic = Copier::copy(program, &mut machine.cx, &concrete);
        let characters = Rc::new(Characters::new(program));
        let changeable = Rc::new(Changeable::new(program));
        Ok(Self { machine, concrete, symbolic, characters, changeable, prepared: prepared.seal() })
    }
}

fn describe(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Threw(thrown) => {
            let class = program.class(thrown.class).java_name();
            format!("booting the JDK ended in {class}: {}", thrown.message.as_deref().unwrap_or("no message"))
        }
        Outcome::Unsupported(reason) => format!("booting the JDK needs something unsupported: {reason}"),
        Outcome::Returned(_) | Outcome::Exit(_) | Outcome::Paused => {
            "booting the JDK did not finish".to_owned()
        }
    }
}

/// Copies objects from concrete memory, each once.
struct Copier<'a, 'p> {
    program: &'p Program,
    cx: &'a mut Cx<'p, Concrete>,
    from: &'a State<Concrete>,
    heap: Heap,
    copied: FxHashMap<Address, Loc>,
    waiting: Vec<(Address, Loc)>,
}

impl<'a, 'p> Copier<'a, 'p> {
    fn copy(
        program: &'p Program,
        cx: &'a mut Cx<'p, Concrete>,
        from: &'a State<Concrete>,
    ) -> State<Symbolic<'p>> {
        let mut copier =
            Self { program, cx, from, heap: Heap::new(), copied: FxHashMap::default(), waiting: Vec::new() };
        let statics = copier.statics();
        let mut roots = Vec::new();
        from.clone().machine_roots(|root| roots.push(*root));
        for root in roots {
            copier.reference(Address(root as u32));
        }
        copier.contents();
        let Copier { mut heap, copied, .. } = copier;
        heap.found();
        let hash = |(address, loc): (&Address, &Loc)| match from.heap.known_hash(*address) {
            0 => None,
            hash => Some((*loc, hash as i32)),
        };
        let hashes = Hashes::new(copied.iter().filter_map(hash).collect());
        let memory = Memory { heap, statics: Statics::new(statics), hashes, ..Memory::default() };
        let locate = |word: &Word| match copied.get(&Address(*word as u32)) {
            Some(loc) => Value::Ref(Ref::loc(*loc)),
            None => Value::NULL,
        };
        from.translate(memory, locate)
    }

    fn statics(&mut self) -> Vec<Option<Value>> {
        let mut out = Vec::new();
        let classes: Vec<_> =
            self.from.initialised_classes().filter(|(_, status)| *status != Init::No).collect();
        for (class, _) in classes {
            for field in &self.program.class(class).static_fields {
                let slot = self.cx.slot(*field);
                let word = self.from.heap.load_static(slot.offset);
                let index = field.0 as usize;
                out.resize(out.len().max(index + 1), None);
                out[index] = Some(self.value(slot.elem.kind(), word));
            }
        }
        out
    }

    fn value(&mut self, kind: Kind, word: Word) -> Value {
        match kind {
            Kind::Int => Value::Int(word as i32),
            Kind::Long => Value::Long(word as i64),
            Kind::Float => Value::Float(word as u32),
            Kind::Double => Value::Double(word),
            Kind::Ref => Value::Ref(Ref::loc(self.reference(Address(word as u32)))),
        }
    }

    /// The copy of an object, whose contents follow later.
    fn reference(&mut self, address: Address) -> Loc {
        if address == Address::NULL {
            return Loc::NULL;
        }
        if let Some(loc) = self.copied.get(&address) {
            return *loc;
        }
        let ty = self.from.heap.type_of(address);
        let class = JavaTypes::class(ty);
        let loc = match self.element_kind(ty) {
            Some(kind) => self.heap.allocate_array(class, kind, Value::Int(self.from.heap.length(address))),
            None => self.heap.allocate(class),
        };
        self.copied.insert(address, loc);
        self.waiting.push((address, loc));
        loc
    }

    fn element_kind(&self, ty: TypeId) -> Option<heap::Kind> {
        let types = JavaTypes::new(self.program);
        self.program.element_of(ty).and_then(|element| types.kind_of(element))
    }

    /// Fills the objects found, which finds more.
    fn contents(&mut self) {
        while let Some((address, loc)) = self.waiting.pop() {
            let ty = self.from.heap.type_of(address);
            let Ok(shape) = self.cx.shape(ty) else { continue };
            match shape.element {
                Some((elem, _)) => {
                    let length = self.from.heap.length(address);
                    let words = (0..length).map(|index| {
                        self.from.heap.load(address, machine::concrete::Heap::element(elem, index), elem)
                    });
                    let words: Vec<Word> = words.collect();
                    let values = words.into_iter().map(|word| self.value(elem.kind(), word)).collect();
                    self.heap.fill_array(loc, values);
                }
                None => {
                    for slot in &shape.fields {
                        let word = self.from.heap.load(address, slot.offset as usize, slot.elem);
                        if word != 0 {
                            let value = self.value(slot.elem.kind(), word);
                            self.heap.fix_field(loc, heap::Field(slot.id.0), value);
                        }
                    }
                }
            }
        }
    }
}

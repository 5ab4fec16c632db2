//! States in the notation of the thesis' figures, so that an example reads like its figure.
//!
//! `one:r1 two:r2 / one:r1 #0:r1 | r1:List(next:r2,value:i) r2:List? i:[0,1] | r1=?r2 r1\/r2 r1@next`
//! - frames from the caller to the running one, registers in order, `#0:r1` an input argument (`#0:r1!` a changed one);
//! - values: objects with their visible fields, `?` if they may be null, `a:Array[n]` or `a:Array[n](r1,r2)` with cells,
//!   integers as intervals with `oo` for no bound;
//! - predicates: `=?`, joins as `\/`, cycles as `@` with the fields every cycle uses.

use std::collections::BTreeMap;

use graph::domain::interval::{INFINITY, Interval, MINUS_INFINITY};
use graph::state::predicates::FieldSet;
use graph::state::{Array, Frame, Input, Object, Ref, Role, Slot, State, Value};
use graph::world::{Layout, TypeInfo, TypeSet, World, WorldType};
use program::code::Pc;
use program::{FieldId, MethodId};

pub const NEXT: FieldId = FieldId(0);
pub const OTHER: FieldId = FieldId(1);
const VALUE: FieldId = FieldId(2);
const FIELDS: [(&str, FieldId); 3] = [("next", NEXT), ("self", OTHER), ("value", VALUE)];
const TYPES: [&str; 4] = ["List", "A", "B", "Array"];

/// A list class with two references and a number, two unrelated classes without fields, arrays of anything.
pub fn world() -> World {
    let info = |name: &str, layout| TypeInfo { name: name.into(), ty: None, layout, opaque: false };
    let anything: Vec<WorldType> = (1..=TYPES.len() as u32).map(WorldType).collect();
    let types = vec![
        info("List", Layout::Class(vec![NEXT, OTHER, VALUE])),
        info("A", Layout::Class(Vec::new())),
        info("B", Layout::Class(Vec::new())),
        info("Array", Layout::Array(Some(anything))),
    ];
    World::new(types, [NEXT, OTHER].map(|field| (field, vec![WorldType(1)])).to_vec())
}

/// A state and the names its references were given. It is as written, not yet canonical.
pub struct Example {
    pub state: State,
    names: BTreeMap<String, Ref>,
}

impl Example {
    pub fn new(world: &World, text: &str) -> Self {
        let mut sections = text.split('|').map(str::trim);
        let mut section = || sections.next().unwrap_or("");
        let (frames, values, predicates) = (section(), section(), section());
        let names = values.split_whitespace().map(|word| word.split_once(':').expect("name:value").0);
        let names = ["null"].into_iter().chain(names).zip(0..).map(|(name, at)| (name.into(), Ref(at)));
        let mut out = Self { state: State::empty(), names: names.collect() };
        for word in values.split_whitespace() {
            let value = out.value(world, word.split_once(':').expect("name:value").1);
            out.state.fresh(value);
        }
        out.state.frames = frames.split('/').map(|frame| out.frame(frame)).collect();
        predicates.split_whitespace().for_each(|word| out.predicate(word));
        out
    }

    /// The reference of this name.
    pub fn at(&self, name: &str) -> Ref {
        *self.names.get(name).unwrap_or_else(|| panic!("nothing is called {name}"))
    }

    pub fn canonical(&self, world: &World) -> State {
        self.state.clone().canonical(world).0
    }

    fn frame(&self, text: &str) -> Frame {
        let mut frame =
            Frame { method: MethodId(0), pc: Pc(0), regs: Vec::new(), role: Role::Call, inputs: Vec::new() };
        for word in text.split_whitespace() {
            let (name, r) = word.split_once(':').expect("name:reference");
            match name.strip_prefix('#') {
                None => frame.regs.push(Some(self.at(r))),
                Some(slot) => frame.inputs.push(Input {
                    slot: Slot::Argument(slot.parse().expect("a number")),
                    r: self.at(r.trim_end_matches('!')),
                    changed: r.ends_with('!'),
                }),
            }
        }
        frame
    }

    fn value(&self, world: &World, text: &str) -> Value {
        if text.starts_with(['[', '(']) {
            return Value::Int(interval(text));
        }
        let (text, maybe_null) = (text.trim_end_matches('?'), text.ends_with('?'));
        let (head, contents) = text.trim_end_matches(')').split_once('(').unwrap_or((text, ""));
        let contents = contents.split(',').filter(|word| !word.is_empty());
        if let Some((name, length)) = head.trim_end_matches(']').split_once('[') {
            let cells: Vec<Ref> = contents.map(|name| self.at(name)).collect();
            let cells = Some(cells).filter(|cells| !cells.is_empty());
            return Value::Array(Array { cells, ..Array::hidden(types(world, name), self.at(length)) });
        }
        let field = |word: &str| {
            let (name, r) = word.split_once(':').expect("field:reference");
            (field(name), self.at(r))
        };
        Value::Object(Object { types: types(world, head), maybe_null, fields: contents.map(field).collect() })
    }

    fn predicate(&mut self, word: &str) {
        let predicates = &mut self.state.predicates;
        let at = |name: &str| self.names[name];
        if let Some((a, b)) = word.split_once("=?") {
            predicates.add_equal(at(a), at(b));
        } else if let Some((a, b)) = word.split_once("\\/") {
            predicates.add_join(at(a), at(b));
        } else if let Some((a, fields)) = word.split_once('@') {
            let fields: FieldSet = fields.split('+').filter(|name| !name.is_empty()).map(field).collect();
            predicates.add_cyclic(at(a), fields);
        } else {
            panic!("no predicate: {word}");
        }
    }
}

fn field(name: &str) -> FieldId {
    FIELDS.iter().find(|entry| entry.0 == name).unwrap_or_else(|| panic!("no field {name}")).1
}

/// One type, or several with `+` between them.
fn types(world: &World, names: &str) -> TypeSet {
    let number = |name: &str| 1 + TYPES.iter().position(|other| *other == name).expect("a type") as u32;
    world.set(names.split('+').map(|name| WorldType(number(name))))
}

fn interval(text: &str) -> Interval {
    let (lo, hi) = text.trim_matches(['[', ']', '(', ')']).split_once(',').expect("two bounds");
    let bound = |text: &str| match text {
        "-oo" => MINUS_INFINITY,
        "oo" => INFINITY,
        number => number.parse().expect("a number"),
    };
    Interval::new(bound(lo), bound(hi)).expect("not empty")
}

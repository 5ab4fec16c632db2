//! Small random heaps and their random generalizations.

use graph::Interval;
use graph::order::require::required_predicates;
use graph::state::{Array, Label, Object, Ref, State, Value};
use graph::world::{Layout, TypeInfo, World, WorldType};
use program::FieldId;

pub use testkit::Random;

pub const FIELDS: [FieldId; 2] = [FieldId(0), FieldId(1)];
/// Arrays of the test have two cells.
const CELLS: usize = 2;
const NODE: WorldType = WorldType(1);
const ARRAY: WorldType = WorldType(2);

thread_local! {
    static WORLD: &'static World = Box::leak(Box::new(new_world()));
}

/// The one world of a test: type sets of different worlds must not meet.
pub fn world() -> &'static World {
    WORLD.with(|world| *world)
}

/// A class with two reference fields and an array type; everything may point to everything.
fn new_world() -> World {
    let info = |name: &str, layout| TypeInfo { name: name.into(), ty: None, layout, opaque: false };
    let types = vec![
        info("Node", Layout::Class(FIELDS.to_vec())),
        info("Array", Layout::Array(Some(vec![NODE, ARRAY]))),
    ];
    World::new(types, FIELDS.map(|field| (field, vec![NODE, ARRAY])).to_vec())
}

pub fn root(state: &State, index: usize) -> Ref {
    state.statics[index].1
}

pub fn root_count(state: &State) -> usize {
    state.statics.len()
}

pub fn canonical(world: &World, state: State) -> State {
    state.canonical(world).0
}

/// A concrete heap of one to three objects with that many roots.
pub fn concrete(random: &mut Random, roots: usize) -> State {
    let world = world();
    let mut state = State::empty();
    let two = state.fresh_int(Interval::literal(CELLS as i128));
    let count = 1 + random.below(3);
    let object = |index: usize| Ref(2 + index as u32);
    let pick = |random: &mut Random| if random.chance(35) { Ref::NULL } else { object(random.below(count)) };
    for _ in 0..count {
        let value = if random.chance(65) {
            let fields = FIELDS.map(|field| (field, pick(random))).to_vec();
            Value::Object(Object { types: world.set([NODE]), maybe_null: false, fields })
        } else {
            let cells = Some((0..CELLS).map(|_| pick(random)).collect());
            Value::Array(Array { cells, ..Array::hidden(world.set([ARRAY]), two) })
        };
        state.fresh(value);
    }
    for index in 0..roots {
        let content = if random.chance(10) { Ref::NULL } else { object(random.below(count)) };
        state.set_static(FieldId(100 + index as u32), content);
    }
    canonical(world, state)
}

/// A random state above `special`: some objects split, some parts hidden, some null made maybe-null.
pub fn generalize(world: &World, special: &State, random: &mut Random) -> State {
    generalize_mapped(world, special, random).0
}

/// Also tells, for each reference of the result, which one of `special` it stands for.
pub fn generalize_mapped(world: &World, special: &State, random: &mut Random) -> (State, Vec<Ref>) {
    let state = State { frames: special.frames.clone(), statics: special.statics.clone(), ..State::empty() };
    let mut cx = Generalize { special, state, phi: vec![Ref::NULL], images: Vec::new() };
    for frame in 0..special.frames.len() {
        for reg in 0..special.frames[frame].regs.len() {
            let image = special.frames[frame].regs[reg].map(|r| cx.image(world, r, random));
            cx.state.frames[frame].regs[reg] = image;
        }
        for input in 0..special.frames[frame].inputs.len() {
            cx.state.frames[frame].inputs[input].r =
                cx.image(world, special.frames[frame].inputs[input].r, random);
        }
    }
    for at in 0..special.statics.len() {
        cx.state.statics[at].1 = cx.image(world, special.statics[at].1, random);
    }
    let mut next = 1;
    while next < cx.state.values.len() {
        cx.fill(world, Ref(next as u32), random);
        next += 1;
    }
    let required = required_predicates(world, special, &cx.state, &cx.phi);
    assert!(required.maybe_null.iter().all(|r| cx.state.maybe_null(r)));
    cx.state.predicates.extend(&required.predicates);
    cx.promise(random);
    let (state, renaming) = cx.state.canonical(world);
    let mut phi = vec![Ref::NULL; state.values.len()];
    for (old, new) in renaming.iter() {
        phi[new.0 as usize] = cx.phi[old.0 as usize];
    }
    (state, phi)
}

const MAX_REFS: usize = 7;

struct Generalize<'a> {
    special: &'a State,
    state: State,
    phi: Vec<Ref>,
    images: Vec<(Ref, Ref)>,
}

impl Generalize<'_> {
    fn image(&mut self, world: &World, x: Ref, random: &mut Random) -> Ref {
        let value = match self.special.value(x) {
            Value::Null if random.chance(70) => return Ref::NULL,
            Value::Null => {
                Value::Object(Object { types: world.set([NODE]), maybe_null: true, fields: Vec::new() })
            }
            Value::Int(_) | Value::Float(_) => self.special.value(x).clone(),
            Value::Object(object) => {
                Value::Object(Object { fields: Vec::new(), maybe_null: object.maybe_null, ..object.clone() })
            }
            Value::Array(array) if random.chance(30) => {
                Value::Object(Object { types: array.types, maybe_null: false, fields: Vec::new() })
            }
            Value::Array(array) => Value::Array(Array::hidden(array.types, array.length)),
        };
        let known: Vec<Ref> =
            self.images.iter().filter(|pair| pair.0 == x && x != Ref::NULL).map(|pair| pair.1).collect();
        let number = self.special.interval(x).is_some();
        let full = self.state.values.len() >= MAX_REFS;
        if !known.is_empty() && (number || full || random.chance(70)) {
            return known[random.below(known.len())];
        }
        let r = self.state.fresh(value);
        self.phi.push(x);
        self.images.push((x, r));
        r
    }

    /// Some of the ways that the special state surely has.
    fn promise(&mut self, random: &mut Random) {
        let exists = |r: &Ref| self.state.field(*r, FIELDS[0]).is_some() || self.state.surely_exists(*r);
        let objects: Vec<Ref> = self.state.objects().filter(exists).collect();
        for &a in &objects {
            for (&b, field) in objects.iter().flat_map(|b| FIELDS.map(|field| (b, field))) {
                let (x, y) = (self.phi[a.0 as usize], self.phi[b.0 as usize]);
                let holds = (x == y && a != b) || self.special.surely_reaches(x, field, y);
                if holds && self.state.field(a, field).is_none() && random.chance(40) {
                    self.state.reaches.insert(a, field, b);
                }
            }
        }
    }

    /// Sometimes one cell: any of a heap, the focused one of a state.
    fn focus(&mut self, world: &World, x: Ref, random: &mut Random) -> Option<(Ref, Ref)> {
        let array = self.special.array(x)?;
        if !random.chance(50) || self.state.values.len() >= MAX_REFS {
            return None;
        }
        let (number, content) = match (&array.cells, array.focus) {
            (Some(cells), _) => {
                let number = random.below(cells.len());
                (number as i128, cells[number])
            }
            (None, Some((index, content))) => (self.special.literal(index)?, content),
            (None, None) => return None,
        };
        let index = self.state.fresh_int(Interval::literal(number));
        // A heap has no reference for the number.
        self.phi.push(Ref::NULL);
        Some((index, self.image(world, content, random)))
    }

    fn fill(&mut self, world: &World, r: Ref, random: &mut Random) {
        let x = self.phi[r.0 as usize];
        if let Value::Array(array) = self.state.value(r).clone() {
            let length = self.image(world, array.length, random);
            let visible = random.chance(60) && self.state.values.len() < MAX_REFS;
            let source = self.special.array(x).and_then(|array| array.cells.clone()).filter(|_| visible);
            let focus = self.focus(world, x, random).filter(|_| source.is_none());
            let cells = source.map(|cells| cells.iter().map(|&c| self.image(world, c, random)).collect());
            self.state.values[r.0 as usize] = Value::Array(Array { length, cells, focus, ..array });
        }
        if matches!(self.state.value(r), Value::Object(_)) && self.state.surely_exists(r) {
            for (label, content) in self.special.contents(x).collect::<Vec<_>>() {
                if let Label::Field(field) = label
                    && random.chance(55)
                    && self.state.values.len() < MAX_REFS
                {
                    let image = self.image(world, content, random);
                    self.state.set_field(r, field, image);
                }
            }
        }
    }
}

//! The closed world of types, and interned sets of them [Otto15, §1.3 and §2.1].
//!
//! A world lists every class that may be instantiated and every array type that may be allocated by the analysed
//! code; [`crate::world::closed_world`] finds them. The first entry, [`WorldType::OUTSIDE`], stands for classes of the
//! library that the world does not know: inputs declared with a library type may be of one.
//! A [`TypeSet`] is a set of such types, interned: equal sets have equal handles.
//!
//! Departure from the thesis: it writes `X…` for "X and its subtypes" and expands on demand; we number the (small)
//! world and keep bit sets, so inclusion and intersection are exact.

pub mod closed_world;
mod flow;
pub mod given;

use std::cell::RefCell;

use program::{FieldId, TypeId};
use rustc_hash::FxHashMap;

/// Handle of an interned set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeSet(u32);

/// Number of a type in its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorldType(pub u32);

/// What the analysis must know about one type.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: String,
    /// `None` for the outside entry.
    pub ty: Option<TypeId>,
    pub layout: Layout,
    /// Immutable values without identity that matters: strings, class objects, boxes.
    pub opaque: bool,
}

#[derive(Clone, Debug)]
pub enum Layout {
    /// All instance fields, inherited ones included.
    Class(Vec<FieldId>),
    /// An array of references, with the types its elements may have, or of primitive values.
    Array(Option<Vec<WorldType>>),
}

/// Types and fields of the analysed program, numbered.
pub struct World {
    types: Vec<TypeInfo>,
    by_type: FxHashMap<TypeId, WorldType>,
    /// For each field that holds references: the types its content may have.
    contents: FxHashMap<FieldId, TypeSet>,
    /// Fields that models write unseen, sorted.
    unwatched: Vec<FieldId>,
    sets: RefCell<Sets>,
    facts: RefCell<FxHashMap<TypeSet, Facts>>,
}

#[derive(Default)]
struct Sets {
    bits: Vec<Box<[u64]>>,
    ids: FxHashMap<Box<[u64]>, TypeSet>,
}

/// Derived facts of a set, computed once.
#[derive(Clone, Default)]
struct Facts {
    /// Fields that may hold a non-opaque object, ascending.
    reference_fields: Vec<FieldId>,
    /// Has array types whose elements may be non-opaque objects.
    reference_cells: bool,
    /// Types reachable through one or more references.
    reach: TypeSet,
    opaque: bool,
    may_be_opaque: bool,
}

impl WorldType {
    pub const OUTSIDE: Self = Self(0);
}

impl TypeSet {
    pub const EMPTY: Self = Self(0);
}

impl Default for TypeSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl World {
    /// A world of these types (after the outside entry) where each field may hold the types given.
    pub fn new(types: Vec<TypeInfo>, contents: Vec<(FieldId, Vec<WorldType>)>) -> Self {
        let outside =
            TypeInfo { name: "?".into(), ty: None, layout: Layout::Class(Vec::new()), opaque: false };
        let types: Vec<TypeInfo> = std::iter::once(outside).chain(types).collect();
        let numbered = types.iter().zip(0..).filter_map(|(info, number)| Some((info.ty?, WorldType(number))));
        let mut world = Self {
            by_type: numbered.collect(),
            types,
            contents: FxHashMap::default(),
            unwatched: Vec::new(),
            sets: RefCell::default(),
            facts: RefCell::default(),
        };
        world.set([]);
        for (field, types) in contents {
            let set = world.set(types);
            world.contents.insert(field, set);
        }
        world
    }

    /// The same world, where models write these fields unseen.
    pub fn without_promises_about(mut self, mut fields: Vec<FieldId>) -> Self {
        fields.sort_unstable();
        self.unwatched = fields;
        self
    }

    /// Whether every write to the field is seen.
    pub fn is_watched(&self, field: FieldId) -> bool {
        self.unwatched.binary_search(&field).is_err()
    }

    pub fn info(&self, ty: WorldType) -> &TypeInfo {
        &self.types[ty.0 as usize]
    }

    /// The entry of a type, if the world has one.
    pub fn find(&self, ty: TypeId) -> Option<WorldType> {
        self.by_type.get(&ty).copied()
    }

    pub fn types(&self) -> impl Iterator<Item = WorldType> + use<> {
        (0..self.types.len() as u32).map(WorldType)
    }

    /// The types known by name: all but those from outside.
    pub fn java_types(&self) -> impl Iterator<Item = TypeId> + '_ {
        self.types.iter().filter_map(|info| info.ty)
    }

    /// The interned set of some types.
    pub fn set(&self, types: impl IntoIterator<Item = WorldType>) -> TypeSet {
        let mut bits = vec![0u64; self.types.len().div_ceil(64)];
        for ty in types {
            bits[ty.0 as usize / 64] |= 1 << (ty.0 % 64);
        }
        self.intern(bits.into())
    }

    pub fn filter(&self, set: TypeSet, keep: impl Fn(WorldType) -> bool) -> TypeSet {
        self.set(self.members(set).into_iter().filter(|&ty| keep(ty)))
    }

    pub fn members(&self, set: TypeSet) -> Vec<WorldType> {
        let sets = self.sets.borrow();
        let bits = &sets.bits[set.0 as usize];
        self.types().filter(|ty| bits[ty.0 as usize / 64] >> (ty.0 % 64) & 1 == 1).collect()
    }

    /// The only member, if there is one.
    pub fn only(&self, set: TypeSet) -> Option<WorldType> {
        match self.members(set).as_slice() {
            &[ty] => Some(ty),
            _ => None,
        }
    }

    pub fn union(&self, a: TypeSet, b: TypeSet) -> TypeSet {
        if a == b || b == TypeSet::EMPTY {
            return a;
        }
        self.combine(a, b, |x, y| x | y)
    }

    pub fn intersection(&self, a: TypeSet, b: TypeSet) -> TypeSet {
        if a == b {
            return a;
        }
        self.combine(a, b, |x, y| x & y)
    }

    pub fn is_subset(&self, a: TypeSet, b: TypeSet) -> bool {
        a == b || {
            let sets = self.sets.borrow();
            let pairs = sets.bits[a.0 as usize].iter().zip(&sets.bits[b.0 as usize]);
            pairs.into_iter().all(|(x, y)| x & !y == 0)
        }
    }

    pub fn intersects(&self, a: TypeSet, b: TypeSet) -> bool {
        let sets = self.sets.borrow();
        sets.bits[a.0 as usize].iter().zip(&sets.bits[b.0 as usize]).any(|(x, y)| x & y != 0)
    }

    /// Types a field's content may have; empty for fields of primitive type.
    pub fn content(&self, field: FieldId) -> TypeSet {
        self.contents.get(&field).copied().unwrap_or_default()
    }

    /// Types an element of an array of these types may have.
    pub fn element(&self, arrays: TypeSet) -> TypeSet {
        let elements = self.members(arrays).into_iter().flat_map(|ty| match &self.info(ty).layout {
            Layout::Array(Some(elements)) => elements.clone(),
            Layout::Array(None) | Layout::Class(_) => Vec::new(),
        });
        self.set(elements)
    }

    /// All members are arrays.
    pub fn is_array(&self, set: TypeSet) -> bool {
        let members = self.members(set);
        !members.is_empty() && members.into_iter().all(|ty| matches!(self.info(ty).layout, Layout::Array(_)))
    }

    /// All members are opaque values, which predicates do not talk about.
    pub fn is_opaque(&self, set: TypeSet) -> bool {
        self.with_facts(set, |facts| facts.opaque)
    }

    pub fn may_be_opaque(&self, set: TypeSet) -> bool {
        self.with_facts(set, |facts| facts.may_be_opaque)
    }

    /// Fields of the members that may hold an object predicates talk about.
    pub fn reference_fields(&self, set: TypeSet) -> Vec<FieldId> {
        self.with_facts(set, |facts| facts.reference_fields.clone())
    }

    pub fn has_reference_cells(&self, set: TypeSet) -> bool {
        self.with_facts(set, |facts| facts.reference_cells)
    }

    /// Types reachable from a member through one or more references; opaque ones do not count.
    pub fn reach(&self, set: TypeSet) -> TypeSet {
        self.with_facts(set, |facts| facts.reach)
    }

    /// Every type of the world except the outside one.
    pub fn all(&self) -> TypeSet {
        self.set(self.types().skip(1))
    }

    /// Text such as `List|Object`.
    pub fn describe(&self, set: TypeSet) -> String {
        let names: Vec<_> =
            self.members(set).into_iter().map(|ty| self.info(ty).name.replace('/', ".")).collect();
        if names.len() > 6 {
            format!("{}|…({})", names[..3].join("|"), names.len())
        } else {
            names.join("|")
        }
    }

    fn combine(&self, a: TypeSet, b: TypeSet, op: fn(u64, u64) -> u64) -> TypeSet {
        let bits: Box<[u64]> = {
            let sets = self.sets.borrow();
            let pairs = sets.bits[a.0 as usize].iter().zip(&sets.bits[b.0 as usize]);
            pairs.map(|(&x, &y)| op(x, y)).collect()
        };
        self.intern(bits)
    }

    fn intern(&self, bits: Box<[u64]>) -> TypeSet {
        let mut sets = self.sets.borrow_mut();
        if let Some(&set) = sets.ids.get(&bits) {
            return set;
        }
        let set = TypeSet(u32::try_from(sets.bits.len()).expect("far fewer type sets than 2^32"));
        sets.bits.push(bits.clone());
        sets.ids.insert(bits, set);
        set
    }

    fn with_facts<T>(&self, set: TypeSet, read: impl FnOnce(&Facts) -> T) -> T {
        if let Some(facts) = self.facts.borrow().get(&set) {
            return read(facts);
        }
        let facts = self.derive(set);
        let out = read(&facts);
        self.facts.borrow_mut().insert(set, facts);
        out
    }

    fn derive(&self, set: TypeSet) -> Facts {
        let members = self.members(set);
        let visible = |content: TypeSet| self.members(content).iter().any(|&ty| !self.info(ty).opaque);
        let mut facts = Facts {
            opaque: !members.is_empty() && members.iter().all(|&ty| self.info(ty).opaque),
            may_be_opaque: members.iter().any(|&ty| self.info(ty).opaque || ty == WorldType::OUTSIDE),
            reach: self.reach_of(&members),
            ..Facts::default()
        };
        for &ty in members.iter().filter(|&&ty| !self.info(ty).opaque) {
            match &self.info(ty).layout {
                Layout::Class(fields) => {
                    let fields = fields.iter().copied();
                    facts.reference_fields.extend(fields.filter(|&field| visible(self.content(field))));
                    // Nothing is known about the layout of a class outside the world.
                    facts.reference_cells |= ty == WorldType::OUTSIDE;
                }
                Layout::Array(elements) => {
                    facts.reference_cells |= elements.iter().flatten().any(|&ty| !self.info(ty).opaque);
                }
            }
        }
        facts.reference_fields.sort_unstable();
        facts.reference_fields.dedup();
        facts
    }

    /// Closure of one step through fields and cells; opaque types are leaves.
    fn reach_of(&self, members: &[WorldType]) -> TypeSet {
        let mut reached = vec![false; self.types.len()];
        let mut work: Vec<WorldType> = members.to_vec();
        while let Some(ty) = work.pop() {
            let info = self.info(ty);
            let next: Vec<WorldType> = match &info.layout {
                _ if ty == WorldType::OUTSIDE => self.types().collect(),
                _ if info.opaque => Vec::new(),
                Layout::Class(fields) => {
                    fields.iter().flat_map(|&field| self.members(self.content(field))).collect()
                }
                Layout::Array(elements) => elements.clone().unwrap_or_default(),
            };
            for ty in next.into_iter().filter(|&ty| !self.info(ty).opaque) {
                if !std::mem::replace(&mut reached[ty.0 as usize], true) {
                    work.push(ty);
                }
            }
        }
        self.set(self.types().filter(|ty| reached[ty.0 as usize]))
    }
}

//! Symbolic states [IDF12, Def. 20–23]: store, heap, old heaps, path condition. A state is a value: a branch is a copy.

use std::rc::Rc;

use base::IdVec;
use term::Term;

use crate::core::{DomainId, FieldId, FunctionId, LabelId, LocalId, MethodId, PredicateId};

/// Values of one member's locals.
#[derive(Clone)]
pub(super) struct Store {
    pub(super) owner: Owner,
    values: IdVec<LocalId, Option<Term>>,
}

/// The member whose locals a store has values for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    Method(MethodId),
    Function(FunctionId),
    Predicate(PredicateId),
    /// The n-th axiom of a domain.
    Axiom(DomainId, usize),
}

#[derive(Clone)]
pub(super) struct State {
    pub(super) store: Store,
    pub(super) heap: Heap,
    /// Heaps `old` may ask for.
    pub(super) olds: Rc<Vec<(OldKey, Heap)>>,
    /// What loops being executed left outside, innermost last.
    pub(super) frames: Vec<Heap>,
    /// What wands being made may use up, innermost last.
    pub(super) reserves: Vec<Reserve>,
    /// What the engine's count of moves was when this state last moved something from a reserve itself.
    pub(super) moved: u64,
    /// The numbers of its own moves.
    pub(super) moves: Rc<Vec<u64>>,
    pub(super) path: Path,
    /// On this path an obligation failed that cannot be assumed either; nothing more is learned from it.
    pub(super) dead: bool,
}

/// The heap around the making of a wand.
#[derive(Clone)]
pub(super) struct Reserve {
    /// As it was at the start: its values may be read, for nothing can change them while it is held or used up.
    pub(super) whole: Heap,
    /// What has not been used up.
    pub(super) rest: Heap,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OldKey {
    Pre,
    Label(LabelId),
}

/// A symbolic heap: a list of chunks. Two chunks may stand for the same location.
#[derive(Clone, Default)]
pub(super) struct Heap {
    chunks: Rc<Vec<Chunk>>,
    families: Rc<Vec<Family>>,
}

/// What a chunk is permission to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// One argument: the receiver.
    Field(FieldId),
    /// The predicate's arguments.
    Predicate(PredicateId),
    /// Array, first index, end index; the value is an SMT array from index to element.
    Elements(FieldId),
}

/// **Field chunk** `o.f ↦ v # p` or **predicate chunk** `q[v](args) # p`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) location: Location,
    pub(super) arguments: Rc<[Term]>,
    /// The field's value, or the predicate's snapshot.
    pub(super) value: Term,
    /// A `Real`, never negative.
    pub(super) permission: Term,
}

/// **Quantified chunk** `o.f ↦ v(o) # p(o)` for all `o`: permission to a family of locations. What the formal arguments stand
/// for is filled in where a location is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    /// A field or a predicate.
    pub(super) location: Location,
    pub(super) formals: Rc<[Term]>,
    /// Which locations were given when the family was produced.
    pub(super) domain: Term,
    /// A map from arguments to values, one argument after the other. It means something inside the domain only.
    pub(super) values: Term,
    /// How much is held at the formal arguments, never negative.
    pub(super) permission: Term,
}

/// Assumed facts in order, some of them branch conditions.
#[derive(Clone, Default)]
pub(super) struct Path {
    facts: Vec<Term>,
    /// Indices of `facts` that are branch conditions: the choice, not its consequences.
    conditions: Vec<u32>,
}

impl State {
    pub(super) fn new(store: Store, path: Path) -> Self {
        Self {
            store,
            heap: Heap::default(),
            olds: Rc::default(),
            frames: Vec::new(),
            reserves: Vec::new(),
            moved: 0,
            moves: Rc::default(),
            path,
            dead: false,
        }
    }

    pub(super) fn local(&self, local: LocalId) -> Option<Term> {
        self.store.values.get(local).copied().flatten()
    }

    pub(super) fn set(&mut self, local: LocalId, value: Term) {
        self.store.set(local, value);
    }

    pub(super) fn old(&self, key: OldKey) -> Option<&Heap> {
        self.olds.iter().find(|(known, _)| *known == key).map(|(_, heap)| heap)
    }

    /// Remembers the present heap.
    pub(super) fn remember(&mut self, key: OldKey) {
        let heap = self.heap.clone();
        let olds = Rc::make_mut(&mut self.olds);
        olds.retain(|(known, _)| *known != key);
        olds.push((key, heap));
    }
}

impl Store {
    pub(super) fn new(owner: Owner) -> Self {
        Self { owner, values: IdVec::new() }
    }

    /// Parameters bound to arguments.
    pub(super) fn of_call(owner: Owner, params: &[LocalId], arguments: &[Term]) -> Self {
        let mut store = Self::new(owner);
        for (&param, &argument) in params.iter().zip(arguments) {
            store.set(param, argument);
        }
        store
    }

    pub(super) fn set(&mut self, local: LocalId, value: Term) {
        self.values.grow(local.0 as usize + 1, None);
        self.values[local] = Some(value);
    }

    /// Values in use.
    pub(super) fn values(&self) -> impl Iterator<Item = (LocalId, Term)> {
        self.values.iter_enumerated().filter_map(|(local, value)| value.map(|value| (local, value)))
    }
}

impl Heap {
    pub(super) fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    pub(super) fn at(&self, location: Location) -> impl Iterator<Item = (usize, &Chunk)> {
        self.chunks.iter().enumerate().filter(move |(_, chunk)| chunk.location == location)
    }

    pub(super) fn families(&self) -> &[Family] {
        &self.families
    }

    pub(super) fn families_at(&self, location: Location) -> impl Iterator<Item = (usize, &Family)> {
        self.families.iter().enumerate().filter(move |(_, family)| family.location == location)
    }

    /// Whether anything is held at locations of a kind.
    pub(super) fn has(&self, location: Location) -> bool {
        self.at(location).next().is_some() || self.families_at(location).next().is_some()
    }

    /// What of this heap is not as it is in another.
    pub(super) fn changed_in(&self, other: &Heap) -> Heap {
        let chunks = self.chunks.iter().filter(|chunk| !other.chunks.contains(chunk)).cloned().collect();
        let families =
            self.families.iter().filter(|family| !other.families.contains(family)).cloned().collect();
        Heap { chunks: Rc::new(chunks), families: Rc::new(families) }
    }

    /// This heap without what another names, whatever is left of it.
    pub(super) fn without(&self, other: &Heap) -> Heap {
        let is_chunk = |one: &Chunk, named: &Chunk| {
            (one.location, &one.arguments, one.value) == (named.location, &named.arguments, named.value)
        };
        let is_family = |one: &Family, named: &Family| {
            (one.location, one.values, one.domain) == (named.location, named.values, named.domain)
        };
        let chunks = self.chunks.iter().filter(|one| !other.chunks.iter().any(|named| is_chunk(one, named)));
        let families = self.families.iter();
        let families = families.filter(|one| !other.families.iter().any(|named| is_family(one, named)));
        Heap { chunks: Rc::new(chunks.cloned().collect()), families: Rc::new(families.cloned().collect()) }
    }

    pub(super) fn set_families(&mut self, families: Vec<Family>) {
        self.families = Rc::new(families);
    }

    pub(super) fn push_family(&mut self, family: Family) {
        Rc::make_mut(&mut self.families).push(family);
    }

    pub(super) fn set_family_permission(&mut self, index: usize, permission: Term) {
        Rc::make_mut(&mut self.families)[index].permission = permission;
    }

    /// Leaves out what there is no permission to for certain.
    pub(super) fn retain(&mut self, keep: impl Fn(Location, Term) -> bool) {
        Rc::make_mut(&mut self.chunks).retain(|chunk| keep(chunk.location, chunk.permission));
        Rc::make_mut(&mut self.families).retain(|family| keep(family.location, family.permission));
    }

    pub(super) fn push(&mut self, chunk: Chunk) {
        Rc::make_mut(&mut self.chunks).push(chunk);
    }

    pub(super) fn replace(&mut self, index: usize, chunk: Chunk) {
        Rc::make_mut(&mut self.chunks)[index] = chunk;
    }

    pub(super) fn remove(&mut self, index: usize) -> Chunk {
        Rc::make_mut(&mut self.chunks).remove(index)
    }

    pub(super) fn set_permission(&mut self, index: usize, permission: Term) {
        Rc::make_mut(&mut self.chunks)[index].permission = permission;
    }
}

impl Path {
    pub(super) fn facts(&self) -> &[Term] {
        &self.facts
    }

    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn assume(&mut self, fact: Term) {
        self.facts.push(fact);
    }

    pub(super) fn branch(&mut self, condition: Term) {
        self.conditions.push(self.facts.len() as u32);
        self.facts.push(condition);
    }

    /// Branch conditions, then facts, that came after the path was `length` long.
    pub(super) fn since(&self, length: usize) -> (Vec<Term>, Vec<Term>) {
        let is_condition = |index: usize| self.conditions.binary_search(&(index as u32)).is_ok();
        let (conditions, facts): (Vec<usize>, Vec<usize>) =
            (length..self.facts.len()).partition(|&index| is_condition(index));
        let terms = |indices: Vec<usize>| indices.into_iter().map(|index| self.facts[index]).collect();
        (terms(conditions), terms(facts))
    }
}

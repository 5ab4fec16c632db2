//! The canonical form of a state: garbage collected, literals shared, numbered by a walk from the roots, and freed of
//! predicates that cannot matter (W7 of the design).
//!
//! Realised heaps are deterministic labelled graphs, so the walk gives equal states equal numbers. The renaming it
//! returns is what graph edges keep as their reference map.

use base::Id;
use rustc_hash::FxHashMap;

use crate::state::focus::hide_dead_focuses;
use crate::state::predicates::Predicates;
use crate::state::{Ref, State, Value};
use crate::world::{TypeSet, World};

/// New name of each old reference; unreachable ones have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    names: Vec<Option<Ref>>,
}

impl Renaming {
    pub fn get(&self, old: Ref) -> Option<Ref> {
        self.names.get(old.index()).copied().flatten()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Ref, Ref)> + '_ {
        let named = self.names.iter().enumerate();
        named.filter_map(|(old, new)| Some((Ref::from_index(old), (*new)?)))
    }
}

impl State {
    /// Renumbers, collects garbage, shares literals and normalises the predicates.
    pub fn canonical(mut self, world: &World) -> (State, Renaming) {
        hide_dead_focuses(world, &mut self);
        let mut walk = Walk { names: vec![None; self.values.len()], order: Vec::new(), ..Walk::default() };
        walk.name(&self, Ref::NULL);
        for r in self.roots() {
            walk.name(&self, r);
        }
        let mut next = 0;
        while let Some(&r) = walk.order.get(next) {
            next += 1;
            if let Some(array) = self.array(r) {
                walk.name(&self, array.length);
                if let Some((index, _)) = array.focus {
                    walk.name(&self, index);
                }
            }
            for (_, content) in self.contents(r) {
                walk.name(&self, content);
            }
        }
        let renaming = Renaming { names: walk.names };
        let alive = |r: Ref| renaming.get(r).is_some();
        self.reaches = self.reaches_among(alive).renamed(|r| renaming.get(r));
        self.map_refs(|r| renaming.get(r).unwrap_or(Ref::NULL));
        let mut values: Vec<Value> = Vec::with_capacity(walk.order.len());
        for &old in &walk.order {
            values.push(std::mem::replace(&mut self.values[old.index()], Value::Null));
        }
        self.values = values;
        let differences = self.differences.renamed(|r| renaming.get(r));
        self.differences = differences.without_implied(|r| self.int(r));
        self.predicates = self.predicates.renamed(|r| renaming.get(r));
        let predicates = std::mem::take(&mut self.predicates);
        self.predicates = self.pruned(world, predicates);
        (self, renaming)
    }

    /// **W5, W7**: without the predicates that types or the visible heap rule out. Only for precision.
    pub(crate) fn pruned(&self, world: &World, mut predicates: Predicates) -> Predicates {
        if predicates.is_empty() {
            return predicates;
        }
        let hidden: Vec<TypeSet> = self.refs().map(|r| self.hidden_reach(world, r)).collect();
        predicates.equal.retain(|a, b| self.may_alias(world, a, b));
        predicates.joins.retain(|a, b| self.may_join(world, &hidden, a, b));
        // A cycle licence without the self-join permits nothing (erratum E29).
        let forks: Vec<Ref> = predicates.joins.iter().filter(|(a, b)| a == b).map(|pair| pair.0).collect();
        predicates.retain_cyclic(|a| forks.binary_search(&a).is_ok() && self.may_be_cyclic(world, a));
        predicates
    }

    fn may_alias(&self, world: &World, a: Ref, b: Ref) -> bool {
        self.is_object(world, a) && self.is_object(world, b) && world.intersects(self.types(a), self.types(b))
    }

    fn may_join(&self, world: &World, hidden: &[TypeSet], a: Ref, b: Ref) -> bool {
        if !self.is_object(world, a) || !self.is_object(world, b) {
            return false;
        }
        if a == b {
            return world.reach(self.types(a)) != TypeSet::EMPTY;
        }
        let (below_a, below_b) = (hidden[a.index()], hidden[b.index()]);
        world.intersects(below_a, below_b)
            || world.intersects(below_a, self.types(b))
            || world.intersects(below_b, self.types(a))
    }

    fn may_be_cyclic(&self, world: &World, a: Ref) -> bool {
        let reach = world.union(self.types(a), world.reach(self.types(a)));
        world.members(reach).into_iter().any(|ty| {
            let only = world.set([ty]);
            world.intersects(world.reach(only), only)
        })
    }

    /// Types of objects that hidden references of `r` may reach.
    pub fn hidden_reach(&self, world: &World, r: Ref) -> TypeSet {
        match self.value(r) {
            Value::Object(object) if object.fields.is_empty() => world.reach(object.types),
            Value::Object(object) => {
                let fields = world.reference_fields(object.types);
                let hidden = fields.into_iter().filter(|&field| self.field(r, field).is_none());
                hidden.fold(TypeSet::EMPTY, |reach, field| {
                    let content = world.content(field);
                    world.union(reach, world.union(content, world.reach(content)))
                })
            }
            Value::Array(array) if array.cells.is_none() => world.reach(array.types),
            Value::Array(_) | Value::Null | Value::Int(_) | Value::Float(_) => TypeSet::EMPTY,
        }
    }
}

#[derive(Default)]
struct Walk {
    names: Vec<Option<Ref>>,
    /// Old references in the order of their new names.
    order: Vec<Ref>,
    ints: FxHashMap<i128, Ref>,
    floats: FxHashMap<u64, Ref>,
}

impl Walk {
    fn name(&mut self, state: &State, r: Ref) {
        if self.names[r.index()].is_some() {
            return;
        }
        let fresh = Ref::from_index(self.order.len());
        let name = match state.value(r) {
            Value::Int(interval) => match interval.as_literal() {
                Some(literal) => *self.ints.entry(literal).or_insert(fresh),
                None => fresh,
            },
            Value::Float(Some(bits)) => *self.floats.entry(*bits).or_insert(fresh),
            Value::Null | Value::Float(None) | Value::Object(_) | Value::Array(_) => fresh,
        };
        self.names[r.index()] = Some(name);
        if name == fresh {
            self.order.push(r);
        }
    }
}

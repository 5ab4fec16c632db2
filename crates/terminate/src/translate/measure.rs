//! Measures of objects: natural numbers that tell how much there is below a reference.
//!
//! A measure follows some fields (or all) and counts the objects reached, takes the length of the longest
//! path, or sums up as if everything were a tree: one for the object and what its parts sum up to, those of one field twice.
//! `null` measures 0, an object at least 1; opaque values (strings, boxes) measure 0. A height or sum is defined only
//! where no cycle along the followed fields is possible; a count always is. A sum, too, only where there are no arrays of objects. If `y = x.f` is visible then `x` measures at
//! least as much as `y`, and more if `x` is on no cycle. A write `p.f = k` lets anything that reaches `p` grow by at most
//! what `k` measures; a sum is what it was only for what does not reach `p`.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use graph::state::Label;
use graph::state::predicates::FieldSet;
use graph::state::refset::RefSet;
use graph::world::Layout;
use graph::{EdgeKind, Fact, Graph, Ref, State, Value, World, WorldType};
use library::names;
use program::{FieldId, Program, Type, TypeId};

use crate::linear::{Constraint, Linear};
use crate::rational::Rat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Objects on the longest path.
    Height,
    /// Objects reached.
    Count,
    /// The object and its parts, those of this field twice: the size of a term.
    Sum { twice: Option<FieldId> },
}

#[derive(Clone, Debug)]
pub struct Measure {
    pub kind: Kind,
    /// The fields followed; all if none are given. Array cells are always followed.
    pub fields: Option<FieldSet>,
    /// Only objects of this type count; all if none is given.
    pub only: Option<WorldType>,
}

/// More classes are not told apart.
const MOST_CLASSES: usize = 4;
/// More fields are not summed up.
const MOST_SUMMANDS: usize = 6;

impl Measure {
    /// Heights along the fields that the graph's cycles read: other fields cannot matter for how long they run.
    pub fn height_along_reads(graph: &Graph) -> Self {
        Self { kind: Kind::Height, fields: Some(fields_read(graph).collect()), only: None }
    }

    /// Heights along the fields that each of the graph's components reads by itself: what is cyclic for one loop may not
    /// be for another. Empty if there are too few or too many different sets.
    pub fn heights_by_component(program: &Program, graph: &Graph) -> Vec<Self> {
        let is_reference =
            |field: &FieldId| matches!(program.ty(program.field(*field).ty), Type::Class(_) | Type::Array(_));
        let references = |fields: FieldSet| fields.iter().filter(is_reference).collect::<FieldSet>();
        let sets: BTreeSet<FieldSet> = fields_by_component(graph).into_values().map(references).collect();
        let height = |fields| Self { kind: Kind::Height, fields: Some(fields), only: None };
        match sets.len() {
            2..=MOST_CLASSES => sets.into_iter().map(height).collect(),
            _ => Vec::new(),
        }
    }

    /// Sums over the fields of objects that the graph's cycles read, with none of them or one of them counting twice.
    /// Empty if there are too few or too many fields.
    pub fn sums(program: &Program, graph: &Graph) -> Vec<Self> {
        let is_object = |field: &FieldId| matches!(program.ty(program.field(*field).ty), Type::Class(_));
        let fields: FieldSet = fields_read(graph).filter(is_object).collect();
        let sum = |twice| Self { kind: Kind::Sum { twice }, fields: Some(fields.clone()), only: None };
        match fields.iter().count() {
            2..=MOST_SUMMANDS => std::iter::once(None).chain(fields.iter().map(Some)).map(sum).collect(),
            _ => Vec::new(),
        }
    }

    /// How often what a field holds counts.
    pub fn weight(&self, field: Option<FieldId>) -> i64 {
        match self.kind {
            Kind::Sum { twice } if twice.is_some() && twice == field => 2,
            Kind::Sum { .. } | Kind::Height | Kind::Count => 1,
        }
    }

    pub fn count() -> Self {
        Self { kind: Kind::Count, fields: None, only: None }
    }

    /// Counts of the objects of each class by itself, so that one of one class may be worth several of another.
    /// Empty if there are too few or too many classes.
    pub fn counts_by_class(graph: &Graph) -> Vec<Self> {
        let mut classes = BTreeSet::new();
        for node in graph.nodes.iter() {
            let exact = node.state.objects().filter_map(|r| graph.world.only(node.state.types(r)));
            classes.extend(exact.filter(|ty| !graph.world.info(*ty).opaque).map(|ty| ty.0));
        }
        let count = |ty: &u32| Self { only: Some(WorldType(*ty)), ..Self::count() };
        match classes.len() {
            2..=MOST_CLASSES => classes.iter().map(count).collect(),
            _ => Vec::new(),
        }
    }

    pub fn follows(&self, field: Option<FieldId>) -> bool {
        match (&self.fields, field) {
            (Some(fields), Some(field)) => fields.contains(field),
            (None, _) | (_, None) => true,
        }
    }

    fn follows_label(&self, label: Label) -> bool {
        self.follows(label.field())
    }
}

/// Integer fields read on edges that lie on cycles of the graph.
pub fn integers_read(program: &Program, graph: &Graph) -> Vec<FieldId> {
    const INTEGERS: [TypeId; 6] =
        [TypeId::BOOLEAN, TypeId::BYTE, TypeId::SHORT, TypeId::CHAR, TypeId::INT, TypeId::LONG];
    let is_integer = |field: &FieldId| INTEGERS.contains(&program.field(*field).ty);
    let fields: BTreeSet<FieldId> = fields_read(graph).filter(is_integer).collect();
    fields.into_iter().collect()
}

/// Whether an object may have a field that the state does not show.
pub fn hides(world: &World, state: &State, r: Ref, field: FieldId) -> bool {
    let Value::Object(object) = state.value(r) else { return false };
    let has = |ty: WorldType| match &world.info(ty).layout {
        Layout::Class(fields) => fields.contains(&field),
        Layout::Array(_) => false,
    };
    state.is_object(world, r)
        && state.field(r, field).is_none()
        && world.members(object.types).into_iter().any(has)
}

/// Whether a reference may be an array or string whose length the state does not show.
pub fn hides_length(world: &World, state: &State, r: Ref) -> bool {
    let Value::Object(object) = state.value(r) else { return false };
    let has = |ty: WorldType| {
        let info = world.info(ty);
        matches!(info.layout, Layout::Array(_)) || info.name.replace('.', "/") == names::STRING
    };
    world.members(object.types).into_iter().any(has)
}

/// Every reference that may reach something the roots may reach, visibly or not.
pub fn sharing(world: &World, state: &State, roots: impl Iterator<Item = Ref>) -> Vec<Ref> {
    let reachable = |root: Ref| {
        let mut out = RefSet::with_capacity(state.values.len());
        let mut work = vec![root];
        while let Some(r) = work.pop() {
            if out.insert(r) {
                work.extend(state.edges(world, r).map(|edge| edge.1));
            }
        }
        out
    };
    let mut below = RefSet::with_capacity(state.values.len());
    roots.for_each(|root| below.union_with(&reachable(root)));
    let meets = |r: &Ref| {
        let own = reachable(*r);
        own.iter().any(|x| below.iter().any(|y| state.predicates.connected(x, y)))
    };
    state.objects().filter(meets).collect()
}

/// Fields read on edges that lie on cycles of the graph.
fn fields_read(graph: &Graph) -> impl Iterator<Item = FieldId> {
    fields_by_component(graph).into_values().flat_map(|fields| fields.iter().collect::<Vec<_>>())
}

/// Fields read on edges that lie on cycles of the graph, by component.
pub fn fields_by_component(graph: &Graph) -> BTreeMap<usize, FieldSet> {
    let component = graph::components::component_numbers(graph);
    let mut out: BTreeMap<usize, FieldSet> = BTreeMap::new();
    for (edge, (source, target)) in graph.edges.iter().zip(graph::components::summarised(graph)) {
        if component[source] != component[target] || edge.kind == EdgeKind::End {
            continue;
        }
        for fact in &edge.facts {
            if let Fact::Read { field, .. } = fact {
                out.entry(component[source]).or_default().insert(*field);
            }
        }
    }
    out
}

/// What a measure says about the objects of one state.
pub struct Heap<'a> {
    world: &'a World,
    state: &'a State,
    measure: &'a Measure,
    /// By reference: everything visibly reachable along followed edges, itself included.
    reach: Vec<RefSet>,
    /// By reference: whether it may be on, or lead to, a cycle along followed edges.
    cyclic: Vec<bool>,
}

impl<'a> Heap<'a> {
    pub fn new(world: &'a World, state: &'a State, measure: &'a Measure) -> Self {
        let mut heap = Self { world, state, measure, reach: Vec::new(), cyclic: Vec::new() };
        heap.reach = state.refs().map(|r| heap.reachable(r)).collect();
        let own: Vec<bool> = state.refs().map(|r| heap.may_cycle(r)).collect();
        heap.cyclic = heap.reach.iter().map(|reach| reach.iter().any(|r| own[r.index()])).collect();
        heap
    }

    /// Whether the measure of an object is a number we follow.
    pub fn is_measured(&self, r: Ref) -> bool {
        self.state.is_object(self.world, r)
            && match self.measure.kind {
                Kind::Count => true,
                Kind::Height => !self.cyclic[r.index()],
                Kind::Sum { .. } => !self.cyclic[r.index()] && !self.may_hold_arrays(r),
            }
    }

    /// Whether there may be an array of objects here or below.
    fn may_hold_arrays(&self, r: Ref) -> bool {
        let types = self.state.types(r);
        let all = self.world.union(types, self.world.reach(types));
        self.world.has_reference_cells(all)
    }

    /// Whether the object is a string, a box or the like, which measure 0.
    pub fn is_opaque(&self, r: Ref) -> bool {
        self.world.is_opaque(self.state.types(r))
    }

    /// What the object measures at least unless it is null: 1 if it surely counts itself.
    pub fn least_if_present(&self, r: Ref) -> i64 {
        let types = self.state.types(r);
        let counts = match self.measure.only {
            Some(only) => self.world.only(types) == Some(only),
            None => !self.world.may_be_opaque(types),
        };
        i64::from(counts)
    }

    /// How much more than each of its parts the object measures at least.
    pub fn own_part(&self, r: Ref) -> i64 {
        if self.cyclic[r.index()] { 0 } else { self.least_if_present(r) }
    }

    /// What an object measures at least besides what a field holds: for a sum, all other visible parts count, too.
    pub fn rest(&self, r: Ref, field: Option<FieldId>, number: impl Fn(Ref) -> Option<Linear>) -> Linear {
        let own = Linear::constant(self.own_part(r));
        let Kind::Sum { .. } = self.measure.kind else { return own };
        let others = self.labelled_parts(r).filter(|(label, _)| label.field() != field);
        let counted = others.filter_map(|(label, part)| {
            Some(number(part)?.scaled(&Rat::from(self.measure.weight(label.field()))))
        });
        counted.fold(own, |sum, part| sum.plus(&part))
    }

    /// Whether the object may count itself.
    fn may_count(&self, r: Ref) -> bool {
        let only = self.measure.only.map(|only| self.world.set([only]));
        only.is_none_or(|only| self.world.intersects(only, self.state.types(r)))
    }

    /// Whether an object may reach another, visibly or not.
    pub fn may_reach(&self, from: Ref, to: Ref) -> bool {
        self.reach[from.index()].iter().any(|r| self.state.predicates.connected(r, to))
    }

    /// How the measures of the state's objects relate.
    pub fn knowledge(&self, number: impl Fn(Ref) -> Option<Linear>, out: &mut Vec<Constraint>) {
        for r in self.state.objects().filter(|&r| self.is_measured(r)) {
            let Some(whole) = number(r) else { continue };
            let least = if self.state.surely_exists(r) { self.least_if_present(r) } else { 0 };
            out.push(Constraint::ge(&whole, &Linear::constant(least)));
            self.above_parts(r, &whole, &number, out);
            self.below_parts(r, &whole, &number, out);
        }
    }

    /// An object measures more than each visible part; a count more than disjoint parts together.
    fn above_parts(
        &self,
        r: Ref,
        whole: &Linear,
        number: &impl Fn(Ref) -> Option<Linear>,
        out: &mut Vec<Constraint>,
    ) {
        let own = self.own_part(r);
        if let Kind::Sum { .. } = self.measure.kind {
            if !self.state.surely_exists(r) {
                return;
            }
            let mut sum = Linear::constant(own);
            for (label, part) in self.labelled_parts(r) {
                if let Some(part) = number(part) {
                    sum = sum.plus(&part.scaled(&Rat::from(self.measure.weight(label.field()))));
                }
            }
            out.push(Constraint::ge(whole, &sum));
            return;
        }
        let parts: Vec<(Ref, Linear)> = self
            .parts(r)
            .filter_map(|part| Some((part, number(part)?)))
            .filter(|(part, _)| *part != r)
            .collect();
        for (_, part) in &parts {
            out.push(Constraint::ge(whole, &part.plus_constant(own)));
        }
        let apart = |(index, a): (usize, &(Ref, Linear))| {
            parts[index + 1..].iter().all(|b| !self.may_share(a.0, b.0))
        };
        if self.measure.kind == Kind::Count
            && parts.len() > 1
            && own == 1
            && parts.iter().enumerate().all(apart)
        {
            let sum = parts.iter().fold(Linear::constant(own), |sum, (_, part)| sum.plus(part));
            out.push(Constraint::ge(whole, &sum));
        }
    }

    /// An object all of whose parts are visible measures at most 1 more than they do together.
    fn below_parts(
        &self,
        r: Ref,
        whole: &Linear,
        number: &impl Fn(Ref) -> Option<Linear>,
        out: &mut Vec<Constraint>,
    ) {
        let Value::Object(object) = self.state.value(r) else { return };
        if object.maybe_null
            || self.world.has_reference_cells(object.types)
            || self.world.may_be_opaque(object.types)
        {
            return;
        }
        let fields = self.world.reference_fields(object.types);
        let followed = fields.into_iter().filter(|&field| self.measure.follows(Some(field)));
        let mut most = Linear::constant(i64::from(self.may_count(r)));
        for field in followed {
            let Some(content) = self.state.field(r, field) else { return };
            let part = match self.state.value(content) {
                Value::Null => Some(Linear::constant(0)),
                Value::Object(_) | Value::Array(_) if self.state.is_object(self.world, content) => {
                    number(content)
                }
                Value::Object(_) | Value::Array(_) | Value::Int(_) | Value::Float(_) => {
                    Some(Linear::constant(0))
                }
            };
            let Some(part) = part else { return };
            most = most.plus(&part.scaled(&Rat::from(self.measure.weight(Some(field)))));
        }
        out.push(Constraint::ge(&most, whole));
    }

    /// Visible objects one followed edge below.
    fn parts(&self, r: Ref) -> impl Iterator<Item = Ref> + '_ {
        self.labelled_parts(r).map(|edge| edge.1)
    }

    fn labelled_parts(&self, r: Ref) -> impl Iterator<Item = (Label, Ref)> + '_ {
        self.state.edges(self.world, r).filter(|(label, _)| self.measure.follows_label(*label))
    }

    fn may_share(&self, a: Ref, b: Ref) -> bool {
        let (below_a, below_b) = (&self.reach[a.index()], &self.reach[b.index()]);
        below_a.iter().any(|x| below_b.iter().any(|y| self.state.predicates.connected(x, y)))
    }

    fn reachable(&self, root: Ref) -> RefSet {
        let mut out = RefSet::with_capacity(self.state.values.len());
        let mut work = vec![root];
        while let Some(r) = work.pop() {
            if out.insert(r) {
                work.extend(self.parts(r));
            }
        }
        out
    }

    /// Whether a cycle along followed edges may pass through the object: visible, or permitted by a predicate that
    /// does not demand a field we do not follow.
    fn may_cycle(&self, r: Ref) -> bool {
        let visible = self.parts(r).any(|part| self.reach[part.index()].contains(r));
        let hidden = self
            .state
            .predicates
            .cyclic(r)
            .is_some_and(|fields| fields.iter().all(|field| self.measure.follows(Some(field))));
        visible || hidden
    }
}

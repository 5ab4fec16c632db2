//! Measures of objects: natural numbers that tell how much there is below a reference.
//!
//! A measure follows some fields (or all) and either counts the objects reached or takes the length of the longest
//! path. `null` measures 0, an object at least 1; opaque values (strings, boxes) measure 0. A height is defined only
//! where no cycle along the followed fields is possible; a count always is. If `y = x.f` is visible then `x` measures at
//! least as much as `y`, and more if `x` is on no cycle. A write `p.f = k` lets anything that reaches `p` grow by at most
//! what `k` measures.

use base::Id;
use graph::predicates::FieldSet;
use graph::refset::RefSet;
use graph::state::Label;
use graph::{EdgeKind, Fact, Graph, Ref, State, Value, World};
use program::FieldId;

use crate::linear::{Constraint, Linear};
use crate::scc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Objects on the longest path.
    Height,
    /// Objects reached.
    Count,
}

#[derive(Clone, Debug)]
pub struct Measure {
    pub kind: Kind,
    /// The fields followed; all if none are given. Array cells are always followed.
    pub fields: Option<FieldSet>,
}

impl Measure {
    /// Heights along the fields that the graph's cycles read: other fields cannot matter for how long they run.
    pub fn height_along_reads(graph: &Graph) -> Self {
        Self { kind: Kind::Height, fields: Some(fields_read(graph)) }
    }

    pub fn count() -> Self {
        Self { kind: Kind::Count, fields: None }
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

/// Fields read on edges that lie on cycles of the graph.
fn fields_read(graph: &Graph) -> FieldSet {
    let ends = |edge: &graph::Edge| {
        let source = edge.summarizes().map_or(edge.source, |(call, _)| call);
        (source.index(), edge.target.index())
    };
    let edges: Vec<_> = graph.edges.iter().map(ends).collect();
    let component = scc::components(graph.nodes.len(), &edges);
    let cyclic = |edge: &&graph::Edge| {
        let (source, target) = ends(edge);
        component[source] == component[target] && edge.kind != EdgeKind::End
    };
    let facts = graph.edges.iter().filter(cyclic).flat_map(|edge| &edge.facts);
    let field = |fact: &Fact| match fact {
        Fact::Read { field, .. } | Fact::Realize { field, .. } => Some(*field),
        _ => None,
    };
    facts.filter_map(field).collect()
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
        self.state.is_object(self.world, r) && (self.measure.kind == Kind::Count || !self.cyclic[r.index()])
    }

    /// Whether the object is a string, a box or the like, which measure 0.
    pub fn is_opaque(&self, r: Ref) -> bool {
        self.world.is_opaque(self.state.types(r))
    }

    /// Whether the object measures at least 1 unless it is null.
    pub fn counts_if_present(&self, r: Ref) -> bool {
        !self.world.may_be_opaque(self.state.types(r))
    }

    /// Whether an object may reach another, visibly or not.
    pub fn may_reach(&self, from: Ref, to: Ref) -> bool {
        self.reach[from.index()].iter().any(|r| self.state.predicates.connected(r, to))
    }

    /// Every reference connected with one of the roots by any chain of visible or possible sharing.
    pub fn connected(&self, roots: impl Iterator<Item = Ref>) -> Vec<Ref> {
        let mut group = RefSet::with_capacity(self.state.values.len());
        roots.for_each(|r| {
            group.insert(r);
        });
        loop {
            let mut grown = false;
            for r in self.state.objects() {
                for (_, content) in self.state.edges(self.world, r) {
                    if group.contains(r) != group.contains(content) {
                        grown |= group.insert(r) | group.insert(content);
                    }
                }
            }
            let predicates = &self.state.predicates;
            for (a, b) in predicates.equal.iter().chain(predicates.joins.iter()) {
                if group.contains(a) != group.contains(b) {
                    grown |= group.insert(a) | group.insert(b);
                }
            }
            if !grown {
                return group.iter().collect();
            }
        }
    }

    /// How the measures of the state's objects relate.
    pub fn knowledge(&self, number: impl Fn(Ref) -> Option<Linear>, out: &mut Vec<Constraint>) {
        for r in self.state.objects().filter(|&r| self.is_measured(r)) {
            let Some(whole) = number(r) else { continue };
            let least = i64::from(self.state.surely_exists(r) && self.counts_if_present(r));
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
        let own = i64::from(!self.cyclic[r.index()]);
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
        let mut most = Linear::constant(1);
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
            most = most.plus(&part);
        }
        out.push(Constraint::ge(&most, whole));
    }

    /// Visible objects one followed edge below.
    fn parts(&self, r: Ref) -> impl Iterator<Item = Ref> + '_ {
        let followed =
            self.state.edges(self.world, r).filter(|(label, _)| self.measure.follows_label(*label));
        followed.map(|edge| edge.1)
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

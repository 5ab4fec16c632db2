//! The least predicates a general state needs to represent a special one, exactly and in polynomial time.
//!
//! Input: a special state, the *skeleton* of a general one (roots and realised edges; its predicates are not looked
//! at) and the map φ from general to special references that agrees with all positions. Output: the licences that
//! conditions (h), (l)–(r) of the instance relation [Otto15, Def. 1.10] demand, read with the amendments (l′) and (n″)
//! of errata E1 and E2. Merge, instance check and every "forget something" step use this one function, so a merge's
//! inputs are always recognised as its instances.
//!
//! Names: a general reference `a` *exits* where the special heap has an edge that the skeleton hides at `a`;
//! `below(a)` is everything visible in the special heap behind such an edge.

use base::Id;

use crate::order::disjoint::two_disjoint_walks;
use crate::state::focus::seen_at;
use crate::state::predicates::{FieldSet, Predicates};
use crate::state::refset::RefSet;
use crate::state::shape::Shape;
use crate::state::{Label, Ref, State};
use crate::world::World;

/// What a general state needs.
#[derive(Debug, Default)]
pub struct Required {
    pub predicates: Predicates,
    /// References that must be maybe-null.
    pub maybe_null: RefSet,
}

/// Computes what `general` needs so that `special ⊑ general`; `phi` is indexed by general references.
pub fn required_predicates(world: &World, special: &State, general: &State, phi: &[Ref]) -> Required {
    let shape = Shape::of(special, world);
    let mut cx = Require::new(world, special, &shape, general, phi);
    cx.nullness();
    cx.aliases();
    cx.joins_of_visible();
    cx.joins_of_aliases();
    cx.carried_over();
    cx.non_trees();
    cx.out
}

struct Require<'a> {
    world: &'a World,
    special: &'a State,
    shape: &'a Shape,
    general: &'a State,
    phi: &'a [Ref],
    /// General references whose image is an object.
    over: Vec<Ref>,
    /// By special reference: the general references over it.
    inverse: Vec<Vec<Ref>>,
    /// By general reference.
    exits: Vec<Vec<(Label, Ref)>>,
    below: Vec<RefSet>,
    out: Required,
}

impl<'a> Require<'a> {
    fn new(
        world: &'a World,
        special: &'a State,
        shape: &'a Shape,
        general: &'a State,
        phi: &'a [Ref],
    ) -> Self {
        let over: Vec<Ref> = general.objects().filter(|r| shape.is_object(phi[r.index()])).collect();
        let mut inverse = vec![Vec::new(); special.values.len()];
        let mut exits = vec![Vec::new(); general.values.len()];
        let mut below = vec![RefSet::default(); general.values.len()];
        for &r in &over {
            let image = phi[r.index()];
            inverse[image.index()].push(r);
            let hidden =
                shape.edges(image).iter().filter(|edge| seen_at(general, special, phi, r, edge.0).is_none());
            exits[r.index()] = hidden.copied().collect();
            for &(_, z) in &exits[r.index()] {
                shape.reach_into(z, &mut below[r.index()]);
            }
        }
        Self { world, special, shape, general, phi, over, inverse, exits, below, out: Required::default() }
    }

    fn image(&self, r: Ref) -> Ref {
        self.phi[r.index()]
    }

    fn join(&mut self, a: Ref, b: Ref) {
        self.out.predicates.add_join(a, b);
    }

    /// **(h), (p)** [Otto15, Def. 1.10].
    fn nullness(&mut self) {
        for r in self.general.objects() {
            let image = self.image(r);
            if image == Ref::NULL || self.special.maybe_null(image) {
                self.out.maybe_null.insert(r);
            }
        }
    }

    /// **(l)** and **(l′)**: one object seen as two; its hidden children are shared too. **(q)**: carried over.
    fn aliases(&mut self) {
        for x in self.shape.objects() {
            let over = self.inverse[x.index()].clone();
            if over.len() < 2 {
                continue;
            }
            let hidden = self.special.has_hidden_references(self.world, x);
            for (at, &a) in over.iter().enumerate() {
                for &b in &over[at + 1..] {
                    self.out.predicates.add_equal(a, b);
                    if hidden {
                        self.join(a, b);
                    }
                }
            }
        }
        for (x, y) in self.special.predicates.equal.iter() {
            for &a in &self.inverse[x.index()] {
                for &b in &self.inverse[y.index()] {
                    self.out.predicates.add_equal(a, b);
                }
            }
        }
    }

    /// **(m)** for one object reached on two ways.
    fn joins_of_visible(&mut self) {
        let exiting: Vec<Ref> =
            self.over.iter().copied().filter(|a| !self.below[a.index()].is_empty()).collect();
        for &a in &exiting {
            for at in 0..self.over.len() {
                let b = self.over[at];
                let meets = self.below[a.index()].contains(self.image(b))
                    || self.below[a.index()].intersects(&self.below[b.index()]);
                if a != b && meets {
                    self.join(a, b);
                }
            }
            if self.reaches_itself_or_shares(a) {
                self.join(a, a);
            }
        }
    }

    fn reaches_itself_or_shares(&self, a: Ref) -> bool {
        let below = &self.below[a.index()];
        let mut met = RefSet::default();
        let inside = below.iter().flat_map(|x| self.shape.edges(x));
        below.contains(self.image(a))
            || (self.exits[a.index()].iter().chain(inside)).any(|&(_, z)| !met.insert(z))
    }

    /// **(m)** for two special references that may be one object.
    fn joins_of_aliases(&mut self) {
        let pairs: Vec<_> =
            self.special.predicates.equal.iter().flat_map(|(x, y)| [(x, y), (y, x)]).collect();
        for (x, y) in pairs {
            for a in self.over.clone() {
                for b in self.over.clone() {
                    let (a_is_x, b_is_y) = (self.image(a) == x, self.image(b) == y);
                    let (a_hides_x, b_hides_y) =
                        (self.below[a.index()].contains(x), self.below[b.index()].contains(y));
                    if (a_hides_x && (b_is_y || b_hides_y)) || (a_is_x && b_hides_y) {
                        self.join(a, b);
                    }
                }
            }
        }
    }

    /// General references at or above which a special reference is visible or hidden.
    fn covering(&self, x: Ref) -> Vec<Ref> {
        let hides = |r: &Ref| self.below[r.index()].contains(x);
        let at = self.inverse[x.index()].iter().copied();
        let above = self.over.iter().copied().filter(hides).filter(|r| self.image(*r) != x);
        at.chain(above).collect()
    }

    /// **(r)**, **(o)**: joins and cycles of the special state.
    fn carried_over(&mut self) {
        for (x, y) in self.special.predicates.joins.iter() {
            let at_y = self.covering(y);
            for a in self.covering(x) {
                for &b in &at_y {
                    self.out.predicates.add_join(a, b);
                }
            }
        }
        for (x, fields) in self.special.predicates.all_cyclic() {
            for a in self.covering(x) {
                self.out.predicates.add_cyclic(a, fields.clone());
            }
        }
    }

    /// **(n″)**: non-tree shapes that the skeleton does not show.
    fn non_trees(&mut self) {
        let product = Product::new(self);
        for at in 0..self.over.len() {
            let a = self.over[at];
            if !product.is_interesting(a) {
                continue;
            }
            self.hidden_cycles(a);
            let must = product.must_fields(a.index());
            for (node, fields) in must.iter().enumerate() {
                if let Some(fields) = fields
                    && node != a.index()
                    && product.object[node] == Some(self.image(a))
                {
                    self.out.predicates.add_cyclic(a, fields.clone());
                    self.join(a, a);
                }
            }
            if !self.out.predicates.joins.contains(a, a) && product.has_fork(a) {
                self.join(a, a);
            }
        }
    }

    fn hidden_cycles(&mut self, a: Ref) {
        let below: Vec<Ref> = self.below[a.index()].iter().collect();
        for x in below {
            if let Some(fields) = self.shape.must_cycle(x) {
                self.out.predicates.add_cyclic(a, fields);
                self.join(a, a);
            }
        }
    }
}

/// The special heap as seen through the skeleton: nodes `0..n` are general references, `n..` hidden special ones.
struct Product {
    general: usize,
    /// The special object under each node.
    object: Vec<Option<Ref>>,
    edges: Vec<Vec<(Label, usize)>>,
}

impl Product {
    fn new(cx: &Require<'_>) -> Self {
        let general = cx.general.values.len();
        let special = cx.special.values.len();
        let mut object = vec![None; general + special];
        let mut edges = vec![Vec::new(); general + special];
        for &r in &cx.over {
            let image = cx.image(r);
            object[r.index()] = Some(image);
            for &(label, z) in cx.shape.edges(image) {
                let shown = seen_at(cx.general, cx.special, cx.phi, r, label);
                let target = shown.map_or(general + z.index(), |content| content.index());
                edges[r.index()].push((label, target));
            }
        }
        for x in cx.shape.objects() {
            object[general + x.index()] = Some(x);
            edges[general + x.index()] =
                cx.shape.edges(x).iter().map(|&(label, z)| (label, general + z.index())).collect();
        }
        Self { general, object, edges }
    }

    fn reach(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.edges.len()];
        let mut work = vec![from];
        let mut out = Vec::new();
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                out.push(node);
                work.extend(self.edges[node].iter().map(|edge| edge.1));
            }
        }
        out
    }

    /// Nothing needs a licence where all is realised and no object is seen twice.
    fn is_interesting(&self, a: Ref) -> bool {
        let mut met = RefSet::default();
        self.reach(a.index())
            .into_iter()
            .any(|node| node >= self.general || self.object[node].is_some_and(|x| !met.insert(x)))
    }

    /// Fields on all non-empty walks from a node, for each node they lead to.
    fn must_fields(&self, from: usize) -> Vec<Option<FieldSet>> {
        let mut must: Vec<Option<FieldSet>> = vec![None; self.edges.len()];
        let mut work = vec![(from, FieldSet::default())];
        while let Some((node, base)) = work.pop() {
            for &(label, next) in &self.edges[node] {
                let fields = base.with(label.field());
                let fields = must[next].as_ref().map_or(fields.clone(), |known| known.intersection(&fields));
                if must[next].as_ref() != Some(&fields) {
                    must[next] = Some(fields.clone());
                    work.push((next, fields));
                }
            }
        }
        must
    }

    /// Two walks from `a` to nodes over one object, internally disjoint, that the skeleton does not show as one end.
    fn has_fork(&self, a: Ref) -> bool {
        let mut nodes = self.reach(a.index());
        nodes.sort_unstable();
        nodes.retain(|&node| self.object[node].is_some() && self.object[node] != self.object[a.index()]);
        let ends = |x: Ref| nodes.iter().copied().filter(move |&node| self.object[node] == Some(x));
        let mut objects: Vec<Ref> = nodes.iter().filter_map(|&node| self.object[node]).collect();
        objects.sort_unstable();
        objects.dedup();
        objects.into_iter().any(|x| {
            let ends: Vec<usize> = ends(x).collect();
            ends.iter().enumerate().any(|(at, &first)| {
                let twice = (first >= self.general).then_some(first);
                let others = twice.into_iter().chain(ends[at + 1..].iter().copied());
                others.into_iter().any(|second| self.are_disjoint(a.index(), first, second))
            })
        })
    }

    fn are_disjoint(&self, from: usize, first: usize, second: usize) -> bool {
        let avoid =
            |node: usize| self.object[node] == self.object[from] || self.object[node] == self.object[first];
        two_disjoint_walks(
            |node| self.edges[node].iter().map(|edge| edge.1).collect(),
            avoid,
            from,
            first,
            second,
        )
    }
}

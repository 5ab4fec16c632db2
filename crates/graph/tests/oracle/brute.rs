//! The instance relation by enumeration of positions: Def. 1.10 with the amendments (l′) and (n″), word for word.

use std::collections::{BTreeMap, BTreeSet};

use graph::state::predicates::FieldSet;
use graph::state::{Label, Ref, State};
use graph::world::World;

/// Positions longer than this are not looked at.
pub const DEPTH: usize = 4;

/// A root and the labels followed from it.
type Position = (usize, Vec<Label>);

pub fn is_instance(world: &World, special: &State, general: &State, depth: usize) -> bool {
    violation(world, special, general, depth).is_none()
}

/// Why `special ⊑ general` does not hold.
pub fn violation(world: &World, special: &State, general: &State, depth: usize) -> Option<String> {
    let brute = Brute { world, special, general, positions: positions(special, depth) };
    brute
        .positions_exist(depth)
        .or_else(|| brute.single_positions())
        .or_else(|| brute.pairs())
        .or_else(|| brute.non_trees())
        .or_else(|| brute.promises(depth))
}

struct Brute<'a> {
    world: &'a World,
    special: &'a State,
    general: &'a State,
    positions: BTreeMap<Position, Ref>,
}

fn positions(state: &State, depth: usize) -> BTreeMap<Position, Ref> {
    let mut out = BTreeMap::new();
    let mut work: Vec<(Position, Ref)> =
        state.roots().enumerate().map(|(root, r)| ((root, Vec::new()), r)).collect();
    while let Some((position, r)) = work.pop() {
        if position.1.len() < depth {
            for (label, content) in state.contents(r) {
                let mut longer = position.clone();
                longer.1.push(numbered(state, label));
                work.push((longer, content));
            }
        }
        out.insert(position, r);
    }
    out
}

/// Indices of these tests are literals, so a focused cell is known by its number.
fn numbered(state: &State, label: Label) -> Label {
    match label {
        Label::At(index) => Label::Cell(state.literal(index).expect("a literal index") as u32),
        Label::Field(_) | Label::Cell(_) => label,
    }
}

/// The longest realised prefix of a position and what it holds.
fn realized(state: &State, position: &Position) -> (usize, Ref) {
    let mut r = state.roots().nth(position.0).expect("both states have the same roots");
    for (at, &label) in position.1.iter().enumerate() {
        match state.contents(r).find(|edge| numbered(state, edge.0) == label).map(|edge| edge.1) {
            Some(content) => r = content,
            None => return (at, r),
        }
    }
    (position.1.len(), r)
}

impl Brute<'_> {
    fn at(&self, position: &Position) -> (bool, Ref) {
        let (length, r) = realized(self.general, position);
        (length == position.1.len(), r)
    }

    fn object(&self, r: Ref) -> bool {
        self.special.is_object(self.world, r)
    }

    /// A join of two different objects without hidden parts says nothing, and normalised states drop it (W7).
    fn joined(&self, a: Ref, b: Ref) -> bool {
        let idle = |r| !self.general.has_hidden_references(self.world, r);
        self.general.predicates.joins.contains(a, b) || (a != b && idle(a) && idle(b))
    }

    fn equal(&self, a: Ref, b: Ref) -> bool {
        self.general.predicates.equal.contains(a, b)
    }

    fn positions_exist(&self, depth: usize) -> Option<String> {
        let missing = positions(self.general, depth).into_keys().find(|p| !self.positions.contains_key(p));
        missing.map(|position| format!("{position:?} is not a position of the special state"))
    }

    fn single_positions(&self) -> Option<String> {
        for (position, &y) in &self.positions {
            let (full, x) = self.at(position);
            if full {
                let fits = if y == Ref::NULL {
                    x == Ref::NULL || self.general.maybe_null(x)
                } else if self.object(y) {
                    x != Ref::NULL
                        && (!self.special.maybe_null(y) || self.general.maybe_null(x))
                        && self.world.is_subset(self.special.types(y), self.general.types(x))
                        && (self.general.array(x).is_none() || self.special.array(y).is_some())
                } else {
                    self.special.int(y).within(self.general.int(x))
                };
                if !fits {
                    return Some(format!("(d)-(j),(p) at {position:?}"));
                }
            }
            if let Some(fields) = self.special.predicates.cyclic(y)
                && !self.general.predicates.cyclic(x).is_some_and(|own| own.is_subset(fields))
            {
                return Some(format!("(o) at {position:?}"));
            }
        }
        None
    }

    fn pairs(&self) -> Option<String> {
        for (p, &y) in &self.positions {
            let (full_p, x) = self.at(p);
            for (q, &z) in &self.positions {
                let (full_q, w) = self.at(q);
                let objects = self.object(y) && self.object(z);
                let aliased = objects && self.special.predicates.equal.contains(y, z);
                let bad = if full_p && full_q {
                    (y != z && x == w)
                        || (objects && p != q && y == z && x != w && !self.equal(x, w))
                        || (objects
                            && y == z
                            && x != w
                            && self.special.has_hidden_references(self.world, y)
                            && !self.joined(x, w))
                        || (aliased && !self.equal(x, w))
                } else {
                    let suffixes = p.1[realized(self.general, p).0..] != q.1[realized(self.general, q).0..];
                    objects && p != q && (y == z || aliased) && (x != w || suffixes) && !self.joined(x, w)
                };
                let lost = objects && self.special.predicates.joins.contains(y, z) && !self.joined(x, w);
                if bad || lost {
                    return Some(format!("(k)-(m),(q),(r) at {p:?} and {q:?}"));
                }
            }
        }
        None
    }

    /// Ways of the general state, followed step by step in heaps.
    fn promises(&self, depth: usize) -> Option<String> {
        let places = positions(self.general, depth);
        let at = |r: Ref| places.iter().find(|entry| *entry.1 == r).map(|entry| self.positions[entry.0]);
        for (a, field, b) in self.general.reaches.iter() {
            let (Some(x), Some(y)) = (at(a), at(b)) else { continue };
            let is_hidden = |r: Ref| self.special.has_hidden_references(self.world, r);
            let is_heap = self.special.predicates.is_empty() && !self.special.refs().any(is_hidden);
            let kept = if !is_heap {
                (x == y && a != b) || self.special.surely_reaches(x, field, y)
            } else {
                let mut step = x;
                let mut walk = std::iter::from_fn(|| {
                    step = self.special.field(step, field)?;
                    Some(step)
                });
                (x == y && a != b) || walk.by_ref().take(self.special.values.len()).any(|r| r == y)
            };
            if !kept {
                return Some(format!("the way from {a} to {b} by {field}"));
            }
        }
        None
    }

    fn prefix(&self, position: &Position, length: usize) -> Ref {
        self.positions[&(position.0, position.1[..length].to_vec())]
    }

    fn non_trees(&self) -> Option<String> {
        for (p, &y) in self.positions.iter().filter(|(_, y)| self.object(**y)) {
            for q in self.positions.iter().filter(|(q, z)| *q != p && q.0 == p.0 && **z == y).map(|e| e.0) {
                let common = p.1.iter().zip(&q.1).take_while(|(a, b)| a == b).count();
                for fork in 0..=common {
                    if let Some(reason) = self.fork(p, q, y, fork) {
                        return Some(reason);
                    }
                }
            }
        }
        None
    }

    /// **(n″)** for the walks of `p` and `q` behind their common first `fork` labels.
    fn fork(&self, p: &Position, q: &Position, end: Ref, fork: usize) -> Option<String> {
        let (p_len, q_len) = (p.1.len(), q.1.len());
        if p_len == fork {
            return None;
        }
        let start = self.prefix(p, fork);
        let inner = |position: &Position, length: usize| -> Vec<Ref> {
            (fork + 1..length).map(|at| self.prefix(position, at)).collect()
        };
        let (inner_p, inner_q) = (inner(p, p_len), inner(q, q_len));
        let set_p: BTreeSet<Ref> = inner_p.iter().copied().collect();
        let set_q: BTreeSet<Ref> = inner_q.iter().copied().collect();
        let simple = set_p.len() == inner_p.len()
            && set_q.len() == inner_q.len()
            && set_p.is_disjoint(&set_q)
            && !set_p.contains(&start)
            && !set_q.contains(&start);
        let closes = q_len == fork;
        let avoids_end = closes || (!set_p.contains(&end) && !set_q.contains(&end) && end != start);
        if !simple || !avoids_end {
            return None;
        }
        let ((full_p, x), (full_q, w)) = (self.at(p), self.at(q));
        if full_p && full_q && x == w {
            return None;
        }
        let (_, a) = realized(self.general, &(p.0, p.1[..fork].to_vec()));
        if !self.joined(a, a) {
            return Some(format!("(n) join at {p:?} and {q:?} behind {fork}"));
        }
        let used: FieldSet = p.1[fork..].iter().filter_map(|label| label.field()).collect();
        if closes && !self.general.predicates.cyclic(a).is_some_and(|own| own.is_subset(&used)) {
            return Some(format!("(n) cycle at {p:?} and {q:?} behind {fork}"));
        }
        None
    }
}

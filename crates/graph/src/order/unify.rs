//! Making two references one: the positive case of an equality refinement, by intersecting the state with itself
//! [Otto15, §1.5 and Def. 1.24], done on one view with the single extra equation.
//!
//! Steps: congruence closure of the equation over realised fields, cells and lengths; inference of references that can
//! only be null (Def. 1.31 i–iii, v; rule iv only adds precision and is left out); conflict if such a reference
//! cannot be null; then values are intersected and predicates combined per class. `None` means no concrete state has
//! the two equal.

use std::collections::BTreeMap;

use base::Id;

use crate::state::focus::hide_focus;
use crate::state::refset::RefSet;
use crate::state::shape::Shape;
use crate::state::{Array, Label, Object, Ref, State, Value};
use crate::world::{TypeSet, World};

/// The state in which `a` and `b` are one object, and for each old reference its name in it. Not yet canonical.
pub fn unify(world: &World, state: &State, a: Ref, b: Ref) -> Option<(State, Vec<Ref>)> {
    let mut state = state.clone();
    let mut classes = Classes::new(state.values.len());
    classes.close(&state, a, b);
    while let Some(array) = unmatched_focus(&state, &classes) {
        hide_focus(world, &mut state, array);
        classes = Classes::new(state.values.len());
        classes.close(&state, a, b);
    }
    let state = &state;
    let shape = Shape::of(state, world);
    let nulls = infer_nulls(world, state, &shape, &classes);
    let is_null = |r: Ref| classes.find(r) == classes.find(Ref::NULL) || nulls.contains(r);
    for r in state.refs().skip(1).filter(|&r| is_null(r)) {
        match state.value(r) {
            Value::Object(object) if object.maybe_null && object.fields.is_empty() => {}
            Value::Null | Value::Int(_) | Value::Float(_) | Value::Object(_) | Value::Array(_) => {
                return None;
            }
        }
    }
    let names: Vec<Ref> =
        state.refs().map(|r| if is_null(r) { Ref::NULL } else { classes.find(r) }).collect();
    let mut out = state.clone();
    for (class, members) in classes.members(state).into_iter().filter(|(class, _)| !is_null(*class)) {
        out.values[class.index()] = fold_values(world, state, &members)?;
    }
    out.map_refs(|r| names[r.index()]);
    combine_predicates(state, &mut out, &classes.members(state), &names);
    out.reaches = state.reaches.renamed(|r| Some(names[r.index()]).filter(|&name| name != Ref::NULL));
    if out.breaks_promise() {
        return None;
    }
    out.differences = state.differences.renamed(|r| Some(names[r.index()]));
    Some((out, names))
}

/// An array in focus of which another member of its class shows other cells: only one of them can be kept.
fn unmatched_focus(state: &State, classes: &Classes) -> Option<Ref> {
    let shown = |r: Ref| state.array(r).filter(|array| array.shows_cells());
    let clashes = |r: Ref, index: Ref| {
        let other = |x: Ref| x != r && classes.find(x) == classes.find(r);
        let others = state.refs().filter(|&x| other(x)).filter_map(shown);
        others.into_iter().any(|array| array.focus.is_none_or(|focus| focus.0 != index))
    };
    state.refs().find(|&r| shown(r).and_then(|array| array.focus).is_some_and(|focus| clashes(r, focus.0)))
}

/// Union–find.
struct Classes {
    parents: Vec<Ref>,
}

impl Classes {
    fn new(refs: usize) -> Self {
        Self { parents: (0..refs).map(Ref::from_index).collect() }
    }

    fn find(&self, mut r: Ref) -> Ref {
        while self.parents[r.index()] != r {
            r = self.parents[r.index()];
        }
        r
    }

    /// **≡** [Otto15, Def. 1.26]: the least congruence with `a ≡ b`.
    fn close(&mut self, state: &State, a: Ref, b: Ref) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (x, y) = (self.find(a), self.find(b));
            if x == y {
                continue;
            }
            // The smaller name stays, so null stays null.
            self.parents[x.max(y).index()] = x.min(y);
            let class = x.min(y);
            let members: Vec<Ref> = state.refs().filter(|&r| self.find(r) == class).collect();
            let mut seen: BTreeMap<Option<Label>, Ref> = BTreeMap::new();
            for &member in &members {
                let length = state.array(member).map(|array| (None, array.length));
                for (label, content) in state.contents(member).map(|(l, c)| (Some(l), c)).chain(length) {
                    let first = *seen.entry(label).or_insert(content);
                    work.push((first, content));
                }
            }
        }
    }

    /// Members of every class, by its name.
    fn members(&self, state: &State) -> BTreeMap<Ref, Vec<Ref>> {
        let mut out: BTreeMap<Ref, Vec<Ref>> = BTreeMap::new();
        for r in state.refs() {
            out.entry(self.find(r)).or_default().push(r);
        }
        out
    }
}

/// **≡n** [Otto15, Def. 1.31 (i)–(iii), (v)]: members of classes that no object can be.
fn infer_nulls(world: &World, state: &State, shape: &Shape, classes: &Classes) -> RefSet {
    let members = classes.members(state);
    let licences = &state.predicates;
    let mut nulls = RefSet::with_capacity(state.values.len());
    let mut add_class = |class: Ref| {
        for &r in &members[&class] {
            nulls.insert(r);
        }
    };
    for (&class, rs) in members.iter().filter(|(_, rs)| rs.len() > 1 && rs[0] != Ref::NULL) {
        let objects: Vec<Ref> = rs.iter().copied().filter(|&r| shape.is_object(r)).collect();
        if objects.len() != rs.len() {
            continue;
        }
        let common = rs.iter().map(|&r| state.types(r)).reduce(|a, b| world.intersection(a, b));
        let apart = |(at, &a): (usize, &Ref)| rs[at + 1..].iter().any(|&b| !licences.equal.contains(a, b));
        if common == Some(TypeSet::EMPTY) || rs.iter().enumerate().any(apart) {
            add_class(class);
        }
    }
    for (class, arriving) in arrivals(state, shape, classes, &members) {
        let sees = |z: Ref| members[&class].iter().all(|&w| licences.joins.contains(z, w));
        let meet = |z: Ref| arriving.iter().all(|&other| other == z || licences.joins.contains(z, other));
        if !arriving.iter().all(|&z| sees(z) && meet(z)) {
            add_class(class);
        }
    }
    nulls
}

/// **Must-paths** [Otto15, Def. 1.28, 1.30]: for each class the objects that surely reach it through a hidden edge.
fn arrivals(
    state: &State,
    shape: &Shape,
    classes: &Classes,
    members: &BTreeMap<Ref, Vec<Ref>>,
) -> BTreeMap<Ref, Vec<Ref>> {
    let mut quotient: BTreeMap<Ref, BTreeMap<Label, Ref>> = BTreeMap::new();
    for r in shape.objects() {
        for &(label, next) in shape.edges(r) {
            quotient.entry(classes.find(r)).or_default().insert(label, classes.find(next));
        }
    }
    let mut out: BTreeMap<Ref, Vec<Ref>> = BTreeMap::new();
    for r in shape.objects().filter(|r| members[&classes.find(*r)].len() > 1) {
        let mut seen = RefSet::default();
        let class = quotient.get(&classes.find(r)).into_iter().flatten();
        let hidden = class.filter(|(label, _)| state.content(r, **label).is_none());
        let mut work: Vec<Ref> = hidden.map(|(_, next)| *next).collect();
        while let Some(class) = work.pop() {
            if seen.insert(class) {
                work.extend(quotient.get(&class).into_iter().flatten().map(|(_, next)| *next));
            }
        }
        for class in seen.iter().filter(|&class| class != Ref::NULL) {
            out.entry(class).or_default().push(r);
        }
    }
    out
}

/// **Values** [Otto15, Def. 1.34–1.36]: the meet of all members.
fn fold_values(world: &World, state: &State, members: &[Ref]) -> Option<Value> {
    let mut values = members.iter().map(|&r| state.value(r).clone());
    let first = values.next()?;
    values.try_fold(first, |a, b| meet(world, a, b))
}

pub(crate) fn meet(world: &World, a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => x.meet(y).map(Value::Int),
        (Value::Float(x), Value::Float(y)) => match (x, y) {
            (Some(x), Some(y)) if x != y => None,
            (x, y) => Some(Value::Float(x.or(y))),
        },
        (Value::Object(x), Value::Object(y)) => {
            let types = nonempty(world.intersection(x.types, y.types))?;
            let mut fields = x.fields;
            for (field, content) in y.fields {
                if let Err(at) = fields.binary_search_by_key(&field, |entry| entry.0) {
                    fields.insert(at, (field, content));
                }
            }
            Some(Value::Object(Object { types, maybe_null: x.maybe_null && y.maybe_null, fields }))
        }
        (Value::Array(x), Value::Array(y)) => {
            let types = nonempty(world.intersection(x.types, y.types))?;
            let (cells, focus) = (x.cells.or(y.cells), x.focus.or(y.focus));
            Some(Value::Array(Array { types, length: x.length, cells, focus }))
        }
        (Value::Array(array), Value::Object(object)) | (Value::Object(object), Value::Array(array)) => {
            let types = nonempty(world.intersection(array.types, object.types))?;
            object.fields.is_empty().then_some(Value::Array(Array { types, ..array }))
        }
        (
            Value::Null | Value::Int(_) | Value::Float(_) | Value::Object(_) | Value::Array(_),
            Value::Null | Value::Int(_) | Value::Float(_) | Value::Object(_) | Value::Array(_),
        ) => None,
    }
}

fn nonempty(types: TypeSet) -> Option<TypeSet> {
    (types != TypeSet::EMPTY).then_some(types)
}

/// **Predicates** [Otto15, Def. 1.38 a–e]: what all pairs of members permit.
fn combine_predicates(state: &State, out: &mut State, members: &BTreeMap<Ref, Vec<Ref>>, names: &[Ref]) {
    let old = &state.predicates;
    let class = |r: Ref| Some(names[r.index()]).filter(|&name| name != Ref::NULL);
    let mut merged = old.renamed(class);
    let pairs =
        |a: Ref, b: Ref| members[&a].iter().flat_map(move |&x| members[&b].iter().map(move |&y| (x, y)));
    merged.equal.retain(|a, b| pairs(a, b).all(|(x, y)| old.equal.contains(x, y)));
    merged.joins.retain(|a, b| {
        if a == b {
            return members[&a].iter().all(|&x| old.joins.contains(x, x));
        }
        pairs(a, b).all(|(x, y)| old.joins.contains(x, y))
    });
    let united: Vec<_> = merged
        .all_cyclic()
        .filter_map(|(a, _)| {
            let sets: Option<Vec<_>> = members[&a].iter().map(|&x| old.cyclic(x)).collect();
            Some((a, sets?.into_iter().fold(Default::default(), |all, set| set.union(&all))))
        })
        .collect();
    merged.retain_cyclic(|_| false);
    for (a, fields) in united {
        merged.add_cyclic(a, fields);
    }
    out.predicates = merged;
}

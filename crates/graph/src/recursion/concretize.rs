//! Context concretization [Otto15, §3.3]: a return state put back on top of the frames of a call state.
//!
//! What the call state knows is never newer than what the return state knows: it is still valid or stale. The input
//! arguments connect the two; a *changed* one makes everything it leads to stale. Identity (`=?`, `?`) is immune to
//! writes, shapes (`⋎`, `⟲`) are not. Departures from the printed rules, each closing a hole found by brute force
//! (`tests/oracle` repeats the search):
//! 1. joins with no pair on the return side fall back to the call side (erratum E-R6);
//! 2. self-joins and cycles are decided by *touched* classes, those that visibly reach a changed one (E-R8);
//! 3. changed references are closed under `=?` (E-R7);
//! 4. references of the caller without an input argument are compensated for, so any coverage that contains the
//!    arguments and statics is sound.
//!
//! Null inference stops at rules (i) and (ii): the others only add precision.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;

use crate::graph::RefMap;
use crate::recursion::inputs::leads;
use crate::state::focus::hide_focuses;
use crate::state::predicates::{FieldSet, Predicates};
use crate::state::refset::RefSet;
use crate::state::shape::Shape;
use crate::state::{Array, InitStatus, Input, Label, Object, Ref, Role, State, Value};
use crate::world::{TypeSet, World};

/// The concretized state and, for its references, what they were in the return and in the call state.
pub struct Concretized {
    pub state: State,
    pub from_return: RefMap,
    pub from_call: RefMap,
}

/// `cc(S, K)`: `None` if the return state cannot belong to the call.
pub fn concretize(world: &World, returned: &State, call: &State) -> Option<Concretized> {
    if !is_applicable(returned, call) {
        return None;
    }
    // Which cell is in focus is not followed through calls.
    let (mut returned, mut call) = (returned.clone(), call.clone());
    hide_focuses(world, &mut returned);
    hide_focuses(world, &mut call);
    let mut cx = Concretize::new(world, &returned, &call);
    cx.equate();
    let classes = cx.classes();
    let state = cx.result(&classes)?;
    let (state, renaming) = state.canonical(world);
    let mut from_return = vec![None; state.values.len()];
    let mut from_call = from_return.clone();
    for side in [Side::Return, Side::Call] {
        let origins = if side == Side::Return { &mut from_return } else { &mut from_call };
        for r in cx.state(side).refs() {
            if let Some(new) = renaming.get(cx.find(cx.node(side, r))) {
                origins[new.index()].get_or_insert(r);
            }
        }
    }
    Some(Concretized { state, from_return: RefMap::new(from_return), from_call: RefMap::new(from_call) })
}

/// **Applicability** [Otto15, Def. 3.22]: same method, same slots, initialisation went on from the call's.
fn is_applicable(returned: &State, call: &State) -> bool {
    let (Some(bottom), Some(callee)) = (returned.frames.first(), call.frames.last()) else { return false };
    let later = |&(class, status): &(program::ClassId, InitStatus)| match returned.init_status(class) {
        Some(InitStatus::Running) => status == InitStatus::Running,
        Some(InitStatus::Done) => status != InitStatus::Erroneous,
        Some(InitStatus::Erroneous) => status != InitStatus::Done,
        None => false,
    };
    bottom.method == callee.method
        && bottom.inputs.len() == callee.inputs.len()
        && bottom.inputs.iter().zip(&callee.inputs).all(|(a, b)| a.slot == b.slot)
        && call.init.iter().all(later)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Return,
    Call,
}

/// References of both states side by side: those of the call state follow those of the return state.
struct Concretize<'a> {
    world: &'a World,
    returned: &'a State,
    call: &'a State,
    return_shape: Shape,
    call_shape: Shape,
    parents: Vec<Ref>,
    /// By reference of the return state.
    changed: RefSet,
    /// Input arguments: reference in the return state, in the call state, changed.
    slots: Vec<(Ref, Ref, bool)>,
}

impl<'a> Concretize<'a> {
    fn new(world: &'a World, returned: &'a State, call: &'a State) -> Self {
        let return_shape = Shape::of(returned, world);
        let call_shape = Shape::of(call, world);
        let ours = returned.frames.first().map_or(&[][..], |frame| &frame.inputs);
        let theirs = call.frames.last().map_or(&[][..], |frame| &frame.inputs);
        let slots: Vec<(Ref, Ref, bool)> =
            ours.iter().zip(theirs).map(|(a, b)| (a.r, b.r, a.changed)).collect();
        let mut changed = RefSet::with_capacity(returned.values.len());
        for &(r, _, _) in slots.iter().filter(|slot| slot.2) {
            changed.union_with(&leads(returned, &return_shape, r));
        }
        close_under_equality(&mut changed, returned);
        let size = returned.values.len() + call.values.len();
        let parents = (0..size).map(Ref::from_index).collect();
        Self { world, returned, call, return_shape, call_shape, parents, changed, slots }
    }

    fn state(&self, side: Side) -> &'a State {
        match side {
            Side::Return => self.returned,
            Side::Call => self.call,
        }
    }

    fn shape(&self, side: Side) -> &Shape {
        match side {
            Side::Return => &self.return_shape,
            Side::Call => &self.call_shape,
        }
    }

    /// A reference of one side as a node of both; null is one node.
    fn node(&self, side: Side, r: Ref) -> Ref {
        match side {
            Side::Call if r != Ref::NULL => Ref::from_index(self.returned.values.len() + r.index()),
            Side::Return | Side::Call => r,
        }
    }

    fn find(&self, mut node: Ref) -> Ref {
        while self.parents[node.index()] != node {
            node = self.parents[node.index()];
        }
        node
    }

    fn class_of(&self, side: Side, r: Ref) -> Ref {
        self.find(self.node(side, r))
    }

    fn is_changed(&self, member: Member) -> bool {
        member.0 == Side::Return && self.changed.contains(member.1)
    }

    /// **≡** [Otto15, Def. 3.12]: input arguments are equal to themselves; contents of equal objects are equal unless
    /// one of them is stale.
    fn equate(&mut self) {
        let mut work: Vec<(Ref, Ref)> =
            self.slots.iter().map(|&(a, b, _)| (a, self.node(Side::Call, b))).collect();
        loop {
            while let Some((a, b)) = work.pop() {
                let (x, y) = (self.find(a), self.find(b));
                self.parents[x.max(y).index()] = x.min(y);
            }
            work = self.congruence();
            if work.is_empty() {
                return;
            }
        }
    }

    /// Pairs of contents that must be equal and are not yet in one class.
    fn congruence(&self) -> Vec<(Ref, Ref)> {
        let mut out = Vec::new();
        for members in self.classes().values().filter(|members| members.len() > 1) {
            // Contents by label: equal within a side, and across unless the return side's may have been written.
            let mut own: BTreeMap<(Side, Option<Label>), Ref> = BTreeMap::new();
            let mut common: BTreeMap<Option<Label>, Ref> = BTreeMap::new();
            for &member in members {
                let (side, r) = member;
                let state = self.state(side);
                let length = state.array(r).map(|array| (None, array.length));
                for (label, content) in state.contents(r).map(|(label, c)| (Some(label), c)).chain(length) {
                    let content = self.node(side, content);
                    let mut firsts = vec![*own.entry((side, label)).or_insert(content)];
                    if label.is_none() || !self.is_changed(member) {
                        firsts.push(*common.entry(label).or_insert(content));
                    }
                    let differing =
                        firsts.into_iter().filter(|&first| self.find(first) != self.find(content));
                    out.extend(differing.map(|first| (first, content)));
                }
            }
        }
        out
    }

    /// Members of every class of references, by its name; null's class is named null.
    fn classes(&self) -> BTreeMap<Ref, Vec<Member>> {
        let mut out: BTreeMap<Ref, Vec<Member>> = BTreeMap::new();
        for side in [Side::Return, Side::Call] {
            for r in self.state(side).refs() {
                out.entry(self.class_of(side, r)).or_default().push((side, r));
            }
        }
        out
    }
}

type Member = (Side, Ref);
type Classes = BTreeMap<Ref, Vec<Member>>;

fn close_under_equality(changed: &mut RefSet, state: &State) {
    loop {
        let before = changed.clone();
        for (a, b) in state.predicates.equal.iter() {
            if changed.contains(a) || changed.contains(b) {
                changed.insert(a);
                changed.insert(b);
            }
        }
        if *changed == before {
            return;
        }
    }
}

impl Concretize<'_> {
    /// **Result components** [Otto15, Def. 3.21, 3.23].
    fn result(&self, classes: &Classes) -> Option<State> {
        let nulls = self.null_classes(classes)?;
        let mut out = State { values: vec![Value::Null; self.parents.len()], ..State::empty() };
        for (&class, members) in classes.iter().filter(|(class, _)| !nulls.contains(class)) {
            out.values[class.index()] = self.value(members)?;
        }
        let name = |side: Side, r: Ref| {
            let class = self.class_of(side, r);
            if nulls.contains(&class) { Ref::NULL } else { class }
        };
        for value in &mut out.values {
            rename_contents(value, |r| if nulls.contains(&self.find(r)) { Ref::NULL } else { self.find(r) });
        }
        self.frames(&mut out, name);
        out.statics =
            self.returned.statics.iter().map(|&(field, r)| (field, name(Side::Return, r))).collect();
        out.exception = self.returned.exception.map(|r| name(Side::Return, r));
        out.init = self.returned.init.clone();
        for side in [Side::Return, Side::Call] {
            for (a, b, c) in self.state(side).differences.iter() {
                out.differences.insert(name(side, a), name(side, b), c);
            }
        }
        self.predicates(classes, &mut out);
        Some(out)
    }

    fn frames(&self, out: &mut State, name: impl Fn(Side, Ref) -> Ref) {
        let (_, callers) = self.call.frames.split_last().expect("call states have a callee");
        for (side, frames) in [(Side::Call, callers), (Side::Return, &self.returned.frames[..])] {
            for frame in frames {
                let mut frame = frame.clone();
                frame.regs.iter_mut().flatten().for_each(|r| *r = name(side, *r));
                frame.inputs = match side {
                    Side::Return => Vec::new(),
                    Side::Call => self.bumped(&frame.inputs, &name),
                };
                if side == Side::Return && matches!(frame.role, Role::Entry(_)) {
                    frame.role = Role::Call;
                }
                out.frames.push(frame);
            }
        }
    }

    /// Older input arguments of the caller: changed if they share anything with a changed one.
    fn bumped(&self, inputs: &[Input], name: impl Fn(Side, Ref) -> Ref) -> Vec<Input> {
        let mut touched = RefSet::default();
        for &(_, r, _) in self.slots.iter().filter(|slot| slot.2) {
            touched.union_with(&leads(self.call, &self.call_shape, r));
        }
        let bump = |input: &Input| leads(self.call, &self.call_shape, input.r).intersects(&touched);
        let inputs = inputs.iter();
        inputs
            .map(|input| Input {
                slot: input.slot,
                r: name(Side::Call, input.r),
                changed: input.changed || bump(input),
            })
            .collect()
    }

    /// **≡n** [Otto15, Def. 3.17 (i), (ii)] and **conflicts** (Def. 3.18): classes that are null.
    fn null_classes(&self, classes: &Classes) -> Option<BTreeSet<Ref>> {
        let mut nulls = BTreeSet::from([Ref::NULL]);
        for (&class, members) in classes.iter().filter(|(class, _)| **class != Ref::NULL) {
            let objects = members.iter().filter(|(side, r)| self.shape(*side).is_object(*r));
            let objects: Vec<Member> = objects.copied().collect();
            if objects.len() < 2 || objects.len() < members.len() {
                continue;
            }
            let types = objects.iter().map(|&(side, r)| self.state(side).types(r));
            let common = types.reduce(|a, b| self.world.intersection(a, b));
            let apart = |(at, &(side, a)): (usize, &Member)| {
                let equal = &self.state(side).predicates.equal;
                objects[at + 1..].iter().any(|&(other, b)| other == side && !equal.contains(a, b))
            };
            if common == Some(TypeSet::EMPTY) || objects.iter().enumerate().any(apart) {
                nulls.insert(class);
            }
        }
        for class in &nulls {
            for &(side, r) in &classes[class] {
                match self.state(side).value(r) {
                    Value::Null => {}
                    Value::Object(object) if object.maybe_null && object.fields.is_empty() => {}
                    Value::Object(_) | Value::Array(_) | Value::Int(_) | Value::Float(_) => return None,
                }
            }
        }
        Some(nulls)
    }

    /// The meet of all members; contents of a changed class come from the return side only.
    fn value(&self, members: &[Member]) -> Option<Value> {
        let changed = members.iter().any(|&member| self.is_changed(member));
        let mut out: Option<Value> = None;
        for &(side, r) in members {
            let mut value = self.state(side).value(r).clone();
            rename_contents(&mut value, |r| self.node(side, r));
            if changed && side == Side::Call {
                match &mut value {
                    Value::Object(object) => object.fields.clear(),
                    Value::Array(array) => array.cells = None,
                    Value::Null | Value::Int(_) | Value::Float(_) => {}
                }
            }
            out = Some(match out {
                None => value,
                Some(known) => crate::order::unify::meet(self.world, known, value)?,
            });
        }
        // A maybe-null object shows nothing.
        if let Some(Value::Object(object)) = &mut out
            && !object.fields.is_empty()
        {
            object.maybe_null = false;
        }
        out
    }

    /// Same-side pairs of members of two classes.
    fn pairs<'b>(
        &self,
        a: &'b [Member],
        b: &'b [Member],
    ) -> impl Iterator<Item = (Side, Ref, Ref)> + Clone + 'b {
        a.iter().flat_map(move |&(side, x)| {
            b.iter().filter(move |(other, _)| *other == side).map(move |&(_, y)| (side, x, y))
        })
    }

    /// **Predicates** [Otto15, Def. 3.23 a–h] with the touched rule and compensation.
    fn predicates(&self, classes: &Classes, out: &mut State) {
        let shape = Shape::of(out, self.world);
        let objects: Vec<Ref> = classes.keys().copied().filter(|&class| shape.is_object(class)).collect();
        let mut predicates = Predicates::default();
        let changed = |class: Ref| classes[&class].iter().any(|&member| self.is_changed(member));
        for (at, &a) in objects.iter().enumerate() {
            for &b in &objects[at + 1..] {
                self.pair_predicates(classes, (a, b), changed(a) || changed(b), &mut predicates);
            }
        }
        let caller = CallerOnly::of(self, classes, &objects);
        let hot: Vec<Ref> =
            objects.iter().copied().filter(|&class| changed(class) || caller.is_changed(class)).collect();
        let touched: BTreeSet<Ref> = objects
            .iter()
            .copied()
            .filter(|&class| {
                let reach = shape.reach(class);
                hot.iter().any(|&class| reach.contains(class))
            })
            .collect();
        for &class in &objects {
            let fresh_only = changed(class) || touched.contains(&class);
            self.self_predicates(class, &classes[&class], fresh_only, &mut predicates);
        }
        caller.compensate(self, classes, out, &mut predicates);
        let closing: Vec<Ref> = touched
            .into_iter()
            .filter(|class| classes[class].iter().all(|member| member.0 == Side::Call))
            .collect();
        let shape = Shape::of(out, self.world);
        close_caller_shapes(&shape, &closing, &mut predicates);
        out.predicates = predicates;
    }

    /// **Rules b, c, d**.
    fn pair_predicates(&self, classes: &Classes, pair: (Ref, Ref), changed: bool, out: &mut Predicates) {
        let (a, b) = pair;
        let pairs = self.pairs(&classes[&a], &classes[&b]);
        if pairs.clone().next().is_none() {
            return;
        }
        if pairs.clone().all(|(side, x, y)| self.state(side).predicates.equal.contains(x, y)) {
            out.add_equal(a, b);
        }
        let fresh = pairs.clone().filter(|(side, _, _)| *side == Side::Return);
        let only_fresh = changed && fresh.clone().next().is_some();
        let joins = |(side, x, y): (Side, Ref, Ref)| self.state(side).predicates.joins.contains(x, y);
        let all = if only_fresh { fresh.clone().all(joins) } else { pairs.clone().all(joins) };
        if all {
            out.add_join(a, b);
        }
    }

    /// **Rules e–h**, by touched classes.
    fn self_predicates(&self, class: Ref, members: &[Member], fresh_only: bool, out: &mut Predicates) {
        let fresh: Vec<Member> = members.iter().copied().filter(|member| member.0 == Side::Return).collect();
        let used = if fresh_only && !fresh.is_empty() { &fresh[..] } else { members };
        if used.iter().all(|&(side, r)| self.state(side).predicates.joins.contains(r, r)) {
            out.add_join(class, class);
        }
        let cycles: Option<Vec<&FieldSet>> =
            used.iter().map(|&(side, r)| self.state(side).predicates.cyclic(r)).collect();
        if let Some(cycles) = cycles {
            out.add_cyclic(class, cycles.into_iter().fold(FieldSet::default(), |all, set| all.union(set)));
        }
    }
}

/// Classes that only the call state knows although the callee could reach them, each with the slots that lead there.
struct CallerOnly {
    classes: BTreeMap<Ref, Vec<usize>>,
    changed: BTreeSet<Ref>,
}

impl CallerOnly {
    fn of(cx: &Concretize<'_>, classes: &Classes, objects: &[Ref]) -> Self {
        let slots: Vec<RefSet> =
            cx.slots.iter().map(|&(_, r, _)| leads(cx.call, &cx.call_shape, r)).collect();
        let mut out = Self { classes: BTreeMap::new(), changed: BTreeSet::new() };
        for &class in objects {
            let members = &classes[&class];
            if members.iter().any(|member| member.0 == Side::Return) {
                continue;
            }
            let leading: Vec<usize> = (0..slots.len())
                .filter(|&slot| members.iter().any(|&(_, r)| slots[slot].contains(r)))
                .collect();
            if leading.is_empty() {
                continue;
            }
            if leading.iter().any(|&slot| cx.slots[slot].2) {
                out.changed.insert(class);
            }
            out.classes.insert(class, leading);
        }
        out
    }

    fn is_changed(&self, class: Ref) -> bool {
        self.changed.contains(&class)
    }

    /// **Compensation**: what the callee may have done to caller objects without an input argument.
    fn compensate(
        &self,
        cx: &Concretize<'_>,
        classes: &Classes,
        out: &mut State,
        predicates: &mut Predicates,
    ) {
        let from_slots: Vec<RefSet> =
            cx.slots.iter().map(|&(r, _, _)| leads(cx.returned, &cx.return_shape, r)).collect();
        for (&q, slots) in &self.classes {
            let changed = self.is_changed(q);
            for (&y, members) in classes {
                if members.iter().all(|member| member.0 == Side::Call) || !out.is_object(cx.world, y) {
                    continue;
                }
                let both_sides = members.iter().any(|member| member.0 == Side::Call);
                let y_changed = members.iter().any(|&member| cx.is_changed(member));
                if !changed && !y_changed && both_sides {
                    continue;
                }
                let meets = |&slot: &usize| {
                    members.iter().filter(|member| member.0 == Side::Return).any(|&(_, r)| {
                        let back = leads(cx.returned, &cx.return_shape, r);
                        from_slots[slot].contains(r) || back.contains(cx.slots[slot].0)
                    })
                };
                if changed || slots.iter().any(meets) {
                    predicates.add_join(q, y);
                    if !both_sides {
                        predicates.add_equal(q, y);
                    }
                }
            }
            if changed {
                self.forget(cx, classes, q, out, predicates);
            }
        }
    }

    /// Nothing is known any more about the shape below a caller object the callee may have written to.
    fn forget(
        &self,
        cx: &Concretize<'_>,
        classes: &Classes,
        q: Ref,
        out: &mut State,
        predicates: &mut Predicates,
    ) {
        for &(_, r) in &classes[&q] {
            for z in leads(cx.call, &cx.call_shape, r).iter() {
                let class = cx.class_of(Side::Call, z);
                if out.is_object(cx.world, class) {
                    predicates.add_join(q, class);
                }
            }
        }
        match &mut out.values[q.index()] {
            Value::Object(object) => object.fields.clear(),
            Value::Array(array) => array.cells = None,
            Value::Null | Value::Int(_) | Value::Float(_) => {}
        }
        predicates.add_join(q, q);
        predicates.add_cyclic(q, FieldSet::default());
        for &other in self.classes.keys() {
            predicates.add_join(q, other);
        }
    }
}

/// **Closure pass** (n1)–(n4) over touched classes that only the caller knows, to a fixpoint.
fn close_caller_shapes(shape: &Shape, classes: &[Ref], predicates: &mut Predicates) {
    loop {
        let before = predicates.clone();
        for &p in classes.iter().filter(|&&p| shape.is_object(p)) {
            let reach: Vec<Ref> = shape.reach(p).iter().collect();
            if reach.iter().any(|&x| x != p && predicates.related(x, p)) {
                predicates.add_cyclic(p, FieldSet::default());
            }
            let below = shape.edges(p).iter().map(|edge| edge.1).chain([p]);
            let near_cycle = below.into_iter().any(|x| predicates.cyclic(x).is_some());
            if near_cycle || forks_into_relation(shape, p, &reach, predicates) {
                predicates.add_join(p, p);
            }
        }
        if *predicates == before {
            return;
        }
    }
}

fn forks_into_relation(shape: &Shape, p: Ref, reach: &[Ref], predicates: &Predicates) -> bool {
    let entries = |x: Ref| reach.iter().flat_map(|&y| shape.edges(y)).filter(|edge| edge.1 == x).count();
    reach.iter().any(|&x| {
        (predicates.cyclic(x).is_some() && entries(x) > 1)
            || reach.iter().any(|&y| x != y && predicates.related(x, y) && shape.forks(p, x, y))
    })
}

fn rename_contents(value: &mut Value, name: impl Fn(Ref) -> Ref) {
    match value {
        Value::Object(Object { fields, .. }) => fields.iter_mut().for_each(|entry| entry.1 = name(entry.1)),
        Value::Array(Array { length, cells, .. }) => {
            *length = name(*length);
            cells.iter_mut().flatten().for_each(|r| *r = name(*r));
        }
        Value::Null | Value::Int(_) | Value::Float(_) => {}
    }
}

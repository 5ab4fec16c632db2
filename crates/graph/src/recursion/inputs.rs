//! Input arguments: shadows of the forgotten caller's objects [Otto15, §3.2].
//!
//! A call state gets one input argument per reference that the callee may touch and the caller may look at again:
//! the arguments, the static fields, and what the immediate caller holds and the callee can reach (profile *Caller*,
//! which is finite by construction; the thesis' closure may need ever more slots). What is left out is repaired on
//! return ([`crate::recursion::concretize`]).

use crate::state::refset::RefSet;
use crate::state::shape::Shape;
use crate::state::{Input, Ref, Slot, State};
use crate::world::World;

/// **Input argument creation** [Otto15, Def. 3.6]: the call state of an invoking state.
pub fn with_inputs(world: &World, state: &State) -> State {
    let shape = Shape::of(state, world);
    let Some((callee, callers)) = state.frames.split_last() else { return state.clone() };
    let arguments =
        callee.regs.iter().enumerate().filter_map(|(reg, r)| Some((Slot::Argument(reg as u16), (*r)?)));
    let statics = state.statics.iter().map(|&(field, r)| (Slot::Static(field), r));
    let mut inputs: Vec<Input> = Vec::new();
    let mut reachable = RefSet::default();
    for (slot, r) in arguments.chain(statics).filter(|(_, r)| shape.is_object(*r)) {
        reachable.union_with(&leads(state, &shape, r));
        inputs.push(Input { slot, r, changed: false });
    }
    let held = callers.last().into_iter().flat_map(|caller| caller.regs.iter().enumerate());
    for (reg, r) in held {
        if let Some(r) = *r
            && shape.is_object(r)
            && reachable.contains(r)
            && inputs.iter().all(|input| input.r != r)
        {
            inputs.push(Input { slot: Slot::Caller(reg as u16), r, changed: false });
        }
    }
    inputs.sort_by_key(|input| input.slot);
    let mut out = state.clone();
    if let Some(callee) = out.frames.last_mut() {
        callee.inputs = inputs;
    }
    out
}

/// **Change flags** [Otto15, Def. 3.8]: before a write to `target`, every input argument that leads to it is flagged.
pub fn mark_changed(world: &World, state: &mut State, target: Ref) {
    if state.frames.iter().all(|frame| frame.inputs.iter().all(|input| input.changed)) {
        return;
    }
    let shape = Shape::of(state, world);
    let leading: Vec<Ref> = state.refs().filter(|&r| leads(state, &shape, r).contains(target)).collect();
    for frame in &mut state.frames {
        for input in &mut frame.inputs {
            input.changed |= leading.contains(&input.r);
        }
    }
}

/// All `b` with `a ⇝ b` [Otto15, Def. 1.42]: visible from `a`, or one predicate step further.
pub fn leads(state: &State, shape: &Shape, a: Ref) -> RefSet {
    let reach = shape.reach(a);
    let mut out = reach.clone();
    for (x, y) in state.predicates.equal.iter().chain(state.predicates.joins.iter()) {
        if reach.contains(x) {
            out.insert(y);
        }
        if reach.contains(y) {
            out.insert(x);
        }
    }
    out
}

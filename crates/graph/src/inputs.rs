//! Input arguments: shadows of the forgotten caller's objects [Otto15, Ch. 3].

use crate::refset::RefSet;
use crate::shape::Shape;
use crate::state::{Ref, State};
use crate::world::World;

/// **Change flags** [Otto15, Def. 3.8]: before a write to `target`, every input argument that leads to it is flagged.
pub fn mark_changed(world: &World, state: &mut State, target: Ref) {
    if state.frames.iter().all(|frame| frame.inputs.iter().all(|input| input.changed)) {
        return;
    }
    let shape = Shape::of(state, world);
    let leading: Vec<Ref> = state.refs().filter(|&r| leads_to(state, &shape, r, target)).collect();
    for frame in &mut state.frames {
        for input in &mut frame.inputs {
            input.changed |= leading.contains(&input.r);
        }
    }
}

/// `a ⇝ b` [Otto15, Def. 1.42]: something visible from `a` is `b` or related to it.
pub fn leads_to(state: &State, shape: &Shape, a: Ref, b: Ref) -> bool {
    shape.reach(a).iter().any(|x| state.predicates.connected(x, b))
}

/// All `b` with `a ⇝ b`.
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

//! The instance relation `special ⊑ general` [Otto15, Def. 1.10 and §2.4], decided without enumerating positions.
//!
//! A lock-step walk from the roots gives the map φ from general to special references and fails on conditions
//! (a)–(k); then the predicates the general state would need ([`required_predicates`]) must all be there. Relational
//! facts and definite reachability of the general state must be entailed by the special one. Split results are ignored.

use base::Id;

use crate::order::require::required_predicates;
use crate::state::{Ref, State, Value};
use crate::world::World;

/// φ, indexed by the references of `general`, if `special ⊑ general`. Both states are canonical.
pub fn instance(world: &World, special: &State, general: &State) -> Option<Vec<Ref>> {
    if !special.same_shape(general) {
        return None;
    }
    let phi = matching(world, special, general)?;
    let interval = |r: Ref| special.int(r);
    for (a, b, c) in general.differences.iter() {
        if special.differences.bound(phi[a.index()], phi[b.index()], interval) > c {
            return None;
        }
    }
    for (a, field, b) in general.reaches.iter() {
        let (x, y) = (phi[a.index()], phi[b.index()]);
        if !(x == y && a != b || special.surely_reaches(x, field, y)) {
            return None;
        }
    }
    (special.values == general.values && special.predicates == general.predicates
        || is_licensed(world, special, general, &phi))
    .then_some(phi)
}

fn is_licensed(world: &World, special: &State, general: &State, phi: &[Ref]) -> bool {
    let required = required_predicates(world, special, general, phi);
    if !required.maybe_null.iter().all(|r| general.maybe_null(r)) {
        return false;
    }
    // The general state was freed of licences that its types rule out; so is what is asked of it.
    let needed = general.pruned(world, required.predicates);
    let granted = &general.predicates;
    needed.equal.iter().all(|(a, b)| granted.equal.contains(a, b))
        && needed.joins.iter().all(|(a, b)| granted.joins.contains(a, b))
        && needed.all_cyclic().all(|(a, fields)| granted.cyclic(a).is_some_and(|own| own.is_subset(fields)))
}

/// The walk: conditions (d)–(k) and (p).
fn matching(world: &World, special: &State, general: &State) -> Option<Vec<Ref>> {
    let mut phi: Vec<Option<Ref>> = vec![None; general.values.len()];
    let mut work = root_pairs(special, general)?;
    // Arrays whose focus is compared once it is known what its index is.
    let mut focused: Vec<(Ref, Ref)> = Vec::new();
    loop {
        let Some((g, s)) = work.pop() else {
            let Some((g, s)) = focused.pop() else { break };
            work.extend(focus_pairs(special, general, &phi, g, s)?);
            continue;
        };
        match phi[g.index()] {
            Some(known) if known == s => continue,
            Some(_) => return None,
            None => phi[g.index()] = Some(s),
        }
        match (general.value(g), special.value(s)) {
            (Value::Null, Value::Null) => {}
            (Value::Int(wide), Value::Int(narrow)) if narrow.within(*wide) => {}
            (Value::Float(wide), Value::Float(narrow)) if wide.is_none() || wide == narrow => {}
            (Value::Object(object), Value::Null) if object.maybe_null => {}
            (Value::Object(object), Value::Object(narrow)) => {
                let fits =
                    (object.maybe_null || !narrow.maybe_null) && world.is_subset(narrow.types, object.types);
                if !fits {
                    return None;
                }
                for &(field, content) in &object.fields {
                    work.push((content, special.field(s, field)?));
                }
            }
            (Value::Object(object), Value::Array(narrow)) => {
                if !object.fields.is_empty() || !world.is_subset(narrow.types, object.types) {
                    return None;
                }
            }
            (Value::Array(array), Value::Array(narrow)) if world.is_subset(narrow.types, array.types) => {
                work.push((array.length, narrow.length));
                if let Some(cells) = &array.cells {
                    let inner = narrow.cells.as_ref().filter(|inner| inner.len() == cells.len())?;
                    work.extend(cells.iter().copied().zip(inner.iter().copied()));
                }
                if array.focus.is_some() {
                    focused.push((g, s));
                }
            }
            _ => return None,
        }
    }
    Some(phi.into_iter().map(|r| r.unwrap_or(Ref::NULL)).collect())
}

/// What has to match so that `s` shows the cell that `g` has in focus: its content, and its index if that is a literal with no
/// other place. Indices with a place of their own were matched before.
fn focus_pairs(
    special: &State,
    general: &State,
    phi: &[Option<Ref>],
    g: Ref,
    s: Ref,
) -> Option<Vec<(Ref, Ref)>> {
    let (index, content) = general.array(g)?.focus?;
    let array = special.array(s)?;
    if let Some((at, inner)) = array.focus {
        return match phi[index.index()] {
            Some(image) => (image == at).then(|| vec![(content, inner)]),
            None => Some(vec![(index, at), (content, inner)]),
        };
    }
    let number = phi[index.index()].and_then(|image| special.literal(image)).or(general.literal(index))?;
    let inner = array.cells.as_ref()?.get(usize::try_from(number).ok()?)?;
    Some(vec![(content, *inner)])
}

/// Contents of the same root in both states; `None` if the general one has a root that the special one lacks.
pub(crate) fn root_pairs(special: &State, general: &State) -> Option<Vec<(Ref, Ref)>> {
    let mut pairs = Vec::new();
    for (g, s) in general.frames.iter().zip(&special.frames) {
        for (index, reg) in g.regs.iter().enumerate() {
            if let Some(r) = *reg {
                pairs.push((r, s.regs.get(index).copied().flatten()?));
            }
        }
        for (x, y) in g.inputs.iter().zip(&s.inputs) {
            if y.changed && !x.changed {
                return None;
            }
            pairs.push((x.r, y.r));
        }
    }
    for &(field, r) in &general.statics {
        pairs.push((r, special.static_field(field)?));
    }
    if let (Some(r), Some(s)) = (general.exception, special.exception) {
        pairs.push((r, s));
    }
    Some(pairs)
}

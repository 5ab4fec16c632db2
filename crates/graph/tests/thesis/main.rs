//! The thesis' worked examples on the level of states, one test each; examples that are programs are under
//! `tests/programs/graph`. Errata are named by the numbers they have in `docs/src/papers.md`.

mod calls;
mod notation;

use graph::eval::realize::{hide_cells, load_hidden_cell, realize_field};
use graph::eval::write::{put_field, put_hidden_cell};
use graph::order::instance::instance;
use graph::order::merge::{Numbers, merge};
use graph::order::unify::unify;
use graph::state::{Ref, State};
use graph::world::World;
use notation::{Example, NEXT, OTHER, world};

fn is_instance(world: &World, special: &str, general: &str) -> bool {
    let [special, general] = [special, general].map(|text| Example::new(world, text).canonical(world));
    instance(world, &special, &general).is_some()
}

/// Fails unless the state is the one in the notation, up to names.
fn assert_state(world: &World, state: State, expected: &str) {
    assert_eq!(state.canonical(world).0, Example::new(world, expected).canonical(world));
}

fn merged(world: &World, older: &str, newer: &str) -> State {
    let [older, newer] = [older, newer].map(|text| Example::new(world, text).canonical(world));
    merge(world, &older, &newer, Numbers::Hull).state
}

/// **Example 1.1**, Fig. 1.11.
#[test]
fn a_list_of_two_is_an_instance_of_a_longer_one() {
    let world = &world();
    let two = "this:r1 max:i1 | r1:List(next:r2,value:i2) r2:List(next:null,value:i3) i1:[10,oo) i2:[7,7] i3:(-oo,0]";
    let more = "this:r3 max:i4 | r3:List(next:r4,value:i5) r4:List? i4:[0,oo) i5:(-oo,oo)";
    assert!(is_instance(world, two, more));
    assert!(!is_instance(world, more, two));
}

/// **Example 1.2**, Fig. 1.12: every predicate is needed.
#[test]
fn a_ring_needs_all_its_licences() {
    let world = &world();
    let ring = "this:r1 top:r1 | r1:List(next:r2,value:i) r2:List(next:r1,value:i) i:(-oo,oo)";
    let hidden = "this:r3 top:r4 | r3:List(value:i) r4:List(value:i) i:(-oo,oo)";
    let licences = [r"r3=?r4", r"r3\/r4", r"r3\/r3", r"r4\/r4", "r3@next", "r4@"];
    let with = |licences: &[&str]| format!("{hidden} | {}", licences.join(" "));
    assert!(is_instance(world, ring, &with(&licences)));
    for left_out in 0..licences.len() {
        let mut fewer = licences.to_vec();
        let missing = fewer.remove(left_out);
        assert!(!is_instance(world, ring, &with(&fewer)), "without {missing}");
    }
    let cycles = |fields: &str| with(&[&licences[..5], &[fields]].concat());
    assert!(is_instance(world, ring, &cycles("r4@next")));
    assert!(!is_instance(world, ring, &cycles("r4@next+value")));
    assert!(!is_instance(world, ring, "this:r5 top:r5 | r5:List(next:r5)"));
}

/// **Example 1.15**, Fig. 1.23: what becomes visible inherits what was licensed, and nothing else.
#[test]
fn realization_inherits_licences() {
    let world = &world();
    let before = Example::new(world, r"a:r1 b:r2 | r1:List r2:List | r1\/r2 r1\/r1 r1@next");
    let mut state = before.state.clone();
    realize_field(world, &mut state, before.at("r1"), NEXT, None);
    let after = r"a:r1 b:r2 | r1:List(next:r3) r2:List r3:List? |
        r1\/r2 r1\/r1 r1@next r3\/r2 r3=?r2 r1=?r3 r1\/r3 r3\/r3 r3@next";
    assert_eq!(state, Example::new(world, after).state);
    assert!(instance(world, &state.canonical(world).0, &before.canonical(world)).is_some());
}

/// **Example 1.26 and 1.30**, Fig. 1.32, in one state: a must-path that is not licensed leads to null, or to a conflict.
///
/// Guards `graph::order::unify::infer_nulls`.
#[test]
fn a_path_without_licence_leads_to_null() {
    let world = &world();
    let unified = |text: &str| {
        let example = Example::new(world, text);
        unify(world, &example.state, example.at("r1"), example.at("r3")).map(|(state, _)| state)
    };
    assert_eq!(unified("a:r1 b:r2 c:r3 | r1:List(next:r2) r2:List r3:List | r1=?r3"), None);
    let nullable =
        unified("a:r1 b:r2 c:r3 | r1:List(next:r2) r2:List? r3:List | r1=?r3").expect("r2 may be null");
    assert_state(world, nullable, "a:r1 b:null c:r1 | r1:List(next:null)");
    let licensed = unified(r"a:r1 b:r2 c:r3 | r1:List(next:r2) r2:List r3:List | r1=?r3 r3\/r2");
    assert_state(world, licensed.expect("licensed"), "a:r1 b:r2 c:r1 | r1:List(next:r2) r2:List");
}

/// **Example 1.40**: a ring appended to a list is seen by those who may reach the end, and needs no licence itself.
#[test]
fn an_appended_ring_is_seen_from_the_head() {
    let world = &world();
    let before =
        Example::new(world, r"head:h last:l ring:r | h:List l:List(next:null) r:List(next:r) | h\/l");
    let mut state = before.state.clone();
    put_field(world, &mut state, before.at("l"), NEXT, before.at("r"));
    let after = r"head:h last:l ring:r | h:List l:List(next:r) r:List(next:r) | h\/l h\/r h\/h h@next";
    assert_eq!(state, Example::new(world, after).state);
}

/// **§1.6.1**: a write is seen by predecessors, and forks them.
#[test]
fn a_write_is_seen_by_predecessors() {
    let world = &world();
    let hidden = "a:r1 b:r2 c:r3 d:r4 | r1:List r2:List r3:List r4:List";
    let before = Example::new(world, &format!(r"{hidden} | r1\/r2 r1\/r4 r3\/r4"));
    let mut state = before.state.clone();
    put_field(world, &mut state, before.at("r2"), NEXT, before.at("r3"));
    let after = r"a:r1 b:r2 c:r3 d:r4 | r1:List r2:List(next:r3) r3:List r4:List | r1\/r2 r1\/r4 r3\/r4 r1\/r3 r1\/r1";
    assert_eq!(state, Example::new(world, after).state);
}

/// **§1.6.2**: `r[i] = r`.
#[test]
fn an_array_stored_into_itself_is_cyclic() {
    let world = &world();
    let before = Example::new(world, "a:r | n:[0,oo) r:Array[n]");
    let mut state = before.state.clone();
    put_hidden_cell(world, &mut state, before.at("r"), before.at("r"));
    assert_eq!(state, Example::new(world, r"a:r | n:[0,oo) r:Array[n] | r\/r r@").state);
}

/// **§1.6.3**: `n = r[i]` may be what the array may reach.
#[test]
fn a_cell_may_be_what_the_array_reaches() {
    let world = &world();
    let before = Example::new(world, r"a:r b:x | n:[0,oo) r:Array[n] x:List | r\/x");
    let mut state = before.state.clone();
    let cell = load_hidden_cell(world, &mut state, before.at("r"));
    state.frames[0].regs.push(Some(cell));
    let after = r"a:r b:x c:e | n:[0,oo) r:Array[n] x:List e:List+A+B+Array? | r\/x e\/r e\/x e=?x";
    assert_eq!(state, Example::new(world, after).state);
}

/// **Erratum E4**: an array whose cell is the array itself, read at an unknown index.
#[test]
fn a_cell_may_be_the_array() {
    let world = &world();
    let before = Example::new(world, "a:r | n:[2,2] r:Array[n](r,null)");
    let mut state = before.state.clone();
    hide_cells(world, &mut state, before.at("r"));
    let cell = load_hidden_cell(world, &mut state, before.at("r"));
    let (r, predicates) = (before.at("r"), &state.predicates);
    assert!(predicates.equal.contains(cell, r));
    assert!(predicates.joins.contains(cell, r) && predicates.joins.contains(cell, cell));
    assert!(predicates.cyclic(cell).is_some_and(|fields| fields.iter().next().is_none()));
}

/// **Example 2.1**, Fig. 2.1. The self-joins of B make its cycles effective (erratum E29).
#[test]
fn merging_licenses_what_both_have() {
    let world = &world();
    let a = "one:r1 two:r9 top:r9 | r1:List(next:r2,value:i0) r2:List(next:null) r9:List(next:r10) r10:List(self:r10) i0:[0,0]";
    let b = r"one:r3 two:r11 top:r13 | r3:List(next:r4,value:i2) r4:List(next:r5) r5:List r11:List r13:List i2:[5,5] |
        r11\/r11 r13\/r13 r11@next r13@next";
    let c = r"one:r6 two:r12 top:r14 | r6:List(next:r7,value:i3) r7:List(next:r8) r8:List? r12:List r14:List i3:[0,5] |
        r12=?r14 r12\/r12 r12\/r14 r14\/r14 r12@ r14@";
    assert_state(world, merged(world, a, b), c);
}

/// **§2.2**: merging case by case.
#[test]
fn merging_value_by_value() {
    let world = &world();
    let apart = "a:r1 b:r2 | r1:A r2:A";
    let maybe = "a:r1 b:r2 | r1:A r2:A | r1=?r2";
    assert_state(world, merged(world, apart, maybe), maybe);
    assert_state(world, merged(world, "a:null", "a:null"), "a:null");
    assert_state(world, merged(world, "a:r | r:List(next:null)", "a:null"), "a:r | r:List?");
    assert_state(world, merged(world, "a:r | n:[1,1] r:Array[n]", "a:r | r:A"), "a:r | r:A+Array");
    let cells = "a:r | n:[1,1] x:A r:Array[n](x)";
    assert_state(
        world,
        merged(world, cells, "a:r | n:[1,1] r:Array[n](null)"),
        "a:r | n:[1,1] x:A? r:Array[n](x)",
    );
    assert_state(world, merged(world, cells, "a:r | n:[1,1] r:Array[n]"), "a:r | n:[1,1] r:Array[n]");
}

/// **Erratum E1**: one object merged with two is both possibly equal and joining, so that no aliasing case is lost.
#[test]
fn splitting_an_object_licenses_its_parts() {
    let world = &world();
    let state = merged(world, "x:r y:b | r:List b:List(next:null)", "x:r y:r | r:List");
    assert_state(world, state.clone(), r"x:r y:b | r:List b:List | r=?b r\/b");
    let (x, y) = (state.frames[0].regs[0].expect("x"), state.frames[0].regs[1].expect("y"));
    let mut realized = state;
    let part = realize_field(world, &mut realized, x, NEXT, None);
    if let graph::Value::Object(object) = &mut realized.values[part.0 as usize] {
        object.maybe_null = false;
    }
    assert!(unify(world, &realized, x, y).is_some(), "x and y may be equal although x.next exists");
}

/// **Erratum E2**: prepending to a ring makes no fork.
#[test]
fn prepending_to_a_ring_needs_no_self_join() {
    let world = &world();
    let before = Example::new(world, r"p:p k:k | p:List(next:null,self:null) k:List | k\/k k@next");
    let mut state = before.state.clone();
    put_field(world, &mut state, before.at("p"), NEXT, before.at("k"));
    let after = r"p:p k:k | p:List(next:k,self:null) k:List | k\/k k@next";
    assert_eq!(state, Example::new(world, after).state);
    let ring = "p:p k:k | p:List(next:k,self:null) k:List(next:l,self:null) l:List(next:k,self:null)";
    assert!(is_instance(world, ring, after));
}

/// **Erratum E2**: a visible cycle does not forbid other parts.
#[test]
fn a_visible_cycle_allows_other_parts() {
    let world = &world();
    let general = "a:r | r:List(next:r)";
    assert!(is_instance(world, "a:r | r:List(next:r,self:q) q:List(next:null,self:null)", general));
    assert!(!is_instance(world, "a:r | r:List(next:r,self:r)", general));
    let mut state = Example::new(world, general).state;
    let part = realize_field(world, &mut state, Ref(1), OTHER, None);
    assert!(state.maybe_null(part) && state.predicates.is_empty());
}

/// **Erratum E16**: two nulls are not one object.
#[test]
fn merging_with_nulls_licenses_nothing() {
    let world = &world();
    assert_state(world, merged(world, "x:a y:b | a:A b:B", "x:null y:null"), "x:a y:b | a:A? b:B?");
}

/// **Erratum E19**: a cycle merged with a list is licensed in every cell of the result.
#[test]
fn an_unrolled_cycle_is_licensed_everywhere() {
    let world = &world();
    let ring = r"p:r | r:List(next:r) | r\/r";
    let list = "p:a | a:List(next:b) b:List(next:c) c:List";
    let state = merged(world, list, ring);
    let cells: Vec<Ref> = state.objects().collect();
    assert_eq!(cells.len(), 3);
    for &cell in &cells {
        assert!(state.predicates.joins.contains(cell, cell), "{cell} may fork");
        assert!(state.predicates.cyclic(cell).is_some(), "{cell} may be on a cycle");
    }
}

/// `x.next = x.next.next`: the edge that is overwritten makes no fork.
#[test]
fn unlinking_makes_no_fork() {
    let world = &world();
    let before = Example::new(world, "x:a | a:List(next:b) b:List(next:c) c:List");
    let mut state = before.state.clone();
    put_field(world, &mut state, before.at("a"), NEXT, before.at("c"));
    assert_state(world, state, "x:a | a:List(next:c) c:List");
}

/// **Erratum E6**: a literal is one number, whoever refers to it; numbers that happen to be equal promise nothing.
#[test]
fn equal_literals_are_one_number() {
    let world = &world();
    let (one, two) = ("a:i b:i | i:[3,3]", "a:i b:j | i:[3,3] j:[3,3]");
    assert!(is_instance(world, one, two) && is_instance(world, two, one));
    assert_state(world, merged(world, one, "a:i b:j | i:[3,3] j:[4,4]"), "a:i b:j | i:[3,3] j:[3,4]");
    let (same, any) = ("a:i b:i | i:[3,4]", "a:i b:j | i:[3,4] j:[3,4]");
    assert!(is_instance(world, same, any) && !is_instance(world, any, same));
}

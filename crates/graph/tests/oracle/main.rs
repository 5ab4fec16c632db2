//! Heap operations against brute force: on small heaps, the instance relation is decided by enumerating positions
//! straight from its definition, and every operation must keep represented heaps represented.

mod brute;
mod calls;
mod random;

use brute::{DEPTH, is_instance, violation};
use graph::domain::interval::Interval;
use graph::eval::realize::{hide_cells, load_hidden_cell, realize_cells, realize_field};
use graph::eval::write::{conflicting_aliases, put_cell, put_field, put_focused_cell, put_hidden_cell};
use graph::order::instance::instance;
use graph::order::merge::{Numbers, merge};
use graph::order::unify::unify;
use graph::state::focus::focus_on;
use graph::state::{Label, Ref, State, Value};
use random::{FIELDS, Random, canonical, concrete, generalize, root, root_count, world};

/// Fails with the reason and both states.
fn assert_instance(special: &State, general: &State, what: &str) {
    let world = world();
    if let Some(reason) = violation(world, special, general, DEPTH) {
        panic!("{what}: {reason}\nspecial: {special:#?}\ngeneral: {general:#?}");
    }
    assert!(
        instance(world, special, general).is_some(),
        "{what}: brute force finds an instance, the check does not\n{special:#?}\n{general:#?}"
    );
}

#[test]
fn generalizations_are_recognised_and_transitive() {
    let world = world();
    let mut random = Random::new(1);
    for _ in 0..400 {
        let heap = concrete(&mut random, 2);
        let one = generalize(world, &heap, &mut random);
        assert_instance(&heap, &one, "generalization of a heap");
        let two = generalize(world, &one, &mut random);
        assert_instance(&one, &two, "generalization of a state");
        assert_instance(&heap, &two, "transitivity");
    }
}

/// Guards `graph::order::require::nullness`.
#[test]
fn check_and_brute_force_agree() {
    let world = world();
    let mut random = Random::new(2);
    let mut instances = 0;
    for _ in 0..800 {
        let general = generalize(world, &concrete(&mut random, 2), &mut random);
        for _ in 0..4 {
            let heap = concrete(&mut random, 2);
            let expected = is_instance(world, &heap, &general, DEPTH);
            instances += u32::from(expected);
            assert_eq!(instance(world, &heap, &general).is_some(), expected, "{heap:#?}\n{general:#?}");
        }
    }
    assert!(instances > 100, "the test must see both outcomes, saw {instances} instances");
}

/// Guards `graph::order::merge::contents`, `graph::order::merge::reference`.
#[test]
fn merging_is_an_upper_bound() {
    let world = world();
    let mut random = Random::new(3);
    for _ in 0..250 {
        let (c, d) = (concrete(&mut random, 2), concrete(&mut random, 2));
        let a = if random.chance(70) { generalize(world, &c, &mut random) } else { c.clone() };
        let b = if random.chance(70) { generalize(world, &d, &mut random) } else { d.clone() };
        let merged = merge(world, &a, &b, Numbers::Hull).state;
        for input in [&a, &b, &c, &d] {
            assert_instance(input, &merged, "merge");
        }
        let mut same = merge(world, &a, &a, Numbers::Hull).state;
        // It also says what follows from what it promised before.
        assert_instance(&a, &same, "merge with itself");
        same.reaches = a.reaches.clone();
        assert_eq!(same, a, "merging a state with itself changes nothing");
    }
}

/// Concrete heaps represented by `state`: the one it was made from and some that happen to be.
fn represented(state: &State, made_from: &State, random: &mut Random) -> Vec<State> {
    let world = world();
    let roots = root_count(state);
    let others = (0..10).map(|_| concrete(random, roots));
    let mut heaps: Vec<State> = others.filter(|heap| is_instance(world, heap, state, DEPTH)).collect();
    heaps.push(made_from.clone());
    heaps
}

/// Guards `graph::eval::realize::realize_field`.
#[test]
fn realization_keeps_every_heap() {
    let world = world();
    let mut random = Random::new(4);
    for _ in 0..250 {
        let heap = concrete(&mut random, 2);
        let state = generalize(world, &heap, &mut random);
        let object = root(&state, 0);
        let Value::Object(value) = state.value(object) else { continue };
        let node_only = world.only(value.types).is_some() && !world.is_array(value.types);
        if value.maybe_null || !node_only || state.field(object, FIELDS[0]).is_some() {
            continue;
        }
        let mut realized = state.clone();
        realize_field(world, &mut realized, object, FIELDS[0], None);
        let realized = canonical(world, realized);
        for heap in represented(&state, &heap, &mut random) {
            assert_instance(&heap, &realized, "realization");
        }
        // A promise about the first step is lost if there may be none.
        let mut ends = state.reaches.targets(object, FIELDS[0]);
        if ends.all(|end| end == object || state.differ(object, end)) {
            assert_instance(&realized, &state, "a realized state is more special");
        }
    }
}

/// Guards `graph::order::unify::fold_values`, `graph::order::unify::combine_predicates`.
#[test]
fn equality_refinement_loses_no_heap() {
    let world = world();
    let mut random = Random::new(5);
    let mut united = 0;
    for _ in 0..700 {
        let heap = concrete(&mut random, 2);
        let state = generalize(world, &heap, &mut random);
        let (a, b) = (root(&state, 0), root(&state, 1));
        if !state.predicates.equal.contains(a, b) {
            continue;
        }
        let mut apart = state.clone();
        apart.predicates.equal.remove(a, b);
        let apart = canonical(world, apart);
        let same = unify(world, &state, a, b).map(|(same, _)| canonical(world, same));
        for heap in represented(&state, &heap, &mut random) {
            let (x, y) = (root(&heap, 0), root(&heap, 1));
            if x == y && x != Ref::NULL {
                united += 1;
                assert_instance(&heap, same.as_ref().expect("some heap has them equal"), "equal case");
            } else {
                assert_instance(&heap, &apart, "unequal case");
            }
        }
    }
    assert!(united > 30, "only {united} heaps with equal roots");
}

/// Runs `write` on represented heaps and on the state and compares.
fn check_write(
    seed: u64,
    applicable: impl Fn(&State) -> bool,
    on_state: impl Fn(&mut State),
    on_heap: impl Fn(&mut State) -> bool,
) {
    let world = world();
    let mut random = Random::new(seed);
    let mut checked = 0;
    for _ in 0..900 {
        let heap = concrete(&mut random, 3);
        let state = generalize(world, &heap, &mut random);
        if !state.surely_exists(root(&state, 0)) || !applicable(&state) {
            continue;
        }
        let mut written = state.clone();
        on_state(&mut written);
        let written = canonical(world, written);
        for mut heap in represented(&state, &heap, &mut random) {
            if on_heap(&mut heap) {
                checked += 1;
                assert_instance(&canonical(world, heap), &written, "write");
            }
        }
    }
    assert!(checked > 60, "only {checked} writes");
}

fn is_node(state: &State, r: Ref) -> bool {
    let world = world();
    matches!(state.value(r), Value::Object(_)) && {
        let types = state.types(r);
        world.only(types).is_some() && !world.is_array(types)
    }
}

/// Guards `graph::eval::write::put_field`.
#[test]
fn field_writes_are_covered() {
    let world = world();
    let field = FIELDS[0];
    let label = Some(Label::Field(field));
    check_write(
        106,
        |state| {
            let target = root(state, 0);
            is_node(state, target) && conflicting_aliases(state, target, label).is_empty()
        },
        |state| put_field(world, state, root(state, 0), field, root(state, 1)),
        |heap| {
            heap.set_field(root(heap, 0), field, root(heap, 1));
            true
        },
    );
}

fn set_cell(heap: &mut State, index: usize) -> bool {
    let value = root(heap, 1);
    let target = root(heap, 0);
    let Value::Array(array) = &mut heap.values[target.0 as usize] else { return false };
    array.cells.as_mut().expect("concrete arrays have cells")[index] = value;
    true
}

/// Guards `graph::eval::write::put_hidden_cell`.
#[test]
fn hidden_cell_writes_are_covered() {
    let world = world();
    for index in 0..2 {
        check_write(
            7 + index as u64,
            |state| {
                let target = root(state, 0);
                state.array(target).is_some() && conflicting_aliases(state, target, None).is_empty()
            },
            |state| {
                let target = root(state, 0);
                hide_cells(world, state, target);
                put_hidden_cell(world, state, target, root(state, 1));
            },
            |heap| set_cell(heap, index),
        );
    }
}

/// Makes one cell of the array the focus, if it does not show all of them.
fn focus(state: &mut State, array: Ref, number: i128) -> Ref {
    let index = state.fresh_int(Interval::literal(number));
    let known = state.array(array).and_then(|array| array.focus).map(|focus| focus.0);
    known.filter(|&known| state.literal(known) == Some(number)).unwrap_or(index)
}

#[test]
fn focused_cell_reads_are_covered() {
    let world = world();
    for index in 0..2u32 {
        check_write(
            30 + u64::from(index),
            |state| state.array(root(state, 0)).is_some_and(|array| array.cells.is_none()),
            |state| {
                let array = root(state, 0);
                let at = focus(state, array, index.into());
                state.statics[2].1 = focus_on(world, state, array, at);
            },
            |heap| {
                let content = heap.content(root(heap, 0), Label::Cell(index));
                content.inspect(|&content| heap.statics[2].1 = content).is_some()
            },
        );
    }
}

#[test]
fn focused_cell_writes_are_covered() {
    let world = world();
    for index in 0..2usize {
        check_write(
            40 + index as u64,
            |state| {
                let target = root(state, 0);
                let hidden = state.array(target).is_some_and(|array| array.cells.is_none());
                hidden && conflicting_aliases(state, target, None).is_empty()
            },
            |state| {
                let target = root(state, 0);
                let at = focus(state, target, index as i128);
                put_focused_cell(world, state, target, at, root(state, 1));
            },
            |heap| set_cell(heap, index),
        );
    }
}

#[test]
fn known_cell_writes_are_covered() {
    let world = world();
    check_write(
        9,
        |state| {
            let target = root(state, 0);
            let known = state.array(target).is_some_and(|array| array.cells.is_some());
            known && conflicting_aliases(state, target, None).is_empty()
        },
        |state| put_cell(world, state, root(state, 0), 1, root(state, 1)),
        |heap| set_cell(heap, 1),
    );
}

/// Guards `graph::eval::realize::load_hidden_cell`.
#[test]
fn unknown_cell_reads_are_covered() {
    let world = world();
    for index in 0..2 {
        check_write(
            10 + index as u64,
            |state| state.array(root(state, 0)).is_some(),
            |state| {
                let array = root(state, 0);
                hide_cells(world, state, array);
                let content = load_hidden_cell(world, state, array);
                state.statics[2].1 = content;
            },
            |heap| {
                let content = heap.content(root(heap, 0), Label::Cell(index));
                content.inspect(|&content| heap.statics[2].1 = content).is_some()
            },
        );
    }
}

/// Erratum E30: cells become visible one after the other, each beside those before it.
#[test]
fn realized_cells_are_covered() {
    let world = world();
    check_write(
        50,
        |state| {
            let array = state.array(root(state, 0));
            array.is_some_and(|array| array.cells.is_none() && state.literal(array.length) == Some(2))
        },
        |state| drop(realize_cells(world, state, root(state, 0), 2, None)),
        |_| true,
    );
}

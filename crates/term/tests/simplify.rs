//! Equal terms are the same term: what the constructors promise, and how terms read.

use term::{Sort, Term, Terms};

fn check(build: impl Fn(&Terms, Term, Term, Term) -> Term, sort: Sort, expected: &str) {
    let terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, sort));
    assert_eq!(terms.infix(build(&terms, x, y, z)).to_string(), expected);
}

#[test]
fn sums_are_linear_normal_forms() {
    check(|t, x, _, _| t.sub(t.add(x, t.i32(1)), t.i32(1)), Sort::INT32, "x");
    check(|t, x, y, z| t.add(t.sub(z, y), t.add(x, t.mul(y, t.i32(3)))), Sort::INT32, "x + 2 * y + z");
    check(|t, x, y, _| t.sub(t.sub(t.i32(5), y), x), Sort::INT32, "-x - y + 5");
    check(|t, x, y, _| t.mul(t.mul(t.int(2), x), t.mul(y, t.int(3))), Sort::Int, "6 * (x * y)");
    check(|t, x, _, _| t.bit_not(t.bit_not(x)), Sort::INT64, "x");
}

#[test]
fn relations_cancel_common_parts() {
    check(|t, x, y, _| t.eq(t.add(x, t.i32(1)), t.add(t.i32(1), y)), Sort::INT32, "x == y");
    check(|t, x, _, _| t.eq(x, t.add(x, t.i32(1))), Sort::INT32, "false");
    check(|t, x, _, _| t.less(x, t.add(x, t.int(1))), Sort::Int, "true");
    check(|t, x, _, _| t.less(x, t.add(x, t.i32(1))), Sort::INT32, "x < x + 1");
    check(|t, x, y, _| t.less(t.sub(x, y), t.int(0)), Sort::Int, "x < y");
    check(|t, x, _, _| t.less(t.int(4), t.sub(x, t.int(1))), Sort::Int, "x > 5");
}

#[test]
fn formulas_are_in_negation_normal_form() {
    check(|t, x, y, _| t.not(t.not(t.and([x, y]))), Sort::Bool, "x && y");
    check(|t, x, y, _| t.not(t.or([x, t.not(y)])), Sort::Bool, "y && !x");
    check(|t, x, y, _| t.and([t.less(x, y), t.less_eq(y, x)]), Sort::Int, "false");
    check(|t, x, y, _| t.or([t.and([x, y]), t.not(t.and([x, y]))]), Sort::Bool, "true");
    check(|t, x, y, _| t.and([x, t.or([x, y])]), Sort::Bool, "x");
    check(|t, x, y, _| t.or([x, t.and([t.not(x), y])]), Sort::Bool, "x || y");
}

#[test]
fn a_reference_is_one_object_at_a_time() {
    let at = |t: &Terms, x, number| t.eq(x, t.location(number));
    check(|t, x, _, _| t.and([at(t, x, 1), at(t, x, 2)]), Sort::Ref, "false");
    check(|t, x, _, _| t.and([at(t, x, 1), t.not(at(t, x, 2))]), Sort::Ref, "x == @1");
    check(|t, x, _, _| t.or([t.not(at(t, x, 1)), t.not(at(t, x, 2))]), Sort::Ref, "true");
    let nested = |t: &Terms, x, y| t.or([at(t, y, 3), at(t, x, 2)]);
    check(|t, x, y, _| t.and([at(t, x, 1), nested(t, x, y)]), Sort::Ref, "x == @1 && y == @3");
}

#[test]
fn three_way_comparison_folds() {
    let compare = |t: &Terms, x, y| t.ite(t.less(x, y), t.i32(-1), t.ite(t.eq(x, y), t.i32(0), t.i32(1)));
    check(|t, x, y, _| t.less(compare(t, x, y), t.i32(0)), Sort::INT64, "x < y");
    check(|t, x, y, _| t.eq(compare(t, x, y), t.i32(0)), Sort::INT64, "x == y && y <= x");
}

#[test]
fn arrays_read_through_other_stores() {
    let terms = Terms::new();
    let array = terms.var("a", terms.array_sort(Sort::INT32, Sort::INT32));
    let i = terms.var("i", Sort::INT32);
    let next = terms.add(i, terms.i32(1));
    let stored = terms.store(terms.store(array, i, terms.i32(7)), next, terms.i32(8));
    assert_eq!(terms.select(stored, i), terms.i32(7));
    assert_eq!(terms.infix(terms.select(stored, terms.i32(0))).to_string(), "a[i := 7][i + 1 := 8][0]");
}

#[test]
fn substitution_avoids_capture() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::Int));
    let formula = terms.forall(&[x], &[], terms.less(y, x));
    let map = [(y, x)].into_iter().collect();
    assert_eq!(terms.infix(terms.substitute(formula, &map)).to_string(), "forall Int x!0 :: x < x!0");
}

#[test]
fn import_carries_names_functions_and_sorts() {
    let (here, there) = (Terms::new(), Terms::new());
    there.var("unrelated", Sort::Bool);
    let snap = there.uninterpreted_sort("Snap");
    let first = there.function("first", &[snap], snap);
    let s = there.var("s", snap);
    let formula = there.eq(there.apply(first, &[s]), s);
    let imported = here.import(formula, &there);
    assert_eq!(here.infix(imported).to_string(), there.infix(formula).to_string());
    assert_eq!(there.import(imported, &here), formula);
}

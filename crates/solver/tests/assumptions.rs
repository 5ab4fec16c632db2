//! What assertions entail at first sight; and `pop` takes back everything `push` began.

use solver::Assumptions;
use term::{Sort, Terms};

#[test]
fn congruence_follows_equalities() {
    let t = &Terms::new();
    let next = t.function("next", &[Sort::Ref], Sort::Ref);
    let [a, b, c] = ["a", "b", "c"].map(|name| t.var(name, Sort::Ref));
    let [next_a, next_b] = [a, b].map(|r| t.apply(next, &[r]));
    let mut known = Assumptions::default();
    known.assume(t, t.eq(next_a, c));
    assert!(!known.entail(t, t.eq(next_b, c)));
    known.push();
    known.assume(t, t.eq(a, b));
    assert!(known.entail(t, t.eq(next_b, c)));
    assert!(known.entail(t, t.eq(t.apply(next, &[next_b]), t.apply(next, &[c]))));
    known.assume(t, t.not_null(c));
    assert!(known.entail(t, t.not_null(next_b)));
    known.pop();
    assert!(!known.entail(t, t.eq(next_b, c)));
}

#[test]
fn formulas_meet_their_parts() {
    let t = &Terms::new();
    let [p, q] = ["p", "q"].map(|name| t.var(name, Sort::Bool));
    let [x, y] = ["x", "y"].map(|name| t.var(name, Sort::Int));
    let mut known = Assumptions::default();
    known.assume(t, t.or([p, t.less(x, y)]));
    known.assume(t, t.not(p));
    assert!(known.entail(t, t.less(x, y)));
    assert!(known.entail(t, t.less_eq(x, y)) && known.entail(t, t.ne(x, y)));
    assert!(known.entail(t, t.implies(q, t.less(x, y))));
    assert!(known.entail(t, t.not(t.less_eq(y, x))));
    known.assume(t, t.eq(x, t.add(y, t.int(2))));
    assert!(known.is_contradictory() || !known.entail(t, q), "a contradiction entails everything");
}

//! Errata of *Field Write* and of reading what was written: 2, 6 and 8.

use calculus::language::Flow::{Null, Same};

use crate::logic::Formula::{All, Same as SameAs, True};
use crate::logic::{NULL, differ};
use crate::ours;
use crate::printed::{Location, Store};

/// Erratum 2: `x.f := y` makes `x.f` be `x`.
#[test]
fn field_write_stores_the_target() {
    let (x, y) = (1, 2);
    let mut store = Store::default();
    store.values.insert(x, vec![(True, Location::Object(1))]);
    store.values.insert(y, vec![(True, Location::Object(2))]);
    store.lazy_write(x, y);
    let read = &store.values[&store.fields[&Location::Object(1)]];
    assert_eq!(read[0].1, Location::Object(1), "the rule stored the object written to");
    let flows = ours::flows("(var Node y := (new Node) in (begin (this $next := y) ((this $next) = y)))");
    assert_eq!(flows.into_iter().collect::<Vec<_>>(), [vec![Same]]);
}

/// Erratum 6: without φg, *strengthen* keeps locations no input of this path reaches.
#[test]
fn strengthening_without_the_path_keeps_the_impossible() {
    let x = 1;
    let mut store = Store::default();
    store.values.insert(x, vec![(SameAs(x, NULL), Location::Null), (differ(x, NULL), Location::Object(1))]);
    let path = differ(x, NULL);
    let kept = store.strengthen(x, &True);
    let possible = |guard| All(vec![path.clone(), guard]).is_satisfiable(2);
    let impossible: Vec<_> = kept.into_iter().filter(|(guard, _)| !possible(guard.clone())).collect();
    assert_eq!(impossible.len(), 1, "null is kept although the path excludes it");
    assert_eq!(impossible[0].1, Location::Null);
    // With φg the second dereference of `x` has one way to go.
    let flows = ours::flows("(begin (x $mark := true) (x $mark := false))");
    assert_eq!(flows.into_iter().collect::<Vec<_>>(), [vec![], vec![Null(1)]]);
}

/// Erratum 8: *Field Access* [EHS16, Fig. 9] applies only if null is infeasible; a feasible null leaves no rule at all.
#[test]
fn a_feasible_null_gets_stuck() {
    let x = 1;
    let values = [(SameAs(x, NULL), Location::Null), (differ(x, NULL), Location::Object(1))];
    let applies = values.iter().all(|(guard, to)| *to != Location::Null || !guard.is_satisfiable(2));
    assert!(!applies, "the printed premise fails, and there is no other rule");
    let flows = ours::flows("(begin (x $next) true)");
    assert_eq!(flows.into_iter().collect::<Vec<_>>(), [vec![], vec![Null(1)]]);
}

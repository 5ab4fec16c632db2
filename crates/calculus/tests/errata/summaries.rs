//! Errata of *Summarize*: 3 and 4.

use calculus::language::Flow::{Different, Else, Same, Then};

use crate::logic::Formula::{Same as SameAs, True};
use crate::logic::{NULL, assignments, differ, holding};
use crate::ours;
use crate::printed::{Location, Store, theta_alias};

/// Erratum 3: where two earlier inputs are one object, an input that is this object too is represented by no guard.
#[test]
fn theta_alias_loses_shared_aliases() {
    let (a, b, c) = (1, 2, 3);
    let shared = vec![0, 1, 1, 1];
    let printed = theta_alias(c, &[a, b], true);
    assert_eq!(holding(&printed, &shared), 0, "a = b = c is nobody's case");
    // As meant, `b` stands for an object of its own only where it is not `a`; `a` covers the rest.
    let meant = theta_alias(c, &[a], false);
    assert_eq!(holding(&meant, &shared), 1);
    for assignment in assignments(4).iter().filter(|of| of[a] != of[b]) {
        assert!(holding(&theta_alias(c, &[a, b], false), assignment) <= 1, "exclusive: {assignment:?}");
    }
    // The program: a = b and b = c can both hold.
    let body = "(if ((this $a) = (this $b)) (if ((this $b) = (this $c)) true else false) else false)";
    assert!(ours::flows(body).contains(&vec![Same, Then, Same, Then]));
}

/// Erratum 4: what was written through a reference that may be another is lost when the other is first read.
#[test]
fn summarize_loses_guarded_writes() {
    let (a, b, written) = (1, 2, 3);
    let (object, new) = (Location::Object(1), Location::Object(9));
    let uninitialised = 4;
    let mut store = Store::default();
    store.values.insert(NULL, vec![(True, Location::Null)]);
    store.values.insert(a, vec![(True, object)]);
    store.values.insert(b, vec![(SameAs(a, b), object), (differ(a, b), Location::Object(2))]);
    store.values.insert(written, vec![(True, Location::Object(3))]);
    store.values.insert(uninitialised, vec![(True, Location::Uninitialised)]);
    store.fields.extend([(object, uninitialised), (Location::Object(2), uninitialised)]);

    store.guarded_write(b, written);
    store.summarize(a, new);

    let read = store.values[&store.fields[&object]].clone();
    let one_object: Vec<_> =
        assignments(store.fresh()).into_iter().filter(|of| of[a] == of[b] && of[a] != 0).collect();
    let survives = |of| read.iter().any(|(guard, to)| guard.holds(of) && *to == Location::Object(3));
    assert!(!one_object.iter().any(survives), "where a = b, a.next is no longer what was written to b.next");

    // The program: b.next := n; then a.next = n if a = b.
    let body = "(var Node n := (new Node) in (var Node a := (this $a) in (var Node b := (this $b) in
                  (begin (b $next := n) (a $next) (if (a = b) ((a $next) = n) else true)))))";
    let equal: Vec<_> = ours::flows(body).into_iter().filter(|flow| flow.contains(&Then)).collect();
    assert_eq!(equal, [vec![Same, Then, Same]], "a = b implies that the write is seen");
    assert!(ours::flows(body).iter().any(|flow| flow == &vec![Different, Else]));
}

//! Errata of what is said about the rules: 13 and 14.

use crate::logic::Formula::{All, Same};
use crate::logic::differ;
use crate::ours;

/// Erratum 13: a homomorphism [EHS16, Def. 15] may map two objects to one, and then a lazy heap in which `a` and `b` differ is
/// represented by the summary that says they are the same.
#[test]
fn a_homomorphism_that_merges_objects() {
    let (a, b) = (1, 2);
    // The summary of the path on which a = b; b's value set is {(a = b, l1), (a ≠ b, l2)}.
    let path = Same(a, b);
    let reaches_first = Same(a, b);
    // h maps both of the lazy heap's objects to l1: every edge has its counterpart, and the constraint is a = b.
    let constraint = All(vec![reaches_first]);
    assert!(All(vec![path.clone(), constraint]).is_satisfiable(3), "as printed, it is represented");
    // An injective h maps b's object to l2.
    assert!(!All(vec![path, differ(a, b)]).is_satisfiable(3));
    // On our machine the two heaps go different ways.
    assert_eq!(ours::flows("(if ((this $a) = (this $b)) true else false)").len(), 2);
}

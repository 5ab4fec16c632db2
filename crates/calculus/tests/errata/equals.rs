//! Errata of *Equals*: 1 and 5.

use calculus::language::Flow::{Different, Else};

use crate::logic::Formula::{All, Any, Same, True};
use crate::logic::{NULL, differ};
use crate::ours;
use crate::printed::{Location, ValueSet, differences};

/// What the two rules of **Equals (references)** [UL12, Fig. 3] rewrite to: both to `true` (erratum 1).
fn printed_results(left: &ValueSet, right: &ValueSet, references: usize) -> Vec<bool> {
    let common: Vec<_> =
        left.iter().filter(|a| right.iter().any(|b| a.1 == b.1)).map(|a| a.0.clone()).collect();
    let (implications, distinct) = differences(left, right);
    let is_true = Any(common).is_satisfiable(references);
    let is_false = Any(vec![All(vec![implications]), distinct]).is_satisfiable(references);
    [(is_true, true), (is_false, true)]
        .into_iter()
        .filter(|(applies, _)| *applies)
        .map(|(_, value)| value)
        .collect()
}

/// Erratum 1: two new objects are equal.
#[test]
fn references_false_rewrites_to_true() {
    let (one, other) = (vec![(True, Location::Object(1))], vec![(True, Location::Object(2))]);
    assert_eq!(printed_results(&one, &other, 1), [true], "no rule gives `false`");
    let flows = ours::flows("(if ((new Node) = (new Node)) true else false)");
    assert_eq!(flows.into_iter().collect::<Vec<_>>(), [vec![Different, Else]]);
}

/// Erratum 5: `φg ∧ A ∨ B` binds as `(φg ∧ A) ∨ B` and forgets the path condition.
#[test]
fn references_false_forgets_the_path_condition() {
    // r1 is null or object 1; r2 is a new object; the path has come where r1 = null.
    let path = Same(1, NULL);
    let left = vec![(Same(1, NULL), Location::Null), (differ(1, NULL), Location::Object(1))];
    let right = vec![(True, Location::Object(2))];
    let (implications, distinct) = differences(&left, &right);
    let printed = Any(vec![All(vec![path.clone(), implications.clone()]), distinct.clone()]);
    let meant = All(vec![path, Any(vec![implications, distinct])]);
    let contradicts_the_path = |formula| All(vec![formula, differ(1, NULL)]).is_satisfiable(2);
    assert!(contradicts_the_path(printed), "an input that never came here is let in");
    assert!(!contradicts_the_path(meant));
    // The program: once `x` was null it stays null, whatever it is compared with in between.
    let body = "(if (x = null) (if (x = (new Node)) false else (x = null)) else true)";
    for flow in ours::flows(body).into_iter().filter(|flow| flow.len() > 2) {
        assert_eq!(flow.last(), Some(&calculus::language::Flow::Same), "{flow:?}");
    }
}

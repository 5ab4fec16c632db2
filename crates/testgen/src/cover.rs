//! A minimal suite: tests that add branches, the one that adds most first.
//!
//! A branch on the way to an exception is hardly tested: whoever counts branches by what was done behind them, as JaCoCo does, does
//! not count it. So tests that end well come first, and tests that throw add what is left.

use std::collections::BTreeSet;

use program::MethodId;

use crate::Test;

/// Which of these tests are needed to take every branch that any of them takes, and to enter every method; in their order.
pub fn branches(tests: &[&Test]) -> Vec<usize> {
    let covered: Vec<BTreeSet<Item>> = tests.iter().map(|test| items(test)).collect();
    let (throwing, returning): (Vec<usize>, Vec<usize>) =
        (0..tests.len()).partition(|index| tests[*index].throws);
    let mut kept = Vec::new();
    let mut done: BTreeSet<Item> = BTreeSet::new();
    for group in [returning, throwing] {
        let reached = group.iter().flat_map(|index| &covered[*index]).copied();
        let mut left: BTreeSet<Item> = reached.filter(|item| !done.contains(item)).collect();
        while !left.is_empty() {
            let gain = |index: &&usize| covered[**index].intersection(&left).count();
            // The last of several maxima would win; among equals we want the first.
            let best = *group.iter().rev().max_by_key(gain).expect("something is left, so some test has it");
            left.retain(|item| !covered[best].contains(item));
            done.extend(&covered[best]);
            kept.push(best);
        }
    }
    kept.sort_unstable();
    kept
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Entered(MethodId),
    Branch(MethodId, u32, u32),
}

fn items(test: &Test) -> BTreeSet<Item> {
    let branches = test.branches.iter().map(|(method, from, to)| Item::Branch(*method, *from, *to));
    branches.chain([Item::Entered(test.method)]).collect()
}

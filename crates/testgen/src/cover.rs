//! A minimal suite: tests that add branches, the one that adds most first.

use std::collections::BTreeSet;

use program::MethodId;

use crate::Test;

/// Which of these tests are needed to take every branch that any of them takes, and to enter every method; in their order.
pub fn branches(tests: &[&Test]) -> Vec<usize> {
    let covered: Vec<BTreeSet<Item>> = tests.iter().map(|test| items(test)).collect();
    let mut left: BTreeSet<Item> = covered.iter().flatten().copied().collect();
    let mut kept = Vec::new();
    while !left.is_empty() {
        let gain = |index: &usize| covered[*index].intersection(&left).count();
        // The last of several maxima would win; among equals we want the first.
        let best = (0..tests.len()).rev().max_by_key(gain).expect("something is left, so some test has it");
        left = left.difference(&covered[best]).copied().collect();
        kept.push(best);
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

//! Differences between integers of one state: the small relational part of the abstract domain.
//!
//! An atom `(a, b, c)` says `a − b ≤ c`. Atoms and the intervals of the state together form a system of difference
//! bounds; [`Differences::bound`] answers with the tightest entailed bound by shortest paths. Only as many atoms
//! are kept as pay for themselves ([`MAX_ATOMS`]); forgetting an atom is always sound.

use std::collections::BTreeMap;

use crate::domain::interval::{INFINITY, Interval, bound_add, bound_neg};
use crate::state::Ref;

/// Beyond this, eliminating a reference forgets instead of combining.
const MAX_ATOMS: usize = 48;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Differences {
    /// Sorted by pair; one bound per pair.
    atoms: Vec<(Ref, Ref, i128)>,
}

impl Differences {
    pub fn iter(&self) -> impl Iterator<Item = (Ref, Ref, i128)> + '_ {
        self.atoms.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Adds `a − b ≤ c`.
    pub fn insert(&mut self, a: Ref, b: Ref, c: i128) {
        if a == b || c == INFINITY {
            return;
        }
        match self.atoms.binary_search_by_key(&(a, b), |&(a, b, _)| (a, b)) {
            Ok(at) => self.atoms[at].2 = self.atoms[at].2.min(c),
            Err(at) => self.atoms.insert(at, (a, b, c)),
        }
    }

    /// Least `c` for which the atoms and intervals entail `a − b ≤ c`; infinite if there is none.
    pub fn bound(&self, a: Ref, b: Ref, interval: impl Fn(Ref) -> Interval) -> i128 {
        let mut best = bound_add(interval(a).hi(), bound_neg(interval(b).lo()));
        if self.atoms.is_empty() || a == b {
            return if a == b { 0 } else { best };
        }
        // Shortest paths from `a`: `distance[x]` bounds a − x.
        let mut distance = BTreeMap::from([(a, 0i128)]);
        for _ in 0..=self.atoms.len().min(12) {
            let mut changed = false;
            for &(x, y, c) in &self.atoms {
                let Some(&to_x) = distance.get(&x) else { continue };
                let through = bound_add(to_x, c);
                if distance.get(&y).is_none_or(|&known| through < known) {
                    distance.insert(y, through);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (&x, &to_x) in &distance {
            let rest = if x == b { 0 } else { bound_add(interval(x).hi(), bound_neg(interval(b).lo())) };
            best = best.min(bound_add(to_x, rest));
        }
        best
    }

    /// Renames references; those without a new name are eliminated, their consequences kept.
    pub fn renamed(&self, name: impl Fn(Ref) -> Option<Ref>) -> Self {
        let mut rest = self.clone();
        let dead: std::collections::BTreeSet<Ref> =
            self.atoms.iter().flat_map(|&(a, b, _)| [a, b]).filter(|&r| name(r).is_none()).collect();
        for r in dead {
            rest.eliminate(r);
        }
        let mut out = Self::default();
        for (a, b, c) in rest.atoms {
            if let (Some(a), Some(b)) = (name(a), name(b)) {
                out.insert(a, b, c);
            }
        }
        out
    }

    /// Drops atoms that the intervals entail alone.
    pub fn without_implied(mut self, interval: impl Fn(Ref) -> Interval) -> Self {
        self.atoms.retain(|&(a, b, c)| bound_add(interval(a).hi(), bound_neg(interval(b).lo())) > c);
        self
    }

    fn eliminate(&mut self, r: Ref) {
        let below: Vec<_> = self.atoms.iter().copied().filter(|atom| atom.1 == r).collect();
        let above: Vec<_> = self.atoms.iter().copied().filter(|atom| atom.0 == r).collect();
        self.atoms.retain(|&(a, b, _)| a != r && b != r);
        if self.atoms.len() + below.len() * above.len() > MAX_ATOMS {
            return;
        }
        for &(a, _, c) in &below {
            for &(_, b, d) in &above {
                self.insert(a, b, bound_add(c, d));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_follow_paths_and_intervals() {
        let mut differences = Differences::default();
        differences.insert(Ref(1), Ref(2), -1);
        differences.insert(Ref(2), Ref(3), 0);
        let interval = |r: Ref| if r == Ref(3) { Interval::LENGTH } else { Interval::ALL };
        assert_eq!(differences.bound(Ref(1), Ref(3), interval), -1);
        assert_eq!(differences.bound(Ref(3), Ref(1), interval), INFINITY);
    }

    #[test]
    fn eliminated_references_leave_their_consequences() {
        let mut differences = Differences::default();
        differences.insert(Ref(1), Ref(2), -1);
        differences.insert(Ref(3), Ref(1), 1);
        let kept = differences.renamed(|r| (r != Ref(1)).then_some(r));
        assert_eq!(kept.iter().collect::<Vec<_>>(), [(Ref(3), Ref(2), 0)]);
    }
}

//! A small direct-mapped cache from pairs of ids: a hit costs one load and two comparisons.

use base::Id;

const SIZE: usize = 1 << 12;

pub(crate) struct PairCache<A, B, T> {
    entries: Box<[Option<(A, B, T)>]>,
}

impl<A: Id, B: Id, T: Copy> PairCache<A, B, T> {
    /// An empty cache.
    pub fn new() -> Self {
        Self { entries: vec![None; SIZE].into() }
    }

    /// What was put there last, if it was for these keys.
    #[inline]
    pub fn get(&self, first: A, second: B) -> Option<T> {
        match self.entries[place(first, second)] {
            Some((a, b, item)) if a == first && b == second => Some(item),
            _ => None,
        }
    }

    /// Puts an item in its place, whatever was there.
    pub fn put(&mut self, first: A, second: B, item: T) {
        self.entries[place(first, second)] = Some((first, second, item));
    }
}

#[inline]
fn place<A: Id, B: Id>(first: A, second: B) -> usize {
    (first.index().wrapping_mul(0x9e37_79b1) ^ second.index()) & (SIZE - 1)
}

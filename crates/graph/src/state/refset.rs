//! Dense sets and symmetric relations of references of one state.

use base::Id;

use crate::state::Ref;

/// A set of references as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefSet {
    words: Vec<u64>,
}

impl RefSet {
    pub fn with_capacity(refs: usize) -> Self {
        Self { words: vec![0; refs.div_ceil(64)] }
    }

    /// Adds a reference; tells whether it was new.
    pub fn insert(&mut self, r: Ref) -> bool {
        let (word, bit) = (r.index() / 64, 1 << (r.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] & bit == 0;
        self.words[word] |= bit;
        fresh
    }

    pub fn contains(&self, r: Ref) -> bool {
        self.words.get(r.index() / 64).is_some_and(|word| word & (1 << (r.index() % 64)) != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn union_with(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Ref> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            (0..64)
                .filter(move |bit| word & (1 << bit) != 0)
                .map(move |bit| Ref::from_index(index * 64 + bit))
        })
    }
}

/// A symmetric relation, kept as sorted pairs with the smaller reference first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairSet {
    pairs: Vec<(Ref, Ref)>,
}

fn ordered(a: Ref, b: Ref) -> (Ref, Ref) {
    if a <= b { (a, b) } else { (b, a) }
}

impl PairSet {
    pub fn contains(&self, a: Ref, b: Ref) -> bool {
        !self.pairs.is_empty() && self.pairs.binary_search(&ordered(a, b)).is_ok()
    }

    /// Adds a pair; tells whether it was new.
    pub fn insert(&mut self, a: Ref, b: Ref) -> bool {
        let pair = ordered(a, b);
        match self.pairs.binary_search(&pair) {
            Ok(_) => false,
            Err(at) => {
                self.pairs.insert(at, pair);
                true
            }
        }
    }

    pub fn remove(&mut self, a: Ref, b: Ref) {
        if let Ok(at) = self.pairs.binary_search(&ordered(a, b)) {
            self.pairs.remove(at);
        }
    }

    pub fn retain(&mut self, mut keep: impl FnMut(Ref, Ref) -> bool) {
        self.pairs.retain(|&(a, b)| keep(a, b));
    }

    pub fn iter(&self) -> impl Iterator<Item = (Ref, Ref)> + '_ {
        self.pairs.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Everything related to `r`.
    pub fn partners(&self, r: Ref) -> impl Iterator<Item = Ref> + '_ {
        self.pairs.iter().filter_map(move |&(a, b)| {
            if a == r {
                Some(b)
            } else if b == r {
                Some(a)
            } else {
                None
            }
        })
    }
}

impl FromIterator<(Ref, Ref)> for PairSet {
    fn from_iter<It: IntoIterator<Item = (Ref, Ref)>>(pairs: It) -> Self {
        let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| ordered(a, b)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs }
    }
}

//! Append-only storage with stable addresses, so that a shared arena can grow while references into it live.
//!
//! [`Frozen`] is a list of chunks, each twice as long as the one before. [`Interned`] adds a hash table on top: equal
//! items get equal indices.

use std::borrow::Borrow;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

const FIRST_CHUNK_BITS: u32 = 6;
const CHUNKS: usize = (32 - FIRST_CHUNK_BITS) as usize;

/// A vector that can be pushed to through a shared reference.
pub(crate) struct Frozen<T> {
    chunks: [OnceCell<Box<[OnceCell<T>]>>; CHUNKS],
    len: Cell<u32>,
}

impl<T> Frozen<T> {
    pub fn len(&self) -> u32 {
        self.len.get()
    }

    pub fn push(&self, item: T) -> u32 {
        let index = self.len.get();
        let (chunk, offset) = locate(index);
        let cells = self.chunks[chunk]
            .get_or_init(|| (0..1 << (chunk as u32 + FIRST_CHUNK_BITS)).map(|_| OnceCell::new()).collect());
        assert!(cells[offset].set(item).is_ok(), "cells past the length are empty");
        self.len.set(index + 1);
        index
    }

    #[inline]
    pub fn get(&self, index: u32) -> &T {
        let (chunk, offset) = locate(index);
        let cells = self.chunks[chunk].get().expect("an index comes from this arena");
        cells[offset].get().expect("an index comes from this arena")
    }
}

impl<T> Default for Frozen<T> {
    fn default() -> Self {
        Self { chunks: [const { OnceCell::new() }; CHUNKS], len: Cell::new(0) }
    }
}

/// Chunk and place in it: chunk `k` holds `2^(k+6)` items.
#[inline]
fn locate(index: u32) -> (usize, usize) {
    let shifted = index + (1 << FIRST_CHUNK_BITS);
    let bits = shifted.ilog2();
    ((bits - FIRST_CHUNK_BITS) as usize, (shifted - (1 << bits)) as usize)
}

/// A set of items, each known by the index it got when it first came.
pub(crate) struct Interned<T> {
    items: Frozen<T>,
    table: RefCell<HashTable<u32>>,
}

impl<T: Hash + Eq> Interned<T> {
    pub fn len(&self) -> u32 {
        self.items.len()
    }

    pub fn intern(&self, item: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        let mut table = self.table.borrow_mut();
        if let Some(&index) = table.find(hash, |&index| *self.items.get(index) == item) {
            return index;
        }
        let index = self.items.push(item);
        table.insert_unique(hash, index, |&index| FxBuildHasher.hash_one(self.items.get(index)));
        index
    }

    pub fn find<Q: Hash + Eq + ?Sized>(&self, item: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        let hash = FxBuildHasher.hash_one(item);
        self.table.borrow().find(hash, |&index| self.items.get(index).borrow() == item).copied()
    }

    #[inline]
    pub fn get(&self, index: u32) -> &T {
        self.items.get(index)
    }
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self { items: Frozen::default(), table: RefCell::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_survive_growth() {
        let names: Interned<Box<str>> = Interned::default();
        let first = names.intern("a".into());
        let text = names.get(first);
        for index in 0..1000 {
            names.intern(format!("n{index}").into());
        }
        assert_eq!((&**text, names.find("n999"), names.intern("a".into())), ("a", Some(1000), first));
    }
}

//! Vectors that only grow and can be read while they are appended to: references into them stay valid as long as they live.
//!
//! Items lie in chunks, each twice as long as the one before, none of which ever moves. [`Frozen`] serves one thread, [`Arena`] many.

use std::cell::{Cell, OnceCell};
use std::marker::PhantomData;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::id::Id;

const FIRST_CHUNK_BITS: u32 = 6;
const CHUNKS: usize = (32 - FIRST_CHUNK_BITS) as usize;

/// Chunk and place in it: chunk `k` holds `2^(k+6)` items.
#[inline]
fn place(index: u32) -> (usize, usize) {
    let shifted = index + (1 << FIRST_CHUNK_BITS);
    let bits = shifted.ilog2();
    ((bits - FIRST_CHUNK_BITS) as usize, (shifted - (1 << bits)) as usize)
}

/// How many items a chunk holds.
fn size(chunk: usize) -> usize {
    1 << (chunk as u32 + FIRST_CHUNK_BITS)
}

/// A vector that one thread appends to through a shared reference.
pub struct Frozen<T> {
    chunks: [OnceCell<Box<[OnceCell<T>]>>; CHUNKS],
    len: Cell<u32>,
}

impl<T> Frozen<T> {
    /// How many items there are.
    pub fn len(&self) -> u32 {
        self.len.get()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends an item and says where it is.
    pub fn push(&self, item: T) -> u32 {
        let index = self.len.get();
        let (chunk, offset) = place(index);
        let cells = self.chunks[chunk].get_or_init(|| (0..size(chunk)).map(|_| OnceCell::new()).collect());
        assert!(cells[offset].set(item).is_ok(), "cells past the length are empty");
        self.len.set(index + 1);
        index
    }

    /// The item that was put there.
    #[inline]
    pub fn get(&self, index: u32) -> &T {
        let (chunk, offset) = place(index);
        let cells = self.chunks[chunk].get().expect("an index comes from this arena");
        cells[offset].get().expect("an index comes from this arena")
    }
}

impl<T> Default for Frozen<T> {
    fn default() -> Self {
        Self { chunks: [const { OnceCell::new() }; CHUNKS], len: Cell::new(0) }
    }
}

/// A vector that several threads append to and read.
pub struct Arena<I, T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
    /// How many items there are; held while appending.
    len: Mutex<u32>,
    kind: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Arena<I, T> {
    /// An arena without items.
    pub fn new() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS], len: Mutex::new(0), kind: PhantomData }
    }

    /// Appends an item.
    pub fn push(&self, item: T) -> I {
        self.push_with(|_| item)
    }

    /// Appends an item that may know its own id.
    pub fn push_with(&self, make: impl FnOnce(I) -> T) -> I {
        let mut len = self.len.lock().unwrap_or_else(PoisonError::into_inner);
        let (chunk, offset) = place(*len);
        let slots = self.chunks[chunk].get_or_init(|| (0..size(chunk)).map(|_| OnceLock::new()).collect());
        let id = I::from_index(*len as usize);
        let fresh = slots[offset].set(make(id)).is_ok();
        debug_assert!(fresh, "slots beyond the length are empty");
        *len += 1;
        id
    }

    /// The item with an id.
    #[inline]
    pub fn get(&self, id: I) -> &T {
        let (chunk, offset) = place(id.index() as u32);
        self.chunks[chunk].get().and_then(|slots| slots[offset].get()).expect("ids come from this arena")
    }

    /// How many items there are.
    pub fn len(&self) -> u32 {
        *self.len.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::define_id! {
        struct ItemId = "item";
    }

    #[test]
    fn items_stay_where_they_are() {
        let (one, many) = (Frozen::default(), Arena::<ItemId, u32>::new());
        let first = (one.get(one.push(7)), many.get(many.push(7)));
        let ids: Vec<_> = (0..1000).map(|item| (one.push(item), many.push(item))).collect();
        assert_eq!(first, (&7, &7));
        assert!(
            ids.iter().enumerate().all(|(item, &(a, b))| [*one.get(a), *many.get(b)] == [item as u32; 2])
        );
        assert_eq!((one.len(), many.len()), (1001, 1001));
    }

    #[test]
    fn chunks_follow_each_other() {
        let last = (1 << FIRST_CHUNK_BITS) - 1;
        assert_eq!([place(0), place(last), place(last + 1)], [(0, 0), (0, last as usize), (1, 0)]);
        assert_eq!(place(u32::MAX - (1 << FIRST_CHUNK_BITS)).0, CHUNKS - 1);
    }
}

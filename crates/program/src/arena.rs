//! A vector that only grows and can be read while others append to it.
//!
//! References into it stay valid as long as it lives; that is what lets [`Program`](crate::Program) answer `&self`
//! with `&Class`. Items lie in chunks of doubling size, none of which ever moves.

use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use base::Id;

const FIRST_CHUNK_BITS: u32 = 6;
const CHUNKS: usize = 26;

pub(crate) struct Arena<I, T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
    /// How many items there are; held while appending.
    len: Mutex<u32>,
    kind: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Arena<I, T> {
    pub fn new() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS], len: Mutex::new(0), kind: PhantomData }
    }

    pub fn push(&self, item: T) -> I {
        self.push_with(|_| item)
    }

    /// Appends an item that may know its own id.
    pub fn push_with(&self, make: impl FnOnce(I) -> T) -> I {
        let mut len = lock(&self.len);
        let index = *len;
        let (chunk, offset) = place(index);
        let slots = self.chunks[chunk].get_or_init(|| {
            (0..1usize << (chunk as u32 + FIRST_CHUNK_BITS)).map(|_| OnceLock::new()).collect()
        });
        let id = I::from_index(index as usize);
        let fresh = slots[offset].set(make(id)).is_ok();
        debug_assert!(fresh, "slots beyond the length are empty");
        *len += 1;
        id
    }

    #[inline]
    pub fn get(&self, id: I) -> &T {
        let (chunk, offset) = place(id.index() as u32);
        self.chunks[chunk].get().and_then(|slots| slots[offset].get()).expect("ids come from this arena")
    }

    pub fn len(&self) -> u32 {
        *lock(&self.len)
    }
}

#[inline]
fn place(index: u32) -> (usize, usize) {
    let shifted = index + (1 << FIRST_CHUNK_BITS);
    let chunk = shifted.ilog2() - FIRST_CHUNK_BITS;
    (chunk as usize, (shifted - (1 << (chunk + FIRST_CHUNK_BITS))) as usize)
}

/// Locks, also after a panic elsewhere: our tables are consistent between operations.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StringId;

    #[test]
    fn items_stay_where_they_are() {
        let arena: Arena<StringId, u32> = Arena::new();
        let first = arena.get(arena.push(7));
        let ids: Vec<_> = (0..1000).map(|item| arena.push(item)).collect();
        assert_eq!(*first, 7);
        assert!(ids.iter().enumerate().all(|(item, &id)| *arena.get(id) == item as u32));
        assert_eq!(arena.len(), 1001);
    }
}

//! A set whose items have indices: equal items get equal ones. References into it live as long as it does, while it grows.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::hash::{BuildHasher, Hash};

use base::arena::Frozen;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A set of items, each known by the index it got when it first came.
pub(crate) struct Interned<T> {
    items: Frozen<T>,
    table: RefCell<HashTable<u32>>,
}

impl<T: Hash + Eq> Interned<T> {
    /// How many items there are.
    pub fn len(&self) -> u32 {
        self.items.len()
    }

    /// The index of an item, which is new if no equal one came before.
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

    /// The index of an item that came before.
    pub fn find<Q: Hash + Eq + ?Sized>(&self, item: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        let hash = FxBuildHasher.hash_one(item);
        self.table.borrow().find(hash, |&index| self.items.get(index).borrow() == item).copied()
    }

    /// The item with an index.
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

//! References: interned value sets [EHS16, Sect. 3].
//!
//! `L(r)` is a set of guarded targets. Guards of one set are mutually exclusive and, under the path condition of the
//! heap the reference belongs to, exactly one of them holds (`summary::tests::guards_partition`). A set of one needs no
//! guard, so that known references are plain numbers. Equal sets are `==`.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use term::{Term, Terms};

use crate::{Loc, Sym};

const TAG: u32 = 0b11 << 30;
const SYM: u32 = 0b01 << 30;
const SET: u32 = 0b10 << 30;

/// A reference: a `Copy` handle, meaningful with the [`ValueSets`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefKind {
    /// This location and no other.
    Loc(Loc),
    /// Whatever this input symbol stands for.
    Sym(Sym),
    /// One of several targets.
    Set(u32),
}

/// What a reference may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    Loc(Loc),
    /// An input object that has no location of its own (yet), or null.
    Sym(Sym),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub guard: Term,
    pub target: Target,
}

/// The owner of value sets.
#[derive(Default)]
pub struct ValueSets {
    sets: RefCell<Vec<Rc<[Entry]>>>,
    known: RefCell<FxHashMap<Rc<[Entry]>, u32>>,
}

pub type Entries = SmallVec<[Entry; 4]>;

impl Ref {
    pub const NULL: Ref = Ref(0);

    pub fn loc(loc: Loc) -> Self {
        assert!(loc.0 & TAG == 0, "a heap has less than 2^30 locations");
        Self(loc.0)
    }

    pub fn sym(sym: Sym) -> Self {
        Self(SYM | sym.0)
    }

    pub fn target(target: Target) -> Self {
        match target {
            Target::Loc(loc) => Self::loc(loc),
            Target::Sym(sym) => Self::sym(sym),
        }
    }

    #[inline]
    pub fn kind(self) -> RefKind {
        match self.0 & TAG {
            0 => RefKind::Loc(Loc(self.0)),
            SYM => RefKind::Sym(Sym(self.0 & !TAG)),
            _ => RefKind::Set(self.0 & !TAG),
        }
    }

    /// The location, if there is only one.
    #[inline]
    pub fn as_loc(self) -> Option<Loc> {
        (self.0 & TAG == 0).then_some(Loc(self.0))
    }
}

impl std::fmt::Debug for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::fmt::Display for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            RefKind::Loc(Loc::NULL) => f.write_str("null"),
            RefKind::Loc(loc) => write!(f, "{loc}"),
            RefKind::Sym(sym) => write!(f, "{sym}"),
            RefKind::Set(set) => write!(f, "set{set}"),
        }
    }
}

impl ValueSets {
    /// `L(r)`.
    pub fn entries(&self, reference: Ref) -> Entries {
        match reference.kind() {
            RefKind::Loc(loc) => smallvec![Entry { guard: Terms::TRUE, target: Target::Loc(loc) }],
            RefKind::Sym(sym) => smallvec![Entry { guard: Terms::TRUE, target: Target::Sym(sym) }],
            RefKind::Set(set) => Entries::from_slice(&self.sets.borrow()[set as usize]),
        }
    }

    /// The reference with this value set: guards of one target are joined, impossible entries dropped.
    pub fn reference(&self, terms: &Terms, entries: impl IntoIterator<Item = Entry>) -> Ref {
        let mut sorted: Entries = entries.into_iter().filter(|entry| entry.guard != Terms::FALSE).collect();
        sorted.sort_by_key(|entry| entry.target);
        let mut joined = Entries::new();
        for entry in sorted {
            match joined.last_mut() {
                Some(last) if last.target == entry.target => last.guard = terms.or([last.guard, entry.guard]),
                _ => joined.push(entry),
            }
        }
        match joined[..] {
            [] => panic!("a value set of a feasible state is not empty"),
            [only] => Ref::target(only.target),
            _ => self.intern(&joined),
        }
    }

    /// How many different sets there are.
    pub fn len(&self) -> usize {
        self.sets.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn intern(&self, entries: &[Entry]) -> Ref {
        if let Some(&set) = self.known.borrow().get(entries) {
            return Ref(SET | set);
        }
        let entries: Rc<[Entry]> = entries.into();
        let mut sets = self.sets.borrow_mut();
        let set = u32::try_from(sets.len()).expect("memory ends before value sets do");
        sets.push(entries.clone());
        self.known.borrow_mut().insert(entries, set);
        Ref(SET | set)
    }
}

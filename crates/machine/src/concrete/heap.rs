//! Objects in memory: headers, fields, elements, static fields.
//!
//! A reference is a [`Ref`]: the object's address divided by eight, zero for null. The header of an object is its
//! type, four bytes, and its identity hash, four bytes (zero until asked for); an array's length follows. Layouts
//! are [`layout`](crate::layout)'s; who keeps an object alive is [`gc`](super::gc)'s affair.

use program::TypeId;
use program::code::Elem;

use super::memory::Memory;
use crate::layout::{ARRAY_HEADER, width};

/// A reference to an object of the concrete heap, or null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ref(pub u32);

/// What a register, a field or an element holds: 64 bits whose meaning its kind tells.
pub use program::arith::Word;

/// Objects, arrays and static fields, as bytes.
pub struct Heap {
    pub(super) memory: Memory,
    /// Bytes that may be used; above it memory is full.
    pub(super) limit: usize,
    /// What the limit is normally: it is lifted for the error that says that memory is full.
    pub(super) usual_limit: usize,
    /// Beyond this many bytes the next safepoint collects garbage.
    pub(super) trigger: usize,
    pub(super) statics: Vec<Word>,
    /// Which static fields hold references.
    pub(super) static_refs: Vec<bool>,
    /// The last identity hash handed out.
    last_hash: u32,
    /// Objects somebody outside holds on to.
    pub(super) pins: Vec<Ref>,
    /// The memory the next collection copies to.
    pub(super) spare: Option<Memory>,
}

impl Ref {
    /// The null reference.
    pub const NULL: Self = Self(0);

    #[inline]
    pub(super) fn address(self) -> usize {
        (self.0 as usize) << 3
    }
}

const HASH_AT: usize = 4;
const LENGTH_AT: usize = 8;
/// Nothing lies at address zero.
const FIRST: usize = 8;

impl Heap {
    /// So many bytes are allocated before the first collection.
    pub const FIRST_TRIGGER: usize = 16 << 20;

    /// A heap that never holds more than so many bytes.
    pub fn new(limit: usize) -> Self {
        let limit = limit.clamp(1 << 16, 32 << 30);
        let mut memory = Memory::reserve(limit + super::gc::RESERVE);
        memory.allocate(FIRST, limit);
        Self {
            memory,
            limit,
            usual_limit: limit,
            trigger: Self::FIRST_TRIGGER.min(limit),
            statics: Vec::new(),
            static_refs: Vec::new(),
            last_hash: 0x1357_9bdf,
            pins: Vec::new(),
            spare: None,
        }
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.memory.top()
    }

    /// Whether so many bytes can be handed out now.
    pub fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.limit.saturating_sub(self.used()) as u64
    }

    /// A zeroed object of `size` bytes, if there is room.
    #[inline]
    pub fn allocate(&mut self, ty: TypeId, size: u32) -> Option<Ref> {
        let size = (size as usize + 7) & !7;
        let start = self.memory.allocate(size, self.limit)?;
        self.memory.write(start, ty.0.to_le_bytes());
        Some(Ref((start >> 3) as u32))
    }

    /// A zeroed array, if there is room.
    #[inline]
    pub fn allocate_array(&mut self, ty: TypeId, elem: Elem, length: i32) -> Option<Ref> {
        let size = ARRAY_HEADER as usize + length as usize * width(elem) as usize;
        let start = self.memory.allocate((size + 7) & !7, self.limit)?;
        self.memory.write(start, ty.0.to_le_bytes());
        self.memory.write(start + LENGTH_AT, length.to_le_bytes());
        Some(Ref((start >> 3) as u32))
    }

    /// The class of an object, or the type of an array.
    #[inline]
    pub fn type_of(&self, object: Ref) -> TypeId {
        TypeId(u32::from_le_bytes(self.memory.read(object.address())))
    }

    /// How many elements an array has.
    #[inline]
    pub fn length(&self, array: Ref) -> i32 {
        i32::from_le_bytes(self.memory.read(array.address() + LENGTH_AT))
    }

    /// A number that stays the same for an object however it moves.
    pub fn identity_hash(&mut self, object: Ref) -> i32 {
        let at = object.address() + HASH_AT;
        let hash = u32::from_le_bytes(self.memory.read(at));
        if hash != 0 {
            return hash as i32;
        }
        self.last_hash = next_hash(self.last_hash);
        let hash = (self.last_hash & 0x7fff_ffff).max(1);
        self.memory.write(at, hash.to_le_bytes());
        hash as i32
    }

    /// Gives an object the identity hash somebody says it has.
    pub fn set_hash(&mut self, object: Ref, hash: i32) {
        self.memory.write(object.address() + HASH_AT, hash.to_le_bytes());
    }

    /// Makes objects that have no identity hash yet get others than they would have got.
    pub fn reseed_hashes(&mut self, seed: u32) {
        self.last_hash = next_hash(self.last_hash ^ seed);
    }

    /// The identity hash as a word, zero if nobody asked for it yet.
    pub fn known_hash(&self, object: Ref) -> Word {
        Word::from(u32::from_le_bytes(self.memory.read(object.address() + HASH_AT)))
    }

    /// Reads the field or element `offset` bytes into an object.
    #[inline(always)]
    pub fn load(&self, object: Ref, offset: usize, elem: Elem) -> Word {
        let at = object.address() + offset;
        match elem {
            Elem::Byte => i64::from(i8::from_le_bytes(self.memory.read(at))) as u32 as Word,
            Elem::Char => Word::from(u16::from_le_bytes(self.memory.read(at))),
            Elem::Short => i64::from(i16::from_le_bytes(self.memory.read(at))) as u32 as Word,
            Elem::Int | Elem::Float | Elem::Ref => Word::from(u32::from_le_bytes(self.memory.read(at))),
            Elem::Long | Elem::Double => Word::from_le_bytes(self.memory.read(at)),
        }
    }

    /// Writes a number or reference at an offset of an object.
    #[inline(always)]
    pub fn store(&mut self, object: Ref, offset: usize, elem: Elem, value: Word) {
        let at = object.address() + offset;
        match elem {
            Elem::Byte => self.memory.write(at, (value as u8).to_le_bytes()),
            Elem::Char | Elem::Short => self.memory.write(at, (value as u16).to_le_bytes()),
            Elem::Int | Elem::Float | Elem::Ref => self.memory.write(at, (value as u32).to_le_bytes()),
            Elem::Long | Elem::Double => self.memory.write(at, value.to_le_bytes()),
        }
    }

    /// The offset of an element.
    #[inline(always)]
    pub fn element(elem: Elem, index: i32) -> usize {
        ARRAY_HEADER as usize + index as u32 as usize * width(elem) as usize
    }

    /// The bytes of `length` elements from `index`.
    pub fn elements(&self, array: Ref, elem: Elem, index: i32, length: i32) -> &[u8] {
        let at = array.address() + Self::element(elem, index);
        self.memory.bytes(at, length as usize * width(elem) as usize)
    }

    /// So many elements from an index on, as bytes.
    pub fn elements_mut(&mut self, array: Ref, elem: Elem, index: i32, length: i32) -> &mut [u8] {
        let at = array.address() + Self::element(elem, index);
        self.memory.bytes_mut(at, length as usize * width(elem) as usize)
    }

    /// Copies elements; the ranges may overlap.
    pub fn copy_elements(&mut self, elem: Elem, from: (Ref, i32), to: (Ref, i32), length: i32) {
        let source = from.0.address() + Self::element(elem, from.1);
        let target = to.0.address() + Self::element(elem, to.1);
        self.memory.move_within(source, target, length as usize * width(elem) as usize);
    }

    /// Reads a static field.
    #[inline]
    pub fn load_static(&self, slot: u32) -> Word {
        self.statics.get(slot as usize).copied().unwrap_or(0)
    }

    /// Writes a static field.
    #[inline]
    pub fn store_static(&mut self, slot: u32, elem: Elem, value: Word) {
        let slot = slot as usize;
        if slot >= self.statics.len() {
            self.statics.resize(slot + 1, 0);
            self.static_refs.resize(slot + 1, false);
        }
        self.statics[slot] = truncate(elem, value);
        self.static_refs[slot] = elem == Elem::Ref;
    }
}

impl Clone for Heap {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            statics: self.statics.clone(),
            static_refs: self.static_refs.clone(),
            pins: self.pins.clone(),
            spare: None,
            ..*self
        }
    }
}

/// What a field of this representation keeps of a word.
#[inline]
fn truncate(elem: Elem, value: Word) -> Word {
    match elem {
        Elem::Byte => i64::from(value as i8) as u32 as Word,
        Elem::Char => Word::from(value as u16),
        Elem::Short => i64::from(value as i16) as u32 as Word,
        Elem::Int | Elem::Float | Elem::Ref => Word::from(value as u32),
        Elem::Long | Elem::Double => value,
    }
}

/// Marsaglia's xorshift.
fn next_hash(mut x: u32) -> u32 {
    x ^= x << 13;
    x ^= x >> 17;
    x ^ x << 5
}

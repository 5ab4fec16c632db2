//! Raw memory of the concrete heap: one reserved stretch of bytes, filled from the bottom.
//!
//! Pages are committed by the system when first touched, so a generous reservation costs nothing. Every access
//! is bounds-checked; what the bytes mean is [`heap`](super::heap)'s affair.

use memmap2::{MmapMut, MmapOptions};

/// Bytes that grow at the top.
pub struct Memory {
    bytes: MmapMut,
    /// First free byte; all above it has never been handed out since the last [`Memory::clear`].
    top: usize,
    /// First byte that was never handed out at all, and so is still zero.
    fresh: usize,
}

impl Memory {
    /// Reserves `capacity` bytes, or as much as the system gives by halving.
    pub fn reserve(capacity: usize) -> Self {
        let mut size = capacity.max(1 << 16);
        loop {
            match MmapOptions::new().len(size).no_reserve_swap().map_anon() {
                Ok(bytes) => return Self { bytes, top: 0, fresh: 0 },
                Err(error) => {
                    assert!(size > 1 << 16, "the system refuses even 64 KiB: {error}");
                    size /= 2;
                }
            }
        }
    }

    /// How many bytes there is room for.
    pub fn capacity(&self) -> usize {
        self.bytes.len()
    }

    /// Where the next object begins.
    pub fn top(&self) -> usize {
        self.top
    }

    /// Hands out `size` zeroed bytes (`size` is a multiple of 8), or nothing when they do not fit below `limit`.
    #[inline]
    pub fn allocate(&mut self, size: usize, limit: usize) -> Option<usize> {
        let start = self.top;
        let end = start.checked_add(size).filter(|&end| end <= limit)?;
        if end > self.bytes.len() {
            return None;
        }
        if start < self.fresh {
            self.bytes[start..end.min(self.fresh)].fill(0);
        }
        self.fresh = self.fresh.max(end);
        self.top = end;
        Some(start)
    }

    /// Forgets everything handed out; the pages stay committed for the next use.
    pub fn clear(&mut self) {
        self.top = 0;
    }

    /// The bytes at a place.
    #[inline]
    pub fn read<const N: usize>(&self, at: usize) -> [u8; N] {
        *self.bytes[at..].first_chunk().expect("objects lie whole within memory")
    }

    /// Writes bytes at a place.
    #[inline]
    pub fn write<const N: usize>(&mut self, at: usize, value: [u8; N]) {
        *self.bytes[at..].first_chunk_mut().expect("objects lie whole within memory") = value;
    }

    /// So many bytes from a place on.
    pub fn bytes(&self, at: usize, len: usize) -> &[u8] {
        &self.bytes[at..at + len]
    }

    /// So many bytes from a place on, to be changed.
    pub fn bytes_mut(&mut self, at: usize, len: usize) -> &mut [u8] {
        &mut self.bytes[at..at + len]
    }

    /// Moves bytes within memory; the stretches may overlap.
    pub fn move_within(&mut self, from: usize, to: usize, len: usize) {
        self.bytes.copy_within(from..from + len, to);
    }

    /// Appends a copy of `size` bytes of another memory; the collector has made sure that they fit.
    pub fn append(&mut self, other: &Memory, from: usize, size: usize) -> usize {
        let start = self.top;
        self.bytes[start..start + size].copy_from_slice(other.bytes(from, size));
        self.top += size;
        self.fresh = self.fresh.max(self.top);
        start
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        let mut copy = Self::reserve(self.capacity());
        copy.append(self, 0, self.top);
        copy
    }
}

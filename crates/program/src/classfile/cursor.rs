//! Reads big-endian numbers off a byte slice; the end of the slice is an error, never a panic.

use std::borrow::Cow;
use std::fmt;

/// What is wrong with a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub Cow<'static, str>);

pub(crate) type Result<T> = std::result::Result<T, Malformed>;

/// A malformation with a fixed text.
pub(crate) const fn malformed(what: &'static str) -> Malformed {
    Malformed(Cow::Borrowed(what))
}

#[derive(Clone, Copy)]
pub(crate) struct Cursor<'b> {
    bytes: &'b [u8],
    pub at: usize,
}

impl<'b> Cursor<'b> {
    /// Reads from a place on.
    pub fn new(bytes: &'b [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    /// The next two bytes, highest first.
    pub fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// The next four bytes, highest first.
    pub fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// The next two bytes with their sign.
    pub fn i16(&mut self) -> Result<i16> {
        Ok(self.u16()? as i16)
    }

    /// The next four bytes with their sign.
    pub fn i32(&mut self) -> Result<i32> {
        Ok(self.u32()? as i32)
    }

    /// The next eight bytes, highest first.
    pub fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    /// The next bytes, so many.
    pub fn take(&mut self, len: usize) -> Result<&'b [u8]> {
        let end = self.at.checked_add(len).ok_or(TRUNCATED)?;
        let taken = self.bytes.get(self.at..end).ok_or(TRUNCATED)?;
        self.at = end;
        Ok(taken)
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let taken = self.take(N)?;
        Ok(taken.try_into().expect("`take` gives as many bytes as asked"))
    }
}

const TRUNCATED: Malformed = malformed("truncated");

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

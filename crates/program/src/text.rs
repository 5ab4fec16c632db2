//! The text of Java strings: UTF-16 units, which need not be valid Unicode, kept in one byte each where they fit,
//! as `java.lang.String` does.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JavaText {
    /// Every unit is below 256.
    Latin1(Box<[u8]>),
    /// Some unit is 256 or above.
    Utf16(Box<[u16]>),
}

impl JavaText {
    pub fn from_units(units: &[u16]) -> Self {
        if units.iter().all(|&unit| unit < 256) {
            JavaText::Latin1(units.iter().map(|&unit| unit as u8).collect())
        } else {
            JavaText::Utf16(units.into())
        }
    }

    /// Length in UTF-16 units.
    pub fn len(&self) -> usize {
        match self {
            JavaText::Latin1(bytes) => bytes.len(),
            JavaText::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn units(&self) -> impl Iterator<Item = u16> {
        let (bytes, units): (&[u8], &[u16]) = match self {
            JavaText::Latin1(bytes) => (bytes, &[]),
            JavaText::Utf16(units) => (&[], units),
        };
        bytes.iter().map(|&byte| u16::from(byte)).chain(units.iter().copied())
    }
}

impl From<&str> for JavaText {
    fn from(text: &str) -> Self {
        if text.is_ascii() {
            return JavaText::Latin1(text.as_bytes().into());
        }
        Self::from_units(&text.encode_utf16().collect::<Vec<_>>())
    }
}

/// Lone surrogates become U+FFFD.
impl fmt::Display for JavaText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::decode_utf16(self.units())
            .try_for_each(|unit| write!(f, "{}", unit.unwrap_or(char::REPLACEMENT_CHARACTER)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_text_takes_a_byte_per_unit() {
        assert_eq!(JavaText::from("né"), JavaText::Latin1([b'n', 0xe9].into()));
        assert_eq!(JavaText::from("€").len(), 1);
        assert_eq!(JavaText::from_units(&[0xd800, 65]).to_string(), "\u{fffd}A");
    }
}

//! The text of Java strings: UTF-16 units, which need not be valid Unicode, kept in one byte each where they fit,
//! as `java.lang.String` does.

use std::fmt;
use std::sync::{Arc, RwLock};

use rustc_hash::FxHashMap;

use crate::StringId;
use crate::lock::{read, write};
use base::arena::Arena;

/// Text as Java has it: UTF-16, with halves of pairs where the program wants them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JavaText {
    /// Every unit is below 256.
    Latin1(Box<[u8]>),
    /// Some unit is 256 or above.
    Utf16(Box<[u16]>),
}

/// All string constants in use.
pub(crate) struct Strings {
    texts: Arena<StringId, Arc<JavaText>>,
    ids: RwLock<FxHashMap<Arc<JavaText>, StringId>>,
}

impl Strings {
    /// No texts yet.
    pub fn new() -> Self {
        Self { texts: Arena::new(), ids: RwLock::default() }
    }

    /// The id of a text; equal texts have equal ids.
    pub fn intern(&self, text: JavaText) -> StringId {
        if let Some(&id) = read(&self.ids).get(&text) {
            return id;
        }
        let text = Arc::new(text);
        *write(&self.ids).entry(text.clone()).or_insert_with(|| self.texts.push(text))
    }

    /// The text with an id.
    pub fn get(&self, id: StringId) -> &JavaText {
        self.texts.get(id)
    }
}

impl JavaText {
    /// The text of these units.
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

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its units.
    pub fn units(&self) -> impl Iterator<Item = u16> {
        let (bytes, units): (&[u8], &[u16]) = match self {
            JavaText::Latin1(bytes) => (bytes, &[]),
            JavaText::Utf16(units) => (&[], units),
        };
        bytes.iter().map(|&byte| u16::from(byte)).chain(units.iter().copied())
    }

    /// Between quotes, as Java writes it; letters of all languages stay as they are.
    pub fn quoted(&self) -> String {
        let mut out = String::from("\"");
        for unit in char::decode_utf16(self.units()) {
            match unit {
                Ok('\n') => out.push_str("\\n"),
                Ok('\r') => out.push_str("\\r"),
                Ok('\t') => out.push_str("\\t"),
                Ok(quote @ ('"' | '\\')) => out.extend(['\\', quote]),
                Ok(shown) if !shown.is_control() => out.push(shown),
                Ok(control) => out.push_str(&format!("\\u{:04x}", u32::from(control))),
                Err(lone) => out.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
            }
        }
        out + "\""
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

    #[test]
    fn quotes_are_those_of_java() {
        assert_eq!(JavaText::from("a\"\\\n\u{0}é'").quoted(), r#""a\"\\\n\u0000é'""#);
        assert_eq!(JavaText::from_units(&[0xd800, 65]).quoted(), r#""\ud800A""#);
    }
}

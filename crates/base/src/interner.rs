//! Names as numbers: a [`Symbol`] is equal to another exactly when their texts are.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{IdVec, define_id};

define_id! {
    /// An interned name. Its text lives in the [`Interner`] that made it.
    pub struct Symbol = "sym";
}

/// Owner of the texts behind symbols. Symbols of different interners must not be mixed.
#[derive(Clone, Default)]
pub struct Interner {
    texts: IdVec<Symbol, Arc<str>>,
    symbols: FxHashMap<Arc<str>, Symbol>,
}

impl Interner {
    /// The symbol of a text; equal texts have equal symbols.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(text) {
            return symbol;
        }
        let text: Arc<str> = text.into();
        let symbol = self.texts.push(text.clone());
        self.symbols.insert(text, symbol);
        symbol
    }

    /// The symbol of a text that was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text).copied()
    }

    /// The text a symbol stands for.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_symbol() {
        let mut names = Interner::default();
        let first = names.intern("next");
        let other = names.intern("prev");
        assert_eq!(first, names.intern("next"));
        assert_ne!(first, other);
        assert_eq!(names.text(other), "prev");
        assert_eq!(names.get("absent"), None);
    }
}

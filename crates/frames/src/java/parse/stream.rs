//! A cursor over the tokens of a contract, with the small steps every parser takes.

use std::ops::Range;
use std::sync::Arc;

use base::{Diagnostic, Source};

use super::lexer::{Token, TokenKind, tokens};
use crate::java::ast::{Name, Span, TypeRef, TypeRefKind};
use crate::java::{Result, error};

/// Whose words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Contracts in Java comments: `==`, `&&`, products.
    Java,
    /// The paper's language: `=` is equality, `:=` assigns, `*` always separates.
    Paper,
}

/// The words of comments, one after another.
pub struct Stream<'a> {
    pub source: &'a Arc<Source>,
    pub dialect: Dialect,
    /// How many binders (`opening … in`) wait for their `in`, which is then not the operator.
    pub heads_open: usize,
    /// How many brackets are open: inside them a `;` cannot end a clause.
    pub brackets: usize,
    tokens: Vec<Token>,
    at: usize,
}

impl<'a> Stream<'a> {
    /// The words of these parts of a source.
    pub fn new(source: &'a Arc<Source>, parts: &[Range<usize>], dialect: Dialect) -> Result<Self> {
        Ok(Self { source, dialect, heads_open: 0, brackets: 0, tokens: tokens(source, parts)?, at: 0 })
    }

    /// The next word.
    pub fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    /// The token `ahead` tokens further, or the last.
    pub fn look(&self, ahead: usize) -> &TokenKind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    /// Where the next word stands.
    pub fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The token just taken.
    pub fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    /// Where to come back to with [`Stream::rewind`].
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Goes back to a word.
    pub fn rewind(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Whether this file declares a predicate of this name.
    pub fn declares_predicate(&self, name: &str) -> bool {
        self.source.text.split("predicate").skip(1).any(|after| {
            let declared = after.trim_start().strip_prefix(name);
            after.starts_with(char::is_whitespace)
                && declared.is_some_and(|rest| rest.trim_start().starts_with('('))
        })
    }

    /// Whether there is no next word.
    pub fn is_done(&self) -> bool {
        *self.peek() == TokenKind::End
    }

    /// Whether the next word is this symbol.
    pub fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    /// Whether the next word is this.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(found) if found == word)
    }

    /// Takes the symbol, if it is next.
    pub fn accept(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.take();
        }
        found
    }

    /// Takes the word, if it is next.
    pub fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.take();
        }
        found
    }

    /// Takes the symbol, which must be next.
    pub fn expect(&mut self, symbol: &str) -> Result<Span> {
        if self.is_symbol(symbol) {
            Ok(self.take().span)
        } else {
            Err(self.unexpected(&format!("`{symbol}`")))
        }
    }

    /// Takes the word, which must be next.
    pub fn expect_word(&mut self, word: &str) -> Result<Span> {
        if self.is_word(word) { Ok(self.take().span) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// Takes a name, which must be next.
    pub fn name(&mut self) -> Result<Name> {
        match self.peek() {
            TokenKind::Word(_) => {
                let token = self.take();
                let TokenKind::Word(text) = token.kind else { unreachable!("just looked") };
                Ok(Name { text, span: token.span })
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// A type: a name with type arguments, and array brackets.
    pub fn type_ref(&mut self) -> Result<TypeRef> {
        let name = self.name()?;
        let mut arguments = Vec::new();
        if self.accept("<") {
            arguments = self.list(">", Self::type_ref)?;
        }
        let mut ty =
            TypeRef { span: name.span.to(self.last_span()), kind: TypeRefKind::Named(name.text, arguments) };
        while self.is_symbol("[") && *self.look(1) == TokenKind::Symbol("]") {
            self.take();
            let end = self.take().span;
            ty = TypeRef { span: ty.span.to(end), kind: TypeRefKind::Array(Box::new(ty)) };
        }
        Ok(ty)
    }

    /// Items separated by commas up to and including `close`.
    pub fn list<T>(
        &mut self,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut out = Vec::new();
        if close == ">" {
            self.split_angle();
        }
        while !self.accept(close) {
            if !out.is_empty() {
                self.expect(",")?;
            }
            out.push(item(self)?);
            if close == ">" {
                self.split_angle();
            }
        }
        Ok(out)
    }

    /// Parses something in brackets, where an `in` is the operator again.
    pub fn without_heads<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let heads = std::mem::take(&mut self.heads_open);
        self.brackets += 1;
        let parsed = parse(self);
        self.brackets -= 1;
        self.heads_open = heads;
        parsed
    }

    /// `>>` closes two lists of type arguments: makes two tokens of it.
    fn split_angle(&mut self) {
        if self.is_symbol(">>") {
            let span = self.span();
            let middle = span.start + 1;
            self.tokens[self.at] = Token { kind: TokenKind::Symbol(">"), span: Span { end: middle, ..span } };
            let second = Token { kind: TokenKind::Symbol(">"), span: Span { start: middle, ..span } };
            self.tokens.insert(self.at + 1, second);
        }
    }

    /// An error that names what was wanted.
    pub fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        let found = match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Int(value, _) => format!("`{value}`"),
            TokenKind::Str(text) => format!("`\"{text}\"`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the contract".to_string(),
        };
        self.error_here("contract-syntax", format!("expected {wanted}, found {found}"))
    }

    /// An error at the next word.
    pub fn error_here(&self, code: &'static str, message: impl Into<String>) -> Box<Diagnostic> {
        error(self.source, self.span(), code, message)
    }
}

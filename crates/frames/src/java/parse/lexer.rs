//! Tokens of contracts and of the paper's syntax, each with its exact place.
//!
//! A contract may be spread over several comments; the lexer is given the byte ranges inside their delimiters and
//! produces one stream. An `@` is blank, so that the lines of a block comment may start with one.

use std::ops::Range;
use std::sync::Arc;

use base::{Diagnostic, Source};

use super::text::canonical;
use crate::java::ast::{Literal, Span};
use crate::java::{Result, error};

/// A word of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// The kinds of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word(String),
    Int(i128, Literal),
    Str(String),
    Symbol(&'static str),
    End,
}

/// Longest first, so that the first match is the right one.
const SYMBOLS: [&str; 47] = [
    "<==>", ">>>=", "==>", "&*&", ">>>", "<<=", ">>=", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", ":=",
    "..", "::", "+=", "-=", "*=", "/=", "++", "--", "->", "(", ")", "{", "}", "[", "]", ";", ",", ".", ":",
    "?", "=", "<", ">", "+", "-", "*", "/", "%", "!", "&", "|",
];
const MORE_SYMBOLS: [&str; 3] = ["^", "~", "\\"];

/// Tokens of the given parts of `source`, ended by one `End` token.
pub fn tokens(source: &Arc<Source>, parts: &[Range<usize>]) -> Result<Vec<Token>> {
    let mut lexer = Lexer { source, at: 0, end: 0, out: Vec::new() };
    for part in parts {
        (lexer.at, lexer.end) = (part.start, part.end);
        lexer.run()?;
    }
    let end = parts.last().map_or(0, |part| part.end);
    lexer.out.push(Token { kind: TokenKind::End, span: Span { start: end, end } });
    Ok(lexer.out)
}

struct Lexer<'a> {
    source: &'a Arc<Source>,
    at: usize,
    end: usize,
    out: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source.text[self.at..self.end]
    }

    fn run(&mut self) -> Result<()> {
        while let Some(first) = self.rest().chars().next() {
            if first.is_whitespace() || first == '@' {
                self.at += first.len_utf8();
            } else if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.at += self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
            } else {
                self.token(first)?;
            }
        }
        Ok(())
    }

    fn token(&mut self, first: char) -> Result<()> {
        let (kind, length) = if first.is_alphabetic() || first == '_' || first == '$' {
            let length = self.length_while(|char| char.is_alphanumeric() || char == '_' || char == '$');
            (TokenKind::Word(self.rest()[..length].to_string()), length)
        } else if first.is_ascii_digit() {
            self.number()?
        } else if first == '"' {
            self.quoted('"')?
        } else if first == '\'' {
            self.quoted('\'')?
        } else {
            self.symbol()?
        };
        let span = Span { start: self.at, end: self.at + length };
        self.out.push(Token { kind, span });
        self.at += length;
        Ok(())
    }

    fn length_while(&self, accept: impl Fn(char) -> bool) -> usize {
        self.rest().find(|char| !accept(char)).unwrap_or(self.rest().len())
    }

    fn number(&self) -> Result<(TokenKind, usize)> {
        let length = self.length_while(|char| char.is_ascii_alphanumeric() || char == '_');
        let (value, literal) =
            integer(&self.rest()[..length]).ok_or_else(|| self.problem(length, "this is not an integer"))?;
        Ok((TokenKind::Int(value, literal), length))
    }

    fn quoted(&self, quote: char) -> Result<(TokenKind, usize)> {
        let mut escaped = false;
        for (index, char) in self.rest().char_indices().skip(1) {
            match char {
                '\\' if !escaped => escaped = true,
                char if char == quote && !escaped => return self.quoted_text(quote, index + 1),
                _ => escaped = false,
            }
        }
        Err(self.problem(1, "this quote is never closed"))
    }

    fn quoted_text(&self, quote: char, length: usize) -> Result<(TokenKind, usize)> {
        let text = &self.rest()[1..length - 1];
        if quote == '"' {
            let text = canonical(text).ok_or_else(|| self.problem(length, "this is not a string"))?;
            return Ok((TokenKind::Str(text), length));
        }
        let value = character(text).ok_or_else(|| self.problem(length, "this is not a character"))?;
        Ok((TokenKind::Int(value, Literal::Char), length))
    }

    fn symbol(&self) -> Result<(TokenKind, usize)> {
        let symbol = SYMBOLS.iter().chain(&MORE_SYMBOLS).find(|symbol| self.rest().starts_with(**symbol));
        match symbol {
            Some(symbol) => Ok((TokenKind::Symbol(symbol), symbol.len())),
            None => Err(self.problem(1, "this character has no meaning in a contract")),
        }
    }

    fn problem(&self, length: usize, message: &str) -> Box<Diagnostic> {
        let span = Span { start: self.at, end: self.at + length };
        error(self.source, span, "contract-syntax", message)
    }
}

/// The value of a Java integer literal: decimal, hexadecimal, octal or binary, with `_` and a final `L`.
pub fn integer(text: &str) -> Option<(i128, Literal)> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let (digits, literal) = match text.strip_suffix('l') {
        Some(digits) => (digits, Literal::Long),
        None => (text.as_str(), Literal::Int),
    };
    let (digits, radix) = match digits.get(..2) {
        Some("0x") => (&digits[2..], 16),
        Some("0b") => (&digits[2..], 2),
        Some(_) if digits.starts_with('0') => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = i128::from_str_radix(digits, radix).ok()?;
    let bits = if literal == Literal::Long { 64 } else { 32 };
    let limit = if radix == 10 { 1i128 << (bits - 1) } else { (1i128 << bits) - 1 };
    if value > limit && literal == Literal::Long {
        return None;
    }
    let wraps = radix != 10 && value <= limit && value >= 1i128 << (bits - 1);
    Some((if wraps { value - (1i128 << bits) } else { value }, literal))
}

/// The value of what stands between the quotes of a character literal.
pub fn character(text: &str) -> Option<i128> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let value = if first != '\\' {
        first as i128
    } else {
        match chars.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'b' => 8,
            'f' => 12,
            's' => 32,
            'u' => return i128::from_str_radix(chars.as_str().trim_start_matches('u'), 16).ok(),
            quoted @ ('\'' | '"' | '\\') => quoted as i128,
            digit @ '0'..='7' => {
                return i128::from_str_radix(&format!("{digit}{}", chars.as_str()), 8).ok();
            }
            _ => return None,
        }
    };
    (chars.next().is_none() && value <= 0xffff).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_literals_have_java_values() {
        assert_eq!(integer("1_000"), Some((1000, Literal::Int)));
        assert_eq!(integer("0xFFFFFFFF"), Some((-1, Literal::Int)));
        assert_eq!(integer("017"), Some((15, Literal::Int)));
        assert_eq!(integer("0"), Some((0, Literal::Int)));
        assert_eq!(integer("5L"), Some((5, Literal::Long)));
        assert_eq!(integer("5x"), None);
        assert_eq!((character("a"), character("\\n"), character("\\u0041")), (Some(97), Some(10), Some(65)));
        assert_eq!(character("ab"), None);
    }

    #[test]
    fn several_comments_make_one_stream() {
        let source = Source::new("A.java", "//@ requires x\n//@   ==> y;\n");
        let tokens = tokens(&source, &[3..14, 18..27]).expect("the text is well formed");
        let spans: Vec<_> =
            tokens.iter().map(|token| &source.text[token.span.start..token.span.end]).collect();
        assert_eq!(spans, ["requires", "x", "==>", "y", ";", ""]);
    }
}

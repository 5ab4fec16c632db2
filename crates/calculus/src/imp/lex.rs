//! Words of the small imperative language, with their places. `//` starts a comment.

use std::sync::Arc;

use base::{Diagnostic, Place, Source};

/// A word of the source.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    Int(i32),
    /// A sign: `:=`, `!=`, or a single character.
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 13] = [":=", "!=", "=", ".", ",", ";", ":", "(", ")", "{", "}", "-", "≠"];

/// The words of a source, with their places.
pub fn lex(source: &Arc<Source>) -> Result<Vec<(Token, Place)>, Diagnostic> {
    let text = &source.text;
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if next.is_whitespace() {
            at += next.len_utf8();
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if next.is_alphabetic() || next == '_' {
            let length = span(rest, |found| found.is_alphanumeric() || found == '_');
            tokens.push((Token::Word(rest[..length].into()), source.place(at, at + length)));
            at += length;
        } else if next.is_ascii_digit() {
            let length = span(rest, |found| found.is_ascii_digit());
            let place = source.place(at, at + length);
            let number = rest[..length].parse().map_err(|_| {
                Diagnostic::error("bad-syntax", "this number does not fit 32 bits").at(place.clone())
            })?;
            tokens.push((Token::Int(number), place));
            at += length;
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            tokens.push((Token::Sign(sign), source.place(at, at + sign.len())));
            at += sign.len();
        } else {
            let place = source.place(at, at + next.len_utf8());
            return Err(Diagnostic::error("bad-syntax", format!("`{next}` means nothing here")).at(place));
        }
    }
    tokens.push((Token::End, source.place(text.len(), text.len())));
    Ok(tokens)
}

fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|found| !belongs(found)).unwrap_or(text.len())
}

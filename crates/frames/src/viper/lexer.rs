//! Tokens of Viper text, each with its byte range. Comments (also nested-looking block comments, which end at the
//! first `*/`) are dropped.

use std::sync::Arc;

use base::{Diagnostic, Place, Source};

/// A word of a Viper file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'s> {
    Word(&'s str),
    Number(&'s str),
    Text(&'s str),
    Symbol(&'static str),
    End,
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme<'s> {
    pub token: Token<'s>,
    pub start: usize,
    pub end: usize,
}

/// Longest first, so that the first match is the right one.
const SYMBOLS: &[&str] = &[
    "<==>", "==>", "--*", "..", ":=", "::", "==", "!=", "<=", ">=", "&&", "||", "++", "(", ")", "[", "]",
    "{", "}", ",", ";", ":", ".", "?", "!", "<", ">", "+", "-", "*", "/", "\\", "%", "|", "@", "=", "#",
];

/// The words of a file.
pub fn tokens(source: &Arc<Source>) -> Result<Vec<Lexeme<'_>>, Diagnostic> {
    let text = source.text.as_str();
    let mut out = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blank(source, at)?;
        let Some(first) = text[at..].chars().next() else {
            out.push(Lexeme { token: Token::End, start: at, end: at });
            return Ok(out);
        };
        let (token, end) = if is_word_start(first) {
            let end = run(text, at, is_word_part);
            (Token::Word(&text[at..end]), end)
        } else if first.is_ascii_digit() {
            let end = run(text, at, |c| c.is_ascii_alphanumeric());
            (Token::Number(&text[at..end]), end)
        } else if first == '"' {
            text_token(source, at)?
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| text[at..].starts_with(**symbol)) {
            (Token::Symbol(symbol), at + symbol.len())
        } else {
            let place = source.place(at, at + first.len_utf8());
            return Err(Diagnostic::error("unexpected-character", format!("unexpected character `{first}`"))
                .at(place));
        };
        out.push(Lexeme { token, start: at, end });
        at = end;
    }
}

/// Turns byte ranges into places without rescanning the text each time.
pub struct Positions {
    source: Arc<Source>,
    line_starts: Vec<usize>,
    /// Bytes are characters, so that columns need not be counted.
    is_ascii: bool,
}

impl Positions {
    /// Places in a file.
    pub fn new(source: &Arc<Source>) -> Self {
        let newlines = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        Self { source: source.clone(), line_starts, is_ascii: source.text.is_ascii() }
    }

    /// A place in the file.
    pub fn place(&self, start: usize, end: usize) -> Place {
        let line = self.line_starts.partition_point(|&line_start| line_start <= start);
        let line_start = self.line_starts[line - 1];
        let before = &self.source.text[line_start..start];
        let column = 1 + if self.is_ascii { before.len() } else { before.chars().count() };
        Place {
            source: self.source.clone(),
            line: line as u32,
            column: column as u32,
            start,
            end: end.max(start),
        }
    }
}

fn skip_blank(source: &Arc<Source>, mut at: usize) -> Result<usize, Diagnostic> {
    let text = source.text.as_str();
    loop {
        at = run(text, at, char::is_whitespace);
        if text[at..].starts_with("//") {
            at = run(text, at, |c| c != '\n');
        } else if text[at..].starts_with("/*") {
            let Some(length) = text[at + 2..].find("*/") else {
                return Err(Diagnostic::error("unclosed-comment", "this comment is never closed")
                    .at(source.place(at, at + 2)));
            };
            at += length + 4;
        } else {
            return Ok(at);
        }
    }
}

fn text_token(source: &Arc<Source>, at: usize) -> Result<(Token<'_>, usize), Diagnostic> {
    let text = source.text.as_str();
    match text[at + 1..].find('"') {
        Some(length) => Ok((Token::Text(&text[at + 1..at + 1 + length]), at + length + 2)),
        None => {
            Err(Diagnostic::error("unclosed-text", "this text is never closed").at(source.place(at, at + 1)))
        }
    }
}

/// The end of the longest run of characters from `at` that are all `wanted`.
fn run(text: &str, at: usize, wanted: impl Fn(char) -> bool) -> usize {
    text[at..].find(|c| !wanted(c)).map_or(text.len(), |length| at + length)
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}

fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '\''
}

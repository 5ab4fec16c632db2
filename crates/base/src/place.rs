//! Places in source text.
//!
//! Lines and columns count from 1, columns in characters. A place without a column means the whole line;
//! a class file knows lines only.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// A named source text, shared by all places in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// As the user wrote it: a path, or a name such as `Foo.java` from a class file.
    pub name: String,
    pub text: String,
    /// Where each line starts, found when first asked for.
    line_starts: OnceLock<Vec<usize>>,
}

impl Source {
    /// A text under the name the user knows it by.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into(), line_starts: OnceLock::new() })
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= end);
        let start = starts[line - 1];
        (line as u32, self.text[start..end].chars().count() as u32 + 1)
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, line: u32) -> Option<&str> {
        let start = *self.line_starts().get(line.checked_sub(1)? as usize)?;
        self.text[start..].lines().next()
    }

    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect()
        })
    }

    /// The place of the bytes `start..end`.
    pub fn place(self: &Arc<Self>, start: usize, end: usize) -> Place {
        let (line, column) = self.position(start);
        Place { source: self.clone(), line, column, start, end: end.max(start) }
    }
}

/// A stretch of a source text.
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    pub source: Arc<Source>,
    pub line: u32,
    /// 0 when only the line is known.
    pub column: u32,
    /// Byte range in the source's text; empty when the text is not at hand.
    pub start: usize,
    pub end: usize,
}

impl Place {
    /// A line of a source whose text may not be at hand.
    pub fn of_line(source: &Arc<Source>, line: u32) -> Self {
        let start = source.line_starts().get(line.saturating_sub(1) as usize).copied();
        let start = start.unwrap_or(source.text.len());
        let length = source.line(line).map_or(0, str::len);
        Self { source: source.clone(), line, column: 0, start, end: start + length }
    }

    /// The text the place covers.
    pub fn text(&self) -> &str {
        self.source.text.get(self.start..self.end).unwrap_or("")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "{}:{}", self.source.name, self.line),
            column => write!(f, "{}:{}:{column}", self.source.name, self.line),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let source = Source::new("A.java", "class A {\n  int é;\n}\n");
        assert_eq!(source.position(0), (1, 1));
        let at = source.text.find(';').expect("the text has a semicolon");
        let place = source.place(at, at + 1);
        assert_eq!((place.line, place.column, place.text()), (2, 8, ";"));
        assert_eq!(place.to_string(), "A.java:2:8");
    }

    #[test]
    fn a_line_is_a_place_without_column() {
        let source = Source::new("A.java", "one\ntwo\nthree");
        let place = Place::of_line(&source, 2);
        assert_eq!((place.text(), place.to_string().as_str()), ("two", "A.java:2"));
        assert_eq!(Place::of_line(&source, 9).text(), "");
    }
}

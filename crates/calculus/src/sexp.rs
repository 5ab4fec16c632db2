//! S-expressions with places. Round and square brackets both group and must match their own kind; `;` starts a comment.

use std::sync::Arc;

use base::{Diagnostic, Place, Source};

/// A word, or a list in parentheses.
#[derive(Clone, Debug, PartialEq)]
pub enum Sexp {
    Atom(String, Place),
    List(Vec<Sexp>, Place),
}

impl Sexp {
    /// Where it stands.
    pub fn place(&self) -> &Place {
        match self {
            Sexp::Atom(_, place) | Sexp::List(_, place) => place,
        }
    }

    /// The word, if it is one.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexp::Atom(text, _) => Some(text),
            Sexp::List(..) => None,
        }
    }

    /// The list, if it is one.
    pub fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::List(items, _) => Some(items),
            Sexp::Atom(..) => None,
        }
    }
}

/// How deep brackets may nest: enough for any program, too little to exhaust the stack.
const MAX_DEPTH: usize = 200;

/// Reads the one S-expression a file holds.
pub fn read(source: &Arc<Source>) -> Result<Sexp, Diagnostic> {
    let mut reader = Reader { source, at: 0 };
    let sexp = reader.sexp(0)?;
    reader.skip_blanks();
    if reader.at < source.text.len() {
        let message = "the program ends here, but the file goes on";
        return Err(Diagnostic::error("bad-syntax", message).at(reader.here(1)));
    }
    Ok(sexp)
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    at: usize,
}

impl Reader<'_> {
    fn sexp(&mut self, depth: usize) -> Result<Sexp, Diagnostic> {
        self.skip_blanks();
        match self.peek() {
            None => Err(self.error("the file ends where an expression should begin")),
            Some(open @ ('(' | '[')) if depth < MAX_DEPTH => self.rest_of_list(open, depth),
            Some('(' | '[') => Err(self.error("brackets nest too deeply here")),
            Some(close @ (')' | ']')) => Err(self.error(&format!("this `{close}` closes nothing"))),
            Some(_) => Ok(self.rest_of_atom()),
        }
    }

    fn rest_of_list(&mut self, open: char, depth: usize) -> Result<Sexp, Diagnostic> {
        let start = self.at;
        self.at += 1;
        let close = if open == '(' { ')' } else { ']' };
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                None => {
                    let opened = self.source.place(start, start + 1);
                    let message = format!("this `{open}` is never closed");
                    return Err(Diagnostic::error("bad-syntax", message).at(opened));
                }
                Some(found) if found == close => {
                    self.at += 1;
                    return Ok(Sexp::List(items, self.source.place(start, self.at)));
                }
                Some(found @ (')' | ']')) => {
                    let opened = self.source.place(start, start + 1);
                    let error = self.error(&format!("`{found}` cannot close a `{open}`"));
                    return Err(error.see(opened, "opened here"));
                }
                Some(_) => items.push(self.sexp(depth + 1)?),
            }
        }
    }

    fn rest_of_atom(&mut self) -> Sexp {
        let start = self.at;
        while self.peek().is_some_and(|found| !found.is_whitespace() && !"()[];".contains(found)) {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let place = self.source.place(start, self.at);
        Sexp::Atom(place.text().to_string(), place)
    }

    fn skip_blanks(&mut self) {
        while let Some(found) = self.peek() {
            if found == ';' {
                self.at = self.source.text[self.at..]
                    .find('\n')
                    .map_or(self.source.text.len(), |end| self.at + end);
            } else if found.is_whitespace() {
                self.at += found.len_utf8();
            } else {
                break;
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.source.text[self.at..].chars().next()
    }

    fn here(&self, length: usize) -> Place {
        self.source.place(self.at, (self.at + length).min(self.source.text.len()))
    }

    fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error("bad-syntax", message).at(self.here(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_comments_and_atoms() {
        let sexp = read(&Source::new("a", "(new C) ; a comment")).expect("well formed");
        let words: Vec<_> = sexp.list().into_iter().flatten().filter_map(Sexp::atom).collect();
        assert_eq!(words, ["new", "C"]);
    }

    #[test]
    fn unbalanced_brackets_name_their_place() {
        for (text, line, column) in
            [("(a\n (b", 2, 2), ("(a]", 1, 3), (")", 1, 1), ("(a) b", 1, 5), ("", 1, 1)]
        {
            let error = read(&Source::new("a", text)).expect_err("unbalanced");
            let place = error.place.expect("an error in a file has a place");
            assert_eq!((place.line, place.column), (line, column), "{text}");
        }
        let deep = "(".repeat(2_000);
        assert_eq!(read(&Source::new("a", deep)).expect_err("too deep").code, "bad-syntax");
    }
}

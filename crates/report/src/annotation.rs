//! Suppression by annotation, read from the source: `@SuppressWarnings("cupper:KIND")`, which class files do not keep, and
//! annotations the user names.
//!
//! Java is not parsed here. Comments and literals are blanked, then an annotation covers what stands between it and the end of the
//! declaration after it: its closing brace, or its semicolon.

use std::ops::RangeInclusive;

/// What one annotation suppresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated {
    pub lines: RangeInclusive<u32>,
    /// The kinds, or `all`.
    pub kinds: Vec<String>,
}

/// The suppressing annotations of a source; `names` are annotations, simple or full, that suppress everything.
pub fn annotated(text: &str, names: &[String]) -> Vec<Annotated> {
    let code = blank(text);
    let mut found = Vec::new();
    for (at, _) in code.match_indices('@') {
        let name_end = at + 1 + code[at + 1..].find(|c: char| !is_name(c)).unwrap_or(code.len() - at - 1);
        let name = &code[at + 1..name_end];
        let (arguments, after) = arguments(&code, text, name_end);
        let kinds = kinds(name, arguments, names);
        if !kinds.is_empty() {
            let line = |offset: usize| text[..offset].matches('\n').count() as u32 + 1;
            found.push(Annotated { lines: line(at)..=line(declaration_end(&code, after)), kinds });
        }
    }
    found
}

/// Whether an annotation's name is one of those named, which may be simple or full.
pub fn is_named(name: &str, names: &[String]) -> bool {
    let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    names.iter().any(|wanted| wanted == name || (!wanted.contains('.') && *wanted == simple(name)))
        || (!name.contains('.') && names.iter().any(|wanted| simple(wanted) == name))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.' || c == '$'
}

fn kinds(name: &str, arguments: &str, names: &[String]) -> Vec<String> {
    if is_named(name, names) {
        return vec!["all".into()];
    }
    if name != "SuppressWarnings" && name != "java.lang.SuppressWarnings" {
        return Vec::new();
    }
    let literals = arguments.split('"').skip(1).step_by(2);
    literals
        .filter_map(|literal| match literal.strip_prefix("cupper")? {
            "" => Some("all".to_owned()),
            kind => Some(kind.strip_prefix(':')?.to_owned()),
        })
        .collect()
}

/// The text between an annotation's parentheses, if it has them, and where it ends.
fn arguments<'t>(code: &str, text: &'t str, from: usize) -> (&'t str, usize) {
    let open = from + code[from..].len() - code[from..].trim_start().len();
    if !code[open..].starts_with('(') {
        return ("", from);
    }
    let close = closing(code, open, '(', ')');
    (&text[open + 1..close], close + 1)
}

/// The offset of the bracket that closes the one at `open`, or the end of the text.
fn closing(code: &str, open: usize, opens: char, closes: char) -> usize {
    let mut depth = 0;
    for (at, c) in code[open..].char_indices() {
        if c == opens {
            depth += 1;
        } else if c == closes {
            depth -= 1;
            if depth == 0 {
                return open + at;
            }
        }
    }
    code.len() - 1
}

fn declaration_end(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[from..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' if depth == 0 => return closing(code, from + at, '{', '}'),
            ';' if depth == 0 => return from + at,
            _ => {}
        }
    }
    code.len() - 1
}

/// The text with comments and literals blanked, byte for byte as long.
fn blank(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' if rest.starts_with("\"\"\"") => rest[3..].find("\"\"\"").map_or(rest.len(), |end| end + 6),
            '"' | '\'' => literal(rest, first),
            _ => 0,
        };
        let taken = length.max(first.len_utf8());
        if length == 0 {
            out.push(first);
        } else {
            out.extend(rest[..taken].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
        rest = &rest[taken..];
    }
    out
}

/// The length of a literal in quotes; it ends with its line at the latest.
fn literal(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(u32, u32, String)> {
        let names = ["Generated".to_owned(), "x.Skip".to_owned()];
        let found = annotated(text, &names);
        found.iter().map(|one| (*one.lines.start(), *one.lines.end(), one.kinds.join(" "))).collect()
    }

    #[test]
    fn the_annotated_declaration_is_covered() {
        let text = "class A {\n  @SuppressWarnings({\"unchecked\", \"cupper:diverges\"})\n  void f(int x) {\n    g(\"}\");\n  }\n  int x;\n}\n";
        assert_eq!(of(text), [(2, 5, "diverges".into())]);
        assert_eq!(of("@Generated(\"by {\")\nclass A {\n\n}\nclass B { }\n"), [(1, 4, "all".into())]);
        assert_eq!(of("@x.Skip int a = 1;\nint b;\n"), [(1, 1, "all".into())]);
        assert_eq!(of("@SuppressWarnings(\"cupper\") @Other(a = 1) int f() {\n}\n"), [(1, 2, "all".into())]);
    }

    #[test]
    fn comments_literals_and_other_annotations_are_not() {
        for text in [
            "// @Generated\nclass A {}",
            "String s = \"@Generated\";",
            "@SuppressWarnings(\"all\") int x;",
            "@y.Skip int x;",
            "@",
            "@Generate",
        ] {
            assert_eq!(of(text), [], "{text}");
        }
    }
}

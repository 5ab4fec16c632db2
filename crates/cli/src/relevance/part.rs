//! Where on its line a part is: class files do not say, so its name is looked for as the source would write it. If what is to the right
//! of it matters, or might, the part ends there.

use relevance::{Part, PartKind};

/// The part in a sentence.
pub fn describe(part: &Part) -> String {
    match part.kind {
        PartKind::Variable | PartKind::Field => format!("the value `{}` gets", part.name),
        PartKind::Call => format!("the call of `{}`", part.name),
    }
}

/// First column and the one behind the last, counted in characters from 0.
pub fn columns(line: &str, part: &Part) -> Option<(usize, usize)> {
    let text: Vec<char> = line.chars().collect();
    let name: Vec<char> = part.name.chars().collect();
    let starts = (0..text.len()).filter(|&at| is_word_at(&text, &name, at));
    starts.into_iter().find_map(|start| {
        let behind = start + name.len();
        match part.kind {
            PartKind::Variable | PartKind::Field => assignment(&text, start, behind, part.is_whole),
            PartKind::Call => {
                let open = skip_spaces(&text, behind);
                let end = close(&text, open + 1);
                let whole = part.is_whole && !acts(text.get(open + 1..end).unwrap_or_default());
                (text.get(open) == Some(&'(')).then_some((start, if whole { end + 1 } else { behind }))
            }
        }
    })
}

fn is_word_at(text: &[char], name: &[char], at: usize) -> bool {
    let is_letter = |at: usize| text.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_' || *c == '$');
    text[at..].starts_with(name) && !is_letter(at + name.len()) && (at == 0 || !is_letter(at - 1))
}

/// `name = …`, `name += …`, `name++` or `--name`, as far as it goes; only `name =` if not the whole of it is meant.
fn assignment(text: &[char], start: usize, behind: usize, whole: bool) -> Option<(usize, usize)> {
    let rest: String = text[skip_spaces(text, behind)..].iter().collect();
    let before: String = text[..start].iter().collect();
    if rest.starts_with("++") || rest.starts_with("--") {
        return Some((start, skip_spaces(text, behind) + 2));
    }
    if before.ends_with("++") || before.ends_with("--") {
        return Some((start - 2, behind));
    }
    let operator = rest.trim_start_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']);
    let is_assignment =
        operator.starts_with('=') && !operator.starts_with("==") && rest.len() - operator.len() < 4;
    let is_comparison = rest.starts_with("<=") || rest.starts_with(">=");
    if !is_assignment || is_comparison {
        return None;
    }
    let sign = skip_spaces(text, behind) + rest.chars().count() - operator.chars().count() + 1;
    let end = close(text, behind);
    Some((start, if whole && !acts(&text[sign.min(end)..end]) { end } else { sign }))
}

/// Whether an expression may do more than give a value, or choose what it does.
fn acts(expression: &[char]) -> bool {
    let text: String = expression.iter().collect();
    let compares = ["==", "!=", "<=", ">="].iter().fold(text.clone(), |text, sign| text.replace(sign, ""));
    ["++", "--", "&&", "||", "?"].iter().any(|sign| text.contains(sign)) || compares.contains('=')
}

fn skip_spaces(text: &[char], from: usize) -> usize {
    (from..text.len()).find(|&at| !text[at].is_whitespace()).unwrap_or(text.len())
}

/// Where the expression from here ends: at a bracket, comma or semicolon that is not inside it.
fn close(text: &[char], from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text.iter().enumerate().skip(from) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' | ',' | ';' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str, kind: PartKind, name: &str) -> Option<String> {
        let part = Part {
            kind,
            name: name.into(),
            fate: relevance::Fate::default(),
            is_whole: true,
            is_constant: false,
        };
        let (from, to) = columns(line, &part)?;
        Some(line.chars().skip(from).take(to - from).collect())
    }

    #[test]
    fn parts_are_found_where_they_are_written() {
        let variable = |line, name| found(line, PartKind::Variable, name);
        assert_eq!(variable("int a = f(1, 2), ab = 3;", "a").as_deref(), Some("a = f(1, 2)"));
        assert_eq!(variable("for (int i = 0, j = 9; i < 3; i++, j--) {", "j").as_deref(), Some("j = 9"));
        assert_eq!(variable("if (x == 1) { x <<= 2; }", "x").as_deref(), Some("x <<= 2"));
        assert_eq!(variable("return a[--n];", "n").as_deref(), Some("--n"));
        assert_eq!(variable("while (x <= 3) x++;", "x").as_deref(), Some("x++"));
        assert_eq!(variable("return x;", "x"), None);
        assert_eq!(variable("int x = b ? p.n++ : 1;", "x").as_deref(), Some("x ="));
        assert_eq!(variable("a[0] = x += y = 2;", "x").as_deref(), Some("x +="));
        assert_eq!(found("this.é = 1; done();", PartKind::Field, "é").as_deref(), Some("é = 1"));
        assert_eq!(found("return g(x) + log(g(2));", PartKind::Call, "log").as_deref(), Some("log(g(2))"));
    }
}

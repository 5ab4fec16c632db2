//! What is known of strings, said with the methods of strings.

use program::JavaText;
use rustc_hash::FxHashMap;
use term::{Term, Terms};

use super::equation;

/// Strings all of whose characters are known read `s.equals("…")`, and nothing else is said of them. Returns that, and the
/// other conjuncts.
pub fn spelled_out(terms: &Terms, conjuncts: &[Term]) -> (Vec<String>, Vec<Term>) {
    let mut facts: FxHashMap<String, i64> = FxHashMap::default();
    let mut strings: Vec<String> = Vec::new();
    for (what, value) in conjuncts.iter().filter_map(|conjunct| equation(terms, *conjunct)) {
        let Some(name) = terms.var_name(what) else { continue };
        let Some(bits) = terms.value(value).and_then(|value| value.as_bits()) else { continue };
        facts.insert(name.to_owned(), bits.signed());
        strings.extend(name.strip_suffix(".chars.length").map(str::to_owned));
    }
    let mut out = Vec::new();
    let mut said: Vec<String> = Vec::new();
    for string in strings {
        let length = facts[&format!("{string}.chars.length")];
        let unit = |at: i64| facts.get(&format!("{string}.chars[{at}]")).map(|unit| *unit as u16);
        let units: Option<Vec<u16>> = (0..length).map(unit).collect();
        if let (Some(units), false) = (units, said.contains(&string)) {
            out.push(match units.is_empty() {
                true => format!("{string}.isEmpty()"),
                false => format!("{string}.equals({})", JavaText::from_units(&units).quoted()),
            });
            said.push(string);
        }
    }
    let called = conjuncts.iter().filter_map(|conjunct| terms.var_name(*conjunct)?.split_once(".equals(\""));
    said.extend(called.map(|(string, _)| string.to_owned()));
    let is_said = |conjunct: &Term| {
        let vars = terms.free_vars(*conjunct);
        let of = |name: &str| {
            said.iter().any(|string| {
                let rest = name.strip_prefix(string.as_str());
                rest.is_some_and(|rest| rest.starts_with(".chars") || rest.starts_with(".hashCode"))
            })
        };
        !vars.is_empty() && vars.iter().all(|var| terms.var_name(*var).is_some_and(of))
    };
    (out, conjuncts.iter().copied().filter(|conjunct| !is_said(conjunct)).collect())
}

/// `s.chars.length` and `s.chars[i]` as a programmer would say it, and characters as characters; elements of lists likewise.
pub fn rename(text: &str) -> String {
    let text = unwrap(text, "unsigned_int(", |inner| inner.to_owned());
    let text = text.replace(".chars.length", ".length()");
    let text = indexed(&text, ".elementData[", |index, after| (format!(".get({})", rename(index)), after));
    indexed(&text, ".chars[", |index, after| {
        let (compared, after) = character(after);
        (format!(".charAt({}){compared}", rename(index)), after)
    })
}

/// Replaces `open…]`, and perhaps some of what follows, by what `with` makes of the index.
fn indexed(text: &str, open: &str, with: impl for<'t> Fn(&str, &'t str) -> (String, &'t str)) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        let inside = &rest[at + open.len()..];
        let Some(end) = closing(inside, '[', ']') else { break };
        let (call, after) = with(&inside[..end], &inside[end + 1..]);
        out.push_str(&rest[..at]);
        out.push_str(&call);
        rest = after;
    }
    out + rest
}

/// A comparison with a number, written as a character; and what follows it.
fn character(text: &str) -> (String, &str) {
    for operator in [" == ", " != ", " <= ", " >= ", " < ", " > "] {
        let Some(after) = text.strip_prefix(operator) else { continue };
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if let Ok(unit @ 32..=126) = after[..digits].parse::<u8>() {
            return (format!("{operator}{:?}", char::from(unit)), &after[digits..]);
        }
    }
    (String::new(), text)
}

/// Replaces `open…)` by what `with` makes of its inside.
fn unwrap(text: &str, open: &str, with: impl Fn(&str) -> String + Copy) -> String {
    let Some(at) = text.find(open) else { return text.to_owned() };
    let inside = &text[at + open.len()..];
    let Some(end) = closing(inside, '(', ')') else { return text.to_owned() };
    let (inner, rest) = (unwrap(&inside[..end], open, with), unwrap(&inside[end + 1..], open, with));
    format!("{}{}{rest}", &text[..at], with(&inner))
}

/// Where the bracket is closed that was opened before `text`.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_read_as_java() {
        assert_eq!(rename("s.chars.length <= i"), "s.length() <= i");
        assert_eq!(rename("s.chars[0] == 97"), "s.charAt(0) == 'a'");
        assert_eq!(rename("l.elementData[n[1]].chars[0] == 97"), "l.get(n[1]).charAt(0) == 'a'");
        assert_eq!(rename("unsigned_int(s.chars[i + 1]) < 8"), "s.charAt(i + 1) < 8");
    }

    #[test]
    fn a_text_is_said_once() {
        let terms = Terms::new();
        let length = terms.var("s.chars.length", term::Sort::INT32);
        let unit = terms.var("s.chars[0]", term::Sort::BitVec(16));
        let hash = terms.var("s.hashCode()", term::Sort::INT32);
        let other = terms.less(terms.var("x", term::Sort::INT32), terms.i32(3));
        let facts = [
            terms.eq(hash, terms.i32(97)),
            terms.eq(length, terms.i32(1)),
            terms.eq(unit, terms.bits(16, 97)),
            other,
        ];
        assert_eq!(spelled_out(&terms, &facts), (vec!["s.equals(\"a\")".to_owned()], vec![other]));
    }
}

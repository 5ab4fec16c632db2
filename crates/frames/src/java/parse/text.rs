//! What the spelling of a string literal and of unicode escapes means [JLS 3.3, 3.10.7].
//!
//! Strings are kept in one spelling for each value, so that equal ones are the same object. A unicode escape is read before
//! anything else in Java; where that would change what a token is, the file is refused.

/// The one spelling of what stands between the quotes: unusual characters are `\uXXXX`. None where it is no string.
pub fn canonical(inside: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = inside;
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            units.extend(first.encode_utf16(&mut [0; 2]).iter());
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (unit, length) = escape(rest)?;
        units.push(unit);
        rest = &rest[length..];
    }
    let spell = |unit: &u16| match char::from_u32(u32::from(*unit)) {
        Some(char) if (' '..='~').contains(&char) && char != '\\' => char.to_string(),
        _ => format!("\\u{unit:04x}"),
    };
    Some(units.iter().map(spell).collect())
}

/// The value of the escape `text` starts with, and its length.
fn escape(text: &str) -> Option<(u16, usize)> {
    let kind = text.chars().nth(1)?;
    let simple = match kind {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'b' => 8,
        'f' => 12,
        's' => 32,
        '\'' | '"' | '\\' => kind as u16,
        'u' => return unicode(text),
        '0'..='7' => {
            let most = if kind <= '3' { 3 } else { 2 };
            let digits: String =
                text[1..].chars().take(most).take_while(|char| ('0'..='7').contains(char)).collect();
            return Some((u16::from_str_radix(&digits, 8).ok()?, 1 + digits.len()));
        }
        _ => return None,
    };
    Some((simple, 2))
}

/// The value of the unicode escape `text` starts with, and its length.
fn unicode(text: &str) -> Option<(u16, usize)> {
    let marks = text[1..].chars().take_while(|&char| char == 'u').count();
    let digits = text.get(1 + marks..5 + marks)?;
    let is_number = digits.chars().all(|char| char.is_ascii_hexdigit());
    is_number.then(|| u16::from_str_radix(digits, 16).ok()).flatten().map(|value| (value, 5 + marks))
}

/// Where unicode escapes stand in a file and what each means; none for a broken one.
pub fn unicode_escapes(text: &str) -> Vec<(usize, Option<u16>)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        let start = at + found;
        at = start + 1;
        if text[at..].starts_with('u') {
            out.push((start, unicode(&text[start..]).map(|(value, _)| value)));
        } else if text[at..].starts_with('\\') {
            at += 1;
        }
    }
    out
}

/// Whether an escape for `value` inside a token or comment leaves its extent as it looks.
pub fn is_harmless(value: u16, token: &str) -> bool {
    let value = char::from_u32(u32::from(value)).unwrap_or('x');
    match token {
        "string_literal" | "string_fragment" | "escape_sequence" | "character_literal" => {
            !['"', '\'', '\\', '\n', '\r'].contains(&value)
        }
        "line_comment" | "block_comment" => !['*', '/', '@', '\\', '\n', '\r'].contains(&value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_have_one_spelling() {
        for spelling in ["A\\tb", "\\u0041\\u0009b", "\\101\\11b", "\\uu0041\tb"] {
            assert_eq!(canonical(spelling).as_deref(), Some("A\\u0009b"), "{spelling}");
        }
        assert_ne!(canonical("\\\\u0041"), canonical("A"));
        assert_eq!(canonical("\\477"), canonical("'7"));
        assert_eq!(canonical("\\q"), None);
    }

    #[test]
    fn an_escape_after_an_escaped_backslash_is_none() {
        assert_eq!(unicode_escapes("\\\\u0041 \\u000a \\uxy"), [(8, Some(10)), (15, None)]);
    }
}

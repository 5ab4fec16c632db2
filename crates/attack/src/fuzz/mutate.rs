//! Files changed at random: bytes, numbers, pieces of the file itself and of other files, words of the language.

use std::cell::RefCell;
use std::path::PathBuf;

use testkit::Random;

thread_local! {
    /// Where each mutant is written before it is read, to look at one that makes trouble.
    pub static SHOWN: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

fn show(bytes: &[u8]) {
    SHOWN.with_borrow(|path| {
        if let Some(path) = path {
            // Nobody waits for it: a mutant that cannot be shown is still read.
            let _ = std::fs::write(path, bytes);
        }
    });
}

/// Numbers at which sizes and indices go wrong.
const EDGES: [u32; 12] =
    [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
/// Files do not grow beyond this.
const LONGEST: usize = 1 << 16;

/// A class file, a JAR: bytes and numbers are changed, pieces cut out or doubled.
pub fn binary(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.choose(corpus);
    for _ in 0..1 + random.below(4) * random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(16) {
            0..=6 => bytes[at] = random.below(256) as u8,
            7 | 8 => bytes[at] ^= 1 << random.below(8),
            9 | 10 => {
                let number = random.choose(&EDGES).to_be_bytes();
                let width = random.choose(&[1, 2, 2, 4]);
                put(&mut bytes, at, &number[4 - width..]);
            }
            11 | 12 => {
                // A small number of two bytes: another index, another length.
                let number = (random.below(200) as u16).to_be_bytes();
                put(&mut bytes, at, &number);
            }
            13 => {
                let from = random.below(bytes.len());
                let piece = piece(&bytes, from, 1 + random.below(16));
                put(&mut bytes, at, &piece);
            }
            14 => resize(random, &mut bytes, at, corpus),
            _ if random.once_in(4) => bytes.truncate(at),
            _ => {}
        }
    }
    show(&bytes);
    bytes
}

/// A text: words and lines are cut, doubled, exchanged, taken from other texts.
pub fn text(random: &mut Random, corpus: &[String]) -> String {
    let mut text = random.choose(corpus);
    for _ in 0..1 + random.below(3) * random.below(4) {
        let words = words(&text);
        if words.is_empty() {
            break;
        }
        let (from, to) = random.choose(&words);
        let replacement = match random.below(10) {
            0 | 1 => String::new(),
            2 => format!("{0} {0}", &text[from..to]),
            3..=5 => word(random, &text),
            6 | 7 => {
                let other = random.choose(corpus);
                word(random, &other)
            }
            8 => random.choose(&ODDITIES).to_owned(),
            _ => {
                let other = random.choose(corpus);
                let lines: Vec<&str> = other.lines().collect();
                let first = random.below(lines.len());
                let count = 1 + random.below(4);
                lines.iter().skip(first).take(count).copied().collect::<Vec<_>>().join("\n")
            }
        };
        text.replace_range(from..to, &replacement);
        let mut end = LONGEST.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    show(text.as_bytes());
    text
}

const ODDITIES: [&str; 16] = [
    "0",
    "-1",
    "2147483647",
    "99999999999999999999999",
    "1e999",
    "\"",
    "\u{0}",
    "\u{202e}é𝄞",
    "/*",
    "((((((((((((((((((((((((((((((((",
    "null",
    "}",
    "\\u000a",
    "this",
    "-0x80000000",
    "//@ ensures false;\n",
];

fn put(bytes: &mut [u8], at: usize, piece: &[u8]) {
    for (offset, byte) in piece.iter().enumerate() {
        if let Some(place) = bytes.get_mut(at + offset) {
            *place = *byte;
        }
    }
}

fn piece(bytes: &[u8], from: usize, length: usize) -> Vec<u8> {
    bytes[from..(from + length).min(bytes.len())].to_vec()
}

fn resize(random: &mut Random, bytes: &mut Vec<u8>, at: usize, corpus: &[Vec<u8>]) {
    let length = 1 + random.below(32);
    match random.below(3) {
        0 => drop(bytes.drain(at..(at + length).min(bytes.len()))),
        1 => {
            let copy = piece(bytes, at, length);
            bytes.splice(at..at, copy);
        }
        _ => {
            let other = random.choose(corpus);
            if !other.is_empty() {
                let from = random.below(other.len());
                bytes.splice(at..at, piece(&other, from, length));
            }
        }
    }
    bytes.truncate(LONGEST);
}

fn word(random: &mut Random, text: &str) -> String {
    let words = words(text);
    if words.is_empty() {
        return String::new();
    }
    let (from, to) = random.choose(&words);
    text[from..to].to_owned()
}

/// Where names, numbers and other letters stand.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut inside = false;
    for (at, letter) in text.char_indices() {
        let is_name = letter.is_alphanumeric() || letter == '_';
        match out.last_mut() {
            Some(last) if inside && is_name => last.1 = at + letter.len_utf8(),
            _ if letter.is_whitespace() => {}
            _ => out.push((at, at + letter.len_utf8())),
        }
        inside = is_name;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_file() {
        let (texts, files) = (vec!["int x = é12;\n".to_owned()], vec![vec![0xca, 0xfe, 0xba, 0xbe]]);
        for seed in 0..500 {
            assert_eq!(text(&mut Random::new(seed), &texts), text(&mut Random::new(seed), &texts));
            assert_eq!(binary(&mut Random::new(seed), &files), binary(&mut Random::new(seed), &files));
        }
    }
}

//! Nothing that a user reads is written by `Debug`: `{…:?}` is for tests, panics and implementations of `Debug`. Floating-point numbers
//! are the exception, as Rust's `Debug` writes them like Java does; the few places that do so are listed.

use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::sources::SourceFile;

/// Files that may, how often, and why.
const ALLOWED: [(&str, usize, &str); 11] = [
    ("crates/explore/src/diagram.rs", 3, "floating-point numbers and printable characters, as Java has them"),
    ("crates/explore/src/words/strings.rs", 1, "printable characters, as Java has them"),
    ("crates/frames/src/java/lower/prelude.rs", 1, "the name of a string's constant"),
    ("crates/frames/src/viper/check/wand.rs", 1, "what tells shapes of wands apart"),
    ("crates/library/src/read/facts.rs", 1, "variants are the words of the files"),
    ("crates/program/src/code/print.rs", 2, "floating-point numbers"),
    ("crates/term/src/value.rs", 2, "floating-point numbers"),
    ("crates/terminate/src/translate/activation.rs", 1, "a name that tells variables apart"),
    ("crates/testgen/src/history/mod.rs", 1, "what tells inputs apart"),
    ("crates/testgen/src/literal.rs", 2, "floating-point numbers"),
    ("crates/attack/src", usize::MAX, "its findings are read by whoever mends them"),
];

/// A complaint for each place too many, and for each file that is listed with more places than it has.
pub fn shown(files: &[SourceFile]) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| is_checked(&file.path)) {
        let parsed = syn::parse_file(&file.text).with_context(|| file.path.display().to_string())?;
        let mut search = Search { found: Vec::new() };
        search.visit_file(&parsed);
        let allowed = ALLOWED.iter().find(|(path, ..)| file.path.starts_with(path));
        let number = allowed.map_or(0, |(_, number, _)| *number);
        let place = file.path.display();
        if search.found.len() > number {
            let say = |line: &usize| format!("{place}:{line}: what `Debug` writes may reach a user");
            complaints.extend(search.found.iter().map(say));
        } else if search.found.len() < number && number < usize::MAX {
            complaints.push(format!("{place}: writes by `Debug` only {} times", search.found.len()));
        }
    }
    Ok(complaints)
}

fn is_checked(path: &Path) -> bool {
    path.starts_with("crates") && path.components().any(|part| part.as_os_str() == "src")
}

struct Search {
    found: Vec<usize>,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let writes = [
            "format",
            "write",
            "writeln",
            "print",
            "println",
            "eprint",
            "eprintln",
            "format_args",
            "bail",
            "anyhow",
        ];
        if writes.contains(&name.as_str()) {
            self.found.extend(debug_strings(call.tokens.clone()));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let is_debug = item
            .trait_
            .as_ref()
            .is_some_and(|(_, path, _)| path.segments.last().is_some_and(|segment| segment.ident == "Debug"));
        if !is_debug {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The lines of strings that ask for `Debug`.
fn debug_strings(tokens: TokenStream) -> Vec<usize> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains(":?}") || text.contains(":#?}") {
                    found.push(literal.span().start().line);
                }
            }
            TokenTree::Group(group) => found.extend(debug_strings(group.stream())),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        shown(&[SourceFile { path: "crates/a/src/a.rs".into(), text: text.into() }])
            .expect("it can be parsed")
    }

    #[test]
    fn debug_in_texts_is_found() {
        let complaint = "crates/a/src/a.rs:2: what `Debug` writes may reach a user";
        assert_eq!(complaints("fn f() -> String {\n format!(\"{:?}\", 1) }"), [complaint]);
        assert_eq!(complaints("fn f() -> String {\n format!(\"{a:#?}\") }"), [complaint]);
    }

    #[test]
    fn bugs_and_tests_may() {
        assert!(complaints("fn f() { panic!(\"{:?}\", 1); assert!(a, \"{a:?}\"); }").is_empty());
        let debug = "impl std::fmt::Debug for A { fn fmt(&self) { write!(f, \"{:?}\", 1) } }";
        assert!(complaints(debug).is_empty());
        assert!(complaints("mod tests { fn f() { format!(\"{:?}\", 1); } }").is_empty());
    }
}

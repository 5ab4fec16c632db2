//! Matches that would swallow a new instruction, term or operator: an arm for "all others" beside arms that name the variants of a
//! core enum. Without such arms the compiler leads whoever adds a variant through all places that must know it.

use std::path::Path;

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::sources::SourceFile;

/// The enums whose every variant has an arm wherever they are taken apart.
const CORE: [&str; 12] = [
    "Inst",
    "TermKind",
    "Assertion",
    "BinOp",
    "UnOp",
    "Convert",
    "Cond",
    "BitOp",
    "Division",
    "Conversion",
    "BinaryOp",
    "UnaryOp",
];

/// A complaint for each such match in the sources; tests may look at one variant only.
pub fn swallowing(files: &[SourceFile]) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| is_checked(&file.path)) {
        let parsed = syn::parse_file(&file.text).with_context(|| file.path.display().to_string())?;
        let mut search = Search { found: Vec::new() };
        search.visit_file(&parsed);
        let complain = |(line, name): (usize, String)| {
            format!("{}:{line}: an arm for all other variants of `{name}`", file.path.display())
        };
        complaints.extend(search.found.into_iter().map(complain));
    }
    Ok(complaints)
}

fn is_checked(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "src")
}

struct Search {
    found: Vec<(usize, String)>,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        let named = expr.arms.iter().find_map(|arm| core_enum(&arm.pat));
        let others = expr.arms.iter().find(|arm| arm.guard.is_none() && takes_all(&arm.pat));
        if let (Some(name), Some(arm)) = (named, others) {
            self.found.push((arm.pat.span().start().line, name));
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The core enum a pattern names a variant of, at its top.
fn core_enum(pat: &syn::Pat) -> Option<String> {
    let path = match pat {
        syn::Pat::Path(pat) => &pat.path,
        syn::Pat::Struct(pat) => &pat.path,
        syn::Pat::TupleStruct(pat) => &pat.path,
        syn::Pat::Or(pat) => return pat.cases.iter().find_map(core_enum),
        syn::Pat::Paren(pat) => return core_enum(&pat.pat),
        syn::Pat::Reference(pat) => return core_enum(&pat.pat),
        syn::Pat::Ident(pat) => return pat.subpat.as_ref().and_then(|(_, pat)| core_enum(pat)),
        _ => return None,
    };
    let owner = path.segments.iter().rev().nth(1)?.ident.to_string();
    CORE.contains(&owner.as_str()).then_some(owner)
}

/// Whether a pattern takes whatever comes.
fn takes_all(pat: &syn::Pat) -> bool {
    match pat {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(pat) => {
            pat.subpat.is_none() && pat.ident.to_string().starts_with(|c: char| c.is_lowercase() || c == '_')
        }
        syn::Pat::Paren(pat) => takes_all(&pat.pat),
        syn::Pat::Reference(pat) => takes_all(&pat.pat),
        syn::Pat::Or(pat) => pat.cases.iter().any(takes_all),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let file = SourceFile { path: "crates/a/src/a.rs".into(), text: text.into() };
        swallowing(&[file]).expect("it can be parsed")
    }

    #[test]
    fn an_arm_for_all_other_instructions_is_found() {
        let text = "fn f(i: Inst) -> u8 {\n match i {\n Inst::Nop => 1,\n _ => 2 }\n}";
        assert_eq!(lines(text), ["crates/a/src/a.rs:4: an arm for all other variants of `Inst`"]);
    }

    #[test]
    fn guards_names_and_other_enums_are_no_matter() {
        assert!(lines("fn f(i: Inst) -> u8 { match i { Inst::Nop => 1, Inst::Go => 2 } }").is_empty());
        assert!(lines("fn f(i: Kind) -> u8 { match i { Kind::Nop => 1, _ => 2 } }").is_empty());
        let tuple = "fn f(i: (Inst, u8)) -> u8 { match i { (Inst::Nop, 1) => 1, _ => 2 } }";
        assert!(lines(tuple).is_empty(), "pairs of variants are cases of a table, not a taking apart");
    }
}

//! Who may do what reaches outside the process: the list `may …: crates` in ARCHITECTURE.md names the crates that print, start processes,
//! read the environment or the clock, make threads or touch files. Everybody else is a function of what it is given.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::sources::{SourceFile, root};

/// A way out of the process, with its word in ARCHITECTURE.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Door {
    Print,
    Processes,
    Environment,
    Clock,
    Threads,
    Files,
}

impl Door {
    const ALL: [Self; 6] =
        [Self::Print, Self::Processes, Self::Environment, Self::Clock, Self::Threads, Self::Files];

    fn words(self) -> &'static str {
        match self {
            Self::Print => "print",
            Self::Processes => "start processes",
            Self::Environment => "read the environment",
            Self::Clock => "read the clock",
            Self::Threads => "make threads",
            Self::Files => "touch files",
        }
    }

    /// The door that a path such as `std::env::var` goes through.
    fn of(path: &[String]) -> Option<Self> {
        let (last, owner) = match path {
            [.., owner, last] => (last.as_str(), owner.as_str()),
            _ => return None,
        };
        match (owner, last) {
            ("io", "stdout" | "stderr") => Some(Self::Print),
            ("Command", "new") => Some(Self::Processes),
            (
                "env",
                "var" | "var_os" | "vars" | "vars_os" | "args" | "args_os" | "current_dir" | "current_exe"
                | "temp_dir",
            ) => Some(Self::Environment),
            ("Instant" | "SystemTime", "now") => Some(Self::Clock),
            ("thread", "spawn" | "scope" | "Builder" | "sleep") | ("Builder", "spawn") => Some(Self::Threads),
            ("fs", _) | ("File", "open" | "create") | ("OpenOptions", "new") => Some(Self::Files),
            _ => None,
        }
    }
}

/// A complaint for each way out that ARCHITECTURE.md does not allow, and for each that it allows and nobody takes.
pub fn unguarded(files: &[SourceFile]) -> Result<Vec<String>> {
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    check(files, &allowed(&architecture))
}

/// The lines `may print: cli attack`.
fn allowed(architecture: &str) -> BTreeMap<String, BTreeSet<String>> {
    let lines = architecture.lines().filter_map(|line| line.strip_prefix("may ")?.split_once(": "));
    lines.map(|(what, who)| (what.to_owned(), who.split_whitespace().map(str::to_owned).collect())).collect()
}

fn check(files: &[SourceFile], allowed: &BTreeMap<String, BTreeSet<String>>) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut taken = BTreeSet::new();
    for file in files {
        let Some(name) = crate_of(&file.path) else { continue };
        let parsed = syn::parse_file(&file.text).with_context(|| file.path.display().to_string())?;
        let mut search = Search { found: Vec::new() };
        search.visit_file(&parsed);
        for (line, door) in search.found {
            taken.insert((door.words(), name.clone()));
            if !allowed.get(door.words()).is_some_and(|who| who.contains(&name)) {
                let place = file.path.display();
                complaints.push(format!("{place}:{line}: `{name}` may not {}", door.words()));
            }
        }
    }
    for (what, who) in allowed {
        let Some(door) = Door::ALL.into_iter().find(|door| door.words() == what) else {
            complaints.push(format!("ARCHITECTURE.md: `may {what}` is not checked"));
            continue;
        };
        let idle = who.iter().filter(|name| !taken.contains(&(door.words(), (*name).clone())));
        complaints.extend(idle.map(|name| format!("ARCHITECTURE.md: `{name}` may {what}, and never does")));
    }
    Ok(complaints)
}

/// The crate whose sources a file belongs to; tests and tools may do what they like.
fn crate_of(path: &Path) -> Option<String> {
    let mut parts = path.iter().map(|part| part.to_string_lossy());
    let (first, name, sources) = (parts.next()?, parts.next()?, parts.next()?);
    (first == "crates" && sources == "src").then(|| name.into_owned())
}

struct Search {
    found: Vec<(usize, Door)>,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if let Some(door) = Door::of(&parts) {
            self.found.push((path.span().start().line, door));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        let prints = ["print", "println", "eprint", "eprintln"];
        if item.path.get_ident().is_some_and(|name| prints.iter().any(|print| name == print)) {
            self.found.push((item.path.span().start().line, Door::Print));
        }
        visit::visit_macro(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str, list: &str) -> Vec<String> {
        let file = SourceFile { path: "crates/heap/src/a.rs".into(), text: text.into() };
        check(&[file], &allowed(list)).expect("it can be parsed")
    }

    #[test]
    fn a_way_out_must_be_on_the_list() {
        let text = "fn f() {\n println!(\"\");\n let t = std::time::Instant::now();\n}";
        let expected = [
            "crates/heap/src/a.rs:2: `heap` may not print",
            "crates/heap/src/a.rs:3: `heap` may not read the clock",
        ];
        assert_eq!(complaints(text, ""), expected);
        assert!(complaints(text, "may print: heap\nmay read the clock: heap").is_empty());
    }

    #[test]
    fn what_is_allowed_is_done() {
        assert_eq!(complaints("", "may print: heap"), ["ARCHITECTURE.md: `heap` may print, and never does"]);
        assert_eq!(complaints("", "may sing: heap"), ["ARCHITECTURE.md: `may sing` is not checked"]);
    }

    #[test]
    fn tests_may_do_what_they_like() {
        assert!(complaints("mod tests { fn f() { println!(\"\"); } }", "").is_empty());
    }
}

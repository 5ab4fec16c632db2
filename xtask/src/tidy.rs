//! What a reader may rely on and no compiler checks: each file says what it is about, no file speaks of the machine it was
//! written on, nobody is shown what `Debug` writes, every rule of a paper names a paper we list, every diagnostic code and erratum is explained, and what ARCHITECTURE.md
//! says of crates and documents of files is true.

use anyhow::{Result, bail};

use crate::arrows;
use crate::codes;
use crate::debug;
use crate::documented;
use crate::doors;
use crate::errata;
use crate::jdk;
use crate::paths;
use crate::rules;
use crate::sources::{SourceFile, rust_files};
use crate::unrun;
use crate::wildcards;

pub fn run() -> Result<()> {
    let files = rust_files()?;
    let mut complaints: Vec<String> = files.iter().flat_map(complain).collect();
    complaints.extend(rules::unknown_keys(&files)?);
    complaints.extend(rules::unguarded(&files)?);
    complaints.extend(arrows::wrong(&files)?);
    complaints.extend(documented::too_little(&files)?);
    complaints.extend(doors::unguarded(&files)?);
    complaints.extend(paths::dangling()?);
    complaints.extend(codes::unexplained(&files)?);
    complaints.extend(debug::shown(&files)?);
    complaints.extend(errata::unexplained(&files)?);
    complaints.extend(unrun::tests(&files)?);
    complaints.extend(wildcards::swallowing(&files)?);
    complaints.extend(jdk::named(&files));
    if complaints.is_empty() {
        println!("tidy: {} files", files.len());
        return Ok(());
    }
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    bail!("{} untidy places", complaints.len())
}

fn complain(file: &SourceFile) -> Vec<String> {
    let mut complaints = Vec::new();
    if !file.text.starts_with("//!") {
        complaints.push(format!("{}: does not open with `//!`", file.path.display()));
    }
    for (index, line) in file.text.lines().enumerate() {
        if let Some(mark) = unfinished(line) {
            complaints.push(format!("{}:{}: `{mark}` left behind", file.path.display(), index + 1));
        }
    }
    complaints
}

/// A mark of unfinished work. Spelled in two halves so that this file does not complain about itself.
fn unfinished(line: &str) -> Option<&'static str> {
    const MARKS: [&str; 4] =
        [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("FIX", "ME"), concat!("dbg", "!(")];
    MARKS.into_iter().find(|mark| line.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_module_doc_is_untidy() {
        let file = |text: &str| SourceFile { path: "a.rs".into(), text: text.into() };
        assert_eq!(complain(&file("//! Says it.\n")).len(), 0);
        assert_eq!(complain(&file("fn main() {}\n")).len(), 1);
        let marked = format!("//! Says it.\nfn f() {{ {}) }}\n", MARK);
        assert_eq!(complain(&file(&marked)), [format!("a.rs:2: `{MARK}` left behind")]);
    }

    const MARK: &str = concat!("todo", "!(");
}

//! Which crate may know which: the list of arrows in ARCHITECTURE.md is what the manifests say, no arrow turns back, and no manifest
//! names a crate that its sources never mention.
//!
//! Tests may know more than their crate does: only `[dependencies]` are arrows, but `[dev-dependencies]` must be used too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use crate::sources::{SourceFile, root};

/// What stands in the list for a crate that may know all the others.
const ANY: &str = "any";

/// What one manifest says.
struct Manifest {
    /// The crate's folder below `crates/`, which is its name everywhere but for the binary.
    name: String,
    normal: BTreeSet<String>,
    dev: BTreeSet<String>,
}

/// A complaint for each arrow that is drawn and not there, there and not drawn, turned back, or unused.
pub fn wrong(files: &[SourceFile]) -> Result<Vec<String>> {
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let drawn = drawn(&architecture);
    let manifests = manifests()?;
    let mut complaints = Vec::new();
    for manifest in &manifests {
        complaints.extend(compare(manifest, drawn.iter().find(|(name, _)| *name == manifest.name)));
        complaints.extend(unused(manifest, files));
    }
    complaints.extend(turned_back(&drawn));
    Ok(complaints)
}

/// The lines `crate <- others` of the list, in its order: from the bottom up.
fn drawn(architecture: &str) -> Vec<(String, BTreeSet<String>)> {
    let lines = architecture.lines().filter_map(|line| line.split_once(" <- "));
    lines
        .map(|(name, others)| {
            (name.trim().to_string(), others.split_whitespace().map(str::to_string).collect())
        })
        .collect()
}

fn compare(manifest: &Manifest, drawn: Option<&(String, BTreeSet<String>)>) -> Vec<String> {
    let name = &manifest.name;
    let here: BTreeSet<String> = manifest.normal.iter().filter(|other| is_ours(other)).cloned().collect();
    let drawn = match drawn {
        Some((_, drawn)) => drawn,
        None if here.is_empty() => return Vec::new(),
        None => return vec![format!("ARCHITECTURE.md: the list of arrows has no line `{name} <- …`")],
    };
    if drawn.contains(ANY) {
        return Vec::new();
    }
    let undrawn = here.difference(drawn).map(|other| {
        format!("crates/{name}/Cargo.toml: knows `{other}`, which ARCHITECTURE.md does not allow")
    });
    let gone = drawn
        .difference(&here)
        .map(|other| format!("ARCHITECTURE.md: `{name}` does not know `{other}` any more"));
    undrawn.chain(gone).collect()
}

/// Arrows to crates that stand further down in the list. Those that know nobody stand below it.
fn turned_back(drawn: &[(String, BTreeSet<String>)]) -> Vec<String> {
    let is_bottom = |name: &&String| drawn.iter().all(|(other, _)| other != *name);
    let mut above: BTreeSet<String> =
        drawn.iter().flat_map(|(_, others)| others).filter(is_bottom).cloned().collect();
    let mut complaints = Vec::new();
    for (name, others) in drawn {
        let back = others.difference(&above).filter(|&other| other != ANY);
        complaints
            .extend(back.map(|other| format!("ARCHITECTURE.md: the arrow `{name} <- {other}` turns back")));
        above.insert(name.clone());
    }
    complaints
}

/// Dependencies that no source of the crate mentions.
fn unused(manifest: &Manifest, files: &[SourceFile]) -> Vec<String> {
    let folder = Path::new("crates").join(&manifest.name);
    let mentioned = |dependency: &str, below: &[PathBuf]| {
        let name = dependency.replace('-', "_");
        files.iter().any(|file| {
            below.iter().any(|folder| file.path.starts_with(folder)) && mentions(&file.text, &name)
        })
    };
    let sources = [folder.join("src")];
    let normal = manifest.normal.iter().filter(|name| !mentioned(name, &sources));
    let mut all = borrowed(&folder, files);
    all.push(folder.clone());
    let dev = manifest.dev.iter().filter(|name| !mentioned(name, &all));
    normal.chain(dev).map(|name| format!("{}/Cargo.toml: `{name}` is not used", folder.display())).collect()
}

/// Files outside `folder` that its own take in by `#[path = "…"]`.
fn borrowed(folder: &Path, files: &[SourceFile]) -> Vec<PathBuf> {
    let own = files.iter().filter(|file| file.path.starts_with(folder));
    let named = own.flat_map(|file| {
        let lines =
            file.text.lines().filter_map(|line| line.trim().strip_prefix("#[path = \"")?.strip_suffix("\"]"));
        lines.filter_map(|path| Some(resolve(&file.path.parent()?.join(path))))
    });
    named.collect()
}

/// A path without its `..`.
fn resolve(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            _ => out.push(part),
        }
    }
    out
}

/// Whether a text names a crate: as the head of a path, or in a `use`.
fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let starts = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        let after = &text[at + name.len()..];
        starts && (after.starts_with("::") || (after.starts_with([';', ' ']) && text[..at].ends_with("use ")))
    })
}

fn manifests() -> Result<Vec<Manifest>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let file = folder.join("Cargo.toml");
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut sections = sections(&text);
        let mut take = |section: &str| sections.remove(section).unwrap_or_default();
        found.push(Manifest { name, normal: take("dependencies"), dev: take("dev-dependencies") });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// The keys of each section of a manifest.
fn sections(manifest: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut sections: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = String::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            current = head.trim_matches(['[', ']']).to_string();
        } else if let Some((key, _)) = line.split_once(['.', ' ', '=']) {
            sections.entry(current.clone()).or_default().insert(key.to_string());
        }
    }
    sections
}

/// Whether a crate is one of the workspace's.
fn is_ours(name: &str) -> bool {
    root().join("crates").join(name).is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_up_only() {
        let list = drawn("program <- base\nmachine <- base graph\ngraph <- base\n");
        assert_eq!(turned_back(&drawn("attack <- any\n")), [] as [String; 0]);
        assert_eq!(turned_back(&list), ["ARCHITECTURE.md: the arrow `machine <- graph` turns back"]);
    }

    #[test]
    fn manifests_are_read_by_section() {
        let read = sections("[package]\nname = \"a\"\n[dependencies]\nbase.workspace = true\nx = \"1\"\n");
        assert_eq!(read["dependencies"].iter().collect::<Vec<_>>(), ["base", "x"]);
    }

    #[test]
    fn a_crate_is_mentioned_as_the_head_of_a_path() {
        assert!(mentions("use graph::Ref;", "graph"));
        assert!(mentions("fn f(x: term::Term)", "term"));
        assert!(!mentions("use crate::graph::Ref;", "graph"));
        assert!(!mentions("a paragraph", "graph"));
    }
}

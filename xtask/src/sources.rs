//! The workspace's Rust files, in a fixed order.

use std::path::{Path, PathBuf};

use anyhow::Result;

/// A source file with its path relative to the workspace.
pub struct SourceFile {
    pub path: PathBuf,
    pub text: String,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Every `.rs` file below `crates/` and `xtask/`, sorted by path.
pub fn rust_files() -> Result<Vec<SourceFile>> {
    let root = root();
    let mut found = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), &mut found)?;
    }
    found.sort();
    found
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path)?;
            Ok(SourceFile { path: path.strip_prefix(&root)?.to_path_buf(), text })
        })
        .collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

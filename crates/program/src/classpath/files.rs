//! The files below a folder. Links are followed as the JVM and compilers follow them, but never back to a folder they are in.

use std::path::{Path, PathBuf};

/// Folders nested deeper than this are not searched.
const MAX_DEPTH: usize = 64;

/// What there is below a folder.
#[derive(Debug, Default)]
pub struct Below {
    /// Sorted.
    pub files: Vec<PathBuf>,
    /// Folders that could not be looked into, and why.
    pub left_out: Vec<(PathBuf, String)>,
}

/// All files below a folder.
pub fn files_below(folder: &Path) -> Below {
    let mut below = Below::default();
    list(folder, &mut Vec::new(), &mut below);
    below.files.sort();
    below.left_out.sort();
    below
}

/// `above` are the real places of the folders that led here.
fn list(folder: &Path, above: &mut Vec<PathBuf>, below: &mut Below) {
    let real = match folder.canonicalize() {
        Ok(real) => real,
        Err(error) => return below.left_out.push((folder.to_path_buf(), error.to_string())),
    };
    if above.iter().any(|known| known.starts_with(&real)) {
        return;
    }
    if above.len() > MAX_DEPTH {
        let why = format!("more than {MAX_DEPTH} folders are in each other");
        return below.left_out.push((folder.to_path_buf(), why));
    }
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return below.left_out.push((folder.to_path_buf(), error.to_string())),
    };
    above.push(real);
    for entry in entries {
        match entry.map(|entry| entry.path()) {
            Ok(path) if path.is_dir() => list(&path, above, below),
            Ok(path) => below.files.push(path),
            Err(error) => below.left_out.push((folder.to_path_buf(), error.to_string())),
        }
    }
    above.pop();
}

//! The files below a folder. Links are followed as the JVM and compilers follow them, but never back to a folder they are in.

use std::path::{Path, PathBuf};

/// Folders nested deeper than this are not searched.
const MAX_DEPTH: usize = 64;

/// All files below a folder, sorted; what cannot be read is left out.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    list(folder, &mut Vec::new(), &mut files);
    files.sort();
    files
}

/// `above` are the real places of the folders that led here.
fn list(folder: &Path, above: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) {
    let Ok(real) = folder.canonicalize() else { return };
    if above.len() > MAX_DEPTH || above.iter().any(|known| known.starts_with(&real)) {
        return;
    }
    above.push(real);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, above, files);
        } else {
            files.push(path);
        }
    }
    above.pop();
}

//! Wrong answers that were found, as files, and the list of those whose cause is known and not mended yet.
//!
//! `cases/*.java` open with the question and what was said wrongly. `cases/known` has a line per file, `Name: cause`; a case
//! that is listed may still be answered wrongly, any other must not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// The folder of cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Keeps a case under a name.
pub fn keep(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(format!("{name}.java"));
    std::fs::write(&path, text)?;
    Ok(path)
}

/// Causes by the name of the case.
pub fn known() -> Result<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(folder().join("known"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(": "));
    Ok(pairs.map(|(name, cause)| (name.to_owned(), cause.to_owned())).collect())
}

/// The cases whose first line begins with this word, in order of their names.
pub fn cases(question: &str) -> Result<Vec<(String, String)>> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder())? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "java") {
            let text = std::fs::read_to_string(&path)?;
            if text.strip_prefix("// ").is_some_and(|text| text.starts_with(question)) {
                out.push((name, text));
            }
        }
    }
    out.sort();
    Ok(out)
}

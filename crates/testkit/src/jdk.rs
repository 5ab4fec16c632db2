//! The JDKs that are installed: the one on the path, and those that stand beside it.

use std::path::{Path, PathBuf};

/// The home of the `java` on the path.
pub fn jdk() -> PathBuf {
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.expect("the tests need a JDK").canonicalize().expect("java is a file");
    java.ancestors().nth(2).expect("java is in bin").to_path_buf()
}

/// Versions and homes, the `java` on the path first.
pub fn jdks() -> Vec<(u32, PathBuf)> {
    let first = jdk();
    let mut found = vec![(version(&first).expect("a JDK says which it is"), first.clone())];
    let beside = first.parent().and_then(|all| all.read_dir().ok()).into_iter().flatten();
    let mut others: Vec<PathBuf> =
        beside.filter_map(|entry| entry.ok()?.path().canonicalize().ok()).collect();
    others.sort();
    for home in others {
        if let Some(version) = version(&home)
            && found.iter().all(|(known, _)| *known != version)
            && home.join("lib/modules").is_file()
        {
            found.push((version, home));
        }
    }
    found
}

/// Which Java a JDK runs, as its file `release` says: `JAVA_VERSION="17.0.15"`.
pub fn version(home: &Path) -> Option<u32> {
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    line.split(['.', '"', '-']).next()?.parse().ok()
}

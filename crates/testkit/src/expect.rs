//! Texts that are compared with files of the repository, and files that are written anew on demand.

use std::path::Path;

/// Compares a text with a file. With `UPDATE_EXPECT=1` the file is rewritten, and the change is there to be reviewed like code.
pub fn expect(file: &Path, found: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(file, found).expect("the repository is writable");
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(found, expected, "{}: run with UPDATE_EXPECT=1 to accept", file.display());
}

//! Random cases: how many are tried, and those that failed once, which are tried first from then on.

use std::path::PathBuf;

use crate::programs::root;

/// A number from the environment, for longer runs by hand.
pub fn setting(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The seeds of a test that failed once: lines of a file beside the tests of a crate, each with a word why.
pub struct Kept {
    file: PathBuf,
}

impl Kept {
    /// Those of a test of a crate.
    pub fn of(name: &str, test: &str) -> Self {
        Self { file: root().join("crates").join(name).join("tests/kept").join(test) }
    }

    /// The seeds kept, and behind them new ones.
    pub fn and(&self, new: std::ops::Range<u64>) -> Vec<u64> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let mut seeds: Vec<u64> = seeds(&text).collect();
        seeds.extend(new.filter(|seed| !seeds.contains(seed)).collect::<Vec<_>>());
        seeds
    }

    /// Runs a case; its seed is kept if it fails.
    pub fn watch<T>(&self, seed: u64, case: impl FnOnce() -> T) -> T {
        let watch = Watch { kept: self, seed };
        let result = case();
        std::mem::forget(watch);
        result
    }

    fn keep(&self, seed: u64) {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        if seeds(&text).any(|known| known == seed) {
            return;
        }
        // The test fails anyway: that its seed cannot be written must not hide why.
        let _ = std::fs::create_dir_all(self.file.parent().expect("it lies in a folder"));
        let _ = std::fs::write(&self.file, format!("{text}{seed} failed\n"));
    }
}

fn seeds(text: &str) -> impl Iterator<Item = u64> {
    text.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok())
}

/// Is dropped by a panic only.
struct Watch<'k> {
    kept: &'k Kept,
    seed: u64,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.kept.keep(self.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_that_fail_are_tried_first() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let kept = Kept { file: folder.path().join("kept/test") };
        assert_eq!(kept.and(1..4), [1, 2, 3]);
        let run = |seed| std::panic::catch_unwind(|| kept.watch(seed, || assert!(seed != 7, "seven")));
        assert!(run(6).is_ok() && run(7).is_err() && run(7).is_err());
        assert_eq!(kept.and(1..4), [7, 1, 2, 3]);
        assert_eq!(std::fs::read_to_string(&kept.file).expect("it was written"), "7 failed\n");
    }
}

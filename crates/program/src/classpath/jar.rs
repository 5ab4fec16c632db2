//! JAR files, and other zips of classes: `jmods` and `rt.jar`.
//!
//! In a multi-release JAR a file below `META-INF/versions/N` stands in for the one of the same path, for releases from N on.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use base::Diagnostic;
use memmap2::Mmap;
use zip::ZipArchive;

use super::{Found, class_name, is_plain_path, read_limited, unreadable};
use crate::lock::lock;

/// The folder of a multi-release JAR's versions, and the first there can be.
const VERSIONS: &str = "META-INF/versions/";
const FIRST_VERSION: u32 = 9;

pub(super) struct Jar {
    path: PathBuf,
    archive: Mutex<ZipArchive<Cursor<Bytes>>>,
    /// Where files for particular releases are, the newest first.
    versions: Vec<String>,
}

/// A mapped file without its first bytes: a jmod is a zip behind a short header.
pub(super) struct Bytes {
    map: Mmap,
    skip: usize,
}

impl Jar {
    /// Opens a JAR as this release of Java sees it.
    pub fn open(path: &Path, release: u32) -> Result<Self, Diagnostic> {
        let mut jar = Self::open_behind(path, 0)?;
        let is_multi_release = |line: &str| {
            let (name, value) = line.split_once(':').unwrap_or_default();
            name.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        };
        if jar.manifest().lines().any(is_multi_release) {
            let version = |name: String| name.strip_prefix(VERSIONS)?.split('/').next()?.parse().ok();
            let versions: BTreeSet<u32> = jar.names().filter_map(version).collect();
            let known = versions.range(FIRST_VERSION..=release.max(FIRST_VERSION)).rev();
            jar.versions = known.map(|version| format!("{VERSIONS}{version}/")).collect();
        }
        Ok(jar)
    }

    /// Opens a zip that begins `skip` bytes into the file.
    pub fn open_behind(path: &Path, skip: usize) -> Result<Self, Diagnostic> {
        let file = File::open(path).map_err(|error| unreadable(path, &error.to_string()))?;
        // SAFETY: as with every mapped file, changing it while we run is outside the contract; we only read.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| unreadable(path, &error.to_string()))?;
        let archive = ZipArchive::new(Cursor::new(Bytes { skip: skip.min(map.len()), map }))
            .map_err(|error| malformed(path, &error.to_string()))?;
        let path_of = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let jar = Self { path: path_of, archive: Mutex::new(archive), versions: Vec::new() };
        match jar.names().find(|name| !is_plain_path(name.strip_suffix('/').unwrap_or(name))) {
            Some(name) => Err(malformed(path, &format!("its entry `{name}` leaves the archive"))),
            None => Ok(jar),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has a file of exactly this path.
    pub fn has(&self, path: &str) -> bool {
        lock(&self.archive).index_for_name(path).is_some()
    }

    /// A file in the JAR.
    pub fn read(&self, path: &str) -> Option<Found> {
        let of_version = |version: &String| self.read_exactly(&format!("{version}{path}"));
        self.versions.iter().find_map(of_version).or_else(|| self.read_exactly(path))
    }

    fn read_exactly(&self, path: &str) -> Option<Found> {
        let mut archive = lock(&self.archive);
        let file = archive.by_name(path).ok()?;
        let size = file.size();
        Some(read_limited(file, size).map_err(|error| format!("{error} (in a JAR)")))
    }

    /// The paths of all files in it.
    pub fn names(&self) -> impl Iterator<Item = String> + use<> {
        lock(&self.archive).file_names().flatten().map(Cow::into_owned).collect::<Vec<_>>().into_iter()
    }

    /// The internal names of the classes in it.
    pub fn class_names(&self) -> impl Iterator<Item = String> {
        self.names().filter_map(|path| {
            let versioned = self.versions.iter().find_map(|version| path.strip_prefix(version));
            class_name(versioned.unwrap_or(&path)).map(str::to_owned)
        })
    }

    /// The relative paths of the manifest's `Class-Path`.
    pub fn manifest_class_path(&self) -> Vec<PathBuf> {
        let manifest = self.manifest();
        let value = manifest.lines().find_map(|line| line.strip_prefix("Class-Path:")).unwrap_or("");
        let relative = |url: &&str| !url.contains(':') && !url.starts_with('/');
        value.split_whitespace().filter(relative).map(PathBuf::from).collect()
    }

    /// The manifest with continuation lines joined.
    fn manifest(&self) -> String {
        let bytes = self.read("META-INF/MANIFEST.MF").and_then(Result::ok).unwrap_or_default();
        String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace("\n ", "")
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.map[self.skip..]
    }
}

fn malformed(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("malformed-jar", format!("`{}` is not a JAR we can read: {why}", path.display()))
        .help("expected a directory, a JAR or a class file")
}

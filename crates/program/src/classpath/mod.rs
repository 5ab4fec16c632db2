//! Where classes come from: the JDK first, then the entries of the class path in order, as the JVM's class loaders
//! delegate.
//!
//! Everything here may be hostile. A JAR is opened only if none of its entries leaves the archive, nothing larger than
//! [`MAX_FILE`] is inflated, and only names that are class names or plain relative paths are looked up.

mod files;
mod jar;
mod jdk;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use base::Diagnostic;

use crate::class::Origin;
pub use files::{Below, files_below};
use jar::Jar;
use jdk::Jdk;

/// The largest class file or resource we read.
const MAX_FILE: u64 = 64 << 20;
/// The release assumed where no JDK says one: every version of a JAR's files is seen.
const LATEST: u32 = u32::MAX;

/// The feature release of the JDK at a home, such as 17; 8 if it does not say.
pub fn jdk_release(home: &Path) -> u32 {
    Jdk::release(home)
}

/// Where classes are looked for.
#[derive(Clone, Debug, Default)]
pub struct ClassPath {
    /// Directories, JARs and single class files, in order of precedence.
    pub entries: Vec<PathBuf>,
    /// The home of a JDK (`lib/modules`, `jmods` or `rt.jar` below it); none for programs without a library.
    pub jdk: Option<PathBuf>,
}

/// An opened class path.
pub(crate) struct Search {
    jdk: Option<Jdk>,
    /// The release of Java multi-release JARs are read for.
    release: u32,
    entries: Vec<Entry>,
}

/// The bytes of a file, or why they cannot be had although the file is there.
pub(crate) type Found = Result<Box<[u8]>, String>;

enum Entry {
    Directory(PathBuf),
    Jar(Jar),
    /// A class file given by itself, with the name of its class.
    File {
        name: String,
        path: PathBuf,
    },
}

impl Search {
    /// Opens everything on the class path; what is missing or broken is an error.
    pub fn open(class_path: &ClassPath) -> Result<Self, Diagnostic> {
        let jdk = class_path.jdk.as_deref().map(Jdk::open).transpose()?;
        let release = class_path.jdk.as_deref().map_or(LATEST, Jdk::release);
        let mut search = Self { jdk, release, entries: Vec::new() };
        let mut seen = BTreeSet::new();
        for path in &class_path.entries {
            search.add(path, &mut seen)?;
        }
        Ok(search)
    }

    /// The class file of an internal name.
    pub fn class(&self, name: &str) -> Option<(Found, Origin)> {
        if !is_plain_path(name) {
            return None;
        }
        let path = format!("{name}.class");
        if let Some(found) = self.jdk.as_ref().and_then(|jdk| jdk.read(&path)) {
            return Some((found, Origin::Jdk));
        }
        let read = |entry: &Entry| match entry {
            Entry::File { name: own, path } => (own == name).then(|| read_file(path)).flatten(),
            entry => entry.read(&path),
        };
        self.entries.iter().find_map(read).map(|found| (found, Origin::ClassPath))
    }

    /// The entry of the class path that has a class, and its number.
    pub fn source(&self, class: &str) -> Option<(usize, &Path)> {
        let path = format!("{class}.class");
        let has = |entry: &Entry| match entry {
            Entry::File { name, .. } => name == class,
            entry => entry.read(&path).is_some(),
        };
        let index = self.entries.iter().position(|entry| is_plain_path(class) && has(entry))?;
        Some((index, self.paths()[index]))
    }

    /// A file that is not a class.
    pub fn resource(&self, path: &str) -> Option<Found> {
        if !is_plain_path(path) {
            return None;
        }
        let library = self.jdk.as_ref().and_then(|jdk| jdk.read(path));
        library.or_else(|| self.entries.iter().find_map(|entry| entry.read(path)))
    }

    /// Internal names of all classes of the class path, sorted.
    pub fn class_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for entry in &self.entries {
            match entry {
                Entry::Directory(path) => names.extend(classes_below(path)),
                Entry::Jar(jar) => names.extend(jar.class_names()),
                Entry::File { name, .. } => {
                    names.insert(name.clone());
                }
            }
        }
        names
    }

    /// Internal names of all classes of the JDK, sorted.
    pub fn jdk_class_names(&self) -> BTreeSet<String> {
        self.jdk.as_ref().map(Jdk::class_names).unwrap_or_default()
    }

    /// The module of the JDK that has a file.
    pub fn jdk_module(&self, path: &str) -> Option<String> {
        self.jdk.as_ref()?.module_of(path)
    }

    /// The name and `module-info.class` of every module of the JDK.
    pub fn jdk_module_infos(&self) -> Vec<(String, Box<[u8]>)> {
        self.jdk.as_ref().map(Jdk::module_infos).unwrap_or_default()
    }

    /// Where the entries of the class path are.
    pub fn paths(&self) -> Vec<&Path> {
        let mut out = Vec::new();
        for entry in &self.entries {
            out.push(match entry {
                Entry::Directory(path) | Entry::File { path, .. } => path.as_path(),
                Entry::Jar(jar) => jar.path(),
            });
        }
        out
    }

    /// Adds an entry and, for a JAR, what its manifest's `Class-Path` names. Manifests may name each other.
    fn add(&mut self, path: &Path, seen: &mut BTreeSet<PathBuf>) -> Result<(), Diagnostic> {
        let real = path.canonicalize().map_err(|error| unreadable(path, &error.to_string()))?;
        if !seen.insert(real.clone()) {
            return Ok(());
        }
        if real.is_dir() {
            self.entries.push(Entry::Directory(real));
        } else if real.extension().is_some_and(|extension| extension == "class") {
            self.entries.push(class_file(path)?);
        } else {
            let jar = Jar::open(path, self.release)?;
            let nested = jar.manifest_class_path();
            self.entries.push(Entry::Jar(jar));
            let parent = real.parent().unwrap_or(Path::new("/"));
            for path in nested.iter().map(|relative| parent.join(relative)).filter(|path| path.exists()) {
                self.add(&path, seen)?;
            }
        }
        Ok(())
    }
}

impl Entry {
    fn read(&self, path: &str) -> Option<Found> {
        match self {
            Entry::Directory(root) => read_file(&root.join(path)),
            Entry::Jar(jar) => jar.read(path),
            Entry::File { .. } => None,
        }
    }
}

/// An entry for a class file, which must say itself what class it is.
fn class_file(path: &Path) -> Result<Entry, Diagnostic> {
    let bytes = match read_file(path) {
        Some(Ok(bytes)) => bytes,
        Some(Err(error)) => return Err(unreadable(path, &error)),
        None => return Err(unreadable(path, "no such file")),
    };
    let name = crate::draft::name_in(bytes).map_err(|error| {
        Diagnostic::error(error.kind.code(), format!("`{}`: {}", path.display(), error.message))
    })?;
    Ok(Entry::File { name, path: path.to_path_buf() })
}

fn read_file(path: &Path) -> Option<Found> {
    let file = std::fs::File::open(path).ok()?;
    let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some(read_limited(file, metadata.len()))
}

/// Reads to the end, refusing what is, or claims to be, larger than we ever read.
fn read_limited(reader: impl std::io::Read, size: u64) -> Found {
    if size > MAX_FILE {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize);
    let read = std::io::Read::read_to_end(&mut reader.take(MAX_FILE + 1), &mut bytes);
    match read {
        Ok(_) if bytes.len() as u64 > MAX_FILE => Err(too_large()),
        Ok(_) => Ok(bytes.into()),
        Err(error) => Err(error.to_string()),
    }
}

fn too_large() -> String {
    format!("larger than {} MiB", MAX_FILE >> 20)
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("unreadable-class-path", format!("cannot read `{}`: {why}", path.display()))
}

/// Whether a path stays below the place it is looked up in.
fn is_plain_path(path: &str) -> bool {
    !path.contains(['\\', '\0', ':'])
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

/// The classes below a folder.
fn classes_below(folder: &Path) -> Vec<String> {
    let name = |file: PathBuf| {
        let below = file.strip_prefix(folder).ok()?.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
        class_name(&below).map(str::to_owned)
    };
    files_below(folder).files.into_iter().filter_map(name).collect()
}

/// The class a file of this path holds, if any.
fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    (!name.ends_with("module-info") && !name.starts_with("META-INF/")).then_some(name)
}

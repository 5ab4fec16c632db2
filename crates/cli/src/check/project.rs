//! What a project is: folders of classes that a build tool left, else sources to compile.
//!
//! Maven, Gradle, IntelliJ and Eclipse each have their places; modules of a project are folders that have such a place
//! themselves. Libraries that lie in the project (`lib`, `libs`, `target/dependency`) join the class path.

use std::path::{Path, PathBuf};

use crate::target::{PathArgs, Target};

/// Where build tools put the classes of a module.
const OUTPUTS: [&str; 4] = ["target/classes", "build/classes/java/main", "out/production", "bin"];
/// Where a module keeps its sources.
const SOURCES: [&str; 2] = ["src/main/java", "src"];
/// Where a module keeps libraries.
const LIBRARIES: [&str; 3] = ["lib", "libs", "target/dependency"];
/// Modules nest no deeper.
const DEPTH: usize = 4;

/// A folder with classes or sources of its own.
struct Module {
    folder: PathBuf,
    classes: Option<PathBuf>,
    sources: Option<PathBuf>,
}

/// Opens a project folder, a folder of classes or sources, or a JAR; says what was found.
pub fn open(path: &PathArgs, target: &Path) -> anyhow::Result<Target> {
    if !target.is_dir() {
        return path.open(&target.display().to_string());
    }
    let modules = modules(target);
    let path = path.and(&libraries(&modules));
    let compiled: Vec<PathBuf> = modules.iter().filter_map(|module| module.classes.clone()).collect();
    let sources: Vec<PathBuf> = modules.iter().filter_map(|module| module.sources.clone()).collect();
    match (&compiled[..], &sources[..]) {
        ([], []) => path.open(&target.display().to_string()),
        ([], sources) => {
            eprintln!("compiling {}", list(sources));
            path.open_sources(sources)
        }
        (compiled, sources) => {
            eprintln!("checking the classes in {}", list(compiled));
            let mut target = path.open_folders(compiled)?;
            target.sources = sources.to_vec();
            Ok(target)
        }
    }
}

/// The modules at and below a folder, in order of their paths. Whatever a build tool made is not searched.
fn modules(root: &Path) -> Vec<Module> {
    let mut found = Vec::new();
    let mut folders = vec![(root.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let first =
            |places: &[&str]| places.iter().map(|place| folder.join(place)).find(|place| place.is_dir());
        let (classes, sources) = (first(&OUTPUTS).filter(|classes| has_class(classes)), first(&SOURCES));
        let sources = sources.filter(|sources| sources.ends_with("java") || has_java(sources));
        if classes.is_some() || sources.is_some() {
            found.push(Module {
                folder: folder.clone(),
                classes: classes.map(tidy),
                sources: sources.map(tidy),
            });
        }
        if depth < DEPTH {
            folders.extend(subfolders(&folder).into_iter().map(|folder| (folder, depth + 1)));
        }
    }
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    found
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let skipped = ["src", "target", "build", "out", "bin", "node_modules", "lib", "libs"];
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let wanted = |name: &str| !name.starts_with('.') && !skipped.contains(&name);
    entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| entry.file_name().to_str().is_some_and(wanted))
        .map(|entry| entry.path())
        .collect()
}

fn libraries(modules: &[Module]) -> Vec<PathBuf> {
    let mut jars: Vec<PathBuf> = Vec::new();
    for module in modules {
        for place in LIBRARIES {
            let entries = std::fs::read_dir(module.folder.join(place)).into_iter().flatten().flatten();
            jars.extend(entries.map(|entry| entry.path()).filter(|path| has_ending(path, "jar")));
        }
    }
    jars.sort();
    jars
}

/// `./src` is `src` to a user.
fn tidy(path: PathBuf) -> PathBuf {
    path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path)
}

fn has_class(folder: &Path) -> bool {
    has_file(folder, "class")
}

fn has_java(folder: &Path) -> bool {
    has_file(folder, "java")
}

/// Whether some file below the folder ends so.
fn has_file(folder: &Path, ending: &str) -> bool {
    program::files_below(folder).files.iter().any(|file| has_ending(file, ending))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

fn list(folders: &[PathBuf]) -> String {
    let names: Vec<String> = folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
    names.join(", ")
}

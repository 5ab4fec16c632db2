//! What a project is: folders of classes that a build tool left, else sources to compile.
//!
//! Maven, Gradle, IntelliJ and Eclipse each have their places; modules of a project are folders that have such a place
//! themselves. Libraries that lie in the project (`lib`, `libs`, `target/dependency`) join the class path, and so does what a module's
//! POM asks for, as far as it is in the local repository. Of several targets each may be such a project, a JAR, a class file or a source.

use std::path::{Path, PathBuf};

use base::Diagnostic;

use crate::outcome::Outcome;
use crate::target::{PathArgs, Target};
use crate::{doctor, maven, show};

/// Where build tools put the classes of a module: places that are used together stand together.
const OUTPUTS: [&[&str]; 4] = [
    &["target/classes"],
    &[
        "build/classes/java/main",
        "build/classes/kotlin/main",
        "build/classes/scala/main",
        "build/classes/groovy/main",
    ],
    &["out/production"],
    &["bin"],
];
/// Where a module keeps its sources.
const SOURCES: [&str; 2] = ["src/main/java", "src"];
/// Where a module keeps libraries.
const LIBRARIES: [&str; 3] = ["lib", "libs", "target/dependency"];
/// Modules nest no deeper.
const DEPTH: usize = 4;
/// So many missing libraries are named.
const NAMED: usize = 8;
/// A class file says for which release it is, this much above it.
const CLASS_VERSION: u16 = 44;

/// A folder with classes or sources of its own.
struct Module {
    folder: PathBuf,
    classes: Vec<PathBuf>,
    sources: Option<PathBuf>,
}

/// What several targets are together.
#[derive(Default)]
struct Parts {
    /// Folders of classes, JARs and class files.
    classes: Vec<PathBuf>,
    /// Folders of sources and sources to be compiled.
    to_compile: Vec<PathBuf>,
    /// Folders of sources to show.
    sources: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
    missing: Vec<String>,
    /// The newest release of Java that a part was made for.
    release: u32,
}

/// Opens project folders, folders of classes or sources, JARs, class files, sources; says what was found and what is left out.
pub fn open(path: &PathArgs, targets: &[PathBuf]) -> anyhow::Result<(Target, Outcome)> {
    if let [target] = targets
        && !target.is_dir()
    {
        return Ok((path.open(&target.display().to_string())?, Outcome::Clean));
    }
    let mut parts = Parts::default();
    for target in targets {
        parts.add(path, target)?;
    }
    parts.say_what_is_missing();
    let path = PathArgs { jdk: parts.jdk(path), ..path.and(&parts.libraries) };
    if !parts.classes.is_empty() {
        eprintln!("checking the classes in {}", list(&parts.classes));
    }
    if !parts.to_compile.is_empty() {
        eprintln!("compiling {}", list(&parts.to_compile));
    }
    let (mut target, refused) = path.open_parts(&parts.classes, &parts.to_compile)?;
    target.sources = parts.sources;
    refused.iter().for_each(|problem| eprintln!("{}", show::draw(problem)));
    let outcome = if refused.is_empty() { Outcome::Clean } else { Outcome::WrongInput };
    Ok((target, outcome))
}

impl Parts {
    fn add(&mut self, path: &PathArgs, target: &Path) -> anyhow::Result<()> {
        if target.is_dir() {
            return self.add_folder(path, target);
        }
        if !target.is_file() {
            // Says what is wrong with it.
            path.open(&target.display().to_string())?;
            let message = format!(
                "`{}` is a class name; together with others only files are checked",
                target.display()
            );
            return Err(Diagnostic::error("target-not-found", message).help("give its class file").into());
        }
        let ending = target.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending {
            "java" => {
                self.to_compile.push(target.to_path_buf());
                self.sources.extend(target.parent().map(Path::to_path_buf));
            }
            _ => self.classes.push(target.to_path_buf()),
        }
        Ok(())
    }

    fn add_folder(&mut self, path: &PathArgs, target: &Path) -> anyhow::Result<()> {
        let modules = modules(target);
        if modules.is_empty() && has_java(target) {
            self.to_compile.push(target.to_path_buf());
            self.sources.push(target.to_path_buf());
        } else if modules.is_empty() {
            // Says what is wrong if there are no classes.
            path.open(&target.display().to_string())?;
            self.classes.push(target.to_path_buf());
        }
        self.libraries.extend(libraries(&modules));
        let is_built = modules.iter().any(|module| !module.classes.is_empty());
        for module in modules {
            self.read_pom(&module)?;
            self.sources.extend(module.sources.clone());
            match (&module.classes[..], module.sources) {
                ([], Some(sources)) if is_built => {
                    eprintln!(
                        "note: `{}` was not built and is left out: build it, or give it by itself",
                        sources.display()
                    );
                }
                ([], sources) => self.to_compile.extend(sources),
                (classes, _) => self.classes.extend_from_slice(classes),
            }
        }
        Ok(())
    }

    fn read_pom(&mut self, module: &Module) -> Result<(), Diagnostic> {
        let pom = module.folder.join("pom.xml");
        if !pom.is_file() {
            return Ok(());
        }
        let found = maven::class_path(&pom)?;
        let new = |known: &[PathBuf], entry: &PathBuf| !known.contains(entry);
        for entry in found.entries {
            if new(&self.libraries, &entry) {
                self.libraries.push(entry);
            }
        }
        self.missing.extend(found.missing);
        self.release = self.release.max(found.release.unwrap_or(0));
        Ok(())
    }

    fn say_what_is_missing(&mut self) {
        self.missing.sort();
        self.missing.dedup();
        if self.missing.is_empty() {
            return;
        }
        let named: Vec<&str> = self.missing.iter().take(NAMED).map(String::as_str).collect();
        let more = self.missing.len() - named.len();
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let message = format!("not in the local repository: {}{more}", named.join(", "));
        let warning = Diagnostic::warning("missing-library", message)
            .help("methods that need them stay unknown; `mvn compile` brings them, or give JARs with --cp");
        eprintln!("{}", show::draw(&warning));
    }

    /// The JDK to use: the one given, or one that is new enough if the usual one is not.
    fn jdk(&self, path: &PathArgs) -> Option<PathBuf> {
        if path.jdk.is_some() {
            return path.jdk.clone();
        }
        let needed = self.release.max(newest(&self.classes));
        let usual = path.jdk_home().ok()?;
        if program::jdk_release(&usual) >= needed {
            return None;
        }
        let mut fitting: Vec<(u32, PathBuf)> =
            doctor::jdks().into_iter().map(|home| (program::jdk_release(&home), home)).collect();
        fitting.retain(|(release, _)| *release >= needed);
        match fitting.into_iter().min() {
            Some((release, home)) => {
                eprintln!(
                    "note: this is for Java {needed}: the JDK {release} in `{}` is used",
                    home.display()
                );
                Some(home)
            }
            None => {
                eprintln!("note: this is for Java {needed}: give a JDK as new as that with --jdk");
                None
            }
        }
    }
}

/// The newest release a class in these folders is for; the first class of each tells for all of it.
fn newest(folders: &[PathBuf]) -> u32 {
    let first = |folder: &PathBuf| {
        let files = program::files_below(folder).files;
        let class = files
            .into_iter()
            .find(|file| has_ending(file, "class") && !file.ends_with("module-info.class"))?;
        let bytes = std::fs::read(class).ok()?;
        let version = u16::from_be_bytes(bytes.get(6..8)?.try_into().ok()?);
        Some(u32::from(version.saturating_sub(CLASS_VERSION)))
    };
    folders.iter().filter(|folder| folder.is_dir()).filter_map(first).max().unwrap_or(0)
}

/// The modules at and below a folder, in order of their paths. Whatever a build tool made is not searched.
fn modules(root: &Path) -> Vec<Module> {
    let mut found = Vec::new();
    let mut folders = vec![(root.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let classes = OUTPUTS.iter().map(|places| {
            let places = places.iter().map(|place| folder.join(place));
            places.filter(|classes| classes.is_dir() && has_class(classes)).map(tidy).collect::<Vec<_>>()
        });
        let classes = classes.into_iter().find(|places| !places.is_empty()).unwrap_or_default();
        let sources = SOURCES.iter().map(|place| folder.join(place)).find(|place| place.is_dir());
        let sources = sources.filter(|sources| sources.ends_with("java") || has_java(sources)).map(tidy);
        if !classes.is_empty() || sources.is_some() {
            found.push(Module { folder: folder.clone(), classes, sources });
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

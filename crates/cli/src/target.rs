//! What a command looks at: the arguments `TARGET`, `--cp` and `--jdk`, and the program behind them.
//!
//! A target is a class name, a class file, a JAR, a folder of classes, a `.java` file or a folder of sources. Sources
//! are compiled with the JDK's `javac -g` into a folder that lives as long as the [`Target`]; annotation processors,
//! which would run the user's code, are off.

mod compile;

use std::path::{Path, PathBuf};

use base::Diagnostic;
use program::{ClassId, ClassPath, Program};
use tempfile::TempDir;

#[derive(clap::Args)]
pub struct TargetArgs {
    /// A class name, class file, JAR, folder of classes, `.java` file or folder of sources
    #[arg(value_name = "TARGET")]
    pub target: String,
    #[command(flatten)]
    pub path: PathArgs,
}

#[derive(Clone, clap::Args)]
pub struct PathArgs {
    /// Directories, JARs and class files, separated as in Java's class path
    #[arg(long, visible_alias = "class-path", value_name = "PATH")]
    pub cp: Option<std::ffi::OsString>,
    /// Home of the JDK; the default is $JAVA_HOME, then the `java` on $PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
}

/// A program and what of it was named.
pub struct Target {
    pub program: Program,
    /// Internal names of the classes the target names, sorted: one for a class, all for a JAR or folder.
    pub classes: Vec<String>,
    /// Internal name of the class whose `main` would run.
    pub main_class: Option<String>,
    /// Folders of sources, if sources were given or found.
    pub sources: Vec<PathBuf>,
    /// Compiled classes; deleted with the target.
    compiled: Option<TempDir>,
}

impl TargetArgs {
    pub fn open(&self) -> anyhow::Result<Target> {
        self.path.open(&self.target)
    }
}

impl PathArgs {
    /// The program without a target.
    pub fn program(&self) -> anyhow::Result<Program> {
        Ok(Program::new(&ClassPath { entries: self.entries(), jdk: Some(self.jdk_home()?) })?)
    }

    /// The program with a target, which may add to the class path.
    pub fn open(&self, target: &str) -> anyhow::Result<Target> {
        let path = Path::new(target);
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            let sources = java_files(path)?;
            let target = match sources.is_empty() {
                true => self.open_folders(&[path.to_path_buf()]),
                false => self.sources(&[path.to_path_buf()], &sources),
            };
            return with_classes(path, target?);
        }
        match extension {
            Some("java") => {
                let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
                with_classes(path, self.sources(&[folder], &[path.to_path_buf()])?)
            }
            Some("class") if path.exists() => self.class_file(path),
            Some("jar") => with_classes(path, self.jar(path)?),
            _ if path.is_file() => with_classes(path, self.jar(path)?),
            _ => self.class(target),
        }
    }

    /// Folders of classes, and JARs, together.
    pub fn open_folders(&self, folders: &[PathBuf]) -> anyhow::Result<Target> {
        for folder in folders.iter().filter(|folder| folder.is_dir()) {
            all_below(folder)?;
        }
        let target = self.with_entries(folders)?;
        let classes = names(&Program::new(&ClassPath { entries: folders.to_vec(), jdk: None })?);
        let main_class = the_one_with_main(&target, &classes);
        Ok(Target { classes, main_class, ..target })
    }

    /// Folders of classes and JARs, and what of the sources compiles, together; and what is said of the sources that do not.
    pub fn open_parts(
        &self,
        classes: &[PathBuf],
        sources: &[PathBuf],
    ) -> anyhow::Result<(Target, Vec<Diagnostic>)> {
        let files: Vec<Vec<PathBuf>> =
            sources.iter().map(|part| java_files(part)).collect::<Result<_, _>>()?;
        let files = files.concat();
        match sources.first() {
            Some(first) if files.is_empty() && classes.is_empty() => return Err(no_classes(first).into()),
            _ if files.is_empty() => return Ok((self.open_folders(classes)?, Vec::new())),
            _ => {}
        }
        let (compiled, refused) = self.and(classes).compile_what_compiles(sources, &files)?;
        let parts = [&[compiled.path().to_path_buf()], classes].concat();
        Ok((Target { compiled: Some(compiled), ..self.open_folders(&parts)? }, refused))
    }

    /// Files of sources, compiled together and with nothing else.
    pub fn open_files(&self, files: &[PathBuf]) -> anyhow::Result<Target> {
        self.sources(&[], files)
    }

    /// The same class path with more behind it.
    pub fn and(&self, more: &[PathBuf]) -> Self {
        let mut entries = self.entries();
        entries.extend(more.iter().cloned());
        let cp = std::env::join_paths(&entries).ok().filter(|path| !path.is_empty());
        Self { cp: cp.or_else(|| self.cp.clone()), jdk: self.jdk.clone() }
    }

    fn jar(&self, path: &Path) -> anyhow::Result<Target> {
        let target = self.with_entry(path)?;
        let alone = Program::new(&ClassPath { entries: vec![path.to_path_buf()], jdk: None })?;
        let manifest = alone.resource("META-INF/MANIFEST.MF").unwrap_or_default();
        let manifest = String::from_utf8_lossy(&manifest).replace("\r\n", "\n").replace("\n ", "");
        let main_class = manifest.lines().find_map(|line| line.strip_prefix("Main-Class:"));
        let main_class = main_class.map(|name| name.trim().replace('.', "/"));
        Ok(Target { classes: names(&alone), main_class, ..target })
    }

    /// A class file; the folder its package begins in joins the class path, for its inner classes.
    fn class_file(&self, path: &Path) -> anyhow::Result<Target> {
        let alone = Program::new(&ClassPath { entries: vec![path.to_path_buf()], jdk: None })?;
        let classes = names(&alone);
        let depth = classes.first().map_or(0, |name| name.matches('/').count());
        let root = path.parent().and_then(|folder| folder.ancestors().nth(depth));
        let root =
            root.filter(|root| classes.iter().all(|name| root.join(format!("{name}.class")).is_file()));
        let root = root.map(|root| if root.as_os_str().is_empty() { Path::new(".") } else { root });
        let target = self.with_entry(root.unwrap_or(path))?;
        Ok(Target { main_class: classes.first().cloned(), classes, ..target })
    }

    fn class(&self, name: &str) -> anyhow::Result<Target> {
        let internal = name.replace('.', "/");
        let mut entries = self.entries();
        if entries.is_empty() {
            entries.push(PathBuf::from("."));
        }
        let program = Program::new(&ClassPath { entries, jdk: Some(self.jdk_home()?) })?;
        if let Err(error) = program.class_named(&internal) {
            let missing = error.kind == program::LinkErrorKind::NoClassDefFound && error.message == internal;
            return Err(if missing { no_such_target(name) } else { error.diagnostic() }.into());
        }
        let classes = vec![internal.clone()];
        Ok(Target { program, classes, main_class: Some(internal), sources: Vec::new(), compiled: None })
    }

    fn sources(&self, folders: &[PathBuf], files: &[PathBuf]) -> anyhow::Result<Target> {
        if let Some(file) = files.iter().find(|file| !file.is_file()) {
            return Err(no_such_target(&file.display().to_string()).into());
        }
        let compiled = self.compile(folders, files)?;
        let target = self.with_entry(compiled.path())?;
        let classes =
            names(&Program::new(&ClassPath { entries: vec![compiled.path().to_path_buf()], jdk: None })?);
        let stem = files.first().filter(|_| files.len() == 1).and_then(|file| file.file_stem()?.to_str());
        let named = |name: &&String| name.rsplit('/').next() == stem && has_main(&target, name);
        let main_class = classes.iter().find(named).cloned().or_else(|| the_one_with_main(&target, &classes));
        let sources = folders.to_vec();
        Ok(Target { classes, main_class, sources, compiled: Some(compiled), ..target })
    }

    fn with_entry(&self, first: &Path) -> anyhow::Result<Target> {
        self.with_entries(&[first.to_path_buf()])
    }

    fn with_entries(&self, first: &[PathBuf]) -> anyhow::Result<Target> {
        let mut entries = first.to_vec();
        entries.extend(self.entries());
        let program = Program::new(&ClassPath { entries, jdk: Some(self.jdk_home()?) })?;
        Ok(Target { program, classes: Vec::new(), main_class: None, sources: Vec::new(), compiled: None })
    }

    fn entries(&self) -> Vec<PathBuf> {
        let path = self.cp.as_deref().map(std::env::split_paths);
        path.into_iter().flatten().filter(|entry| !entry.as_os_str().is_empty()).collect()
    }

    /// The JDK given, that of the environment, or that of the `java` on the path.
    pub fn jdk_home(&self) -> anyhow::Result<PathBuf> {
        if let Some(jdk) = self.jdk.clone().or_else(|| std::env::var_os("JAVA_HOME").map(PathBuf::from)) {
            return Ok(jdk);
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
        let home = java.and_then(|java| Some(java.canonicalize().ok()?.parent()?.parent()?.to_path_buf()));
        home.ok_or_else(|| {
            Diagnostic::error(
                "no-jdk",
                "found no JDK: JAVA_HOME is not set and there is no `java` on the PATH",
            )
            .help("install one (on Debian: apt-get install openjdk-17-jdk-headless) or give it with --jdk")
            .into()
        })
    }
}

impl Target {
    /// The folder of classes compiled for this target, which is deleted with what is returned and not with the target.
    pub fn keep_classes(&mut self) -> Option<TempDir> {
        self.compiled.take()
    }

    /// The classes the target names, those left out that cannot be loaded: [`crate::broken`] names them.
    pub fn load(&self) -> Vec<ClassId> {
        self.classes.iter().filter_map(|name| self.program.class_named(name).ok()).collect()
    }
}

fn names(program: &Program) -> Vec<String> {
    program.class_path_names().iter().map(|name| name.to_string()).collect()
}

fn the_one_with_main(target: &Target, classes: &[String]) -> Option<String> {
    let mut with_main = classes.iter().filter(|name| has_main(target, name));
    with_main.next().filter(|_| with_main.next().is_none()).cloned()
}

fn has_main(target: &Target, class: &str) -> bool {
    let class = target.program.class_named(class);
    class.is_ok_and(|class| target.program.declared_method(class, "main", "([Ljava/lang/String;)V").is_some())
}

/// The sources below a folder, sorted; a source is itself.
fn java_files(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let is_java = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "java");
    if folder.is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    Ok(all_below(folder)?.into_iter().filter(is_java).collect())
}

/// The files below a folder. A part nobody can look into would be missing from every answer.
fn all_below(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let below = program::files_below(folder);
    let Some((folder, why)) = below.left_out.first() else { return Ok(below.files) };
    let message = format!("cannot look into `{}`: {why}", folder.display());
    let more = below.left_out.len() - 1;
    Err(Diagnostic::error("unreadable-folder", message).help(match more {
        0 => "make it readable, or give the folders that are".to_owned(),
        more => format!("there are {more} more; make them readable, or give the folders that are"),
    }))
}

/// A target about which something can be asked.
fn with_classes(path: &Path, target: Target) -> anyhow::Result<Target> {
    if target.classes.is_empty() { Err(no_classes(path).into()) } else { Ok(target) }
}

fn no_classes(path: &Path) -> Diagnostic {
    if path.is_file() {
        return no_classes_in_file(path);
    }
    let message = format!("there are neither classes nor sources in `{}`", path.display());
    let error = Diagnostic::error("nothing-to-do", message);
    let jars = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        jars.filter(|file| file.extension().is_some_and(|extension| extension == "jar")).collect();
    jars.sort();
    match jars.first() {
        Some(jar) => error.help(format!("JARs are given one by one: `{}`", jar.display())),
        None => error.help("give the folder where a build puts its classes, a folder of sources, or a JAR"),
    }
}

/// A source without declarations, or an archive of something else.
fn no_classes_in_file(path: &Path) -> Diagnostic {
    let error = Diagnostic::error("nothing-to-do", format!("there are no classes in `{}`", path.display()));
    match path.extension().is_some_and(|extension| extension == "java") {
        true => error.help("a class, interface, enum or record is needed"),
        false => error
            .help("JARs and sources inside a JAR are not looked at: unpack them, and give each by itself"),
    }
}

fn no_such_target(name: &str) -> Diagnostic {
    Diagnostic::error("target-not-found", format!("there is no class or file `{name}`")).help(
        "give a class name, a class file, a JAR, a `.java` file or a folder; --cp adds to the class path",
    )
}

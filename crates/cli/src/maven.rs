//! What Maven would put on a module's class path, read from its POM and the local repository; Maven itself is not asked.
//!
//! A POM is read ([`pom`]), completed by its parents, properties and bills of materials ([`model`]), and its dependencies are followed to
//! theirs as Maven does, the nearest version winning ([`resolve`]). Nothing is downloaded: what is not in the repository is named.
//! Version ranges and profiles that are not active by default are not followed.

mod model;
mod pom;
mod resolve;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base::Diagnostic;

use model::{Model, Models};
use pom::Coordinates;

/// What a module's POM brings.
#[derive(Default)]
pub struct ClassPath {
    /// JARs of the local repository and classes of other modules, in Maven's order.
    pub entries: Vec<PathBuf>,
    /// What should be there and is not, as `group:artifact:version`.
    pub missing: Vec<String>,
    /// The release of Java the module is compiled for.
    pub release: Option<u32>,
}

/// The class path of the module whose POM this is.
pub fn class_path(pom: &Path) -> Result<ClassPath, Diagnostic> {
    let mut models = Models::new(local_repository());
    let model = models.of_project(pom)?;
    let siblings = siblings(pom, &mut models);
    let mut out = ClassPath { release: model.release(), ..ClassPath::default() };
    for found in resolve::dependencies(&model, &mut models) {
        let here = match siblings.get(&found.key()) {
            Some(module) => Some(module.join("target/classes")).filter(|classes| classes.is_dir()),
            None => Some(models.file(&found)).filter(|jar| jar.is_file()),
        };
        match here {
            Some(entry) => out.entries.push(entry),
            None => out.missing.push(found.coordinates.to_string()),
        }
    }
    Ok(out)
}

/// `~/.m2/repository`, unless the user's settings name another folder.
fn local_repository() -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default().join(".m2");
    pom::setting(&home.join("settings.xml"), "localRepository")
        .filter(|folder| !folder.contains("${"))
        .map_or_else(|| home.join("repository"), PathBuf::from)
}

/// The folders of the modules that are built together with this one, by group and artifact.
fn siblings(pom: &Path, models: &mut Models) -> BTreeMap<(String, String), PathBuf> {
    let mut out = BTreeMap::new();
    let mut open = vec![models.top(pom)];
    let mut seen = Vec::new();
    while let Some(pom) = open.pop().and_then(|pom| pom.canonicalize().ok()) {
        if seen.contains(&pom) {
            continue;
        }
        let folder = pom.parent().unwrap_or(Path::new(".")).to_path_buf();
        if let Ok(model) = models.of_project(&pom) {
            let Coordinates { group, artifact, .. } = model.coordinates.clone();
            open.extend(model.modules.iter().map(|module| pom_of(&folder.join(module))));
            out.insert((group, artifact), folder);
        }
        seen.push(pom);
    }
    out
}

/// A module is named by its folder or its POM.
fn pom_of(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("pom.xml") } else { path.to_path_buf() }
}

impl Model {
    /// The release of Java the compiler is told to compile for.
    fn release(&self) -> Option<u32> {
        let named =
            ["maven.compiler.release", "maven.compiler.target", "maven.compiler.source", "java.version"];
        let value = self.compiler.clone().or_else(|| named.iter().find_map(|name| self.property(name)))?;
        value.strip_prefix("1.").unwrap_or(&value).parse().ok()
    }
}

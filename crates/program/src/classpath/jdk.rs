//! The classes of a JDK: its module image, its `jmods`, or the `rt.jar` of Java 8.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use base::Diagnostic;
use ristretto_jimage::Image;
use rustc_hash::FxHashMap;

use super::jar::Jar;
use super::{Found, class_name};

/// Length of the header before the zip in a jmod.
const JMOD_HEADER: usize = 4;

pub(super) enum Jdk {
    Image(ModuleImage),
    /// Zips with a prefix before every path.
    Zips {
        zips: Vec<Jar>,
        prefix: &'static str,
    },
}

/// `lib/modules`. Paths in it begin with the module's name, which the class path does not know.
pub(super) struct ModuleImage {
    image: Image,
    /// Directory to modules that have it; made when a file is not in `java.base`.
    modules: OnceLock<FxHashMap<String, Vec<String>>>,
}

impl Jdk {
    pub fn open(home: &Path) -> Result<Self, Diagnostic> {
        let image = home.join("lib/modules");
        if image.is_file() {
            let image = Image::from_file(&image).map_err(|error| not_a_jdk(home, &error.to_string()))?;
            return Ok(Jdk::Image(ModuleImage { image, modules: OnceLock::new() }));
        }
        if let Some(jar) =
            ["jre/lib/rt.jar", "lib/rt.jar"].map(|path| home.join(path)).iter().find(|jar| jar.is_file())
        {
            return Ok(Jdk::Zips { zips: vec![Jar::open_behind(jar, 0)?], prefix: "" });
        }
        let mut jmods: Vec<_> = std::fs::read_dir(home.join("jmods"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "jmod"))
            .collect();
        jmods.sort();
        if jmods.is_empty() {
            return Err(not_a_jdk(home, "there is no lib/modules, lib/rt.jar or jmods"));
        }
        let zips = jmods.iter().map(|path| Jar::open_behind(path, JMOD_HEADER)).collect::<Result<_, _>>()?;
        Ok(Jdk::Zips { zips, prefix: "classes/" })
    }

    /// The feature release of the JDK at a home, as its file `release` says; 8 if it does not.
    pub fn release(home: &Path) -> u32 {
        let text = std::fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
        let first = version.and_then(|version| version.trim_matches('"').split(['.', '-', '+']).next());
        first.and_then(|first| first.parse().ok()).unwrap_or(8)
    }

    pub fn read(&self, path: &str) -> Option<Found> {
        match self {
            Jdk::Image(image) => image.read(path).map(Ok),
            Jdk::Zips { zips, prefix } => {
                let path = format!("{prefix}{path}");
                zips.iter().find_map(|zip| zip.read(&path))
            }
        }
    }

    pub fn class_names(&self) -> BTreeSet<String> {
        match self {
            Jdk::Image(image) => {
                image.paths().filter_map(|path| class_name(&path).map(str::to_owned)).collect()
            }
            Jdk::Zips { zips, prefix } => zips
                .iter()
                .flat_map(Jar::names)
                .filter_map(|path| path.strip_prefix(prefix).and_then(class_name).map(str::to_owned))
                .collect(),
        }
    }
}

impl ModuleImage {
    fn read(&self, path: &str) -> Option<Box<[u8]>> {
        if let Some(bytes) = self.read_from("java.base", path) {
            return Some(bytes);
        }
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        if path.ends_with(".class") && !self.has_package(directory) {
            return None;
        }
        let modules = self.modules.get_or_init(|| self.index()).get(directory)?;
        modules.iter().find_map(|module| self.read_from(module, path))
    }

    /// Whether a module has the package of this path. Asking spares programs with classes of their own the whole index.
    fn has_package(&self, path: &str) -> bool {
        !path.is_empty() && self.image.get_resource(&format!("/packages/{}", path.replace('/', "."))).is_ok()
    }

    fn read_from(&self, module: &str, path: &str) -> Option<Box<[u8]>> {
        let resource = self.image.get_resource(&format!("/{module}/{path}")).ok()?;
        Some(resource.data().into())
    }

    /// Paths of all files, without their modules.
    fn paths(&self) -> impl Iterator<Item = String> {
        self.files().map(|(_, path)| path)
    }

    fn index(&self) -> FxHashMap<String, Vec<String>> {
        let mut index: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (module, path) in self.files() {
            let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
            let modules = index.entry(directory.to_owned()).or_default();
            if !modules.contains(&module) {
                modules.push(module);
            }
        }
        index
    }

    /// Module and path of every file; the image's own directories (`/modules`, `/packages`) are left out.
    fn files(&self) -> impl Iterator<Item = (String, String)> {
        let file = |resource: ristretto_jimage::Resource<'_>| (resource.module().to_owned(), resource.name());
        (self.image.iter().flatten().map(file))
            .filter(|(module, _)| !module.is_empty() && module != "modules" && module != "packages")
    }
}

fn not_a_jdk(home: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("no-jdk", format!("`{}` is not a JDK: {why}", home.display()))
        .help("give the home of a JDK with --jdk or JAVA_HOME")
}

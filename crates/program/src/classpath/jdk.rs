//! The classes of a JDK: its module image, its `jmods`, or the `rt.jar` of Java 8.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use base::Diagnostic;
use ristretto_jimage::Image;

use super::jar::Jar;
use super::{Found, class_name};
use crate::modules::BASE;

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
    /// Names of all modules, as the JDK's file `release` lists them; else read off the image when a file is not in `java.base`.
    modules: OnceLock<Vec<String>>,
}

impl Jdk {
    /// The image of a JDK.
    pub fn open(home: &Path) -> Result<Self, Diagnostic> {
        let image = home.join("lib/modules");
        if image.is_file() {
            let image = Image::from_file(&image).map_err(|error| not_a_jdk(home, &error.to_string()))?;
            return Ok(Jdk::Image(ModuleImage { image, modules: listed_modules(home) }));
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
        let version = release_entry(home, "JAVA_VERSION").unwrap_or_default();
        let first = version.split(['.', '-', '+']).next();
        first.and_then(|first| first.parse().ok()).unwrap_or(8)
    }

    /// A file of any module.
    pub fn read(&self, path: &str) -> Option<Found> {
        match self {
            Jdk::Image(image) => image.read(path).map(Ok),
            Jdk::Zips { zips, prefix } => {
                let path = format!("{prefix}{path}");
                zips.iter().find_map(|zip| zip.read(&path))
            }
        }
    }

    /// The name of the module that has a file.
    pub fn module_of(&self, path: &str) -> Option<String> {
        match self {
            Jdk::Image(image) => image.module_of(path).map(str::to_owned),
            Jdk::Zips { zips, prefix } => {
                let path = format!("{prefix}{path}");
                zips.iter().find(|zip| zip.has(&path)).and_then(module_name)
            }
        }
    }

    /// The name and `module-info.class` of every module.
    pub fn module_infos(&self) -> Vec<(String, Box<[u8]>)> {
        const INFO: &str = "module-info.class";
        match self {
            Jdk::Image(image) => {
                let modules = image.modules().iter();
                modules.filter_map(|name| Some((name.clone(), image.read_from(name, INFO)?))).collect()
            }
            Jdk::Zips { zips, prefix } => {
                let info = |zip: &Jar| Some((module_name(zip)?, zip.read(&format!("{prefix}{INFO}"))?.ok()?));
                zips.iter().filter_map(info).collect()
            }
        }
    }

    /// The internal names of all classes.
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
    /// Tries one module after the other, the largest first: an image finds a path by its hash.
    fn read(&self, path: &str) -> Option<Box<[u8]>> {
        let in_base = self.read_from(BASE, path);
        in_base.or_else(|| self.modules().iter().find_map(|module| self.read_from(module, path)))
    }

    /// The module that has a file.
    fn module_of(&self, path: &str) -> Option<&str> {
        let has = |module: &str| self.image.get_resource(&format!("/{module}/{path}")).is_ok();
        if has(BASE) {
            return Some(BASE);
        }
        self.modules().iter().map(String::as_str).find(|module| has(module))
    }

    fn modules(&self) -> &[String] {
        self.modules.get_or_init(|| {
            let modules: BTreeSet<String> = self.files().map(|(module, _)| module).collect();
            modules.into_iter().collect()
        })
    }

    fn read_from(&self, module: &str, path: &str) -> Option<Box<[u8]>> {
        if let Ok(resource) = self.image.get_resource(&format!("/{module}/{path}")) {
            return Some(resource.data().into());
        }
        // The image does not find names without an extension by their hash.
        if path.rsplit('/').next().is_none_or(|name| name.contains('.')) {
            return None;
        }
        let is_it = |resource: &ristretto_jimage::Resource<'_>| {
            resource.module() == module && resource.name().trim_end_matches('.') == path
        };
        self.image.iter().flatten().find(is_it).map(|resource| resource.data().into())
    }

    /// Paths of all files, without their modules.
    fn paths(&self) -> impl Iterator<Item = String> {
        self.files().map(|(_, path)| path)
    }

    /// Module and path of every file; the image's own directories (`/modules`, `/packages`) are left out.
    fn files(&self) -> impl Iterator<Item = (String, String)> {
        let file = |resource: ristretto_jimage::Resource<'_>| (resource.module().to_owned(), resource.name());
        (self.image.iter().flatten().map(file))
            .filter(|(module, _)| !module.is_empty() && module != "modules" && module != "packages")
    }
}

/// The module a `.jmod` holds.
fn module_name(zip: &Jar) -> Option<String> {
    let path = zip.path();
    let is_module = path.extension().is_some_and(|extension| extension == "jmod");
    is_module.then(|| path.file_stem()?.to_str().map(str::to_owned)).flatten()
}

/// The modules the file `release` names; empty if it does not.
fn listed_modules(home: &Path) -> OnceLock<Vec<String>> {
    let named: Option<Vec<_>> =
        release_entry(home, "MODULES").map(|names| names.split(' ').map(str::to_owned).collect());
    named.map_or_else(OnceLock::new, OnceLock::from)
}

/// What the JDK's file `release` says under a key.
fn release_entry(home: &Path, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(home.join("release")).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
    Some(value.trim_matches('"').to_owned())
}

fn not_a_jdk(home: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("no-jdk", format!("`{}` is not a JDK: {why}", home.display()))
        .help("give the home of a JDK with --jdk or JAVA_HOME")
}

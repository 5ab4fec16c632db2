//! The modules of the JDK: which one a class is in, and what a module says of itself (JVMS 4.7.25).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::class::Origin;
use crate::classfile::cursor::{Cursor, Result};
use crate::classfile::pool::Pool;
use crate::classfile::{ClassFile, attributes};
use crate::lock::{read, write};
use crate::{ClassId, Program};

/// The module of everything that is not in another one.
pub const BASE: &str = "java.base";

/// What a module lets others see. Packages and classes are internal names.
#[derive(Debug, Default)]
pub struct Module {
    pub name: Arc<str>,
    pub exports: FxHashMap<Box<str>, Receivers>,
    pub opens: FxHashMap<Box<str>, Receivers>,
    /// Services with the classes that provide them.
    pub provides: Vec<(Box<str>, Vec<Box<str>>)>,
}

/// The modules something is exported to; everybody if there are none.
pub type Receivers = Vec<Box<str>>;

/// Which of the JDK's loaders defines the classes of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loader {
    Boot,
    Platform,
    App,
}

/// Modules of the boot loader, besides `java.base`.
const BOOT: [&str; 24] = [
    "java.datatransfer",
    "java.desktop",
    "java.instrument",
    "java.logging",
    "java.management",
    "java.management.rmi",
    "java.naming",
    "java.prefs",
    "java.rmi",
    "java.security.sasl",
    "java.xml",
    "jdk.incubator.foreign",
    "jdk.incubator.vector",
    "jdk.internal.vm.ci",
    "jdk.jfr",
    "jdk.management",
    "jdk.management.agent",
    "jdk.management.jfr",
    "jdk.naming.rmi",
    "jdk.net",
    "jdk.nio.mapmode",
    "jdk.sctp",
    "jdk.unsupported",
    BASE,
];

/// Modules of the platform loader.
const PLATFORM: [&str; 23] = [
    "java.compiler",
    "java.net.http",
    "java.scripting",
    "java.security.jgss",
    "java.smartcardio",
    "java.sql",
    "java.sql.rowset",
    "java.transaction.xa",
    "java.xml.crypto",
    "jdk.accessibility",
    "jdk.charsets",
    "jdk.crypto.cryptoki",
    "jdk.crypto.ec",
    "jdk.dynalink",
    "jdk.httpserver",
    "jdk.jsobject",
    "jdk.localedata",
    "jdk.naming.dns",
    "jdk.security.auth",
    "jdk.security.jgss",
    "jdk.xml.dom",
    "jdk.zipfs",
    "java.se",
];

impl Loader {
    /// The loader of a module of the JDK.
    pub fn of(module: &str) -> Self {
        if BOOT.contains(&module) {
            Loader::Boot
        } else if PLATFORM.contains(&module) {
            Loader::Platform
        } else {
            Loader::App
        }
    }

    /// As messages of the JVM name it.
    pub fn name(self) -> &'static str {
        match self {
            Loader::Boot => "bootstrap",
            Loader::Platform => "platform",
            Loader::App => "app",
        }
    }
}

impl Program {
    /// The module of a class of the JDK; none for other classes.
    pub fn module_of(&self, class: ClassId) -> Option<Arc<str>> {
        let class = self.class(class);
        if class.origin != Origin::Jdk {
            return None;
        }
        let package = class.name.rsplit_once('/').map_or("", |(package, _)| package);
        if let Some(module) = read(&self.packages).get(package) {
            return Some(module.clone());
        }
        let module = self.search.jdk_module(&format!("{}.class", class.name));
        let module = self.types.name(&module.unwrap_or_else(|| BASE.into()));
        write(&self.packages).insert(package.into(), module.clone());
        Some(module)
    }

    /// Every module of the JDK, as its `module-info` describes it.
    pub fn modules(&self) -> &[Module] {
        self.modules.get_or_init(|| {
            let infos = self.search.jdk_module_infos().into_iter();
            infos.filter_map(|(name, bytes)| describe(self.types.name(&name), bytes)).collect()
        })
    }

    /// A module by its name.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.modules().iter().find(|module| &*module.name == name)
    }
}

/// None of a file that is malformed.
fn describe(name: Arc<str>, bytes: Box<[u8]>) -> Option<Module> {
    let file = ClassFile::parse(bytes).ok()?;
    let contents = attributes::bytes_of_class(&file, "Module")?;
    let mut module = Module { name, ..Module::default() };
    fill(&mut module, file.pool(), &mut Cursor::new(contents, 0)).ok()?;
    Some(module)
}

fn fill(module: &mut Module, pool: Pool<'_>, at: &mut Cursor<'_>) -> Result<()> {
    const HEAD: usize = 6;
    const REQUIRES: usize = 6;
    at.take(HEAD)?;
    let requires = usize::from(at.u16()?);
    at.take(requires * REQUIRES)?;
    module.exports = packages(pool, at)?;
    module.opens = packages(pool, at)?;
    let uses = usize::from(at.u16()?);
    at.take(2 * uses)?;
    for _ in 0..at.u16()? {
        let service = pool.class(at.u16()?)?.as_ref().into();
        let providers =
            (0..at.u16()?).map(|_| Ok(pool.class(at.u16()?)?.as_ref().into())).collect::<Result<_>>()?;
        module.provides.push((service, providers));
    }
    Ok(())
}

/// Packages with the modules they are exported or opened to.
fn packages(pool: Pool<'_>, at: &mut Cursor<'_>) -> Result<FxHashMap<Box<str>, Receivers>> {
    let mut out = FxHashMap::default();
    for _ in 0..at.u16()? {
        let package = pool.module_or_package(at.u16()?)?.as_ref().into();
        at.u16()?;
        let receivers = (0..at.u16()?)
            .map(|_| Ok(pool.module_or_package(at.u16()?)?.as_ref().into()))
            .collect::<Result<_>>()?;
        out.insert(package, receivers);
    }
    Ok(out)
}

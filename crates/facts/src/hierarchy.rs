//! Who may override what, and which classes strangers may extend.

use std::collections::BTreeSet;

use program::class::Origin;
use program::{ClassId, Flags, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The classes of the class path with their subclasses.
pub struct Hierarchy {
    pub classes: Vec<ClassId>,
    /// Classes below each class, itself left out.
    below: FxHashMap<ClassId, Vec<ClassId>>,
    extensible: FxHashSet<ClassId>,
}

impl Hierarchy {
    pub fn of(program: &Program, classes: Vec<ClassId>) -> Self {
        let mut below: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        for &class in &classes {
            let mut above = program.class(class).superclass;
            while let Some(id) = above {
                below.entry(id).or_default().push(class);
                above = program.class(id).superclass;
            }
        }
        let extensible = classes.iter().copied().filter(|class| is_extensible(program, *class)).collect();
        Self { classes, below, extensible }
    }

    pub fn below(&self, class: ClassId) -> &[ClassId] {
        self.below.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Whether a virtual call of this method may reach another one.
    pub fn is_overridable(&self, program: &Program, method: MethodId) -> bool {
        let info = program.method(method);
        let class = program.class(info.class);
        let is_fixed = |flags: Flags| flags.is(Flags::FINAL);
        if is_fixed(info.flags) || is_fixed(class.flags) || info.flags.is(Flags::PRIVATE) {
            return false;
        }
        // Who implements an interface is not looked for.
        if class.origin != Origin::ClassPath || class.is_interface() {
            return true;
        }
        let by_strangers = (info.flags.is(Flags::PUBLIC) || info.flags.is(Flags::PROTECTED))
            && std::iter::once(&info.class)
                .chain(self.below(info.class))
                .any(|class| self.extensible.contains(class));
        let overrides = |class: &ClassId| {
            let found = program.declared_method(*class, &info.name, &info.descriptor);
            found.is_some_and(|found| !program.method(found).is_static())
        };
        by_strangers || self.below(info.class).iter().any(overrides)
    }

    /// Whether an object can be seen after its constructor has thrown: some class of it has a finalizer.
    pub fn is_revived(&self, program: &Program, class: ClassId) -> bool {
        let mut all: BTreeSet<ClassId> = self.below(class).iter().copied().collect();
        let mut above = Some(class);
        while let Some(id) = above {
            all.insert(id);
            above = program.class(id).superclass;
        }
        let does_something =
            |method: MethodId| program.body(method).map_or(true, |body| body.insts.len() > 1);
        all.iter().any(|class| program.declared_method(*class, "finalize", "()V").is_some_and(does_something))
    }
}

/// Whether a class outside of the class path may be below this one.
fn is_extensible(program: &Program, class: ClassId) -> bool {
    let info = program.class(class);
    let is_open = |method: MethodId| {
        let method = program.method(method);
        method.is_constructor()
            && (method.flags.is(Flags::PUBLIC) || method.flags.is(Flags::PROTECTED))
            && !method.flags.is(Flags::SYNTHETIC)
    };
    let is_sealed = program.class_attributes(class).permitted_subclasses.is_some();
    // Of nested classes the flags say public where the source says protected.
    info.flags.is(Flags::PUBLIC) && !info.flags.is(Flags::FINAL) && !is_sealed && info.methods().any(is_open)
}

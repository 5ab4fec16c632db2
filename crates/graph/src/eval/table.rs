//! Library methods that are not run from their bytecode ([`Model`]), and library classes whose objects are opaque: those of which
//! the `library` says so. Everything else of the JDK is analysed like the user's code.

use library::Signature;
use program::class::Origin;
use program::{ClassId, MethodId, Program};

pub fn is_opaque(name: &str) -> bool {
    library::class(name).is_some_and(|class| class.is_opaque)
}

/// Whether a class's initialiser is not run: all that is used of it is modelled or independent of it.
pub fn skips_initializer(program: &Program, class: ClassId) -> bool {
    let known = library::class(&program.class(class).name);
    known.is_some_and(|class| class.is_opaque || class.is_uninitialised)
}

pub fn is_modelled(program: &Program, method: MethodId) -> bool {
    find(program, method).is_some()
}

/// The line of a method for whose code something stands.
pub fn find(program: &Program, method: MethodId) -> Option<&'static library::Method> {
    let method = program.method(method);
    let class = program.class(method.class);
    if class.origin != Origin::Jdk && !library::class(&class.name).is_some_and(|class| class.is_environment) {
        return None;
    }
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let line = library::method(&class.name, Signature { name, descriptor, is_native: method.is_native() })?;
    line.model.is_some().then_some(line)
}

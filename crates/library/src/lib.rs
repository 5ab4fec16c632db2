//! What is known of the JDK's classes and methods, told once.
//!
//! The facts lie in `data/`, one file a package, in a language that needs no Rust: a class and what its objects are, below it its
//! methods and what they do. A method is told by the first line of its class that fits. Whoever asks for something that no line says
//! gets the cautious answer: no model, an effect outside, anything thrown.

mod class;
mod method;
mod read;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use class::{Class, Primitive};
pub use method::{Effect, Method, Model, Pattern, Signature};
pub use read::{BadLine, read};

/// The files, by package.
pub const FILES: [(&str, &str); 4] = [
    ("java.io", include_str!("../data/java.io.txt")),
    ("java.lang", include_str!("../data/java.lang.txt")),
    ("java.util", include_str!("../data/java.util.txt")),
    ("jdk.internal", include_str!("../data/jdk.internal.txt")),
];

static CLASSES: LazyLock<FxHashMap<String, Class>> = LazyLock::new(|| {
    let mut classes = FxHashMap::default();
    for (package, text) in FILES {
        if let Err(line) = read(text, &mut classes) {
            unreachable!("{package}: {line}; the tests read all files")
        }
    }
    classes
});

/// What is known of a class of the JDK, by its name in class files.
pub fn class(name: &str) -> Option<&'static Class> {
    CLASSES.get(name)
}

/// All classes of which something is known, by name.
pub fn classes() -> Vec<(&'static str, &'static Class)> {
    let mut all: Vec<_> = CLASSES.iter().map(|(name, class)| (name.as_str(), class)).collect();
    all.sort_by_key(|(name, _)| *name);
    all
}

/// What is known of a method that a class of the JDK declares.
pub fn method(class: &str, signature: Signature<'_>) -> Option<&'static Method> {
    let of = |name: &str| CLASSES.get(name)?.methods.iter().find(|method| method.pattern.fits(signature));
    of(class).or_else(|| of(EVERY_CLASS))
}

/// Stands for all classes of the JDK.
pub const EVERY_CLASS: &str = "*";

/// The class whose objects hold one value of a primitive type.
pub fn box_of(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "java/lang/Boolean",
        Primitive::Byte => "java/lang/Byte",
        Primitive::Char => "java/lang/Character",
        Primitive::Short => "java/lang/Short",
        Primitive::Int => "java/lang/Integer",
        Primitive::Long => "java/lang/Long",
        Primitive::Float => "java/lang/Float",
        Primitive::Double => "java/lang/Double",
    }
}

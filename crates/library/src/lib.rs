//! What is known of the JDK's classes and methods, told once.
//!
//! The facts lie in `data/`, one file a package, in a language that needs no Rust: a class and what its objects are, below it its
//! methods and what they do. A method is told by the first line of its class that fits. Whoever asks for something that no line says
//! gets the cautious answer: no model, an effect outside, anything thrown.
//!
//! A line speaks of the code that the class itself declares. A call that may end in a subclass's version has to find that out first.

mod class;
pub mod condition;
pub mod mentioned;
mod method;
mod model;
pub mod names;
mod package;
mod parse;
mod pattern;
pub mod range;
mod read;
mod source;

use std::sync::LazyLock;

pub use class::{Class, Primitive};
pub use condition::{Argument, Comparison, Condition, Known, Number};
pub use method::{Asks, Effect, Method, Raise, Returns, Run, Tells};
pub use model::Model;
pub use package::Package;
pub use pattern::{Pattern, Signature};
pub use range::{Range, Roughly};
pub use read::{BadLine, Facts, read};
pub use source::Source;

/// The files, by package.
pub const FILES: [(&str, &str); 14] = [
    ("java.io", include_str!("../data/java.io.txt")),
    ("java.lang", include_str!("../data/java.lang.txt")),
    ("java.lang.ref", include_str!("../data/java.lang.ref.txt")),
    ("java.math", include_str!("../data/java.math.txt")),
    ("java.net", include_str!("../data/java.net.txt")),
    ("java.nio", include_str!("../data/java.nio.txt")),
    ("java.security", include_str!("../data/java.security.txt")),
    ("java.time", include_str!("../data/java.time.txt")),
    ("java.util", include_str!("../data/java.util.txt")),
    ("java.util.concurrent", include_str!("../data/java.util.concurrent.txt")),
    ("java.util.function", include_str!("../data/java.util.function.txt")),
    ("java.util.regex", include_str!("../data/java.util.regex.txt")),
    ("jdk", include_str!("../data/jdk.txt")),
    ("org.sosy_lab", include_str!("../data/org.sosy_lab.txt")),
];

static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    let mut facts = Facts::default();
    for (package, text) in FILES {
        if let Err(line) = read(text, &mut facts) {
            unreachable!("{package}: {line}; the tests read all files")
        }
    }
    facts
});

/// What is known of a class of the JDK, by its name in class files.
pub fn class(name: &str) -> Option<&'static Class> {
    FACTS.classes.get(name)
}

/// All classes of which something is known, in the order of the files.
pub fn classes() -> impl Iterator<Item = (&'static str, &'static Class)> {
    FACTS.order.iter().map(|name| (name.as_str(), &FACTS.classes[name]))
}

/// Those of them of which this holds.
pub fn classes_that(holds: impl Fn(&Class) -> bool) -> Vec<&'static str> {
    classes().filter(|(_, class)| holds(class)).map(|(name, _)| name).collect()
}

/// All packages of which something is known, in the order of the files.
pub fn packages() -> &'static [Package] {
    &FACTS.packages
}

/// What is said of a package, or of one above it that speaks for those below.
pub fn packages_of(name: &str) -> impl Iterator<Item = &'static Package> {
    FACTS.packages.iter().filter(move |package| package.covers(name))
}

/// What is known of a method that a class of the JDK declares.
pub fn method(class: &str, signature: Signature<'_>) -> Option<&'static Method> {
    let of =
        |name: &str| FACTS.classes.get(name)?.methods.iter().find(|method| method.pattern.fits(signature));
    of(class).or_else(|| of(EVERY_CLASS))
}

/// Stands for all classes of the JDK.
pub const EVERY_CLASS: &str = "*";

/// Whether objects of a class of the JDK seem to stay as they are.
pub fn lasts(name: &str) -> bool {
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    let by_class = class(name).and_then(|class| class.lasts);
    by_class.unwrap_or_else(|| packages_of(package).any(|package| package.is_lasting))
}

/// The class whose objects hold one value of a primitive type.
pub fn box_of(primitive: Primitive) -> &'static str {
    let is_box = |class: &Class| class.box_of == Some(primitive);
    classes().find(|(_, class)| is_box(class)).expect("every primitive type has a box").0
}

/// The primitive type that objects of a class hold, if it is a box.
pub fn unboxed(class_name: &str) -> Option<Primitive> {
    class(class_name)?.box_of
}

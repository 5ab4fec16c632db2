//! Classes that sources may mention by their short names without being about them: with their superclasses, and what more they are.

/// A class, its package, and its superclass by its short name.
const CLASSES: [(&str, &str, &str); 22] = [
    ("Object", "java/lang", ""),
    ("String", "java/lang", "Object"),
    ("Comparable", "java/lang", "Object"),
    ("Iterable", "java/lang", "Object"),
    ("Integer", "java/lang", "Number"),
    ("Long", "java/lang", "Number"),
    ("Boolean", "java/lang", "Object"),
    ("Character", "java/lang", "Object"),
    ("Throwable", "java/lang", "Object"),
    ("Exception", "java/lang", "Throwable"),
    ("Error", "java/lang", "Throwable"),
    ("AssertionError", "java/lang", "Error"),
    ("RuntimeException", "java/lang", "Exception"),
    ("ArithmeticException", "java/lang", "RuntimeException"),
    ("IllegalArgumentException", "java/lang", "RuntimeException"),
    ("IllegalStateException", "java/lang", "RuntimeException"),
    ("IndexOutOfBoundsException", "java/lang", "RuntimeException"),
    ("ArrayIndexOutOfBoundsException", "java/lang", "IndexOutOfBoundsException"),
    ("NullPointerException", "java/lang", "RuntimeException"),
    ("NoSuchElementException", "java/util", "RuntimeException"),
    ("UnsupportedOperationException", "java/lang", "RuntimeException"),
    ("IOException", "java/io", "Exception"),
];

const INTERFACES: [&str; 2] = ["Comparable", "Iterable"];
const COMPARABLE: [&str; 5] = ["String", "Integer", "Long", "Boolean", "Character"];

/// The superclass of a class that may be mentioned, by its short name; empty above `Object`, and `None` for any other name.
pub fn superclass(name: &str) -> Option<&'static str> {
    let (.., parent) = CLASSES.iter().find(|(class, ..)| *class == name)?;
    // What may not be mentioned is passed over.
    Some(if *parent == "Number" { "Object" } else { parent })
}

/// What such a class directly extends and implements, as far as it may be mentioned.
pub fn parents(name: &str) -> Vec<&'static str> {
    let interface = COMPARABLE.contains(&name).then_some("Comparable");
    superclass(name).filter(|parent| !parent.is_empty()).into_iter().chain(interface).collect()
}

/// Whether it is an interface.
pub fn is_interface(name: &str) -> bool {
    INTERFACES.contains(&name)
}

/// Names in class files, each with the short name of its superclass.
pub fn all() -> impl Iterator<Item = (String, &'static str)> {
    CLASSES.into_iter().map(|(name, package, parent)| (format!("{package}/{name}"), parent))
}

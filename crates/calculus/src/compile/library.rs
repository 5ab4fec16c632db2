//! The classes the machine knows by name: what everything is, and what it throws.
//!
//! They stand in for a JDK, which model languages do not have. `Throwable` has the fields the machine fills in when it throws
//! on its own account.

use program::define::{ClassDef, FieldDef};
use program::{Flags, LinkError, Program};

/// What every class extends.
pub const OBJECT: &str = "java/lang/Object";
/// What goes wrong at null.
pub const NULL_POINTER: &str = "java/lang/NullPointerException";
/// What the command `stuck` throws.
pub const STUCK: &str = "Stuck";

/// What every exception extends.
pub const THROWABLE: &str = "java/lang/Throwable";

/// Defines the few classes that compiled programs need instead of a JDK.
pub fn define(program: &Program) -> Result<(), LinkError> {
    program.define(class(OBJECT, None, Vec::new()))?;
    program.define(class(THROWABLE, Some(OBJECT), throwable_fields()))?;
    program.define(class(NULL_POINTER, Some(THROWABLE), Vec::new()))?;
    program.define(class(STUCK, Some(THROWABLE), Vec::new()))?;
    Ok(())
}

fn class(name: &str, superclass: Option<&str>, fields: Vec<FieldDef>) -> ClassDef {
    ClassDef {
        name: name.into(),
        flags: Flags::PUBLIC,
        superclass: superclass.map(Into::into),
        interfaces: Vec::new(),
        fields,
        methods: Vec::new(),
        hidden: false,
    }
}

fn throwable_fields() -> Vec<FieldDef> {
    let own = [
        ("detailMessage", "Ljava/lang/String;"),
        ("cause", "Ljava/lang/Throwable;"),
        ("stackTrace", "[Ljava/lang/StackTraceElement;"),
        ("suppressedExceptions", "Ljava/util/List;"),
        ("backtrace", "Ljava/lang/Object;"),
        ("depth", "I"),
    ];
    let shared =
        [("UNASSIGNED_STACK", "[Ljava/lang/StackTraceElement;"), ("SUPPRESSED_SENTINEL", "Ljava/util/List;")];
    let field = |(name, descriptor): (&str, &str), flags| FieldDef {
        name: name.into(),
        descriptor: descriptor.into(),
        flags,
        constant: None,
    };
    let own = own.into_iter().map(|named| field(named, Flags::PUBLIC));
    own.chain(shared.into_iter().map(|named| field(named, Flags::PUBLIC | Flags::STATIC))).collect()
}

//! Model languages as register code: the same instructions, machine and symbolic domain that Java has.
//!
//! Classes and records become final classes without a constructor, methods and procedures become methods; [`library`] has the few
//! classes the machine itself wants to know. [`execute`] runs the result on every path. What a rule of a paper is, the
//! rule-by-rule machines say (`javalite::machine`, `imp::machine`); that both take the same paths to the same states is a law
//! (`tests/laws/compiled.rs`).
//!
//! Conventions that let an observer read the control-flow sequence off the instructions:
//! 1. `if` and `while` are the only `IfConst`s, and they jump to the *else* side.
//! 2. Comparing references is the only `IfSame`; truth values and numbers are compared without a branch.
//! 3. Only field accesses and calls of methods that are not static dereference.

mod emit;
pub mod execute;
mod imp;
mod javalite;
mod library;

use base::Diagnostic;
use program::define::{ClassDef, FieldDef, MethodDef};
use program::{ClassId, ClassPath, Flags, LinkError, MethodId, Program, TypeId};

pub use imp::compile as imp;
pub use javalite::compile as javalite;

/// A program as register code.
pub struct Compiled {
    pub code: Program,
    pub entry: MethodId,
    /// The program's classes, in the order they are declared.
    pub classes: Vec<ClassId>,
    /// What the entry is given, all of it unknown.
    pub parameters: Vec<Parameter>,
}

/// A parameter of the program that is compiled.
pub struct Parameter {
    pub name: String,
    pub ty: TypeId,
    pub non_null: bool,
}

/// Syntax nodes in one method: each needs a few registers, and registers are sixteen bits.
const MAX_NODES: usize = 8_000;

fn empty_program() -> Result<Program, Diagnostic> {
    let code = Program::new(&ClassPath::default())?;
    library::define(&code).map_err(|error| refused(&error))?;
    Ok(code)
}

/// A class nothing extends.
fn final_class(name: String, fields: Vec<FieldDef>, methods: Vec<MethodDef>) -> ClassDef {
    ClassDef {
        name,
        flags: Flags::PUBLIC | Flags::FINAL,
        superclass: Some(library::OBJECT.into()),
        interfaces: Vec::new(),
        fields,
        methods,
        hidden: false,
    }
}

fn field(name: String, descriptor: String) -> FieldDef {
    FieldDef { name, descriptor, flags: Flags::PUBLIC, constant: None }
}

/// A name the JVM accepts, different for different numbers where the language's own is not one.
fn legal(name: &str, number: u32) -> String {
    const FORBIDDEN: [char; 6] = ['.', ';', '[', '/', '<', '>'];
    if name.contains(FORBIDDEN) { format!("{}#{number}", name.replace(FORBIDDEN, "_")) } else { name.into() }
}

fn refused(error: &LinkError) -> Diagnostic {
    Diagnostic::error("not-compilable", format!("the program has no register code: {}", error.message))
}

fn too_large(name: &str) -> Diagnostic {
    let message = format!("the body of `{name}` is too large for register code");
    Diagnostic::error("too-large", message)
        .help(format!("at most {MAX_NODES} expressions and commands; split it"))
}

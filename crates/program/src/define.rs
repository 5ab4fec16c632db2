//! Classes that come without a class file: lambdas, and programs of the model languages.

use crate::class::{Constant, Flags};
use crate::code::Body;

/// A class that no file has.
pub struct ClassDef {
    /// Internal name; must be new.
    pub name: String,
    pub flags: Flags,
    /// Internal name of the superclass; none only for a root class.
    pub superclass: Option<String>,
    pub interfaces: Vec<String>,
    pub fields: Vec<FieldDef>,
    pub methods: Vec<MethodDef>,
    /// Stands for a lambda: not shown in stack traces.
    pub hidden: bool,
}

/// A field of it.
pub struct FieldDef {
    pub name: String,
    pub descriptor: String,
    pub flags: Flags,
    pub constant: Option<Constant>,
}

/// A method of it.
pub struct MethodDef {
    pub name: String,
    pub descriptor: String,
    pub flags: Flags,
    pub code: MethodCode,
}

/// Makes the code of a method when somebody wants it.
pub type MakeBody = Box<dyn Fn(&crate::Program, crate::ClassId) -> Body + Send + Sync>;

/// Code is asked for when the method is first needed, so that it can name members of the class being defined.
pub enum MethodCode {
    /// Abstract or native.
    None,
    /// Given the program and the class defined.
    Make(MakeBody),
}

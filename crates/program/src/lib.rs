//! Java programs as the JVM reads them: class path, hierarchy, resolution, register code.
//!
//! [`Program`] is the one way in. It is shared by reference between threads, loads classes when they are first asked
//! for, and answers with ids (`ClassId`, `MethodId`, `FieldId`, `TypeId`) that stay valid as long as it lives. A
//! method's code is [`code::Body`]: three-address instructions over registers. Nobody after this crate sees an opcode,
//! an operand stack or a constant pool.
//!
//! Names are the JVM's internal ones: `java/lang/String`, `(I)V`.

pub mod arith;
pub mod class;
mod classfile;
mod classpath;
pub mod code;
pub mod define;
mod draft;
mod error;
mod generic;
mod ids;
mod link;
mod lock;
mod lower;
pub mod modules;
mod pattern;
mod program;
mod raw;
mod resolve;
mod select;
mod text;
mod types;

pub use class::{Class, ClassAttributes, Field, Flags, Method};
pub use classpath::{Below, ClassPath, files_below, jdk_release};
pub use error::{LinkError, LinkErrorKind};
pub use generic::{Arguments, GenericArgument, GenericClass, GenericType};
pub use ids::{ClassId, FieldId, FieldRef, MethodId, MethodRef, StringId, TypeId};
pub use pattern::MethodPattern;
pub use program::{FieldName, MethodName, Program};
pub use raw::Declaration;
pub use text::JavaText;
pub use types::{MethodType, Type};

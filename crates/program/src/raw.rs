//! Attributes and constants as they stand in a class file, for the JDK's own readers of them: annotations are parsed by
//! Java code that asks for bytes and for entries of the constant pool.

use crate::class::Constant;
use crate::classfile::pool::Loadable;
use crate::classfile::{attributes, mutf8};
use crate::{ClassId, FieldId, JavaText, MethodId, Program};

/// What an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    Class(ClassId),
    Field(FieldId),
    Method(MethodId),
}

impl Program {
    /// The contents of an attribute; none where there is no such attribute.
    pub fn attribute(&self, of: Declaration, name: &str) -> Option<&[u8]> {
        match of {
            Declaration::Class(class) => attributes::bytes_of_class(self.class(class).file.as_ref()?, name),
            Declaration::Field(field) => {
                let class = self.class(self.field(field).class);
                let file = class.file.as_ref()?;
                attributes::bytes_of_member(file, &file.fields[(field.0 - class.fields.start) as usize], name)
            }
            Declaration::Method(method) => {
                let class = self.class(self.method(method).class);
                let file = class.file.as_ref()?;
                attributes::bytes_of_member(
                    file,
                    &file.methods[(method.0 - class.methods.start) as usize],
                    name,
                )
            }
        }
    }

    /// The number at an index of a class's constant pool.
    pub fn pool_number(&self, class: ClassId, index: u16) -> Option<Constant> {
        match self.class(class).file.as_ref()?.pool().loadable(index).ok()? {
            Loadable::Int(value) => Some(Constant::Int(value)),
            Loadable::Long(value) => Some(Constant::Long(value)),
            Loadable::Float(value) => Some(Constant::Float(value)),
            Loadable::Double(value) => Some(Constant::Double(value)),
            Loadable::String(_)
            | Loadable::Class(_)
            | Loadable::MethodHandle(_)
            | Loadable::MethodType(_)
            | Loadable::Dynamic(_) => None,
        }
    }

    /// The text at an index of a class's constant pool.
    pub fn pool_text(&self, class: ClassId, index: u16) -> Option<JavaText> {
        let bytes = self.class(class).file.as_ref()?.pool().utf8(index).ok()?;
        Some(JavaText::from_units(&mutf8::units(bytes).ok()?))
    }
}

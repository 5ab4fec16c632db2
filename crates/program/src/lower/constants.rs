//! Constants of the constant pool: `ldc` and its relatives.

use super::stack::Value;
use super::translate::Flowing;
use super::{Lowering, Result};
use crate::JavaText;
use crate::classfile::mutf8;
use crate::classfile::pool::Loadable;
use crate::code::{Inst, Kind};

impl Lowering<'_> {
    pub(super) fn constant(&mut self, index: u16, wide: bool) -> Result<Flowing> {
        let constant = self.pool(self.file().pool().loadable(index))?;
        match constant {
            Loadable::Long(_) | Loadable::Double(_) if !wide => {
                return self.fault("`ldc` of a long or double");
            }
            Loadable::Int(_) | Loadable::Float(_) | Loadable::String(_) | Loadable::Class(_) if wide => {
                return self.fault("`ldc2_w` of a constant that is neither long nor double");
            }
            Loadable::Int(value) => self.push(Value::Int(value))?,
            Loadable::Long(value) => self.push_new(Kind::Long, |dst| Inst::ConstLong { dst, value })?,
            Loadable::Float(value) => self.push_new(Kind::Float, |dst| Inst::ConstFloat { dst, value })?,
            Loadable::Double(value) => self.push_new(Kind::Double, |dst| Inst::ConstDouble { dst, value })?,
            Loadable::String(text) => {
                let value = self.string(text)?;
                self.push_new(Kind::Ref, |dst| Inst::ConstString { dst, value })?;
            }
            Loadable::Class(index) => {
                let ty = self.class_constant(index)?;
                self.push_new(Kind::Ref, |dst| Inst::ConstClass { dst, ty })?;
            }
            Loadable::MethodHandle(_) => return self.handle_constant(index),
            Loadable::MethodType(descriptor) => return self.type_constant(index, descriptor),
            Loadable::Dynamic(index) => return self.dynamic_constant(index),
        }
        Ok(Flowing::On)
    }

    pub(super) fn string(&self, index: u16) -> Result<crate::StringId> {
        let bytes = self.pool(self.file().pool().utf8(index))?;
        let units = self.pool(mutf8::units(bytes))?;
        Ok(self.program.intern(JavaText::from_units(&units)))
    }
}

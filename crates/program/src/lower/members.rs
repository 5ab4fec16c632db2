//! Fields and calls.

use smallvec::SmallVec;

use super::{Lowering, Result};
use crate::classfile::cursor::Malformed;
use crate::code::{CallKind, Inst, Kind, Reg, RegList};
use crate::program::RefKind;
use crate::{FieldRef, MethodName, MethodRef, MethodType, TypeId};

impl<'p> Lowering<'p> {
    pub(super) fn get_static(&mut self, index: u16) -> Result<()> {
        let (field, kind) = self.field(index)?;
        self.push_new(kind, |dst| Inst::GetStatic { dst, field })
    }

    pub(super) fn put_static(&mut self, index: u16) -> Result<()> {
        let (field, kind) = self.field(index)?;
        let src = self.pop_reg(kind)?;
        self.emit(Inst::PutStatic { field, src });
        Ok(())
    }

    pub(super) fn get_field(&mut self, index: u16) -> Result<()> {
        let (field, kind) = self.field(index)?;
        let object = self.pop_reg(Kind::Ref)?;
        self.push_new(kind, |dst| Inst::GetField { dst, object, field })
    }

    pub(super) fn put_field(&mut self, index: u16) -> Result<()> {
        let (field, kind) = self.field(index)?;
        let [object, src] = self.operands([Kind::Ref, kind])?;
        self.emit(Inst::PutField { object, field, src });
        Ok(())
    }

    pub(super) fn invoke(&mut self, kind: CallKind, index: u16) -> Result<()> {
        let (method, ty) = self.method_at(index)?;
        let name = self.program.method_name(method);
        let special = name.name.starts_with('<');
        if special && !(kind == CallKind::Special && &*name.name == "<init>" && ty.result == TypeId::VOID) {
            return self.fault(format!("a call of `{}`", name.name));
        }
        self.call(kind, method, &ty)
    }

    /// A call with its arguments, receiver included, on the stack.
    pub(super) fn call(&mut self, kind: CallKind, method: MethodRef, ty: &MethodType) -> Result<()> {
        let receiver = (kind != CallKind::Static).then_some(Kind::Ref);
        let params = ty.params.iter().map(|param| param.kind().expect("parameters are not void"));
        let kinds: SmallVec<[Kind; 8]> = receiver.into_iter().chain(params).collect();
        let args = self.pop_regs(&kinds)?;
        let args = self.add_operands(&args);
        match ty.result.kind() {
            None => self.emit(Inst::Call { kind, dst: Reg::NONE, method, args }),
            Some(result) => self.push_new(result, |dst| Inst::Call { kind, dst, method, args })?,
        }
        Ok(())
    }

    pub(super) fn new_multi_array(&mut self, index: u16, dimensions: u8) -> Result<()> {
        let ty = self.class_constant(index)?;
        let depth =
            std::iter::successors(self.program.element_of(ty), |&ty| self.program.element_of(ty)).count();
        if dimensions == 0 || usize::from(dimensions) > depth {
            return self.fault("an array with more lengths than dimensions, or none");
        }
        let lens = self.pop_regs(&vec![Kind::Int; usize::from(dimensions)])?;
        let lens = self.add_operands(&lens);
        self.push_new(Kind::Ref, |dst| Inst::NewMultiArray { dst, ty, lens })
    }

    pub(super) fn class_constant(&self, index: u16) -> Result<TypeId> {
        let name = self.pool(self.file().pool().class(index))?;
        match self.program.types.of_constant(&name) {
            Some(ty) => Ok(ty),
            None => self.fault(format!("illegal class name `{name}`")),
        }
    }

    fn field(&self, index: u16) -> Result<(FieldRef, Kind)> {
        let field = self.program.pool_ref(self.class, index, RefKind::Field, || {
            let member = self.pool(self.file().pool().field(index))?;
            let class = self.program.types.of_constant(&member.class);
            let ty = self.program.type_of_descriptor(&member.descriptor);
            let (Some(class), Some(ty)) = (class, ty) else {
                return self.fault(format!("illegal field reference `{}.{}`", member.class, member.name));
            };
            if self.program.element_of(class).is_some() {
                return self.fault("a field of an array");
            }
            Ok(self.program.field_ref(self.class.id, class, &member.name, ty).0)
        })?;
        let kind = self.program.field_name(FieldRef(field)).ty.kind().expect("fields are not void");
        Ok((FieldRef(field), kind))
    }

    /// A method reference of the constant pool.
    pub(super) fn method_at(&self, index: u16) -> Result<(MethodRef, MethodType)> {
        let method = self.program.pool_ref(self.class, index, RefKind::Method, || {
            let member = self.pool(self.file().pool().method(index))?;
            let class = self.program.types.of_constant(&member.class);
            let ty = self.program.method_type(&member.descriptor);
            let (Some(class), Some(_)) = (class, ty) else {
                return self.fault(format!("illegal method reference `{}.{}`", member.class, member.name));
            };
            Ok(self
                .program
                .method_ref(MethodName {
                    from: self.class.id,
                    class,
                    name: self.program.types.name(&member.name),
                    descriptor: self.program.types.name(&member.descriptor),
                    interface: member.interface,
                })
                .0)
        })?;
        let ty = self.program.method_type(&self.program.method_name(MethodRef(method)).descriptor);
        Ok((MethodRef(method), ty.expect("the descriptor was checked when the reference was made")))
    }

    pub(super) fn add_operands(&mut self, regs: &[Reg]) -> RegList {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(regs);
        RegList { start, len: u8::try_from(regs.len()).expect("at most 255 arguments") }
    }

    pub(super) fn file(&self) -> &'p crate::classfile::ClassFile {
        self.class.file.as_ref().expect("lowered code comes from a class file")
    }

    /// What the constant pool says, or a fault here.
    pub(super) fn pool<T>(&self, found: Result<T, Malformed>) -> Result<T> {
        found.or_else(|malformed| self.fault(malformed.0))
    }
}

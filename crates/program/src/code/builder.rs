//! Writes register code by hand: for lambdas and other code no class file has, and for model languages.

use std::sync::OnceLock;

use super::body::Body;
use super::inst::{Inst, Pc, RegList};
use super::operand::{CallKind, Kind, Reg};
use crate::{ClassId, FieldRef, MethodName, MethodRef, Program, TypeId};

/// Code in the making.
pub struct Builder<'p> {
    pub program: &'p Program,
    /// The class whose code this is, for access checks.
    pub from: ClassId,
    insts: Vec<Inst>,
    kinds: Vec<Kind>,
    params: u16,
    operands: Vec<Reg>,
}

/// A branch whose target is not known yet.
#[must_use]
pub struct Forward(Pc);

impl<'p> Builder<'p> {
    /// Begins a body whose parameters, receiver included, have these kinds; they are `r0`, `r1`, ….
    pub fn new(program: &'p Program, from: ClassId, params: impl IntoIterator<Item = Kind>) -> Self {
        let kinds: Vec<Kind> = params.into_iter().collect();
        let params = kinds.len() as u16;
        Self { program, from, insts: Vec::new(), kinds, params, operands: Vec::new() }
    }

    /// A new register.
    pub fn reg(&mut self, kind: Kind) -> Reg {
        self.kinds.push(kind);
        Reg(self.kinds.len() as u16 - 1)
    }

    /// Appends an instruction.
    pub fn emit(&mut self, inst: Inst) {
        self.insts.push(inst);
    }

    /// Emits an instruction with a result in a new register.
    pub fn value(&mut self, kind: Kind, make: impl FnOnce(Reg) -> Inst) -> Reg {
        let dst = self.reg(kind);
        self.emit(make(dst));
        dst
    }

    /// The position of the next instruction.
    pub fn here(&self) -> Pc {
        Pc(self.insts.len() as u32)
    }

    /// Emits a branch to a place further on, which [`Builder::land`] names.
    pub fn branch(&mut self, make: impl FnOnce(Pc) -> Inst) -> Forward {
        let at = self.here();
        self.emit(make(at));
        Forward(at)
    }

    /// Lets a branch go to the next instruction.
    pub fn land(&mut self, branch: Forward) {
        let here = self.here();
        *self.insts[branch.0.index()].target_mut().expect("only branches are forward") = here;
    }

    /// A reference to a field.
    pub fn field(&self, class: TypeId, name: &str, ty: TypeId) -> FieldRef {
        self.program.field_ref(self.from, class, name, ty)
    }

    /// A reference to a method.
    pub fn method(&self, class: &str, name: &str, descriptor: &str, interface: bool) -> MethodRef {
        self.program.method_ref(MethodName {
            from: self.from,
            class: self.program.class_type(class),
            name: name.into(),
            descriptor: descriptor.into(),
            interface,
        })
    }

    /// A call with its result, if it has one, in a new register.
    pub fn call(&mut self, kind: CallKind, method: MethodRef, args: &[Reg]) -> Option<Reg> {
        let ty = self.program.method_type(&self.program.method_name(method).descriptor);
        let result = ty.expect("written by hand").result.kind();
        let args = self.list(args);
        let dst = result.map_or(Reg::NONE, |kind| self.reg(kind));
        self.emit(Inst::Call { kind, dst, method, args });
        result.map(|_| dst)
    }

    /// A call of a static method; the register of its result, if there is one.
    pub fn call_static(&mut self, class: &str, name: &str, descriptor: &str, args: &[Reg]) -> Option<Reg> {
        let method = self.method(class, name, descriptor, false);
        self.call(CallKind::Static, method, args)
    }

    /// A call of a method of the first argument; the register of its result, if there is one.
    pub fn call_virtual(&mut self, class: &str, name: &str, descriptor: &str, args: &[Reg]) -> Option<Reg> {
        let method = self.method(class, name, descriptor, false);
        self.call(CallKind::Virtual, method, args)
    }

    /// A list of registers.
    pub fn list(&mut self, regs: &[Reg]) -> RegList {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(regs);
        RegList { start, len: regs.len() as u8 }
    }

    /// The code that was emitted.
    pub fn finish(self) -> Body {
        Body {
            insts: self.insts.into(),
            kinds: self.kinds.into(),
            params: self.params,
            operands: self.operands.into(),
            liveness: OnceLock::new(),
            ..Body::default()
        }
    }
}

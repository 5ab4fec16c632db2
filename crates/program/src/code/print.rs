//! Register code as text.
//!
//! A register is written `r2`, or `r2:i` where it holds the source variable `i`. Lines of the source stand before
//! the instructions they became.

use std::fmt::{self, Display, Write};

use super::body::Body;
use super::inst::{Inst, Pc, RegList};
use super::operand::{BinOp, CallKind, Convert, Elem, Reg, UnOp};
use crate::class::Flags;
use crate::{Class, FieldRef, Method, MethodRef, Program, StringId, TypeId};

/// The text form of a method's code.
pub struct MethodText<'p> {
    pub program: &'p Program,
    pub method: &'p Method,
    pub body: &'p Body,
}

/// The text form of one instruction.
pub struct InstText<'p> {
    pub program: &'p Program,
    pub body: &'p Body,
    pub pc: Pc,
}

/// The first line of a class: its kind, name and supertypes.
pub struct ClassHeader<'p> {
    pub program: &'p Program,
    pub class: &'p Class,
}

impl Display for MethodText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, method, body } = *self;
        writeln!(f, "{}", MethodHeader { program, method, body: Some(body) })?;
        let mut line = None;
        for pc in body.pcs() {
            let here = body.line(pc);
            if here != line
                && let Some(number) = here
            {
                writeln!(f, "  // line {number}")?;
            }
            line = here;
            writeln!(f, "  {:>4}  {}", pc.0, InstText { program, body, pc })?;
        }
        for handler in &body.handlers {
            let caught = handler.catch.map_or("anything".into(), |ty| program.type_name(ty));
            writeln!(
                f,
                "  catch {caught} in {}..{}: {} at {}",
                handler.start,
                handler.end,
                Name { body, reg: handler.exception, at: handler.target },
                handler.target
            )?;
        }
        Ok(())
    }
}

/// `static int Sum.of(int r0:n)`.
pub struct MethodHeader<'p> {
    pub program: &'p Program,
    pub method: &'p Method,
    /// For the registers of the parameters.
    pub body: Option<&'p Body>,
}

impl Display for MethodHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, method, body } = *self;
        for (flag, word) in
            [(Flags::STATIC, "static "), (Flags::NATIVE, "native "), (Flags::ABSTRACT, "abstract ")]
        {
            f.write_str(if method.flags.is(flag) { word } else { "" })?;
        }
        let class = program.class(method.class).java_name();
        write!(f, "{} {class}.{}(", program.type_name(method.result), method.name)?;
        let receiver = (!method.is_static()).then_some(program.class(method.class).ty);
        for (index, ty) in receiver.into_iter().chain(method.params.iter().copied()).enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            f.write_str(&program.type_name(ty))?;
            if let Some(body) = body {
                write!(f, " {}", Name { body, reg: Reg(index as u16), at: Pc(0) })?;
            }
        }
        f.write_char(')')
    }
}

impl Display for ClassHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, class } = *self;
        let name = |id| program.class(id).java_name();
        write!(f, "{} {}", if class.is_interface() { "interface" } else { "class" }, class.java_name())?;
        if let Some(superclass) = class.superclass.filter(|_| !class.is_interface()) {
            write!(f, " extends {}", name(superclass))?;
        }
        let interfaces: Vec<_> = class.interfaces.iter().map(|&id| name(id)).collect();
        let word = if class.is_interface() { "extends" } else { "implements" };
        if interfaces.is_empty() { Ok(()) } else { write!(f, " {word} {}", interfaces.join(", ")) }
    }
}

/// A register with the variable it holds at a position.
struct Name<'b> {
    body: &'b Body,
    reg: Reg,
    at: Pc,
}

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reg)?;
        match self.body.local_at(self.reg, self.at) {
            Some(local) => write!(f, ":{}", local.name),
            None => Ok(()),
        }
    }
}

impl Display for InstText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inst = self.body.inst(self.pc);
        if let Some(dst) = inst.def() {
            // A variable's range begins behind the instruction that gives it its first value.
            write!(f, "{} = ", Name { body: self.body, reg: dst, at: self.pc.next() })?;
        }
        match *inst {
            Inst::ConstInt { value, .. } => write!(f, "{value}"),
            Inst::ConstLong { value, .. } => write!(f, "{value}L"),
            Inst::ConstFloat { value, .. } => write!(f, "{value:?}f"),
            Inst::ConstDouble { value, .. } => write!(f, "{value:?}"),
            Inst::ConstNull { .. } => f.write_str("null"),
            Inst::ConstString { value, .. } => self.string(f, value),
            Inst::ConstClass { ty, .. } => write!(f, "{}.class", self.ty(ty)),
            Inst::Move { src, .. } => write!(f, "{}", self.reg(src)),
            Inst::Binary { op, lhs, rhs, .. } => {
                write!(f, "{} {op} {}", self.reg(lhs), self.reg(rhs))
            }
            Inst::BinaryConst { op, lhs, rhs, .. } => write!(f, "{} {op} {rhs}", self.reg(lhs)),
            Inst::Unary { op, src, .. } => write!(f, "{} {}", unary(op), self.reg(src)),
            Inst::Convert { op, src, .. } => write!(f, "{} {}", convert(op), self.reg(src)),
            Inst::Goto { target } => write!(f, "goto {target}"),
            Inst::If { cond, lhs, rhs, target } | Inst::IfLong { cond, lhs, rhs, target } => {
                write!(f, "if {} {cond} {} goto {target}", self.reg(lhs), self.reg(rhs))
            }
            Inst::IfConst { cond, lhs, rhs, target } => {
                write!(f, "if {} {cond} {rhs} goto {target}", self.reg(lhs))
            }
            Inst::IfFloat { cond, unordered, lhs, rhs, target }
            | Inst::IfDouble { cond, unordered, lhs, rhs, target } => {
                let nan = if unordered { " or NaN" } else { "" };
                write!(f, "if {} {cond} {}{nan} goto {target}", self.reg(lhs), self.reg(rhs))
            }
            Inst::IfSame { equal, lhs, rhs, target } => {
                write!(f, "if {} {} {} goto {target}", self.reg(lhs), equality(equal), self.reg(rhs))
            }
            Inst::IfNull { equal, src, target } => {
                write!(f, "if {} {} null goto {target}", self.reg(src), equality(equal))
            }
            Inst::Switch { src, table } => self.switch(f, src, table),
            Inst::Return => f.write_str("return"),
            Inst::ReturnValue { src } => write!(f, "return {}", self.reg(src)),
            Inst::Throw { src } => write!(f, "throw {}", self.reg(src)),
            Inst::Call { kind, method, args, .. } => self.call(f, kind, method, args),
            Inst::GetField { object, field, .. } => write!(f, "{}.{}", self.reg(object), self.field(field)),
            Inst::PutField { object, field, src } => {
                write!(f, "{}.{} = {}", self.reg(object), self.field(field), self.reg(src))
            }
            Inst::GetStatic { field, .. } => self.static_field(f, field),
            Inst::PutStatic { field, src } => {
                self.static_field(f, field)?;
                write!(f, " = {}", self.reg(src))
            }
            Inst::New { ty, .. } => write!(f, "new {}", self.ty(ty)),
            Inst::NewArray { len, ty, .. } => write!(f, "new {} of {}", self.ty(ty), self.reg(len)),
            Inst::NewMultiArray { ty, lens, .. } => {
                write!(f, "new {} of ", self.ty(ty))?;
                self.list(f, lens)
            }
            Inst::ArrayLength { array, .. } => write!(f, "{}.length", self.reg(array)),
            Inst::ArrayLoad { elem, array, index, .. } => {
                write!(f, "{}[{}] as {}", self.reg(array), self.reg(index), element(elem))
            }
            Inst::ArrayStore { elem, array, index, src } => {
                write!(f, "{}[{}] = {} as {}", self.reg(array), self.reg(index), self.reg(src), element(elem))
            }
            Inst::CheckCast { src, ty } => write!(f, "cast {} to {}", self.reg(src), self.ty(ty)),
            Inst::InstanceOf { src, ty, .. } => write!(f, "{} instanceof {}", self.reg(src), self.ty(ty)),
            Inst::MonitorEnter { src } => write!(f, "enter monitor {}", self.reg(src)),
            Inst::MonitorExit { src } => write!(f, "exit monitor {}", self.reg(src)),
            Inst::Unsupported { reason } => write!(f, "unsupported: {}", self.body.reasons[reason as usize]),
        }
    }
}

impl InstText<'_> {
    fn reg(&self, reg: Reg) -> Name<'_> {
        Name { body: self.body, reg, at: self.pc }
    }

    fn ty(&self, ty: TypeId) -> String {
        self.program.type_name(ty)
    }

    fn field(&self, field: FieldRef) -> &str {
        &self.program.field_name(field).name
    }

    fn static_field(&self, f: &mut fmt::Formatter<'_>, field: FieldRef) -> fmt::Result {
        let name = self.program.field_name(field);
        write!(f, "{}.{}", self.ty(name.class), name.name)
    }

    fn string(&self, f: &mut fmt::Formatter<'_>, string: StringId) -> fmt::Result {
        f.write_str(&self.program.string(string).quoted())
    }

    fn list(&self, f: &mut fmt::Formatter<'_>, list: RegList) -> fmt::Result {
        self.names(f, self.body.list(list))
    }

    fn names(&self, f: &mut fmt::Formatter<'_>, regs: &[Reg]) -> fmt::Result {
        for (index, &reg) in regs.iter().enumerate() {
            write!(f, "{}{}", if index > 0 { ", " } else { "" }, self.reg(reg))?;
        }
        Ok(())
    }

    fn call(
        &self,
        f: &mut fmt::Formatter<'_>,
        kind: CallKind,
        method: MethodRef,
        args: RegList,
    ) -> fmt::Result {
        let name = self.program.method_name(method);
        let args = self.body.list(args);
        let (receiver, args) = if kind == CallKind::Static {
            (None, args)
        } else {
            (args.first(), args.get(1..).unwrap_or(&[]))
        };
        let word = match kind {
            CallKind::Static => "static",
            CallKind::Special => "special",
            CallKind::Virtual => "virtual",
            CallKind::Interface => "interface",
        };
        write!(f, "{word} ")?;
        if let Some(&receiver) = receiver {
            write!(f, "{} ", self.reg(receiver))?;
        }
        write!(f, "{}.{}(", self.ty(name.class), name.name)?;
        self.names(f, args)?;
        f.write_char(')')
    }

    fn switch(&self, f: &mut fmt::Formatter<'_>, src: Reg, table: u32) -> fmt::Result {
        let switch = &self.body.switches[table as usize];
        write!(f, "switch {}", self.reg(src))?;
        for (key, target) in switch.cases().filter(|&(_, target)| target != switch.default) {
            write!(f, " {key}: goto {target},")?;
        }
        write!(f, " default: goto {}", switch.default)
    }
}

fn equality(equal: bool) -> &'static str {
    if equal { "==" } else { "!=" }
}

/// An operator as Java writes it.
impl fmt::Display for BinOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinOp::IntAdd | BinOp::LongAdd | BinOp::FloatAdd | BinOp::DoubleAdd => "+",
            BinOp::IntSub | BinOp::LongSub | BinOp::FloatSub | BinOp::DoubleSub => "-",
            BinOp::IntMul | BinOp::LongMul | BinOp::FloatMul | BinOp::DoubleMul => "*",
            BinOp::IntDiv | BinOp::LongDiv | BinOp::FloatDiv | BinOp::DoubleDiv => "/",
            BinOp::IntRem | BinOp::LongRem | BinOp::FloatRem | BinOp::DoubleRem => "%",
            BinOp::IntShl | BinOp::LongShl => "<<",
            BinOp::IntShr | BinOp::LongShr => ">>",
            BinOp::IntUshr | BinOp::LongUshr => ">>>",
            BinOp::IntAnd | BinOp::LongAnd => "&",
            BinOp::IntOr | BinOp::LongOr => "|",
            BinOp::IntXor | BinOp::LongXor => "^",
            BinOp::LongCmp => "<=>",
            BinOp::FloatCmpl | BinOp::DoubleCmpl => "<=>(NaN:-1)",
            BinOp::FloatCmpg | BinOp::DoubleCmpg => "<=>(NaN:1)",
        })
    }
}

fn unary(op: UnOp) -> &'static str {
    match op {
        UnOp::IntNeg | UnOp::LongNeg | UnOp::FloatNeg | UnOp::DoubleNeg => "-",
    }
}

fn convert(op: Convert) -> &'static str {
    match op {
        Convert::IntToLong | Convert::FloatToLong | Convert::DoubleToLong => "(long)",
        Convert::IntToFloat | Convert::LongToFloat | Convert::DoubleToFloat => "(float)",
        Convert::IntToDouble | Convert::LongToDouble | Convert::FloatToDouble => "(double)",
        Convert::LongToInt | Convert::FloatToInt | Convert::DoubleToInt => "(int)",
        Convert::IntToByte => "(byte)",
        Convert::IntToChar => "(char)",
        Convert::IntToShort => "(short)",
    }
}

fn element(elem: Elem) -> &'static str {
    match elem {
        Elem::Byte => "byte",
        Elem::Char => "char",
        Elem::Short => "short",
        Elem::Int => "int",
        Elem::Long => "long",
        Elem::Float => "float",
        Elem::Double => "double",
        Elem::Ref => "ref",
    }
}

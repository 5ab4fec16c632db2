//! String concatenation (`StringConcatFactory`): arguments to strings in order, then one `StringBuilder`.
//!
//! Departs from the JDK: the result is put together by a builder, not by a method handle; nobody can tell.

use super::{Lowering, Site};
use crate::classfile::pool::Loadable;
use crate::code::{CallKind, Inst, Kind, Reg};
use crate::lower::Result;
use crate::{ClassId, JavaText, MethodName, MethodRef, MethodType, TypeId};

const BUILDER: &str = "java/lang/StringBuilder";

/// A part of the result.
enum Piece {
    /// Index of an argument.
    Argument(usize),
    Text(String),
    /// A constant to be loaded: index in the constant pool.
    Constant(u16),
}

impl Lowering<'_> {
    pub(super) fn concat(&mut self, site: &Site, ty: &MethodType) -> Result<Option<()>> {
        let Some(pieces) = self.pieces(site, ty)? else { return Ok(None) };
        let kinds: Vec<Kind> = ty.params.iter().filter_map(|param| param.kind()).collect();
        let mut args = self.pop_regs(&kinds)?;
        let mut busy = args.to_vec();
        for (arg, &param) in args.iter_mut().zip(ty.params.iter()) {
            if param.is_reference() && !self.is_string(param) {
                *arg = self.stringify(*arg, &mut busy)?;
            }
        }
        let builder = self.temporary(Kind::Ref, &mut busy)?;
        self.emit(Inst::New { dst: builder, ty: self.program.class_type(BUILDER) });
        self.builder_call(CallKind::Special, "<init>", "()V", &[builder], Reg::NONE);
        for piece in pieces {
            let (descriptor, part) = match piece {
                Piece::Argument(index) => (append_descriptor(ty.params[index]), args[index]),
                Piece::Text(text) => {
                    ("(Ljava/lang/String;)Ljava/lang/StringBuilder;", self.piece_text(&text, &mut busy)?)
                }
                Piece::Constant(index) => match self.piece_constant(index, &mut busy)? {
                    Some(piece) => piece,
                    None => return Ok(None),
                },
            };
            self.builder_call(CallKind::Virtual, "append", descriptor, &[builder, part], Reg::NONE);
        }
        let dst = self.fresh(self.stack.len(), Kind::Ref)?;
        self.builder_call(CallKind::Virtual, "toString", "()Ljava/lang/String;", &[builder], dst);
        self.push(super::super::stack::Value::Reg(dst, Kind::Ref))?;
        Ok(Some(()))
    }

    /// The recipe: `\1` stands for an argument, `\2` for a constant, the rest for itself.
    fn pieces(&self, site: &Site, ty: &MethodType) -> Result<Option<Vec<Piece>>> {
        if site.method == "makeConcat" {
            return Ok(Some((0..ty.params.len()).map(Piece::Argument).collect()));
        }
        let Loadable::String(recipe) = self.argument(site, 0)? else { return Ok(None) };
        let (mut arguments, mut constants) = (0..ty.params.len(), site.arguments.iter().skip(1));
        let mut pieces = Vec::new();
        for char in self.text(recipe)?.chars() {
            match char {
                '\u{1}' => match arguments.next() {
                    Some(index) => pieces.push(Piece::Argument(index)),
                    None => return self.fault("a concatenation of more arguments than it is given"),
                },
                '\u{2}' => match constants.next() {
                    Some(&index) => pieces.push(Piece::Constant(index)),
                    None => return self.fault("a concatenation of more constants than it is given"),
                },
                char => match pieces.last_mut() {
                    Some(Piece::Text(text)) => text.push(char),
                    _ => pieces.push(Piece::Text(char.to_string())),
                },
            }
        }
        Ok(Some(pieces))
    }

    fn piece_text(&mut self, text: &str, busy: &mut Vec<Reg>) -> Result<Reg> {
        let value = self.program.intern(JavaText::from(text));
        let dst = self.temporary(Kind::Ref, busy)?;
        self.emit(Inst::ConstString { dst, value });
        busy.pop();
        Ok(dst)
    }

    fn piece_constant(&mut self, index: u16, busy: &mut Vec<Reg>) -> Result<Option<(&'static str, Reg)>> {
        let constant = self.pool(self.file().pool().loadable(index))?;
        let (ty, kind) = match constant {
            Loadable::Int(_) => (TypeId::INT, Kind::Int),
            Loadable::Long(_) => (TypeId::LONG, Kind::Long),
            Loadable::Float(_) => (TypeId::FLOAT, Kind::Float),
            Loadable::Double(_) => (TypeId::DOUBLE, Kind::Double),
            Loadable::String(_) | Loadable::Class(_) => (TypeId::VOID, Kind::Ref),
            Loadable::MethodHandle(_) | Loadable::MethodType(_) | Loadable::Dynamic(_) => return Ok(None),
        };
        let dst = self.temporary(kind, busy)?;
        busy.pop();
        match constant {
            Loadable::Int(value) => self.emit(Inst::ConstInt { dst, value }),
            Loadable::Long(value) => self.emit(Inst::ConstLong { dst, value }),
            Loadable::Float(value) => self.emit(Inst::ConstFloat { dst, value }),
            Loadable::Double(value) => self.emit(Inst::ConstDouble { dst, value }),
            Loadable::String(text) => {
                let value = self.string(text)?;
                self.emit(Inst::ConstString { dst, value });
            }
            Loadable::Class(index) => {
                let ty = self.class_constant(index)?;
                self.emit(Inst::ConstClass { dst, ty });
            }
            Loadable::MethodHandle(_) | Loadable::MethodType(_) | Loadable::Dynamic(_) => {
                unreachable!("left out above")
            }
        }
        Ok(Some((append_descriptor(ty), dst)))
    }

    /// `toString` of an argument, null included, as the JDK's own concatenation calls it.
    fn stringify(&mut self, arg: Reg, busy: &mut Vec<Reg>) -> Result<Reg> {
        const OBJECT_TO_STRING: &str = "(Ljava/lang/Object;)Ljava/lang/String;";
        let helper = self.program.class_named("java/lang/StringConcatHelper").ok();
        let helper = helper
            .filter(|&class| self.program.declared_method(class, "stringOf", OBJECT_TO_STRING).is_some());
        let (from, class, name): (ClassId, _, _) = match helper {
            Some(helper) => (helper, "java/lang/StringConcatHelper", "stringOf"),
            None => (self.class.id, "java/lang/String", "valueOf"),
        };
        let method = self.program.method_ref(MethodName {
            from,
            class: self.program.class_type(class),
            name: name.into(),
            descriptor: OBJECT_TO_STRING.into(),
            interface: false,
        });
        let dst = self.temporary(Kind::Ref, busy)?;
        self.emit_call(CallKind::Static, method, &[arg], dst);
        Ok(dst)
    }

    fn builder_call(&mut self, kind: CallKind, name: &str, descriptor: &str, args: &[Reg], dst: Reg) {
        let method = self.method_ref(BUILDER, name, descriptor);
        self.emit_call(kind, method, args, dst);
    }

    fn emit_call(&mut self, kind: CallKind, method: MethodRef, args: &[Reg], dst: Reg) {
        let args = self.add_operands(args);
        self.emit(Inst::Call { kind, dst, method, args });
    }

    fn is_string(&self, ty: TypeId) -> bool {
        ty == self.program.class_type("java/lang/String")
    }
}

/// The `StringBuilder.append` for an argument; arguments that were objects are strings by now.
fn append_descriptor(ty: TypeId) -> &'static str {
    match ty {
        TypeId::BOOLEAN => "(Z)Ljava/lang/StringBuilder;",
        TypeId::CHAR => "(C)Ljava/lang/StringBuilder;",
        TypeId::BYTE | TypeId::SHORT | TypeId::INT => "(I)Ljava/lang/StringBuilder;",
        TypeId::LONG => "(J)Ljava/lang/StringBuilder;",
        TypeId::FLOAT => "(F)Ljava/lang/StringBuilder;",
        TypeId::DOUBLE => "(D)Ljava/lang/StringBuilder;",
        TypeId::VOID => "(Ljava/lang/Object;)Ljava/lang/StringBuilder;",
        _ => "(Ljava/lang/String;)Ljava/lang/StringBuilder;",
    }
}

//! `toString`, `hashCode` and `equals` of records (`ObjectMethods`): a static method each, written out.

use super::{Lowering, Site};
use crate::classfile::pool::Loadable;
use crate::code::{Body, Builder, CallKind, Cond, Inst, Kind, Reg};
use crate::define::{MethodCode, MethodDef};
use crate::lower::Result;
use crate::{ClassId, Flags, JavaText, MethodType, Program, TypeId};

/// A record and its components.
#[derive(Clone)]
struct Record {
    host: ClassId,
    ty: TypeId,
    /// Name and type of the fields behind the components.
    components: Vec<(String, TypeId)>,
}

impl Lowering<'_> {
    pub(super) fn object_method(&mut self, site: &Site, ty: &MethodType) -> Result<Option<()>> {
        let Some(record) = self.record(site)? else { return Ok(None) };
        let make: fn(&Record, &mut Builder<'_>) = match (site.name.as_str(), ty.params.len()) {
            ("toString", 1) => Record::to_string,
            ("hashCode", 1) => Record::hash_code,
            ("equals", 2) => Record::equals,
            _ => return Ok(None),
        };
        let kinds: Vec<Kind> = ty.params.iter().filter_map(|param| param.kind()).collect();
        let code = move |program: &Program, _| -> Body {
            let mut out = Builder::new(program, record.host, kinds.iter().copied());
            make(&record, &mut out);
            out.finish()
        };
        let helper = MethodDef {
            name: site.name.clone(),
            descriptor: site.descriptor.clone(),
            flags: Flags::STATIC | Flags::PUBLIC,
            code: MethodCode::Make(Box::new(code)),
        };
        self.call_helper("ObjectMethods", helper, ty)?;
        Ok(Some(()))
    }

    fn record(&self, site: &Site) -> Result<Option<Record>> {
        let Loadable::Class(class) = self.argument(site, 0)? else { return Ok(None) };
        let ty = self.class_constant(class)?;
        let mut components = Vec::new();
        for index in 2..site.arguments.len() {
            let Loadable::MethodHandle(getter) = self.argument(site, index)? else { return Ok(None) };
            let (handle, member) = self.handle(getter)?;
            let Some(ty) = self.program.type_of_descriptor(&member.descriptor) else { return Ok(None) };
            if handle.kind != 1 {
                return Ok(None);
            }
            components.push((member.name.into_owned(), ty));
        }
        Ok(Some(Record { host: self.class.id, ty, components }))
    }
}

impl Record {
    fn to_string(&self, out: &mut Builder<'_>) {
        const BUILDER: &str = "java/lang/StringBuilder";
        let builder = out.program.class_type(BUILDER);
        let builder = out.value(Kind::Ref, |dst| Inst::New { dst, ty: builder });
        let init = out.method(BUILDER, "<init>", "()V", false);
        out.call(CallKind::Special, init, &[builder]);
        let text = |out: &mut Builder<'_>, text: &str| {
            let value = out.program.intern(JavaText::from(text));
            let part = out.value(Kind::Ref, |dst| Inst::ConstString { dst, value });
            out.call_virtual(
                BUILDER,
                "append",
                "(Ljava/lang/String;)Ljava/lang/StringBuilder;",
                &[builder, part],
            );
        };
        text(out, &format!("{}[", self.simple_name(out.program)));
        for (index, (name, ty)) in self.components.iter().enumerate() {
            text(out, &format!("{}{name}=", if index > 0 { ", " } else { "" }));
            let part = self.component(out, Reg(0), name, *ty);
            let param = match *ty {
                TypeId::BYTE | TypeId::SHORT => "I".to_owned(),
                ty if ty.is_primitive() => out.program.descriptor(ty),
                _ => "Ljava/lang/Object;".to_owned(),
            };
            out.call_virtual(
                BUILDER,
                "append",
                &format!("({param})Ljava/lang/StringBuilder;"),
                &[builder, part],
            );
        }
        text(out, "]");
        let src = out.call_virtual(BUILDER, "toString", "()Ljava/lang/String;", &[builder]);
        out.emit(Inst::ReturnValue { src: src.expect("a string") });
    }

    /// 31 times the hash so far plus the next component's.
    fn hash_code(&self, out: &mut Builder<'_>) {
        use crate::code::BinOp::{IntAdd, IntMul};
        let hash = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: 0 });
        for (name, ty) in &self.components {
            let value = self.component(out, Reg(0), name, *ty);
            let class = if ty.is_primitive() { super::lambda::wrapper(*ty).0 } else { "java/util/Objects" };
            let param =
                if ty.is_primitive() { out.program.descriptor(*ty) } else { "Ljava/lang/Object;".to_owned() };
            let part = out.call_static(class, "hashCode", &format!("({param})I"), &[value]).expect("an int");
            out.emit(Inst::BinaryConst { op: IntMul, dst: hash, lhs: hash, rhs: 31 });
            out.emit(Inst::Binary { op: IntAdd, dst: hash, lhs: hash, rhs: part });
        }
        out.emit(Inst::ReturnValue { src: hash });
    }

    fn equals(&self, out: &mut Builder<'_>) {
        let (this, other) = (Reg(0), Reg(1));
        let answer = out.reg(Kind::Int);
        let same = out.branch(|target| Inst::IfSame { equal: true, lhs: this, rhs: other, target });
        let is_record = out.value(Kind::Int, |dst| Inst::InstanceOf { dst, src: other, ty: self.ty });
        let mut differs =
            vec![out.branch(|target| Inst::IfConst { cond: Cond::Eq, lhs: is_record, rhs: 0, target })];
        for (name, ty) in &self.components {
            let lhs = self.component(out, this, name, *ty);
            let rhs = self.component(out, other, name, *ty);
            differs.push(branch_if_different(out, *ty, lhs, rhs));
        }
        out.land(same);
        out.emit(Inst::ConstInt { dst: answer, value: 1 });
        out.emit(Inst::ReturnValue { src: answer });
        differs.into_iter().for_each(|branch| out.land(branch));
        out.emit(Inst::ConstInt { dst: answer, value: 0 });
        out.emit(Inst::ReturnValue { src: answer });
    }

    fn component(&self, out: &mut Builder<'_>, object: Reg, name: &str, ty: TypeId) -> Reg {
        let field = out.field(self.ty, name, ty);
        out.value(ty.kind().expect("fields are not void"), |dst| Inst::GetField { dst, object, field })
    }

    /// `Class.getSimpleName` of the record.
    fn simple_name(&self, program: &Program) -> String {
        let name = match program.ty(self.ty) {
            crate::Type::Class(name) => name.clone(),
            other => unreachable!("records are classes, not {other:?}"),
        };
        let inner = &program.class_attributes(self.host).inner_classes;
        let inner = inner.iter().find(|class| class.inner == name).and_then(|class| class.name.as_deref());
        inner.unwrap_or_else(|| name.rsplit('/').next().unwrap_or(&name)).to_owned()
    }
}

/// Floating-point components are compared as by their wrappers, references by `Objects.equals`.
fn branch_if_different(out: &mut Builder<'_>, ty: TypeId, lhs: Reg, rhs: Reg) -> crate::code::Forward {
    let (class, name, descriptor, equal) = match ty.kind() {
        Some(Kind::Int) => return out.branch(|target| Inst::If { cond: Cond::Ne, lhs, rhs, target }),
        Some(Kind::Long) => return out.branch(|target| Inst::IfLong { cond: Cond::Ne, lhs, rhs, target }),
        Some(Kind::Float) => ("java/lang/Float", "compare", "(FF)I", 0),
        Some(Kind::Double) => ("java/lang/Double", "compare", "(DD)I", 0),
        Some(Kind::Ref) | None => {
            ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", 1)
        }
    };
    let result = out.call_static(class, name, descriptor, &[lhs, rhs]).expect("comparisons have results");
    out.branch(|target| Inst::IfConst { cond: Cond::Ne, lhs: result, rhs: equal, target })
}

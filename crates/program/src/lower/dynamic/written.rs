//! Serializable lambdas: `writeReplace`, which gives a `SerializedLambda` in place of the lambda's object.
//!
//! Reading one back is up to `$deserializeLambda$` of the class the lambda is in, which compilers write.

use super::Site;
use super::lambda::{Implementation, boxed, capture_name};
use crate::code::{Body, Builder, CallKind, Elem, Inst, Kind, Reg};
use crate::define::{MethodCode, MethodDef};
use crate::{ClassId, Flags, JavaText, Program, TypeId};

const SERIALIZED: &str = "java/lang/invoke/SerializedLambda";
const TEXT: &str = "Ljava/lang/String;";

/// What is written of a lambda.
#[derive(Clone)]
pub(super) struct Written {
    host: TypeId,
    kind: u8,
    /// Interface, its method and that method's type.
    interface: [String; 3],
    /// Class, name and type of the implementation, and the interface's type as this lambda uses it.
    implementation: [String; 4],
    captured: Vec<TypeId>,
}

impl Written {
    /// What a serialized lambda will say of itself.
    pub fn new(program: &Program, interface: &str, site: &Site, sam: &str, of: &Implementation) -> Self {
        let instantiated: String = of.instantiated.params.iter().map(|&ty| program.descriptor(ty)).collect();
        let instantiated = format!("({instantiated}){}", program.descriptor(of.instantiated.result));
        let class = program.type_name(of.class).replace('.', "/");
        Self {
            host: program.class(of.host).ty,
            kind: of.kind,
            interface: [interface.into(), site.name.clone(), sam.into()],
            implementation: [class, of.name.clone(), of.descriptor.clone(), instantiated],
            captured: of.captured.clone(),
        }
    }

    /// The method that says it.
    pub fn method(self) -> MethodDef {
        MethodDef {
            name: "writeReplace".into(),
            descriptor: "()Ljava/lang/Object;".into(),
            flags: Flags::PRIVATE | Flags::FINAL,
            code: MethodCode::Make(Box::new(move |program, class| self.body(program, class))),
        }
    }

    fn body(&self, program: &Program, class: ClassId) -> Body {
        let mut out = Builder::new(program, class, [Kind::Ref]);
        let ty = program.class_type(SERIALIZED);
        let object = out.value(Kind::Ref, |dst| Inst::New { dst, ty });
        let mut args = vec![object];
        args.push(out.value(Kind::Ref, |dst| Inst::ConstClass { dst, ty: self.host }));
        args.extend(self.interface.iter().map(|part| text(&mut out, part)));
        args.push(out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: i32::from(self.kind) }));
        args.extend(self.implementation.iter().map(|part| text(&mut out, part)));
        args.push(self.captures(&mut out, class));
        let texts = |count: usize| TEXT.repeat(count);
        let descriptor = format!("(Ljava/lang/Class;{}I{}[Ljava/lang/Object;)V", texts(3), texts(4));
        let constructor = out.method(SERIALIZED, "<init>", &descriptor, false);
        out.call(CallKind::Special, constructor, &args);
        out.emit(Inst::ReturnValue { src: object });
        out.finish()
    }

    /// The captured values, as objects, in an array.
    fn captures(&self, out: &mut Builder<'_>, class: ClassId) -> Reg {
        let (own, object) = (out.program.class(class).ty, out.program.class_type("java/lang/Object"));
        let ty = out.program.array_of(object);
        let len = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: self.captured.len() as i32 });
        let array = out.value(Kind::Ref, |dst| Inst::NewArray { dst, len, ty });
        for (index, &ty) in self.captured.iter().enumerate() {
            let field = out.field(own, &capture_name(index), ty);
            let kind = ty.kind().expect("captured values are not void");
            let value = out.value(kind, |dst| Inst::GetField { dst, object: Reg(0), field });
            let src = if ty.is_primitive() { boxed(out, value, ty) } else { value };
            let index = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: index as i32 });
            out.emit(Inst::ArrayStore { elem: Elem::Ref, array, index, src });
        }
        array
    }
}

fn text(out: &mut Builder<'_>, text: &str) -> Reg {
    let value = out.program.intern(JavaText::from(text));
    out.value(Kind::Ref, |dst| Inst::ConstString { dst, value })
}

//! Lambdas and method references (`LambdaMetafactory`): a class per site whose objects hold the captured values.
//!
//! A site without captures has one object, made when its class is initialised, as in the JDK. The interface's method
//! adapts its arguments to the implementation and the result back: casts, boxing, unboxing, widening.

use super::written::Written;
use super::{Lowering, Site, hidden_class};
use crate::classfile::pool::Loadable;
use crate::code::{Body, Builder, CallKind, Inst, Kind, Reg};
use crate::define::{FieldDef, MethodCode, MethodDef};
use crate::lower::Result;
use crate::lower::stack::Value;
use crate::{ClassId, Flags, MethodType, Program, Type, TypeId};

const INSTANCE: &str = "instance";
const SERIALIZABLE_CLASS: &str = "java/io/Serializable";
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What the interface's method does.
#[derive(Clone)]
pub(super) struct Implementation {
    /// The class whose code the lambda is in; members are named for it.
    pub host: ClassId,
    /// What its method handle does (JVMS table 5.4.3.5-A).
    pub kind: u8,
    how: How,
    pub class: TypeId,
    pub name: String,
    pub descriptor: String,
    interface: bool,
    pub captured: Vec<TypeId>,
    /// Types of the interface's method as this site uses it.
    pub instantiated: MethodType,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Call(CallKind),
    New,
}

impl Lowering<'_> {
    pub(super) fn lambda(&mut self, site: &Site, ty: &MethodType) -> Result<Option<()>> {
        let (Loadable::MethodType(sam), Loadable::MethodHandle(handle), Loadable::MethodType(instantiated)) =
            (self.argument(site, 0)?, self.argument(site, 1)?, self.argument(site, 2)?)
        else {
            return Ok(None);
        };
        let Type::Class(interface) = self.program.ty(ty.result).clone() else { return Ok(None) };
        let Some(implementation) = self.implementation(handle, instantiated, ty)? else { return Ok(None) };
        let mut interfaces = vec![interface.to_string()];
        let mut descriptors = vec![self.text(sam)?];
        if site.method == "altMetafactory"
            && self.alternatives(site, &mut interfaces, &mut descriptors)?.is_none()
        {
            return Ok(None);
        }
        if descriptors.iter().any(|descriptor| self.program.method_type(descriptor).is_none()) {
            return self.fault("an illegal method type in a lambda");
        }
        let name = self.synthetic_name("Lambda");
        let mut methods: Vec<MethodDef> =
            descriptors.iter().map(|descriptor| implementation.method(&site.name, descriptor)).collect();
        if interfaces.iter().any(|interface| interface == SERIALIZABLE_CLASS) {
            methods.push(
                Written::new(self.program, &interfaces[0], site, &descriptors[0], &implementation).method(),
            );
        }
        self.announce_lambda(name.clone(), interfaces, methods, &ty.params);
        self.capture(&name, ty)?;
        Ok(Some(()))
    }

    fn implementation(
        &self,
        handle: u16,
        instantiated: u16,
        ty: &MethodType,
    ) -> Result<Option<Implementation>> {
        let (handle, member) = self.handle(handle)?;
        let how = match handle.kind {
            5 => How::Call(CallKind::Virtual),
            6 => How::Call(CallKind::Static),
            7 => How::Call(CallKind::Special),
            8 => How::New,
            9 => How::Call(CallKind::Interface),
            _ => return Ok(None),
        };
        let class = self.program.types.of_constant(&member.class);
        let instantiated = self.program.method_type(&self.text(instantiated)?);
        let (Some(class), Some(instantiated), Some(_)) =
            (class, instantiated, self.program.method_type(&member.descriptor))
        else {
            return self.fault("an illegal method handle in a lambda");
        };
        Ok(Some(Implementation {
            host: self.class.id,
            kind: handle.kind,
            how,
            class,
            name: member.name.into_owned(),
            descriptor: member.descriptor.into_owned(),
            interface: member.interface,
            captured: ty.params.to_vec(),
            instantiated,
        }))
    }

    /// The further arguments of `altMetafactory`: marker interfaces and bridges.
    fn alternatives(
        &self,
        site: &Site,
        interfaces: &mut Vec<String>,
        descriptors: &mut Vec<String>,
    ) -> Result<Option<()>> {
        let Loadable::Int(flags) = self.argument(site, 3)? else { return Ok(None) };
        if flags & SERIALIZABLE != 0 {
            interfaces.push(SERIALIZABLE_CLASS.into());
        }
        let mut next = 4;
        if flags & MARKERS != 0 {
            let Loadable::Int(count) = self.argument(site, next)? else { return Ok(None) };
            for index in 0..count.max(0) as usize {
                let Loadable::Class(class) = self.argument(site, next + 1 + index)? else { return Ok(None) };
                let name = self.pool(self.file().pool().class(class))?.into_owned();
                if !interfaces.contains(&name) {
                    interfaces.push(name);
                }
            }
            next += 1 + count.max(0) as usize;
        }
        if flags & BRIDGES != 0 {
            let Loadable::Int(count) = self.argument(site, next)? else { return Ok(None) };
            for index in 0..count.max(0) as usize {
                let Loadable::MethodType(bridge) = self.argument(site, next + 1 + index)? else {
                    return Ok(None);
                };
                let descriptor = self.text(bridge)?;
                if !descriptors.contains(&descriptor) {
                    descriptors.push(descriptor);
                }
            }
        }
        Ok(Some(()))
    }

    fn announce_lambda(
        &self,
        name: String,
        interfaces: Vec<String>,
        mut methods: Vec<MethodDef>,
        captured: &[TypeId],
    ) {
        let field = |name: String, descriptor, flags| FieldDef { name, descriptor, flags, constant: None };
        let mut fields: Vec<FieldDef> = (captured.iter().enumerate())
            .map(|(index, &ty)| field(capture_name(index), self.program.descriptor(ty), Flags::SYNTHETIC))
            .collect();
        if captured.is_empty() {
            fields.push(field(
                INSTANCE.into(),
                "Ljava/lang/Object;".into(),
                Flags::STATIC | Flags::SYNTHETIC,
            ));
            methods.push(MethodDef {
                name: "<clinit>".into(),
                descriptor: "()V".into(),
                flags: Flags::STATIC,
                code: MethodCode::Make(Box::new(make_instance)),
            });
        }
        self.program.announce(hidden_class(name, interfaces, fields, methods));
    }

    /// Pushes the lambda's object, given the captured values on the stack.
    fn capture(&mut self, class: &str, ty: &MethodType) -> Result<()> {
        let class = self.program.class_type(class);
        if ty.params.is_empty() {
            let object = self.program.class_type("java/lang/Object");
            let field = self.program.field_ref(self.class.id, class, INSTANCE, object);
            return self.push_new(Kind::Ref, |dst| Inst::GetStatic { dst, field });
        }
        let kinds: Vec<Kind> = ty.params.iter().filter_map(|param| param.kind()).collect();
        let values = self.pop_regs(&kinds)?;
        let object = self.temporary(Kind::Ref, &mut values.to_vec())?;
        self.emit(Inst::New { dst: object, ty: class });
        for (index, (&src, &ty)) in values.iter().zip(ty.params.iter()).enumerate() {
            let field = self.program.field_ref(self.class.id, class, &capture_name(index), ty);
            self.emit(Inst::PutField { object, field, src });
        }
        self.push(Value::Reg(object, Kind::Ref))
    }
}

pub(super) fn capture_name(index: usize) -> String {
    format!("arg${}", index + 1)
}

/// `<clinit>` of a lambda without captures.
fn make_instance(program: &Program, class: ClassId) -> Body {
    let mut out = Builder::new(program, class, []);
    let ty = program.class(class).ty;
    let src = out.value(Kind::Ref, |dst| Inst::New { dst, ty });
    let field = out.field(ty, INSTANCE, program.class_type("java/lang/Object"));
    out.emit(Inst::PutStatic { field, src });
    out.emit(Inst::Return);
    out.finish()
}

impl Implementation {
    /// The interface's method, or a bridge to it.
    fn method(&self, name: &str, descriptor: &str) -> MethodDef {
        let (this, of) = (self.clone(), descriptor.to_owned());
        let make = move |program: &Program, class| this.body(program, class, &of);
        MethodDef {
            name: name.into(),
            descriptor: descriptor.into(),
            flags: Flags::PUBLIC,
            code: MethodCode::Make(Box::new(make)),
        }
    }

    fn body(&self, program: &Program, class: ClassId, descriptor: &str) -> Body {
        let sam = program.method_type(descriptor).expect("checked when the lambda was made");
        let kinds = sam.params.iter().filter_map(|param| param.kind());
        let mut out = Builder::new(program, self.host, [Kind::Ref].into_iter().chain(kinds));
        let wanted = self.wanted(program);
        let mut args = Vec::with_capacity(wanted.len());
        for (index, &ty) in self.captured.iter().enumerate() {
            let field = out.field(program.class(class).ty, &capture_name(index), ty);
            let kind = ty.kind().expect("captured values are not void");
            let value = out.value(kind, |dst| Inst::GetField { dst, object: Reg(0), field });
            args.push(match wanted.get(index) {
                Some(&wanted) => adapt(&mut out, value, ty, wanted),
                None => value,
            });
        }
        for (index, &ty) in sam.params.iter().enumerate() {
            let value = Reg(index as u16 + 1);
            let used_as = self.instantiated.params.get(index).copied().unwrap_or(ty);
            let value = adapt(&mut out, value, ty, used_as);
            args.push(match wanted.get(args.len()) {
                Some(&wanted) => adapt(&mut out, value, used_as, wanted),
                None => value,
            });
        }
        let result = self.call(&mut out, &args);
        self.return_(&mut out, result, sam.result);
        out.finish()
    }

    /// Types of the implementation's parameters, receiver included.
    fn wanted(&self, program: &Program) -> Vec<TypeId> {
        let ty = program.method_type(&self.descriptor).expect("checked when the lambda was made");
        let receiver = (!matches!(self.how, How::New | How::Call(CallKind::Static))).then_some(self.class);
        receiver.into_iter().chain(ty.params.iter().copied()).collect()
    }

    /// Runs the implementation; its result and the type of that.
    fn call(&self, out: &mut Builder<'_>, args: &[Reg]) -> Option<(Reg, TypeId)> {
        let method = out.program.method_ref(crate::MethodName {
            from: self.host,
            class: self.class,
            name: self.name.as_str().into(),
            descriptor: self.descriptor.as_str().into(),
            interface: self.interface,
        });
        match self.how {
            How::Call(kind) => {
                let ty = out.program.method_type(&self.descriptor).expect("checked when the lambda was made");
                out.call(kind, method, args).map(|reg| (reg, ty.result))
            }
            How::New => {
                let object = out.value(Kind::Ref, |dst| Inst::New { dst, ty: self.class });
                let args: Vec<Reg> = [object].into_iter().chain(args.iter().copied()).collect();
                out.call(CallKind::Special, method, &args);
                Some((object, self.class))
            }
        }
    }

    fn return_(&self, out: &mut Builder<'_>, result: Option<(Reg, TypeId)>, wanted: TypeId) {
        match result {
            Some((value, ty)) if wanted != TypeId::VOID => {
                let used_as = self.instantiated.result;
                let (value, ty) = if used_as == TypeId::VOID {
                    (value, ty)
                } else {
                    (adapt(out, value, ty, used_as), used_as)
                };
                let src = adapt(out, value, ty, wanted);
                out.emit(Inst::ReturnValue { src });
            }
            _ => out.emit(Inst::Return),
        }
    }
}

/// A value of one type as a value of another (JLS 5.3, and casts where generics were erased).
pub(super) fn adapt(out: &mut Builder<'_>, value: Reg, from: TypeId, to: TypeId) -> Reg {
    match (from.is_primitive(), to.is_primitive()) {
        _ if from == to => value,
        (true, true) => widen(out, value, from, to),
        (true, false) => boxed(out, value, from),
        (false, true) => {
            let held = unboxed_type(out.program, from).unwrap_or(to);
            let primitive = unboxed(out, value, held);
            widen(out, primitive, held, to)
        }
        (false, false) => {
            if to != out.program.class_type("java/lang/Object") {
                out.emit(Inst::CheckCast { src: value, ty: to });
            }
            value
        }
    }
}

/// Widening primitive conversion (JLS 5.1.2).
fn widen(out: &mut Builder<'_>, src: Reg, from: TypeId, to: TypeId) -> Reg {
    use crate::code::Convert;
    let op = match (from.kind(), to.kind()) {
        (Some(Kind::Int), Some(Kind::Long)) => Convert::IntToLong,
        (Some(Kind::Int), Some(Kind::Float)) => Convert::IntToFloat,
        (Some(Kind::Int), Some(Kind::Double)) => Convert::IntToDouble,
        (Some(Kind::Long), Some(Kind::Float)) => Convert::LongToFloat,
        (Some(Kind::Long), Some(Kind::Double)) => Convert::LongToDouble,
        (Some(Kind::Float), Some(Kind::Double)) => Convert::FloatToDouble,
        _ => return src,
    };
    out.value(op.kinds().1, |dst| Inst::Convert { op, dst, src })
}

pub(super) fn boxed(out: &mut Builder<'_>, value: Reg, ty: TypeId) -> Reg {
    let (class, _) = wrapper(ty);
    let descriptor = format!("({})L{class};", out.program.descriptor(ty));
    out.call_static(class, "valueOf", &descriptor, &[value]).expect("boxing has a result")
}

fn unboxed(out: &mut Builder<'_>, value: Reg, ty: TypeId) -> Reg {
    let (class, method) = wrapper(ty);
    let class_type = out.program.class_type(class);
    out.emit(Inst::CheckCast { src: value, ty: class_type });
    let descriptor = format!("(){}", out.program.descriptor(ty));
    out.call_virtual(class, method, &descriptor, &[value]).expect("unboxing has a result")
}

/// The primitive type a wrapper class holds.
fn unboxed_type(program: &Program, class: TypeId) -> Option<TypeId> {
    (1..=8).map(TypeId).find(|&primitive| program.class_type(wrapper(primitive).0) == class)
}

/// The wrapper class of a primitive type and its unboxing method.
pub(super) fn wrapper(primitive: TypeId) -> (&'static str, &'static str) {
    match primitive {
        TypeId::BOOLEAN => ("java/lang/Boolean", "booleanValue"),
        TypeId::BYTE => ("java/lang/Byte", "byteValue"),
        TypeId::CHAR => ("java/lang/Character", "charValue"),
        TypeId::SHORT => ("java/lang/Short", "shortValue"),
        TypeId::INT => ("java/lang/Integer", "intValue"),
        TypeId::LONG => ("java/lang/Long", "longValue"),
        TypeId::FLOAT => ("java/lang/Float", "floatValue"),
        TypeId::DOUBLE => ("java/lang/Double", "doubleValue"),
        other => panic!("{other} is not primitive"),
    }
}

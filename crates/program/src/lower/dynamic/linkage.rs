//! Call sites and constants whose bootstrap method we do not know: the JDK links them when they are first reached (JVMS 5.4.3.6).
//!
//! A site becomes a call of a static method of a hidden class, which lets `MethodHandleNatives` call the bootstrap method, keeps
//! what it gave in a static field, and invokes its target. A constant, a method handle or a method type is the result of such a
//! method, too. Departs from the JVM: where linking fails, the next attempt calls the bootstrap method again.

use super::lambda::{adapt, boxed};
use super::{Lowering, Site, hidden_class};
use crate::classfile::mutf8;
use crate::classfile::pool::Loadable;
use crate::code::{Body, Builder, CallKind, Cond, Elem, Inst, Kind, Reg};
use crate::define::{ClassDef, FieldDef, MethodCode, MethodDef};
use crate::lower::Result;
use crate::lower::translate::Flowing;
use crate::{ClassId, Flags, JavaText, MethodType, Program, TypeId};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
const CALL_SITE: &str = "java/lang/invoke/CallSite";
const METHOD_TYPE: &str = "java/lang/invoke/MethodType";
const OBJECT: &str = "java/lang/Object";
const CLASS: &str = "java/lang/Class";
/// How deep constants may be arguments of constants; circles are illegal.
const MAX_NESTING: u32 = 32;

/// A method handle of the constant pool.
#[derive(Clone)]
struct HandleConstant {
    kind: u8,
    class: TypeId,
    name: String,
    ty: HandleType,
}

#[derive(Clone)]
enum HandleType {
    Field(TypeId),
    Method(MethodType),
}

/// A static argument of a bootstrap method.
#[derive(Clone)]
enum Argument {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Text(JavaText),
    Class(TypeId),
    Handle(HandleConstant),
    MethodType(MethodType),
    /// A dynamic constant: the class of ours that has it, and its type.
    Constant(String, TypeId),
}

/// What the JDK is told to link a site or a constant.
#[derive(Clone)]
struct Linkage {
    host: TypeId,
    bootstrap: HandleConstant,
    name: String,
    arguments: Vec<Argument>,
}

impl Lowering<'_> {
    /// `invokedynamic` (JVMS 6.5), in general.
    pub(super) fn linked_site(&mut self, site: &Site, ty: &MethodType) -> Result<Flowing> {
        let Some(linkage) = self.linkage(site, 0)? else {
            return self
                .unsupported(format!("invokedynamic with bootstrap method {}.{}", site.class, site.method));
        };
        let name = self.synthetic_name("Site");
        let (site_type, descriptor) = (ty.clone(), site.descriptor.clone());
        let make = move |program: &Program, class| linkage.call(program, class, &site_type, &descriptor);
        let call = static_method("call", &site.descriptor, make);
        let method = self.method_ref(&name, &call.name, &call.descriptor);
        self.program.announce(open_class(name, vec![linked_field(OBJECT_DESCRIPTOR)], call));
        self.call(CallKind::Static, method, ty)?;
        Ok(Flowing::On)
    }

    /// A dynamic constant, in general.
    pub(super) fn linked_constant(&mut self, index: u16, site: &Site, ty: TypeId) -> Result<Flowing> {
        match self.announce_dynamic(index, site, ty, 0)? {
            Some(class) => self.constant_of(&class, ty),
            None => self.unsupported(format!(
                "a dynamic constant with bootstrap method {}.{}",
                site.class, site.method
            )),
        }
    }

    /// `ldc` of a method handle.
    pub(in crate::lower) fn handle_constant(&mut self, index: u16) -> Result<Flowing> {
        let Some(handle) = self.handle_argument(index)? else {
            return self.fault("an illegal method handle");
        };
        let host = self.class.ty;
        let class = self.announce_constant(index, self.program.class_type(HANDLE), move |out| {
            let caller = class_of(out, host);
            handle.load(out, caller)
        });
        self.constant_of(&class, self.program.class_type(HANDLE))
    }

    /// `ldc` of a method type.
    pub(in crate::lower) fn type_constant(&mut self, index: u16, descriptor: u16) -> Result<Flowing> {
        let Some(ty) = self.program.method_type(&self.text(descriptor)?) else {
            return self.fault("an illegal method type");
        };
        let class = self
            .announce_constant(index, self.program.class_type(METHOD_TYPE), move |out| method_type(out, &ty));
        self.constant_of(&class, self.program.class_type(METHOD_TYPE))
    }

    /// Pushes the constant that a class of ours has.
    fn constant_of(&mut self, class: &str, ty: TypeId) -> Result<Flowing> {
        let method = self.method_ref(class, VALUE, &format!("(){}", self.program.descriptor(ty)));
        let ty = MethodType { params: Vec::new().into(), result: ty };
        self.call(CallKind::Static, method, &ty)?;
        Ok(Flowing::On)
    }

    /// Announces the class that has a dynamic constant; none if its bootstrap method is given something we do not know.
    fn announce_dynamic(&self, index: u16, site: &Site, ty: TypeId, depth: u32) -> Result<Option<String>> {
        let Some(linkage) = self.linkage(site, depth)? else { return Ok(None) };
        Ok(Some(self.announce_constant(index, ty, move |out| linkage.constant(out, ty))))
    }

    /// Announces a class that has a constant of the pool and makes it once.
    fn announce_constant(
        &self,
        index: u16,
        ty: TypeId,
        make: impl Fn(&mut Builder<'_>) -> Reg + Send + Sync + 'static,
    ) -> String {
        let name = format!("{}$$Constant${index}", self.class.name);
        let descriptor = self.program.descriptor(ty);
        let fields = vec![linked_field("I"), value_field(&descriptor)];
        let body = move |program: &Program, class| once(program, class, ty, &make);
        let method = static_method(VALUE, &format!("(){descriptor}"), body);
        self.program.announce(open_class(name.clone(), fields, method));
        name
    }

    fn linkage(&self, site: &Site, depth: u32) -> Result<Option<Linkage>> {
        let Some(bootstrap) = self.handle_argument(site.bootstrap)? else { return Ok(None) };
        let mut arguments = Vec::new();
        for index in 0..site.arguments.len() {
            let Some(argument) = self.static_argument(self.argument(site, index)?, depth)? else {
                return Ok(None);
            };
            arguments.push(argument);
        }
        Ok(Some(Linkage { host: self.class.ty, bootstrap, name: site.name.clone(), arguments }))
    }

    fn static_argument(&self, argument: Loadable, depth: u32) -> Result<Option<Argument>> {
        Ok(Some(match argument {
            Loadable::Int(value) => Argument::Int(value),
            Loadable::Long(value) => Argument::Long(value),
            Loadable::Float(value) => Argument::Float(value),
            Loadable::Double(value) => Argument::Double(value),
            Loadable::String(text) => {
                let bytes = self.pool(self.file().pool().utf8(text))?;
                Argument::Text(JavaText::from_units(&self.pool(mutf8::units(bytes))?))
            }
            Loadable::Class(class) => Argument::Class(self.class_constant(class)?),
            Loadable::MethodHandle(handle) => return Ok(self.handle_argument(handle)?.map(Argument::Handle)),
            Loadable::MethodType(descriptor) => {
                return Ok(self.program.method_type(&self.text(descriptor)?).map(Argument::MethodType));
            }
            Loadable::Dynamic(index) => return self.nested(index, depth),
        }))
    }

    fn nested(&self, index: u16, depth: u32) -> Result<Option<Argument>> {
        let site = self.site(self.pool(self.file().pool().dynamic_constant(index))?)?;
        let Some(ty) = self.program.type_of_descriptor(&site.descriptor) else { return Ok(None) };
        if depth == MAX_NESTING {
            return Ok(None);
        }
        let class = self.announce_dynamic(index, &site, ty, depth + 1)?;
        Ok(class.map(|class| Argument::Constant(class, ty)))
    }

    fn handle_argument(&self, index: u16) -> Result<Option<HandleConstant>> {
        let (handle, member) = self.handle(index)?;
        let class = self.program.types.of_constant(&member.class);
        let ty = if handle.kind <= 4 {
            self.program.type_of_descriptor(&member.descriptor).map(HandleType::Field)
        } else {
            self.program.method_type(&member.descriptor).map(HandleType::Method)
        };
        let (Some(class), Some(ty)) = (class, ty) else { return Ok(None) };
        Ok(Some(HandleConstant { kind: handle.kind, class, name: member.name.into_owned(), ty }))
    }
}

const OBJECT_DESCRIPTOR: &str = "Ljava/lang/Object;";
const LINKED: &str = "linked";
const VALUE: &str = "value";

/// A class whose members code with the JDK's rights may use.
fn open_class(name: String, fields: Vec<FieldDef>, method: MethodDef) -> ClassDef {
    let class = hidden_class(name, Vec::new(), fields, vec![method]);
    ClassDef { flags: class.flags | Flags::PUBLIC, ..class }
}

fn linked_field(descriptor: &str) -> FieldDef {
    let flags = Flags::PUBLIC | Flags::STATIC | Flags::SYNTHETIC;
    FieldDef { name: LINKED.into(), descriptor: descriptor.into(), flags, constant: None }
}

fn value_field(descriptor: &str) -> FieldDef {
    FieldDef { name: VALUE.into(), ..linked_field(descriptor) }
}

fn static_method(
    name: &str,
    descriptor: &str,
    make: impl Fn(&Program, ClassId) -> Body + Send + Sync + 'static,
) -> MethodDef {
    MethodDef {
        name: name.into(),
        descriptor: descriptor.into(),
        flags: Flags::STATIC | Flags::PUBLIC,
        code: MethodCode::Make(Box::new(make)),
    }
}

/// Begins code that may call what only the JDK may.
fn privileged(program: &Program, class: ClassId, params: impl IntoIterator<Item = Kind>) -> Builder<'_> {
    Builder::new(program, program.class_named(NATIVES).unwrap_or(class), params)
}

/// A value that is made when it is first asked for.
fn once(program: &Program, class: ClassId, ty: TypeId, make: &dyn Fn(&mut Builder<'_>) -> Reg) -> Body {
    let mut out = privileged(program, class, []);
    let own = program.class(class).ty;
    let (linked, value) = (out.field(own, LINKED, TypeId::INT), out.field(own, VALUE, ty));
    let is_linked = out.value(Kind::Int, |dst| Inst::GetStatic { dst, field: linked });
    let done = out.branch(|target| Inst::IfConst { cond: Cond::Ne, lhs: is_linked, rhs: 0, target });
    let made = make(&mut out);
    out.emit(Inst::PutStatic { field: value, src: made });
    let one = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: 1 });
    out.emit(Inst::PutStatic { field: linked, src: one });
    out.land(done);
    let kind = ty.kind().expect("constants are not void");
    let src = out.value(kind, |dst| Inst::GetStatic { dst, field: value });
    out.emit(Inst::ReturnValue { src });
    out.finish()
}

impl Linkage {
    /// Links the site if it is not yet linked, and invokes its target.
    fn call(&self, program: &Program, class: ClassId, ty: &MethodType, descriptor: &str) -> Body {
        let kinds: Vec<Kind> = ty.params.iter().filter_map(|param| param.kind()).collect();
        let mut out = privileged(program, class, kinds.iter().copied());
        let field = out.field(program.class(class).ty, LINKED, program.class_type(OBJECT));
        let target = out.value(Kind::Ref, |dst| Inst::GetStatic { dst, field });
        let done = out.branch(|to| Inst::IfNull { equal: false, src: target, target: to });
        let linked = self.link(&mut out, ty);
        out.emit(Inst::PutStatic { field, src: linked });
        out.emit(Inst::Move { dst: target, src: linked });
        out.land(done);
        // A constant site is its target; another one is asked for it every time.
        let ty_site = program.class_type(CALL_SITE);
        let is_site = out.value(Kind::Int, |dst| Inst::InstanceOf { dst, src: target, ty: ty_site });
        let constant = out.branch(|to| Inst::IfConst { cond: Cond::Eq, lhs: is_site, rhs: 0, target: to });
        let asked = out.call_virtual(CALL_SITE, "getTarget", &format!("()L{HANDLE};"), &[target]);
        out.emit(Inst::Move { dst: target, src: asked.expect("a target") });
        out.land(constant);
        let args: Vec<Reg> = [target].into_iter().chain((0..kinds.len() as u16).map(Reg)).collect();
        match out.call_virtual(HANDLE, "invokeExact", descriptor, &args) {
            Some(src) => out.emit(Inst::ReturnValue { src }),
            None => out.emit(Inst::Return),
        }
        out.finish()
    }

    /// The call site's target, or the call site if its target may change.
    fn link(&self, out: &mut Builder<'_>, ty: &MethodType) -> Reg {
        let ty = method_type(out, ty);
        let mut args = self.told(out, ty);
        let one = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: 1 });
        let appendix = array(out, OBJECT, one);
        args.push(appendix);
        link_by(out, "linkCallSite", &args, "[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;");
        let zero = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: 0 });
        out.value(Kind::Ref, |dst| Inst::ArrayLoad { elem: Elem::Ref, dst, array: appendix, index: zero })
    }

    fn constant(&self, out: &mut Builder<'_>, ty: TypeId) -> Reg {
        let wanted = class_of(out, ty);
        let args = self.told(out, wanted);
        let object = link_by(out, "linkDynamicConstant", &args, ")Ljava/lang/Object;");
        let from = out.program.class_type(OBJECT);
        adapt(out, object, from, ty)
    }

    /// Who asks, the bootstrap method, name, type, and static arguments.
    fn told(&self, out: &mut Builder<'_>, ty: Reg) -> Vec<Reg> {
        let caller = class_of(out, self.host);
        let bootstrap = self.bootstrap.load(out, caller);
        let name = text(out, &JavaText::from(self.name.as_str()));
        let arguments = self.static_arguments(out, caller);
        vec![caller, bootstrap, name, ty, arguments]
    }

    /// None is null, one is itself, several are an array.
    fn static_arguments(&self, out: &mut Builder<'_>, caller: Reg) -> Reg {
        let values: Vec<Reg> = self.arguments.iter().map(|argument| argument.load(out, caller)).collect();
        match values[..] {
            [] => out.value(Kind::Ref, |dst| Inst::ConstNull { dst }),
            [one] => one,
            _ => filled(out, OBJECT, &values),
        }
    }
}

impl Argument {
    fn load(&self, out: &mut Builder<'_>, caller: Reg) -> Reg {
        match self {
            &Argument::Int(value) => {
                let value = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value });
                boxed(out, value, TypeId::INT)
            }
            &Argument::Long(value) => {
                let value = out.value(Kind::Long, |dst| Inst::ConstLong { dst, value });
                boxed(out, value, TypeId::LONG)
            }
            &Argument::Float(value) => {
                let value = out.value(Kind::Float, |dst| Inst::ConstFloat { dst, value });
                boxed(out, value, TypeId::FLOAT)
            }
            &Argument::Double(value) => {
                let value = out.value(Kind::Double, |dst| Inst::ConstDouble { dst, value });
                boxed(out, value, TypeId::DOUBLE)
            }
            Argument::Text(value) => text(out, value),
            &Argument::Class(ty) => class_of(out, ty),
            Argument::Handle(handle) => handle.load(out, caller),
            Argument::MethodType(ty) => method_type(out, ty),
            Argument::Constant(class, ty) => {
                let descriptor = format!("(){}", out.program.descriptor(*ty));
                let value = out.call_static(class, VALUE, &descriptor, &[]).expect("constants are not void");
                if ty.is_primitive() { boxed(out, value, *ty) } else { value }
            }
        }
    }
}

impl HandleConstant {
    fn load(&self, out: &mut Builder<'_>, caller: Reg) -> Reg {
        let kind = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: i32::from(self.kind) });
        let class = class_of(out, self.class);
        let name = text(out, &JavaText::from(self.name.as_str()));
        let ty = match &self.ty {
            HandleType::Field(ty) => class_of(out, *ty),
            HandleType::Method(ty) => method_type(out, ty),
        };
        let descriptor = format!("(L{CLASS};IL{CLASS};Ljava/lang/String;L{OBJECT};)L{HANDLE};");
        let args = [caller, kind, class, name, ty];
        out.call_static(NATIVES, "linkMethodHandleConstant", &descriptor, &args).expect("a handle")
    }
}

/// Calls a method that links. Up to JDK 17 it is told an index, too.
fn link_by(out: &mut Builder<'_>, name: &str, args: &[Reg], rest: &str) -> Reg {
    let objects = |count: usize| OBJECT_DESCRIPTOR.repeat(count);
    let plain = format!("({}{rest}", objects(5));
    let is_plain = (out.program.class_named(NATIVES).ok())
        .is_some_and(|natives| out.program.declared_method(natives, name, &plain).is_some());
    if is_plain {
        return out.call_static(NATIVES, name, &plain, args).expect("linking has a result");
    }
    let index = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: 0 });
    let mut args = args.to_vec();
    args.insert(1, index);
    let indexed = format!("({OBJECT_DESCRIPTOR}I{}{rest}", objects(4));
    out.call_static(NATIVES, name, &indexed, &args).expect("linking has a result")
}

fn class_of(out: &mut Builder<'_>, ty: TypeId) -> Reg {
    out.value(Kind::Ref, |dst| Inst::ConstClass { dst, ty })
}

fn text(out: &mut Builder<'_>, text: &JavaText) -> Reg {
    let value = out.program.intern(text.clone());
    out.value(Kind::Ref, |dst| Inst::ConstString { dst, value })
}

fn method_type(out: &mut Builder<'_>, ty: &MethodType) -> Reg {
    let result = class_of(out, ty.result);
    let params: Vec<Reg> = ty.params.iter().map(|&param| class_of(out, param)).collect();
    let params = filled(out, CLASS, &params);
    let descriptor = format!("(L{CLASS};[L{CLASS};)L{METHOD_TYPE};");
    out.call_static(NATIVES, "findMethodHandleType", &descriptor, &[result, params]).expect("a type")
}

fn filled(out: &mut Builder<'_>, element: &str, values: &[Reg]) -> Reg {
    let len = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: values.len() as i32 });
    let array = array(out, element, len);
    for (index, &src) in values.iter().enumerate() {
        let index = out.value(Kind::Int, |dst| Inst::ConstInt { dst, value: index as i32 });
        out.emit(Inst::ArrayStore { elem: Elem::Ref, array, index, src });
    }
    array
}

fn array(out: &mut Builder<'_>, element: &str, len: Reg) -> Reg {
    let ty = out.program.array_of(out.program.class_type(element));
    out.value(Kind::Ref, |dst| Inst::NewArray { dst, len, ty })
}

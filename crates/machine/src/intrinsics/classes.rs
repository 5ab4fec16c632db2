//! `java.lang.Class`: what a `Class` object tells about its type.

use program::class::Origin;
use program::{ClassId, Flags, Type, TypeId};

use super::loading;
use super::objects::visible_flags;
use super::{Answer, Entry, Reply, answer_null, class_of_mirror, mirrors, new_array, require, rust_text};
use crate::steps::{init, types};
use crate::{Cx, Domain, State, Stop};

const CLASS: &str = "java/lang/Class";

/// The intrinsics of classes.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (CLASS, "forName0", "", for_name),
        (CLASS, "isInstance", "", is_instance),
        (CLASS, "isAssignableFrom", "", is_assignable_from),
        (CLASS, "isInterface", "", is_interface),
        (CLASS, "isArray", "", is_array),
        (CLASS, "isPrimitive", "", is_primitive),
        (CLASS, "isHidden", "", is_hidden),
        (CLASS, "isRecord0", "", is_record),
        (CLASS, "initClassName", "", init_class_name),
        (CLASS, "getSuperclass", "", get_superclass),
        (CLASS, "getInterfaces0", "", get_interfaces),
        (CLASS, "getModifiers", "", get_modifiers),
        (CLASS, "getSigners", "", answer_null),
        (CLASS, "getEnclosingMethod0", "", get_enclosing_method),
        (CLASS, "getDeclaringClass0", "", get_declaring_class),
        (CLASS, "getSimpleBinaryName0", "", get_simple_binary_name),
        (CLASS, "getPrimitiveClass", "", get_primitive_class),
        (CLASS, "getGenericSignature0", "", get_generic_signature),
        (CLASS, "desiredAssertionStatus", "", desired_assertion_status),
        (CLASS, "getNestHost0", "", get_nest_host),
        (CLASS, "getNestMembers0", "", get_nest_members),
        (CLASS, "getPermittedSubclasses0", "", get_permitted_subclasses),
        (CLASS, "getDeclaredClasses0", "", get_declared_classes),
        ("jdk/internal/reflect/Reflection", "getCallerClass", "", get_caller_class),
        ("jdk/internal/reflect/Reflection", "getClassAccessFlags", "", get_class_access_flags),
        ("jdk/internal/reflect/Reflection", "areNestMates", "", are_nest_mates),
    ]
}

fn for_name<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let name = rust_text(cx, state, &args[0])?;
    let not_found = || Stop::raise_with("java/lang/ClassNotFoundException", name.as_str());
    if name.contains('/') {
        return Err(not_found());
    }
    if !D::is_null(cx, state, &args[2])? && !loading::is_builtin(cx, state, &args[2])? {
        return loading::load_class(cx, state, &args[2], &args[0]);
    }
    let internal = name.replace('.', "/");
    let ty = if name.starts_with('[') {
        cx.program.type_of_descriptor(&internal).ok_or_else(not_found)?
    } else {
        cx.program.class_type(&internal)
    };
    let mut innermost = ty;
    while let Some(element) = cx.element_type(innermost) {
        innermost = element;
    }
    if innermost.is_reference() {
        let Type::Class(internal) = cx.program.ty(innermost) else { return Err(not_found()) };
        let class = match cx.program.class_named(internal) {
            Ok(class) => class,
            // The loader says so, with its own frames in the trace.
            Err(_) if innermost == ty && !D::is_null(cx, state, &args[2])? => {
                return loading::load_class(cx, state, &args[2], &args[0]);
            }
            Err(_) => return Err(not_found()),
        };
        if innermost == ty && D::test_const(cx, state, program::code::Cond::Ne, &args[1], 0)? {
            init::ensure(cx, state, class)?;
        }
    }
    Ok(Reply::Value(types::mirror(cx, state, ty)?))
}

fn is_instance<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let answer =
        ty.is_reference() && !D::is_null(cx, state, &args[1])? && D::instance_of(cx, state, &args[1], ty)?;
    Reply::bool(cx, state, answer)
}

fn is_assignable_from<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
    let sup = types::type_of_mirror(cx, state, &args[0])?;
    let sub = types::type_of_mirror(cx, state, &args[1])?;
    let answer = sup == sub || (sup.is_reference() && sub.is_reference() && cx.is_subtype(sub, sup)?);
    Reply::bool(cx, state, answer)
}

fn is_interface<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    let answer = class.is_some_and(|class| cx.program.class(class).is_interface());
    Reply::bool(cx, state, answer)
}

fn is_array<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let answer = cx.element_type(ty).is_some();
    Reply::bool(cx, state, answer)
}

fn is_primitive<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    Reply::bool(cx, state, !ty.is_reference())
}

fn is_hidden<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    let hidden = Origin::Synthetic { hidden: true };
    let answer = class.is_some_and(|class| cx.program.class(class).origin == hidden);
    Reply::bool(cx, state, answer)
}

fn is_record<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    let answer = class.is_some_and(|class| cx.program.class_attributes(class).record.is_some());
    Reply::bool(cx, state, answer)
}

/// Sets and returns the field `name`, interned.
fn init_class_name<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let id = cx.program.intern(types::binary_name(cx, ty).as_str().into());
    let name = crate::interned(cx, state, id)?;
    super::set(cx, state, &args[0], (CLASS, "name"), name.clone())?;
    Ok(Reply::Value(name))
}

fn get_superclass<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let superclass = match cx.program.ty(ty) {
        Type::Array(_) => Some(cx.program.class_type("java/lang/Object")),
        Type::Class(_) => {
            let class = cx.program.class(cx.class_of_type(ty)?);
            class.superclass.filter(|_| !class.is_interface()).map(|id| cx.program.class(id).ty)
        }
        _ => None,
    };
    mirror_or_null(cx, state, superclass)
}

fn get_interfaces<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let interfaces: Vec<TypeId> = match cx.program.ty(ty) {
        Type::Array(_) => {
            ["java/lang/Cloneable", "java/io/Serializable"].map(|name| cx.program.class_type(name)).into()
        }
        Type::Class(_) => {
            let class = cx.program.class(cx.class_of_type(ty)?);
            class.interfaces.iter().map(|&id| cx.program.class(id).ty).collect()
        }
        _ => Vec::new(),
    };
    mirrors(cx, state, &interfaces).map(Reply::Value)
}

fn get_modifiers<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let mut innermost = ty;
    while let Some(element) = cx.element_type(innermost) {
        innermost = element;
    }
    let mut flags = (Flags::PUBLIC | Flags::FINAL | Flags::ABSTRACT).0 as i32;
    if innermost.is_reference() {
        let class = cx.class_of_type(innermost)?;
        flags = visible_flags(declared_flags(cx, class));
        if innermost != ty {
            flags = flags & i32::from((Flags::PUBLIC | Flags::PRIVATE | Flags::PROTECTED).0)
                | i32::from((Flags::FINAL | Flags::ABSTRACT).0);
        }
    }
    Reply::int(cx, state, flags)
}

/// The flags of a class; of a member class, those of its declaration.
pub fn declared_flags<D: Domain>(cx: &Cx<'_, D>, id: ClassId) -> Flags {
    let class = cx.program.class(id);
    let inner = cx.program.class_attributes(id).inner_classes.iter().find(|inner| inner.inner == class.name);
    inner.map_or(class.flags, |inner| inner.flags)
}

fn get_class_access_flags<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    let flags = class.map_or(Flags::PUBLIC, |class| cx.program.class(class).flags);
    Reply::int(cx, state, i32::from(flags.0))
}

fn get_enclosing_method<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(class) = class_of_mirror(cx, state, &args[0])? else { return Reply::null(cx, state) };
    let program = cx.program;
    let Some(enclosing) = &program.class_attributes(class).enclosing_method else {
        return Reply::null(cx, state);
    };
    let mirror = types::mirror(cx, state, program.class_type(&enclosing.class))?;
    let (name, descriptor) = match &enclosing.method {
        Some((name, descriptor)) => {
            (D::new_string(cx, state, &(&**name).into())?, D::new_string(cx, state, &(&**descriptor).into())?)
        }
        None => (D::null(cx, state), D::null(cx, state)),
    };
    new_array(cx, state, "java/lang/Object", &[mirror, name, descriptor]).map(Reply::Value)
}

/// The entry of a class in its own table of member classes.
fn own_entry<'p, D: Domain>(
    cx: &mut Cx<'p, D>,
    state: &mut State<D>,
    mirror: &D::Value,
) -> Result<Option<&'p program::class::InnerClass>, Stop<D>> {
    let Some(class) = class_of_mirror(cx, state, mirror)? else { return Ok(None) };
    let name = &cx.program.class(class).name;
    Ok(cx.program.class_attributes(class).inner_classes.iter().find(|entry| entry.inner == *name))
}

fn get_declaring_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let entry = own_entry(cx, state, &args[0])?;
    let outer = entry.and_then(|entry| entry.outer.as_ref()).map(|outer| cx.program.class_type(outer));
    mirror_or_null(cx, state, outer)
}

fn get_simple_binary_name<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Answer<D> {
    match own_entry(cx, state, &args[0])?.and_then(|entry| entry.name.as_ref()) {
        Some(name) => Reply::text(cx, state, name),
        None => Reply::null(cx, state),
    }
}

fn get_declared_classes<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let members: Vec<TypeId> = match class_of_mirror(cx, state, &args[0])? {
        Some(class) => {
            let name = &cx.program.class(class).name;
            let entries = cx.program.class_attributes(class).inner_classes.iter();
            let own = entries.filter(|entry| entry.outer.as_ref() == Some(name));
            own.map(|entry| cx.program.class_type(&entry.inner)).collect()
        }
        None => Vec::new(),
    };
    mirrors(cx, state, &members).map(Reply::Value)
}

fn get_primitive_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = match rust_text(cx, state, &args[0])?.as_str() {
        "void" => TypeId::VOID,
        "boolean" => TypeId::BOOLEAN,
        "byte" => TypeId::BYTE,
        "char" => TypeId::CHAR,
        "short" => TypeId::SHORT,
        "int" => TypeId::INT,
        "long" => TypeId::LONG,
        "float" => TypeId::FLOAT,
        "double" => TypeId::DOUBLE,
        other => return Err(Stop::unsupported(format!("a primitive type `{other}`"))),
    };
    Ok(Reply::Value(types::mirror(cx, state, ty)?))
}

fn get_generic_signature<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    match class.and_then(|class| cx.program.class_attributes(class).signature.as_ref()) {
        Some(signature) => Reply::text(cx, state, signature),
        None => Reply::null(cx, state),
    }
}

/// Assertions are a matter of the user's classes; the JDK's own stay off.
fn desired_assertion_status<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    let of_user = class.is_some_and(|class| cx.program.class(class).origin != Origin::Jdk);
    let answer = cx.limits.assertions && of_user;
    Reply::bool(cx, state, answer)
}

fn get_nest_host<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    match class_of_mirror(cx, state, &args[0])? {
        Some(class) => {
            let host = cx.program.class(cx.program.nest_host(class)).ty;
            mirror_or_null(cx, state, Some(host))
        }
        None => Ok(Reply::Value(args[0].clone())),
    }
}

fn get_nest_members<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(class) = class_of_mirror(cx, state, &args[0])? else {
        return new_array(cx, state, CLASS, &args[..1]).map(Reply::Value);
    };
    let host = cx.program.nest_host(class);
    let members = cx.program.class_attributes(host).nest_members.iter();
    let types: Vec<_> = std::iter::once(cx.program.class(host).ty)
        .chain(members.map(|member| cx.program.class_type(member)))
        .collect();
    mirrors(cx, state, &types).map(Reply::Value)
}

fn get_permitted_subclasses<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    match class.and_then(|class| cx.program.class_attributes(class).permitted_subclasses.as_ref()) {
        Some(names) => {
            let types: Vec<_> = names.iter().map(|name| cx.program.class_type(name)).collect();
            mirrors(cx, state, &types).map(Reply::Value)
        }
        None => Reply::null(cx, state),
    }
}

/// The class of the method that called the caller; reflection's own frames do not count.
fn get_caller_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let classes =
        state.frames.iter().rev().map(|frame| cx.program.class(cx.program.method(frame.method).class));
    let caller =
        classes.skip(1).find(|class| &*class.name != "java/lang/reflect/Method").map(|class| class.ty);
    mirror_or_null(cx, state, caller)
}

fn are_nest_mates<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (one, other) = (class_of_mirror(cx, state, &args[0])?, class_of_mirror(cx, state, &args[1])?);
    let answer = match (one, other) {
        (Some(one), Some(other)) => cx.program.nest_host(one) == cx.program.nest_host(other),
        _ => false,
    };
    Reply::bool(cx, state, answer)
}

fn mirror_or_null<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, ty: Option<TypeId>) -> Answer<D> {
    match ty {
        Some(ty) => Ok(Reply::Value(types::mirror(cx, state, ty)?)),
        None => Reply::null(cx, state),
    }
}

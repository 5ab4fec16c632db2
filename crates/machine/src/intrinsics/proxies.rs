//! `java.lang.reflect.Proxy`: classes made while the program runs.
//!
//! The JDK's own generator writes the class file; here it becomes a class, once for each list of interfaces. What the
//! JDK does around that (loaders, modules) is left out: there is one of each.

use program::code::Elem;
use program::{ClassId, Flags, JavaText, TypeId};

use super::objects::visible_flags;
use super::{Answer, Entry, Reply, delegate, reflect, require, set};
use crate::steps::{init, types};
use crate::{Cx, Domain, State, Stop, Then, link_error};

const PROXY: &str = "java/lang/reflect/Proxy";
const GENERATOR: &str = "java/lang/reflect/ProxyGenerator";
const HANDLER: &str = "(Ljava/lang/reflect/InvocationHandler;)V";

/// The intrinsics of proxies.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![(PROXY, "getProxyConstructor", "", get_constructor), (PROXY, "isProxyClass", "", is_proxy_class)]
}

/// The module the JDK makes for proxies of public interfaces.
const MODULE: &str = "jdk.proxy1";

/// The module of a proxy class; none of others, and of those in the package of an interface that is not public.
pub fn module_of(class: &str) -> Option<std::sync::Arc<str>> {
    class.starts_with("jdk/proxy1/").then(|| MODULE.into())
}

fn is_proxy_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let class = super::class_of_mirror(cx, state, &args[0])?;
    let answer = class.is_some_and(|class| cx.proxies.values().any(|&proxy| proxy == class));
    Reply::bool(cx, state, answer)
}

/// `(loader, interfaces)`, up to JDK 23 with the caller before: the constructor of the class that stands for these interfaces.
fn get_constructor<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let array = args.last().expect("getProxyConstructor has parameters");
    let interfaces = interfaces(cx, state, array)?;
    if let Some(&proxy) = cx.proxies.get(&interfaces) {
        return constructor(cx, state, proxy).map(Reply::Value);
    }
    let generator = cx.class(GENERATOR)?;
    init::ensure(cx, state, generator)?;
    let generate = cx.named_method(
        GENERATOR,
        "generateProxyClass",
        "(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/util/List;I)[B",
    )?;
    let (name, flags) = name_and_flags(cx, &interfaces)?;
    let name = D::new_string(cx, state, &JavaText::from(name.as_str()))?;
    let list = D::new_object(cx, state, cx.class("java/util/Arrays$ArrayList")?)?;
    set(cx, state, &list, ("java/util/Arrays$ArrayList", "a"), array.clone())?;
    let (loader, flags) = (D::null(cx, state), D::int(cx, state, flags));
    delegate(cx, state, generate, &[loader, name, list, flags], Then::DefineProxy(interfaces))
}

/// The generator has returned the bytes of a proxy class of these interfaces: its constructor.
pub fn define<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    interfaces: Box<[TypeId]>,
    bytes: &D::Value,
) -> Result<D::Value, Stop<D>> {
    let Some(bytes) = D::known_bytes(cx, state, bytes)? else {
        return Err(Stop::unsupported("a proxy class of unknown bytes"));
    };
    let proxy = cx.program.define_class_file(bytes.into()).map_err(|error| link_error(&error))?;
    cx.proxies.insert(interfaces, proxy);
    constructor(cx, state, proxy)
}

fn constructor<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    proxy: ClassId,
) -> Result<D::Value, Stop<D>> {
    const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
    let id = cx.program.declared_method(proxy, "<init>", HANDLER);
    let id = id.ok_or_else(|| Stop::unsupported("a proxy class without its constructor"))?;
    let object = reflect::executable_object(cx, state, CONSTRUCTOR, id)?;
    let accessible = D::int(cx, state, 1);
    set(cx, state, &object, ("java/lang/reflect/AccessibleObject", "override"), accessible)?;
    Ok(object)
}

/// The interfaces a proxy is asked for, refused as the JDK refuses them.
fn interfaces<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
) -> Result<Box<[TypeId]>, Stop<D>> {
    require(cx, state, array)?;
    let length = D::array_length(cx, state, array)?;
    let mut out = Vec::new();
    for index in 0..D::pick_int(cx, state, &length)? {
        let index = D::int(cx, state, index);
        let mirror = D::load_element(cx, state, Elem::Ref, array, &index)?;
        require(cx, state, &mirror)?;
        let ty = types::type_of_mirror(cx, state, &mirror)?;
        let class = super::class_of_mirror(cx, state, &mirror)?;
        let name = types::binary_name(cx, ty);
        let refuse = |message| Err(Stop::raise_with("java/lang/IllegalArgumentException", message));
        if !class.is_some_and(|class| cx.program.class(class).is_interface()) {
            return refuse(format!("{name} is not an interface"));
        }
        if out.contains(&ty) {
            return refuse(format!("repeated interface: {name}"));
        }
        out.push(ty);
    }
    Ok(out.into())
}

/// The binary name and access flags of the next proxy class: in the package of its interfaces that are not public, if
/// there are any.
fn name_and_flags<D: Domain>(cx: &Cx<'_, D>, interfaces: &[TypeId]) -> Result<(String, i32), Stop<D>> {
    let number = cx.proxies.len();
    for &ty in interfaces {
        let class = cx.program.class(cx.class_of_type(ty)?);
        if !super::classes::declared_flags(cx, class.id).is(Flags::PUBLIC) {
            let package =
                class.name.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
            return Ok((format!("{package}$Proxy{number}").replace('/', "."), visible_flags(Flags::FINAL)));
        }
    }
    Ok((format!("{MODULE}.$Proxy{number}"), visible_flags(Flags::PUBLIC | Flags::FINAL)))
}

//! Class loaders and resources.
//!
//! The JDK's three loaders are made by the JDK itself when somebody asks for one; the machine finds classes without
//! them, so that they only pass on what the [program](program::Program) knows. A loader of the user's defines classes out
//! of bytes; every name stands for one class, whoever defines it.

use program::class::Origin;
use program::modules::Loader;
use program::{Type, TypeId};

use super::{Answer, Entry, Reply, delegate, get, nothing, require, rust_text, set};
use crate::steps::{init, types};
use crate::{Cx, Domain, State, Stop, Then, link_error};

const LOADERS: &str = "jdk/internal/loader/ClassLoaders";
const BUILTIN: &str = "jdk/internal/loader/BuiltinClassLoader";
const BOOT: &str = "jdk/internal/loader/BootLoader";
const CLASS: &str = "java/lang/Class";
const CLASS_LOADER: &str = "java/lang/ClassLoader";
const THREAD: &str = "java/lang/Thread";

/// The intrinsics of class loaders.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (CLASS_LOADER, "getSystemClassLoader", "", |cx, state, _| {
            builtin(cx, state, Loader::App).map(Reply::Value)
        }),
        (CLASS_LOADER, "getPlatformClassLoader", "", |cx, state, _| {
            builtin(cx, state, Loader::Platform).map(Reply::Value)
        }),
        (CLASS_LOADER, "getSystemResourceAsStream", "", |cx, state, args| {
            let path = rust_text(cx, state, &args[0])?;
            resource(cx, state, &path)
        }),
        (CLASS_LOADER, "getResourceAsStream", "", loader_resource),
        (CLASS_LOADER, "findBootstrapClass", "", |cx, state, args| find_class(cx, state, &args[0], false)),
        (CLASS_LOADER, "findLoadedClass0", "", find_loaded_class),
        (CLASS_LOADER, "defineClass1", "", define_class),
        (CLASS_LOADER, "defineClass0", "", define_hidden_class),
        ("jdk/internal/misc/Unsafe", "defineClass0", "", define_unsafe),
        (CLASS, "getResourceAsStream", "", class_resource),
        ("java/lang/Module", "getResourceAsStream", "", module_resource),
        (CLASS, "getClassLoader", "", class_loader),
        (CLASS, "getClassLoader0", "", class_loader),
        (THREAD, "getContextClassLoader", "", context_loader),
        (BUILTIN, "loadClassOrNull", "(Ljava/lang/String;Z)Ljava/lang/Class;", load_builtin),
        (BUILTIN, "findMiscResource", "", no_resources),
        ("jdk/internal/misc/VM", "latestUserDefinedLoader0", "", |cx, state, _| {
            builtin(cx, state, Loader::App).map(Reply::Value)
        }),
        (BOOT, "loadClassOrNull", "", |cx, state, args| find_class(cx, state, &args[0], false)),
        (BOOT, "findResource", "", super::answer_null),
        (BOOT, "findResources", "", no_urls),
        (BOOT, "loadLibrary", "", nothing),
        ("jdk/internal/loader/ArchivedClassLoaders", "get", "", super::answer_null),
    ]
}

/// One of the JDK's loaders; the boot loader is null.
pub fn builtin<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    loader: Loader,
) -> Result<D::Value, Stop<D>> {
    let field = match loader {
        Loader::Boot => return Ok(D::null(cx, state)),
        Loader::Platform => "PLATFORM_LOADER",
        Loader::App => "APP_LOADER",
    };
    init::ensure(cx, state, cx.class(LOADERS)?)?;
    let slot = cx.named_field(LOADERS, field)?;
    D::load_static(cx, state, slot)
}

/// Whether a loader is one of the JDK's.
pub fn is_builtin<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    loader: &D::Value,
) -> Result<bool, Stop<D>> {
    let ty = cx.program.class_type(BUILTIN);
    cx.class(BUILTIN)?;
    D::instance_of(cx, state, loader, ty)
}

/// Answers with what `loadClass` of a loader gives.
pub fn load_class<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    loader: &D::Value,
    name: &D::Value,
) -> Answer<D> {
    let method = cx.named_method(CLASS_LOADER, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;")?;
    let method = D::select(cx, state, loader, method)?;
    delegate(cx, state, method, &[loader.clone(), name.clone()], Then::Deliver)
}

/// The loader that defines the classes of a type.
fn loader_of<D: Domain>(cx: &Cx<'_, D>, ty: TypeId) -> Result<Loader, Stop<D>> {
    let mut innermost = ty;
    while let Some(element) = cx.element_type(innermost) {
        innermost = element;
    }
    Ok(match cx.program.ty(innermost) {
        Type::Class(_) => match cx.program.module_of(cx.class_of_type(innermost)?) {
            Some(module) => Loader::of(&module),
            None => Loader::App,
        },
        _ => Loader::Boot,
    })
}

fn class_loader<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let own = get(cx, state, &args[0], (CLASS, "classLoader"))?;
    if !D::is_null(cx, state, &own)? {
        return Ok(Reply::Value(own));
    }
    let ty = types::type_of_mirror(cx, state, &args[0])?;
    let loader = loader_of(cx, ty)?;
    builtin(cx, state, loader).map(Reply::Value)
}

/// The application's loader, unless another one was set. A new thread inherits what was set: no loader is made for it.
fn context_loader<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let own = get(cx, state, &args[0], (THREAD, "contextClassLoader"))?;
    let caller = cx.program.method(state.frame().method);
    let inherits = caller.is_constructor() && &*cx.program.class(caller.class).name == THREAD;
    if inherits || !D::is_null(cx, state, &own)? {
        return Ok(Reply::Value(own));
    }
    builtin(cx, state, Loader::App).map(Reply::Value)
}

/// `(loader, name, resolve)`: only the application's loader sees the class path.
fn load_builtin<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let app = builtin(cx, state, Loader::App)?;
    let sees_class_path = D::same(cx, state, &app, &args[0])?;
    find_class(cx, state, &args[1], sees_class_path)
}

/// The class of a name; null if there is none.
fn find_class<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    name: &D::Value,
    sees_class_path: bool,
) -> Answer<D> {
    let name = rust_text(cx, state, name)?.replace('.', "/");
    match cx.program.class_named(&name) {
        Ok(class) if sees_class_path || cx.program.class(class).origin == Origin::Jdk => {
            let ty = cx.program.class(class).ty;
            Ok(Reply::Value(types::mirror(cx, state, ty)?))
        }
        _ => Reply::null(cx, state),
    }
}

/// `(loader, name)`: a class this loader has defined.
fn find_loaded_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let name = rust_text(cx, state, &args[1])?.replace('.', "/");
    let Some(class) = cx.program.loaded_class(&name) else { return Reply::null(cx, state) };
    let mirror = types::mirror(cx, state, cx.program.class(class).ty)?;
    let loader = get(cx, state, &mirror, (CLASS, "classLoader"))?;
    if D::same(cx, state, &loader, &args[0])? { Ok(Reply::Value(mirror)) } else { Reply::null(cx, state) }
}

/// `(loader, name, bytes, start, length, domain, source)`.
fn define_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    define(cx, state, &args[0], (&args[2], &args[3], &args[4])).map(Reply::Value)
}

/// `(loader, lookup class, name, bytes, start, length, domain, initialise, flags, data)`.
fn define_hidden_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let mirror = define(cx, state, &args[0], (&args[3], &args[4], &args[5]))?;
    set(cx, state, &mirror, (CLASS, "classData"), args[9].clone())?;
    Ok(Reply::Value(mirror))
}

/// `(unsafe, name, bytes, start, length, loader, domain)`.
fn define_unsafe<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    define(cx, state, &args[5], (&args[2], &args[3], &args[4])).map(Reply::Value)
}

/// A class out of a stretch of an array.
fn define<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    loader: &D::Value,
    (array, start, length): (&D::Value, &D::Value, &D::Value),
) -> Result<D::Value, Stop<D>> {
    require(cx, state, array)?;
    let Some(bytes) = D::known_bytes(cx, state, array)? else {
        return Err(Stop::unsupported("a class of unknown bytes"));
    };
    let (start, length) = (D::pick_int(cx, state, start)?, D::pick_int(cx, state, length)?);
    let bytes = bytes.get(start as usize..start as usize + length as usize).unwrap_or_default();
    let class = cx.program.define_class_file(bytes.into()).map_err(|error| link_error(&error))?;
    let mirror = types::mirror(cx, state, cx.program.class(class).ty)?;
    set(cx, state, &mirror, (CLASS, "classLoader"), loader.clone())?;
    if !D::is_null(cx, state, loader)? && !is_builtin(cx, state, loader)? {
        let module = get(cx, state, loader, (CLASS_LOADER, "unnamedModule"))?;
        set(cx, state, &mirror, (CLASS, "module"), module)?;
    }
    Ok(mirror)
}

/// `(loader, name)`: the JDK's loaders pass on what is on the class path.
fn loader_resource<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
    if !is_builtin(cx, state, &args[0])? {
        return Ok(Reply::Decline);
    }
    let path = rust_text(cx, state, &args[1])?;
    resource(cx, state, &path)
}

/// `(class, name)`: a name without a slash in front is relative to the class's package.
fn class_resource<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
    let loader = get(cx, state, &args[0], (CLASS, "classLoader"))?;
    if !D::is_null(cx, state, &loader)? && !is_builtin(cx, state, &loader)? {
        return Ok(Reply::Decline);
    }
    let name = rust_text(cx, state, &args[1])?;
    let mut ty = types::type_of_mirror(cx, state, &args[0])?;
    while let Some(element) = cx.element_type(ty) {
        ty = element;
    }
    let class = types::binary_name(cx, ty).replace('.', "/");
    match (name.strip_prefix('/'), class.rsplit_once('/')) {
        (Some(path), _) => resource(cx, state, path),
        (None, Some((package, _))) => resource(cx, state, &format!("{package}/{name}")),
        (None, None) => resource(cx, state, &name),
    }
}

/// `(module, name)`.
fn module_resource<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
    let name = rust_text(cx, state, &args[1])?;
    resource(cx, state, name.strip_prefix('/').unwrap_or(&name))
}

/// A stream of a file on the class path; null if there is none.
fn resource<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, path: &str) -> Answer<D> {
    const STREAM: &str = "java/io/ByteArrayInputStream";
    let Some(bytes) = cx.program.resource(path) else { return Reply::null(cx, state) };
    let array = crate::strings::new_bytes(cx, state, &bytes)?;
    let stream = D::new_object(cx, state, cx.class(STREAM)?)?;
    let count = D::int(cx, state, bytes.len() as i32);
    set(cx, state, &stream, (STREAM, "buf"), array)?;
    set(cx, state, &stream, (STREAM, "count"), count)?;
    Ok(Reply::Value(stream))
}

/// Modules of the JDK have no resources that user code can name.
fn no_resources<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    const COLLECTIONS: &str = "java/util/Collections";
    let empty = cx.named_method(COLLECTIONS, "emptyList", "()Ljava/util/List;")?;
    init::ensure(cx, state, cx.class(COLLECTIONS)?)?;
    delegate(cx, state, empty, &[], Then::Deliver)
}

fn no_urls<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    const COLLECTIONS: &str = "java/util/Collections";
    let empty = cx.named_method(COLLECTIONS, "emptyEnumeration", "()Ljava/util/Enumeration;")?;
    init::ensure(cx, state, cx.class(COLLECTIONS)?)?;
    delegate(cx, state, empty, &[], Then::Deliver)
}

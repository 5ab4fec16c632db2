//! Class loaders, modules, resource bundles and services: one loader that finds everything, one module.

use super::{
    Answer, Entry, Reply, answer_false, answer_null, answer_true, delegate, nothing, require, rust_text, set,
};
use crate::steps::types;
use crate::{Cx, Domain, State, Then};

pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/ClassLoader", "getSystemClassLoader", "", answer_null),
        ("java/lang/ClassLoader", "getPlatformClassLoader", "", answer_null),
        ("java/lang/ClassLoader", "getSystemResourceAsStream", "", |cx, state, args| {
            let path = rust_text(cx, state, &args[0])?;
            resource(cx, state, &path)
        }),
        ("java/lang/Class", "getResourceAsStream", "", class_resource),
        ("java/lang/Class", "getClassLoader", "", answer_null),
        ("java/lang/Class", "getClassLoader0", "", answer_null),
        ("java/lang/Thread", "getContextClassLoader", "", answer_null),
        ("java/lang/Module", "isNamed", "", answer_false),
        ("java/lang/Module", "isExported", "", answer_true),
        ("java/lang/Module", "isOpen", "", answer_true),
        ("jdk/internal/loader/BootLoader", "<clinit>", "", nothing),
        ("jdk/internal/loader/BootLoader", "loadClassOrNull", "", find_class),
        ("jdk/internal/loader/BootLoader", "loadLibrary", "", nothing),
        ("java/util/ServiceLoader", "<init>", "", nothing),
        ("java/util/ServiceLoader", "iterator", "", no_services),
    ]
}

fn find_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let name = rust_text(cx, state, &args[0])?.replace('.', "/");
    match cx.program.class_named(&name) {
        Ok(class) => {
            let ty = cx.program.class(class).ty;
            Ok(Reply::Value(types::mirror(cx, state, ty)?))
        }
        Err(_) => Reply::null(cx, state),
    }
}

/// `(class, name)`: a name without a slash in front is relative to the class's package.
fn class_resource<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
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

/// Services are found by module, and there are no modules.
fn no_services<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let empty = cx.named_method("java/util/Collections", "emptyIterator", "()Ljava/util/Iterator;")?;
    crate::steps::init::ensure(cx, state, cx.class("java/util/Collections")?)?;
    delegate(cx, state, empty, &[], Then::Deliver)
}

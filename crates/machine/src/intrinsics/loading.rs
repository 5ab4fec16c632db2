//! Class loaders, modules, resource bundles and services: one loader that finds everything, one module.

use super::{Answer, Entry, Reply, answer_false, answer_null, answer_true, delegate, nothing, rust_text};
use crate::steps::types;
use crate::{Cx, Domain, State, Then};

pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/ClassLoader", "findBootstrapClass", "", find_class),
        ("java/lang/ClassLoader", "findLoadedClass0", "", answer_null),
        ("java/lang/ClassLoader", "getSystemClassLoader", "", answer_null),
        ("java/lang/ClassLoader", "getPlatformClassLoader", "", answer_null),
        ("java/lang/Class", "getClassLoader", "", answer_null),
        ("java/lang/Class", "getClassLoader0", "", answer_null),
        ("java/lang/Thread", "getContextClassLoader", "", answer_null),
        ("java/lang/Module", "isNamed", "", answer_false),
        ("java/lang/Module", "defineModule0", "", nothing),
        ("java/lang/Module", "addReads0", "", nothing),
        ("java/lang/Module", "addExports0", "", nothing),
        ("java/lang/Module", "addExportsToAll0", "", nothing),
        ("java/lang/Module", "addExportsToAllUnnamed0", "", nothing),
        ("java/lang/Module", "isExported", "", answer_true),
        ("java/lang/Module", "isOpen", "", answer_true),
        ("jdk/internal/loader/BootLoader", "<clinit>", "", nothing),
        ("jdk/internal/loader/BootLoader", "loadClassOrNull", "", find_class),
        ("jdk/internal/loader/BootLoader", "loadLibrary", "", nothing),
        ("jdk/internal/loader/BootLoader", "hasClassPath", "", answer_false),
        ("jdk/internal/loader/NativeLibraries", "loadLibrary", "", answer_null),
        ("java/util/ServiceLoader", "<init>", "", nothing),
        ("java/util/ServiceLoader", "iterator", "", no_services),
        ("java/lang/System", "loadLibrary", "", nothing),
        ("java/lang/Runtime", "loadLibrary0", "", nothing),
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

/// Services are found by module, and there are no modules.
fn no_services<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let empty = cx.named_method("java/util/Collections", "emptyIterator", "()Ljava/util/Iterator;")?;
    crate::steps::init::ensure(cx, state, cx.class("java/util/Collections")?)?;
    delegate(cx, state, empty, &[], Then::Deliver)
}

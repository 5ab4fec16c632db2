//! `java.lang.Module`: the modules of the JDK by name, and one without a name for the classes of the class path.
//!
//! A module object knows its name; what it exports and opens is read off the JDK's own `module-info` when asked for.
//! There is no module graph: every module reads every other one.

use std::sync::Arc;

use program::modules::{BASE, Loader, Receivers};
use program::{JavaText, Type, TypeId};

use super::{Answer, Entry, Reply, answer_true, get, loading, nothing, rust_text, set};
use crate::steps::types;
use crate::{Cx, Domain, State, Stop};

const MODULE: &str = "java/lang/Module";

/// The intrinsics of modules.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (MODULE, "implIsExportedOrOpen", "", is_exported_or_open),
        (MODULE, "canRead", "", answer_true),
        (MODULE, "canUse", "", answer_true),
        (MODULE, "getClassLoader", "", class_loader),
        ("java/lang/ClassLoader", "getUnnamedModule", "", unnamed_of_loader),
        ("java/lang/Class", "forName", "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;", class_in),
        ("jdk/internal/loader/BootLoader$PackageHelper", "findModule", "", find_module),
        ("jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0", "", nothing),
        ("jdk/internal/loader/BootLoader", "getSystemPackageLocation", "", package_location),
    ]
}

/// The module of a type: of arrays that of their elements, of primitive types `java.base`.
pub fn of_type<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, ty: TypeId) -> Result<D::Value, Stop<D>> {
    let mut innermost = ty;
    while let Some(element) = cx.element_type(innermost) {
        innermost = element;
    }
    let name = match cx.program.ty(innermost) {
        Type::Class(_) => cx.program.module_of(cx.class_of_type(innermost)?),
        _ => Some(BASE.into()),
    };
    named(cx, state, name)
}

/// The module of a name, made when it is first asked for; the one of the class path has none.
pub fn named<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    name: Option<Arc<str>>,
) -> Result<D::Value, Stop<D>> {
    if let Some((_, module)) = state.jdk.modules.iter().find(|(known, _)| *known == name) {
        return Ok(module.clone());
    }
    let module = D::new_object(cx, state, cx.class(MODULE)?)?;
    if let Some(name) = &name {
        let id = cx.program.intern(JavaText::from(&**name));
        let text = crate::interned(cx, state, id)?;
        set(cx, state, &module, (MODULE, "name"), text)?;
    }
    state.jdk.modules.push((name, module.clone()));
    Ok(module)
}

/// The name of a module object.
fn name_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    module: &D::Value,
) -> Result<Option<String>, Stop<D>> {
    super::require(cx, state, module)?;
    let name = get(cx, state, module, (MODULE, "name"))?;
    Ok(if D::is_null(cx, state, &name)? { None } else { Some(rust_text(cx, state, &name)?) })
}

/// `(module, package, other module, open)`.
fn is_exported_or_open<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(own) = name_of(cx, state, &args[0])? else { return Reply::bool(cx, state, true) };
    if D::same(cx, state, &args[0], &args[2])? {
        return Reply::bool(cx, state, true);
    }
    let package = rust_text(cx, state, &args[1])?.replace('.', "/");
    let other = name_of(cx, state, &args[2])?;
    let open = D::pick_int(cx, state, &args[3])? != 0;
    let to_other = |receivers: &Receivers| {
        receivers.is_empty()
            || other.as_ref().is_some_and(|other| receivers.iter().any(|name| **name == **other))
    };
    let answer = cx.program.module(&own).is_none_or(|module| {
        module.opens.get(&*package).is_some_and(to_other)
            || (!open && module.exports.get(&*package).is_some_and(to_other))
    });
    let answer =
        answer || (other.is_none() && is_added(cx, &format!("{own}/{}=", package.replace('/', ".")), open));
    Reply::bool(cx, state, answer)
}

/// Whether the user has opened a package to the class path, or exported it. As in a JVM these wishes are properties.
fn is_added<D: Domain>(cx: &Cx<'_, D>, package: &str, open: bool) -> bool {
    let properties = cx.host.properties();
    let mut wishes = properties.iter().filter(|(name, _)| {
        name.starts_with("jdk.module.addopens.") || (!open && name.starts_with("jdk.module.addexports."))
    });
    wishes.any(|(_, wish)| {
        wish.strip_prefix(package).is_some_and(|to| to.split(',').any(|to| to == "ALL-UNNAMED"))
    })
}

fn class_loader<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let own = get(cx, state, &args[0], (MODULE, "loader"))?;
    if !D::is_null(cx, state, &own)? {
        return Ok(Reply::Value(own));
    }
    let loader = match name_of(cx, state, &args[0])? {
        Some(name) => Loader::of(&name),
        None => Loader::App,
    };
    loading::builtin(cx, state, loader).map(Reply::Value)
}

/// The application's loader has the classes of the class path; others have modules of their own.
fn unnamed_of_loader<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let app = loading::builtin(cx, state, Loader::App)?;
    if D::same(cx, state, &app, &args[0])? {
        named(cx, state, None).map(Reply::Value)
    } else {
        Ok(Reply::Decline)
    }
}

/// `(name of a module)`.
fn find_module<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let name = rust_text(cx, state, &args[0])?;
    named(cx, state, Some(name.into())).map(Reply::Value)
}

/// `(module, name of a class)`: null unless the class is in the module.
fn class_in<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let module = name_of(cx, state, &args[0])?;
    super::require(cx, state, &args[1])?;
    let name = rust_text(cx, state, &args[1])?.replace('.', "/");
    match cx.program.class_named(&name) {
        Ok(class) if cx.program.module_of(class).as_deref() == module.as_deref() => {
            types::mirror(cx, state, cx.program.class(class).ty).map(Reply::Value)
        }
        _ => Reply::null(cx, state),
    }
}

/// `(package)`, as an internal name: the module image's address of its module.
fn package_location<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let package = rust_text(cx, state, &args[0])?.replace('.', "/");
    let exporter = cx.program.modules().iter().find(|module| module.exports.contains_key(&*package));
    let name = exporter.map_or(BASE, |module| &module.name);
    Reply::text(cx, state, &format!("jrt:/{name}"))
}

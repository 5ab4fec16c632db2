//! `java.util.ServiceLoader`: what the modules of the JDK provide. Services of the class path take the JDK's own way.

use program::JavaText;

use super::{Answer, Entry, Reply, class_of_mirror, get, modules, rust_text, set};
use crate::{Cx, Domain, State};

const CATALOG: &str = "jdk/internal/module/ServicesCatalog";
const PROVIDER: &str = "jdk/internal/module/ServicesCatalog$ServiceProvider";

/// The intrinsics of services.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("jdk/internal/loader/BootLoader", "getServicesCatalog", "", boot_catalogue),
        (CATALOG, "findServices", "", find_services),
        ("java/util/ServiceLoader", "inExplicitModule", "", in_explicit_module),
    ]
}

/// The boot loader's catalogue, which has no map of its own.
fn boot_catalogue<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    D::new_object(cx, state, cx.class(CATALOG)?).map(Reply::Value)
}

/// `(catalogue, name of a service)`: the providers in every module are in the boot loader's catalogue, which is asked last.
fn find_services<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const LIST: &str = "java/util/Arrays$ArrayList";
    let own = get(cx, state, &args[0], (CATALOG, "map"))?;
    if !D::is_null(cx, state, &own)? {
        return Ok(Reply::Decline);
    }
    let service = rust_text(cx, state, &args[1])?.replace('.', "/");
    let program = cx.program;
    let mut out = Vec::new();
    for module in program.modules() {
        let provided = module.provides.iter().filter(|(name, _)| **name == *service);
        for provider in provided.flat_map(|(_, providers)| providers) {
            let home = modules::named(cx, state, Some(module.name.clone()))?;
            let object = D::new_object(cx, state, cx.class(PROVIDER)?)?;
            set(cx, state, &object, (PROVIDER, "module"), home)?;
            let name = D::new_string(cx, state, &JavaText::from(provider.replace('/', ".").as_str()))?;
            set(cx, state, &object, (PROVIDER, "providerName"), name)?;
            out.push(object);
        }
    }
    let array = super::new_array(cx, state, PROVIDER, &out)?;
    let list = D::new_object(cx, state, cx.class(LIST)?)?;
    set(cx, state, &list, (LIST, "a"), array)?;
    Ok(Reply::Value(list))
}

fn in_explicit_module<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[args.len() - 1])?;
    let answer = class.is_some_and(|class| cx.program.module_of(class).is_some());
    Reply::bool(cx, state, answer)
}

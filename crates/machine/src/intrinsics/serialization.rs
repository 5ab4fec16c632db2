//! `java.io.ObjectInputStream` and its kin: objects made by the constructor of a superclass.
//!
//! The first superclass that is not serializable has its constructor run on an object of the subclass. The JDK generates a class
//! for that whose code no verifier would pass; here one class of ours, with a native method, serves for all of them.

use program::define::{ClassDef, FieldDef, MethodCode, MethodDef};
use program::{ClassId, Flags, MethodId};

use super::{Answer, Entry, Reply, class_of_mirror, delegate, get, nothing, set};
use crate::steps::init;
use crate::{Cx, Domain, State, Stop, Then, link_error};

const STREAM_CLASS: &str = "java/io/ObjectStreamClass";
const GENERATOR: &str = "jdk/internal/reflect/MethodAccessorGenerator";
/// Our class.
const ACCESSOR: &str = "jdk/internal/reflect/SuperclassConstructorAccessor";
const NEW_INSTANCE: &str = "([Ljava/lang/Object;)Ljava/lang/Object;";

/// The intrinsics of serialization.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (STREAM_CLASS, "initNative", "", nothing),
        (STREAM_CLASS, "hasStaticInitializer", "", has_initialiser),
        (GENERATOR, "generateSerializationConstructor", "", accessor),
        (ACCESSOR, "newInstance", "", new_instance),
    ]
}

fn has_initialiser<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    let answer = class.is_some_and(|class| cx.program.class(class).initializer.is_some());
    Reply::bool(cx, state, answer)
}

/// `(generator, class, parameters, exceptions, modifiers, superclass)`, since JDK 21 without exceptions: only constructors without
/// parameters are asked for.
fn accessor<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let superclass = class_of_mirror(cx, state, &args[args.len() - 1])?;
    let constructor = superclass.and_then(|class| cx.program.declared_method(class, "<init>", "()V"));
    let constructor = constructor
        .ok_or_else(|| Stop::unsupported("serialization through a constructor with parameters"))?;
    let class = accessor_class(cx)?;
    let object = D::new_object(cx, state, class)?;
    set(cx, state, &object, (ACCESSOR, "type"), args[1].clone())?;
    let constructor = D::int(cx, state, constructor.0 as i32);
    set(cx, state, &object, (ACCESSOR, "constructor"), constructor)?;
    Ok(Reply::Value(object))
}

/// Our class, defined when it is first needed.
fn accessor_class<D: Domain>(cx: &Cx<'_, D>) -> Result<ClassId, Stop<D>> {
    if let Some(class) = cx.program.loaded_class(ACCESSOR) {
        return Ok(class);
    }
    let field = |name: &str, descriptor: &str| FieldDef {
        name: name.into(),
        descriptor: descriptor.into(),
        flags: Flags::FINAL,
        constant: None,
    };
    let class = ClassDef {
        name: ACCESSOR.into(),
        flags: Flags::FINAL,
        superclass: Some("jdk/internal/reflect/ConstructorAccessorImpl".into()),
        interfaces: Vec::new(),
        fields: vec![field("type", "Ljava/lang/Class;"), field("constructor", "I")],
        methods: vec![MethodDef {
            name: "newInstance".into(),
            descriptor: NEW_INSTANCE.into(),
            flags: Flags::PUBLIC | Flags::NATIVE,
            code: MethodCode::None,
        }],
        hidden: true,
    };
    cx.program.define(class).map_err(|error| link_error(&error))
}

/// `(accessor, no arguments)`.
fn new_instance<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let mirror = get(cx, state, &args[0], (ACCESSOR, "type"))?;
    let Some(class) = class_of_mirror(cx, state, &mirror)? else {
        return Err(Stop::raise("java/lang/InstantiationException"));
    };
    init::ensure(cx, state, class)?;
    let constructor = get(cx, state, &args[0], (ACCESSOR, "constructor"))?;
    let constructor = MethodId(D::pick_int(cx, state, &constructor)? as u32);
    let object = D::new_object(cx, state, class)?;
    match delegate(cx, state, constructor, std::slice::from_ref(&object), Then::Construct(object.clone()))? {
        Reply::Void | Reply::Value(_) => Ok(Reply::Value(object)),
        reply => Ok(reply),
    }
}

//! Code of the program that modelled library methods run: `toString` of what is printed, `hashCode` for the default
//! `toString`, the message of an exception, `fillInStackTrace` of a new one.
//!
//! A model asks here before it acts. Either there is a method to run first, in a frame of its own, after which the model is
//! evaluated again with [`CALLBACK_DONE`](super::call::CALLBACK_DONE); or there is none; or it cannot be told, and the graph is cut.

use library::{Model, names};
use program::class::Origin;
use program::{MethodId, Program, TypeId};

use super::call::select;
use super::table::find;
use super::{At, Outcome, Rule};
use crate::state::{Ref, Value};

/// Overridable methods that models may run: class, name, descriptor.
const HASH_CODE: Hook = Hook(names::OBJECT, "hashCode", "()I");
const TO_STRING: Hook = Hook(names::OBJECT, "toString", "()Ljava/lang/String;");
const FILL_IN: Hook = Hook(names::THROWABLE, "fillInStackTrace", "()Ljava/lang/Throwable;");
const LOCALIZED: Hook = Hook(names::THROWABLE, "getLocalizedMessage", "()Ljava/lang/String;");
const MESSAGE: Hook = Hook(names::THROWABLE, "getMessage", "()Ljava/lang/String;");
const CAUSE: Hook = Hook(names::THROWABLE, "getCause", "()Ljava/lang/Throwable;");

const SET_SEED: Hook = Hook(names::RANDOM, "setSeed", "(J)V");

struct Hook(&'static str, &'static str, &'static str);

impl Hook {
    fn method(&self, program: &Program) -> Option<MethodId> {
        let class = program.class_named(self.0).ok()?;
        program.declared_method(class, self.1, self.2)
    }

    /// What the method is for this object.
    fn of(&self, at: At<'_, '_>, object: Ref) -> Rule<MethodId> {
        let resolved = self.method(at.cx.program);
        let resolved = resolved.ok_or_else(|| Outcome::Cut(format!("`{}.{}` is missing", self.0, self.1)))?;
        select(at, object, resolved)
    }

    /// What the method is for this object if the program wrote it itself.
    fn own(&self, at: At<'_, '_>, object: Ref) -> Rule<Option<MethodId>> {
        let target = self.of(at, object)?;
        Ok(is_own(at.cx.program, target).then_some(target))
    }
}

fn is_own(program: &Program, method: MethodId) -> bool {
    program.class(program.method(method).class).origin != Origin::Jdk
}

/// Methods that a model may run on anything: all of the first, and those of the second that the program wrote itself.
pub fn hooks(program: &Program, model: Model) -> [Vec<MethodId>; 2] {
    let methods = |hooks: &[Hook]| hooks.iter().filter_map(|hook| hook.method(program)).collect();
    match model {
        Model::AppendObject => [methods(&[TO_STRING]), methods(&[HASH_CODE, LOCALIZED, MESSAGE])],
        Model::ToString => [Vec::new(), methods(&[HASH_CODE])],
        Model::Message => [Vec::new(), methods(&[LOCALIZED, MESSAGE])],
        Model::NewThrowable => [Vec::new(), methods(&[FILL_IN, LOCALIZED, MESSAGE])],
        _ => [Vec::new(), Vec::new()],
    }
}

/// What has to be run for `toString` of an existing object.
pub fn to_string(at: At<'_, '_>, object: Ref) -> Rule<Option<MethodId>> {
    if at.cx.world.is_opaque(at.state.types(object)) {
        return Ok(None);
    }
    let target = TO_STRING.of(at, object)?;
    match find(at.cx.program, target).and_then(|line| line.model) {
        Some(Model::ToString) => hash_code(at, object),
        Some(Model::Message) => message(at, object),
        Some(_) => Ok(None),
        None => Ok(Some(target)),
    }
}

/// The default `toString` asks for the hash code.
pub fn hash_code(at: At<'_, '_>, object: Ref) -> Rule<Option<MethodId>> {
    HASH_CODE.own(at, object)
}

/// `Throwable.toString` asks for the localized message, which is the message unless overridden.
pub fn message(at: At<'_, '_>, exception: Ref) -> Rule<Option<MethodId>> {
    match LOCALIZED.own(at, exception)? {
        Some(own) => Ok(Some(own)),
        None => MESSAGE.own(at, exception),
    }
}

/// The constructors of `Throwable` fill in the stack trace; one with a cause alone asks it for its text.
pub fn fill_in(at: At<'_, '_>, exception: Ref, causes: &[Ref]) -> Rule<Option<MethodId>> {
    for &cause in causes {
        if at.exists(cause)? && message(at, cause)?.is_some() {
            return Err(Outcome::Cut("the text of a cause is made by code of the program".into()));
        }
    }
    FILL_IN.own(at, exception)
}

/// A stack trace shows an exception and its causes: none of the world's may do that in code of its own.
pub fn no_own_traces(at: At<'_, '_>) -> Rule<()> {
    let program = at.cx.program;
    let throwable = program.class_type(names::THROWABLE);
    let is_throwable = |ty: &TypeId| program.is_subtype(*ty, throwable).unwrap_or(false);
    for ty in at.cx.world.java_types().filter(is_throwable) {
        let class = program.resolve_class(ty).map_err(|error| Outcome::Cut(error.to_string()))?;
        for hook in [TO_STRING, LOCALIZED, MESSAGE, CAUSE] {
            let target = hook.method(program).and_then(|method| program.select(class, method).ok());
            if target.is_none_or(|target| is_own(program, target)) {
                let name = program.type_name(ty);
                return Err(Outcome::Cut(format!("a stack trace may show `{name}` in code of its own")));
            }
        }
    }
    Ok(())
}

/// Models of `PrintStream` and `Random` know these classes themselves, not what the program derives from them. The constructors of
/// `Random` set the seed in what is derived from it.
pub fn no_own_receiver(at: At<'_, '_>, target: MethodId, args: &[Ref]) -> Rule<()> {
    let program = at.cx.program;
    let method = program.method(target);
    let class = &*program.class(method.class).name;
    if method.is_static() || !matches!(class, names::PRINT_STREAM | names::RANDOM) {
        return Ok(());
    }
    let world = at.cx.world;
    let derived = world.members(at.state.types(args[0])).into_iter().any(|ty| !world.info(ty).opaque);
    let runs_own = match (&*method.name, class) {
        ("<init>", names::RANDOM) => SET_SEED.own(at, args[0])?.is_some(),
        ("<init>", _) => false,
        _ => true,
    };
    match derived && runs_own {
        true => Err(Outcome::Cut(format!("`{class}.{}` is called on a class derived from it", method.name))),
        false => Ok(()),
    }
}

/// What a method runs of an argument, such as `toString`, must not be code of the program; that of opaque values is not.
pub fn no_own_code(at: At<'_, '_>, argument: Ref, method: &str) -> Rule<()> {
    match is_harmless(at, argument) {
        true => Ok(()),
        false => Err(Outcome::Cut(format!("`{method}` may run code of its arguments"))),
    }
}

/// Nor may that of what is formatted.
pub fn no_own_cells(at: At<'_, '_>, array: Ref) -> Rule<()> {
    let harmless = match at.state.array(array).map(|array| array.cells.as_deref()) {
        Some(Some(cells)) => cells.iter().all(|&cell| is_harmless(at, cell)),
        Some(None) | None => array == Ref::NULL,
    };
    match harmless {
        true => Ok(()),
        false => Err(Outcome::Cut("formatting may run code of what is formatted".into())),
    }
}

fn is_harmless(at: At<'_, '_>, r: Ref) -> bool {
    match at.state.value(r) {
        Value::Null | Value::Int(_) | Value::Float(_) => true,
        Value::Object(_) | Value::Array(_) => at.cx.world.is_opaque(at.state.types(r)),
    }
}

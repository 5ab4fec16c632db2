//! Entry points: methods of the class path a caller could call, and the unknown arguments they are called with.

use std::sync::Arc;

use base::Diagnostic;
use library::names;
use program::class::Origin;
use program::code::{Pc, Reg};
use program::{ClassId, Flags, GenericClass, GenericType, MethodId, MethodPattern, Program, TypeId};

use crate::promises::{is_marked, is_non_null, is_nullable, is_plain};

/// A method to explore.
#[derive(Clone, Debug)]
pub struct Entry {
    pub method: MethodId,
    /// `Class.method(int, String)` as users write it.
    pub name: String,
    /// Receiver first, except for constructors, whose receiver is new.
    pub params: Vec<Param>,
    pub is_constructor: bool,
    /// A whole program: `main` without arguments, whose input is what it asks its environment for.
    pub is_main: bool,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub ty: TypeId,
    /// The type as it is declared, if that says more.
    pub generic: Option<GenericType>,
    /// The receiver, or annotated so.
    pub non_null: bool,
    /// Annotated so: null is a value like any other.
    pub nullable: bool,
    /// An array of objects only: what the JVM hands to `main`.
    pub is_full: bool,
}

/// What javac calls the object around an inner one, with its depth behind; no source can make it null.
pub(crate) const OUTER: &str = "this$";

/// Every method of the class path that a caller could call, in order of declaration.
pub fn all_entries(program: &Program) -> Vec<Entry> {
    let names = program.class_path_names();
    let classes = names.iter().filter_map(|name| program.class_named(name).ok());
    let callable =
        |class: ClassId| program.class(class).methods().filter(|method| is_callable(program, *method));
    classes.flat_map(callable).map(|method| Entry::new(program, method)).collect()
}

/// The method a user calls `Class.name` or `Class.name(int, String)`.
pub fn find_method(program: &Program, pattern: &str) -> Result<Entry, Diagnostic> {
    let method = MethodPattern::new(pattern).one(program, &program.class_path_names())?;
    if has_code(program, method) {
        return checked(program, method);
    }
    let message = format!("`{}` has no code to explore", program.call_name(method));
    Err(Diagnostic::error("unknown-method", message))
}

/// The precondition a user calls `Class.repOk`, if it fits the method it is for.
pub fn find_precondition(program: &Program, pattern: &str) -> Result<MethodId, Diagnostic> {
    let entry = find_method(program, pattern)?;
    if program.method(entry.method).result == TypeId::BOOLEAN {
        return Ok(entry.method);
    }
    let result = program.type_name(program.method(entry.method).result);
    Err(Diagnostic::error("bad-precondition", format!("`{}` returns `{result}`, not `boolean`", entry.name)))
}

impl Entry {
    pub fn new(program: &Program, id: MethodId) -> Self {
        let method = program.method(id);
        let receiver = Param {
            name: "this".into(),
            ty: program.class(method.class).ty,
            generic: None,
            non_null: true,
            nullable: false,
            is_full: false,
        };
        let has_receiver = !method.is_static() && !method.is_constructor();
        let declared = (0..method.params.len()).map(|index| declared_param(program, id, index));
        Self {
            method: id,
            name: display_name(program, id),
            params: has_receiver.then_some(receiver).into_iter().chain(declared).collect(),
            is_constructor: method.is_constructor(),
            is_main: false,
        }
    }

    /// The same method, called with objects wherever nothing says that null is allowed.
    pub fn with_objects(mut self) -> Self {
        for param in &mut self.params {
            param.non_null |= !param.nullable;
        }
        self
    }

    /// Where a precondition's parameters stand among those of another method: it takes the arguments whose types it names, in
    /// order. Nothing if some are not there; then it says nothing about the method.
    pub fn places_in(&self, program: &Program, other: &Entry) -> Option<Vec<usize>> {
        let mut given = other.params.iter().enumerate();
        let mut place = |wanted: &Param| {
            let fits = |ty| ty == wanted.ty || program.is_subtype(ty, wanted.ty).unwrap_or(false);
            given.find(|(_, candidate)| fits(candidate.ty)).map(|(place, _)| place)
        };
        self.params.iter().map(&mut place).collect()
    }

    /// The program that starts in this class; `None` if it has no `main`.
    pub fn main(program: &Program, class: ClassId) -> Option<Self> {
        let method = program.declared_method(class, "main", names::MAIN)?;
        Some(Self { params: Vec::new(), is_main: true, ..Self::new(program, method) })
    }
}

/// `Class.method(int, String)`.
pub fn display_name(program: &Program, id: MethodId) -> String {
    program.call_name(id)
}

/// A type without its package.
pub fn short_type(program: &Program, ty: TypeId) -> String {
    program.short_type(ty)
}

fn declared_param(program: &Program, id: MethodId, index: usize) -> Param {
    let method = program.method(id);
    let attributes = program.method_attributes(id);
    let first = usize::from(!method.is_static());
    let words = method.params[..index].len();
    let from_table = program.body(id).ok().and_then(|body| {
        let reg = Reg(u16::try_from(first + words).ok()?);
        body.local_at(reg, Pc(0)).map(|local| local.name.to_string())
    });
    let from_attribute =
        || attributes.parameters.get(index).and_then(|(name, _)| name.as_ref().map(Arc::to_string));
    let annotations = attributes.parameter_annotations.get(index).map_or(&[][..], |all| all);
    let name = from_table.or_else(from_attribute).unwrap_or_else(|| format!("arg{index}"));
    let is_full = is_program(program, id);
    let is_outer = method.is_constructor() && name.starts_with(OUTER);
    let generic = attributes.signature.and_then(|text| generic_param(program, method, &text, index));
    let nullable = annotations.iter().any(is_nullable);
    let is_promised = || !nullable && is_plain(generic.as_ref()) && is_marked(program, id);
    Param {
        ty: method.params[index],
        non_null: is_full || is_outer || annotations.iter().any(is_non_null) || is_promised(),
        generic,
        nullable,
        name,
        is_full,
    }
}

/// The declared type of a parameter. Those that the compiler made up come first and have none.
fn generic_param(
    program: &Program,
    method: &program::class::Method,
    signature: &str,
    index: usize,
) -> Option<GenericType> {
    let class = program.class_attributes(method.class).signature.as_deref().and_then(GenericClass::of_class);
    let mut declared = GenericType::of_parameters(signature, &class.unwrap_or_default().bounds)?;
    let made_up = method.params.len().checked_sub(declared.len())?;
    let index = index.checked_sub(made_up)?;
    Some(declared.swap_remove(index))
}

/// Whether the JVM can start a program here.
pub(crate) fn is_program(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let strings = program.array_of(program.class_type(names::STRING));
    method.is_static()
        && method.flags.is(Flags::PUBLIC)
        && &*method.name == "main"
        && method.params[..] == [strings]
        && method.result == TypeId::VOID
}

fn is_callable(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let hidden = Flags(Flags::PRIVATE.0);
    let made_up = method.flags.is(Flags::SYNTHETIC) || method.flags.is(Flags::BRIDGE);
    let in_enum = program.class(method.class).flags.is(Flags::ENUM);
    let generated = in_enum && (matches!(&*method.name, "values" | "valueOf") || method.is_constructor());
    let abstract_constructor =
        method.is_constructor() && program.class(method.class).flags.is(Flags::ABSTRACT);
    let class_synthetic = program.class(method.class).flags.is(Flags::SYNTHETIC);
    has_code(program, id)
        && !method.flags.is(hidden)
        && !made_up
        && !generated
        && !abstract_constructor
        && !class_synthetic
        && program.class(method.class).origin == Origin::ClassPath
}

fn has_code(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    !method.is_abstract() && !method.is_native() && &*method.name != "<clinit>"
}

/// Whether a method tells the lines of its code.
pub fn has_lines(program: &Program, entry: &Entry) -> bool {
    program.body(entry.method).is_ok_and(|body| !body.lines.is_empty())
}

/// A method explored by name must tell lines, or findings would have no place.
fn checked(program: &Program, id: MethodId) -> Result<Entry, Diagnostic> {
    let entry = Entry::new(program, id);
    match program.body(id) {
        Ok(body) if body.lines.is_empty() => Err(Diagnostic::error(
            "no-debug-info",
            format!("`{}` was compiled without line numbers", entry.name),
        )
        .help("compile with `javac -g`")),
        Ok(_) => Ok(entry),
        Err(error) => Err(Diagnostic::error("bad-class", format!("`{}`: {}", entry.name, error.message))),
    }
}

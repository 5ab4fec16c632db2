//! What annotations say of null: what callers have promised, one by one or for everything in a class or a package.
//!
//! Annotations are known by their simple names, which the usual libraries share. The innermost scope that says something counts. What has a
//! type variable for its type is left alone: whoever chooses the type says whether null is among its values.

use program::class::Annotation;
use program::{ClassId, GenericType, MethodId, Program};

/// There is always an object.
const NON_NULL: [&str; 4] = ["NonNull", "Nonnull", "NotNull", "NonNullable"];
/// Null is a value like any other.
const NULLABLE: [&str; 3] = ["Nullable", "CheckForNull", "PossiblyNull"];
/// What is said of nothing else is an object, in the class or package annotated so.
const MARKED: [&str; 4] = ["NullMarked", "NonNullApi", "ParametersAreNonnullByDefault", "NonNullByDefault"];
/// The opposite.
const UNMARKED: [&str; 2] = ["NullUnmarked", "ParametersAreNullableByDefault"];

/// Whether an annotation says that there is always an object.
pub(crate) fn is_non_null(annotation: &Annotation) -> bool {
    is_called(annotation, &NON_NULL)
}

pub(crate) fn is_nullable(annotation: &Annotation) -> bool {
    is_called(annotation, &NULLABLE)
}

/// Whether the scopes around a method say that its parameters are objects where nothing else is said.
pub(crate) fn is_marked(program: &Program, method: MethodId) -> bool {
    let class = program.method(method).class;
    let said = said(&program.method_attributes(method).annotations).or_else(|| of_class(program, class));
    said.unwrap_or(false)
}

/// Whether a type says nothing of null itself.
pub(crate) fn is_plain(generic: Option<&GenericType>) -> bool {
    !matches!(generic, Some(GenericType::Variable(_)))
}

/// What a class says, or one around it, or its package.
fn of_class(program: &Program, class: ClassId) -> Option<bool> {
    let mut name = &*program.class(class).name;
    loop {
        let here = program.class_named(name).ok();
        if let Some(said) = here.and_then(|class| said(&program.class_attributes(class).annotations)) {
            return Some(said);
        }
        let Some((outer, _)) = name.rsplit_once('$') else { break };
        name = outer;
    }
    let package = program.class(class).package();
    let info = program.class_named(&format!("{package}/package-info")).ok()?;
    said(&program.class_attributes(info).annotations)
}

fn said(annotations: &[Annotation]) -> Option<bool> {
    let has = |names: &[&str]| annotations.iter().any(|annotation| is_called(annotation, names));
    match (has(&MARKED), has(&UNMARKED)) {
        (false, false) => None,
        (marked, unmarked) => Some(marked && !unmarked),
    }
}

/// Whether an annotation's name without its package is one of these.
fn is_called(annotation: &Annotation, names: &[&str]) -> bool {
    let name = annotation.ty.strip_prefix('L').unwrap_or(&annotation.ty).trim_end_matches(';');
    names.contains(&name.rsplit(['/', '$', '.']).next().unwrap_or(name))
}

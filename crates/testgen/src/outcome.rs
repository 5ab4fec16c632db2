//! How a test's name ends: what the call does.

use explore::Entry;
use program::{Type, TypeId};

use crate::java::Java;
use crate::name;
use crate::observe::{Ended, Observed};
use crate::picture::{Content, Seen};
use crate::recipe::{Expr, Number};

/// Fields named at most.
const MAX_FIELDS: usize = 2;

/// `ReturnsTrue`, `ThrowsNoSuchElement`, `ChangesRootAndSize`; nothing for constructors that return.
pub fn name(
    java: &Java<'_, '_>,
    observed: &Observed,
    entry: &Entry,
    names: &[Option<(String, TypeId)>],
) -> String {
    if let Ended::Threw(thrown) = &observed.end {
        let class = java.access.program.class(thrown.class).java_name();
        let simple = class.rsplit(['.', '$']).next().unwrap_or(&class);
        let short = simple.strip_suffix("Exception").filter(|short| !short.is_empty()).unwrap_or(simple);
        return format!("Throws{}", name::capital(short));
    }
    if entry.is_constructor {
        return String::new();
    }
    match observed.after.roots.first() {
        Some(seen) => format!("Returns{}", returned(java, observed, entry, names, *seen)),
        None => changes(java, observed, names),
    }
}

fn returned(
    java: &Java<'_, '_>,
    observed: &Observed,
    entry: &Entry,
    names: &[Option<(String, TypeId)>],
    seen: Seen,
) -> String {
    let program = java.access.program;
    let ty = program.method(entry.method).result;
    let node = match seen {
        Seen::Null => return "Null".to_owned(),
        Seen::Number(number) => return number_word(program.ty(ty), number),
        Seen::Node(node) => node,
    };
    if let Some((name, _)) = &names[node] {
        let is_receiver = entry.params.first().is_some_and(|param| param.name == "this")
            && matches!(java.recipe.args.first(), Some(Expr::Var(var)) if java.recipe.vars[var.0].name == *name);
        return if is_receiver { "Itself".to_owned() } else { name::capital(name) };
    }
    match &observed.after.nodes[node].content {
        Content::Text(text) if text.is_empty() => "EmptyText".to_owned(),
        Content::Text(text) => name::text(&text.to_string()).unwrap_or_else(|| "Text".to_owned()),
        Content::Constant(field) => {
            name::capital(&program.field(*field).name.to_lowercase().replace('_', ""))
        }
        Content::Elements(elements) if elements.is_empty() => "EmptyArray".to_owned(),
        Content::Elements(_) => "Array".to_owned(),
        Content::Fields(_) | Content::Closed => {
            let class = program.type_name(observed.after.nodes[node].ty);
            let simple: String = class.rsplit(['.', '$']).next().unwrap_or(&class).to_owned();
            let kept: String = simple.chars().filter(|char| char.is_ascii_alphabetic()).collect();
            if kept.is_empty() { "Object".to_owned() } else { name::capital(&kept) }
        }
    }
}

fn number_word(ty: &Type, number: Number) -> String {
    match (ty, number) {
        (Type::Boolean, Number::Int(bit)) => if bit != 0 { "True" } else { "False" }.to_owned(),
        (Type::Char, Number::Int(unit)) => {
            let shown = char::from_u32(unit as u32).map(String::from).and_then(|shown| name::text(&shown));
            shown.unwrap_or_else(|| name::number(i64::from(unit)))
        }
        (_, Number::Int(value)) => name::number(i64::from(value)),
        (_, Number::Long(value)) => name::number(value),
        (_, Number::Float(bits)) => name::float(f64::from(f32::from_bits(bits))),
        (_, Number::Double(bits)) => name::float(f64::from_bits(bits)),
    }
}

/// The static fields that changed, and those of objects the test knows.
fn changes(java: &Java<'_, '_>, observed: &Observed, names: &[Option<(String, TypeId)>]) -> String {
    let program = java.access.program;
    let mut fields: Vec<String> = Vec::new();
    let mut others = false;
    for (index, (before, after)) in observed.before.nodes.iter().zip(&observed.after.nodes).enumerate() {
        if names[index].is_none() || before.content == after.content {
            continue;
        }
        let (Content::Fields(before), Content::Fields(after)) = (&before.content, &after.content) else {
            others = true;
            continue;
        };
        for ((field, was), (_, is)) in before.iter().zip(after) {
            let name = name::capital(&program.field(*field).name);
            if was != is && !fields.contains(&name) {
                fields.push(name);
            }
        }
    }
    fields.extend(observed.changes.iter().map(|(field, _)| name::capital(&program.field(*field).name)));
    match (&fields[..], others) {
        ([], false) => "ChangesNothing".to_owned(),
        ([], true) => "ChangesElements".to_owned(),
        (fields, _) => {
            let shown = fields.iter().take(MAX_FIELDS).map(|field| field.replace('$', ""));
            format!("Changes{}", shown.collect::<Vec<_>>().join("And"))
        }
    }
}

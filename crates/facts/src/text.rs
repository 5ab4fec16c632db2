//! Facts in the terms of the source.

use std::collections::BTreeSet;

use program::code::Pc;
use program::{FieldId, MethodId, Program, TypeId};

use crate::fact::{Cause, Fall, FieldFacts, Least, Lost, Relation};
use crate::{Facts, Interval, Known};

/// The world in which facts hold.
pub const ASSUMED: &str = "objects are in states that their classes' own constructors and methods make: packages have no classes but \
     those given, nobody writes fields by reflection or native code without naming them, streams are as objects wrote them and \
     are read to their ends, and objects are handed to other threads safely";

/// What exploration and graphs take for granted of a field: all but its name and that it never changes.
pub fn used(program: &Program, field: FieldId, known: &Known, relations: &[Relation]) -> Vec<String> {
    let plain = Known { facts: FieldFacts { once: false, ..known.facts.clone() }, ..known.clone() };
    let mut out = claims(program, field, &plain);
    out.extend(relations.iter().filter(|one| one.is_about(field)).map(|one| one.text(program)));
    out
}

/// What holds of a field.
pub fn claims(program: &Program, field: FieldId, known: &Known) -> Vec<String> {
    let facts = &known.facts;
    let name = &*program.field(field).name;
    let mut out = Vec::new();
    out.extend(limits(program, field, facts));
    if let Some(length) = facts.length {
        out.push(bounds(&format!("{name}.length"), length));
    }
    if let Some(class) = facts.class {
        let or_null = if facts.never_null { "" } else { " or null" };
        out.push(format!("{name} is a `{}`{or_null}", program.type_name(class).replace('$', ".")));
    }
    if facts.once {
        out.push(format!("{name} never changes"));
    }
    if facts.acyclic {
        out.push(format!("{name} leads to older objects only"));
    }
    out
}

/// What values a field is limited to.
pub fn limits(program: &Program, field: FieldId, facts: &FieldFacts) -> Option<String> {
    let name = &*program.field(field).name;
    if facts.never_null {
        return Some(format!("{name} != null"));
    }
    let range = facts.range?;
    let is_boolean = program.field(field).ty == TypeId::BOOLEAN;
    Some(if is_boolean { format!("{name} == {}", range.low == 1) } else { bounds(name, range) })
}

/// The facts of some fields, a sentence each: `p.Class: n >= 1`.
pub fn sentences(program: &Program, facts: &Facts, fields: &BTreeSet<FieldId>) -> Vec<String> {
    let of_field = |field: &FieldId| {
        let class = program.field(*field).class;
        let known = facts.known(*field)?;
        let name = program.class(class).java_name().replace('$', ".");
        let claims = used(program, *field, known, facts.relations(class));
        Some(claims.into_iter().map(move |claim| format!("{name}: {claim}")))
    };
    let all: BTreeSet<String> = fields.iter().filter_map(of_field).flatten().collect();
    all.into_iter().collect()
}

fn bounds(name: &str, range: Interval) -> String {
    let is_low = range.low > i64::from(i32::MIN);
    let is_high = range.high < i64::from(i32::MAX);
    match (is_low, is_high) {
        _ if range.low == range.high => format!("{name} == {}", range.low),
        (true, true) => format!("{} <= {name} <= {}", range.low, range.high),
        (true, false) => format!("{name} >= {}", range.low),
        _ => format!("{name} <= {}", range.high),
    }
}

/// `Class.method(int) line 12`.
pub fn place(program: &Program, method: MethodId, pc: Pc) -> String {
    let line = program.body(method).ok().and_then(|body| body.line(pc));
    let name = program.call_name(method);
    line.map_or_else(|| name.clone(), |line| format!("{name} line {line}"))
}

/// What does not hold of a field, and why.
pub fn lost(program: &Program, field: FieldId, known: &Known) -> Vec<String> {
    let loses = |least: Least| move |fall: &&Fall| matches!(fall.lost, Lost::MayBe(lost, _) if lost == least);
    let is_boolean = program.field(field).ty == TypeId::BOOLEAN;
    let first = |least: Least| known.falls.iter().find(loses(least)).filter(|_| !is_boolean);
    let number = first(Least::Zero).or_else(|| first(Least::One));
    let changes = known.falls.iter().find(|fall| fall.lost == Lost::Changes);
    let falls = first(Least::Object).into_iter().chain(number).chain(changes);
    falls.map(|fall| fallen(program, field, fall)).collect()
}

fn fallen(program: &Program, field: FieldId, fall: &Fall) -> String {
    let name = &program.field(field).name;
    let place = fall.at.map(|(method, pc)| place(program, method, pc)).unwrap_or_default();
    let Lost::MayBe(least, cause) = fall.lost else { return format!("`{name}` changes: {place}") };
    let what = match least {
        Least::Object => "null",
        Least::Zero => "below 0",
        Least::One => "below 1",
    };
    let why = match cause {
        Cause::Written => place,
        Cause::Left => format!("as {place} leaves it"),
        Cause::Streams => "streams leave it out".to_owned(),
        Cause::TooLong => format!("{place} is too long to be followed"),
        Cause::NoMaker => "nobody is seen to make such an object".to_owned(),
    };
    format!("`{name}` may be {what}: {why}")
}

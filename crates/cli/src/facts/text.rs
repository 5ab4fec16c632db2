//! Facts in the terms of the source, and as JSON.

use std::fmt::Write as _;

use facts::{ASSUMED, Facts, Interval, Known, claims, lost, place};
use program::{ClassId, FieldId, Program};
use serde_json::{Value, json};

pub fn render(program: &Program, facts: &Facts, classes: &[ClassId]) -> String {
    let mut out = String::new();
    let (mut fields, mut with_facts) = (0, 0);
    for &class in classes {
        let lines = of_class(program, facts, class);
        fields += instance_fields(program, class).count();
        with_facts += instance_fields(program, class)
            .filter(|field| facts.of(*field).is_some_and(|facts| !facts.is_empty()))
            .count();
        if !lines.is_empty() {
            let _ = writeln!(out, "{}", program.class(class).java_name().replace('$', "."));
            lines.iter().for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
        }
    }
    let _ = writeln!(out, "{fields} fields, something is known of {with_facts}");
    let _ = writeln!(out, "{ASSUMED}");
    out
}

fn instance_fields(program: &Program, class: ClassId) -> impl Iterator<Item = FieldId> {
    program.class(class).fields().filter(|field| !program.field(*field).is_static())
}

fn of_class(program: &Program, facts: &Facts, class: ClassId) -> Vec<String> {
    let mut out = Vec::new();
    for field in instance_fields(program, class) {
        let Some(known) = facts.known(field) else { continue };
        let name = &program.field(field).name;
        if let Some(open) = known.open {
            out.push(format!("`{name}`: nothing is known: {}", open.why()));
            continue;
        }
        let said = claims(program, field, known);
        if !said.is_empty() {
            out.push(format!("{}, by {}", said.join(", "), rests_on(program, known)));
        }
        out.extend(lost(program, field, known));
    }
    for relation in facts.relations(class) {
        out.push(format!("{}, by every constructor", relation.text(program)));
    }
    out
}

fn rests_on(program: &Program, known: &Known) -> String {
    let mut places: Vec<String> =
        known.writers.iter().map(|(method, pc)| place(program, *method, *pc)).collect();
    places.dedup();
    if places.is_empty() { "nobody who writes it".to_owned() } else { places.join(", ") }
}

pub fn json(program: &Program, facts: &Facts, classes: &[ClassId]) -> Value {
    let class = |class: &ClassId| {
        let fields: Vec<Value> = instance_fields(program, *class)
            .filter_map(|field| Some(of_field(program, field, facts.known(field)?)))
            .collect();
        let relations: Vec<String> =
            facts.relations(*class).iter().map(|relation| relation.text(program)).collect();
        json!({ "class": program.class(*class).java_name(), "fields": fields, "relations": relations })
    };
    json!({ "assumed": ASSUMED, "classes": classes.iter().map(class).collect::<Vec<_>>() })
}

fn of_field(program: &Program, field: FieldId, known: &Known) -> Value {
    let facts = &known.facts;
    let range = |range: Option<Interval>| range.map(|range| json!([range.low, range.high]));
    let writers: Vec<String> =
        known.writers.iter().map(|(method, pc)| place(program, *method, *pc)).collect();
    json!({
        "name": &*program.field(field).name,
        "never_null": facts.never_null,
        "range": range(facts.range),
        "length": range(facts.length),
        "class": facts.class.map(|class| program.type_name(class)),
        "never_changes": facts.once,
        "acyclic": facts.acyclic,
        "writers": writers,
        "open": known.open.map(facts::Open::why),
        "lost": lost(program, field, known),
    })
}

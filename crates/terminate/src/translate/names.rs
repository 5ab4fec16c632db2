//! Names for a state's numbers in the words of the source: `i`, `this.size`, `|list|`.

use base::Id;
use graph::state::Label;
use graph::{Frame, Ref, State};
use program::Program;
use program::code::Reg;

use super::View;
use super::marker::{Marker, Property};
use super::measure::Kind;
use super::sight::{Argument, Quantity};

/// Paths into the heap longer than this get a plain name.
const LONGEST_PATH: usize = 3;

pub fn name(program: &Program, state: &State, argument: &Argument, view: &View) -> String {
    let (r, quantity) = *argument;
    let path = path(program, state, r).unwrap_or_else(|| r.to_string());
    match quantity {
        Quantity::Value => path,
        Quantity::Length => format!("{path}.length"),
        Quantity::Content(field) => format!("{path}.{}", program.field(field).name),
        Quantity::Marked(index) => {
            let Marker { field, property } = view.markers[index];
            format!("count({} {})", program.field(field).name, property_of(property, &path))
        }
        Quantity::Steps(field, end) => {
            let end = self::path(program, state, end).unwrap_or_else(|| end.to_string());
            format!("steps({path} to {end} by {})", program.field(field).name)
        }
        Quantity::Measure(index) => match view.measures[index].kind {
            Kind::Height if view.measures.len() > 1 => format!("height{}({path})", index + 1),
            Kind::Height => format!("height({path})"),
            Kind::Count if view.measures.len() > 1 => format!("size{}({path})", index + 1),
            Kind::Count => format!("size({path})"),
            Kind::Sum { twice: None } => format!("sum({path})"),
            Kind::Sum { twice: Some(field) } => {
                format!("sum({path}, {} twice)", program.field(field).name)
            }
        },
    }
}

/// A property as what follows the field's name.
fn property_of(property: Property, number: &str) -> String {
    match property {
        Property::Equals(constant) => format!("== {constant}"),
        Property::Differs(constant) => format!("!= {constant}"),
        Property::EqualsNumber => format!("== {number}"),
        Property::DiffersFromNumber => format!("!= {number}"),
        Property::IsNull => "== null".to_string(),
        Property::NotNull => "!= null".to_string(),
    }
}

/// The shortest way from a variable or static field to the reference.
fn path(program: &Program, state: &State, goal: Ref) -> Option<String> {
    let mut seen = vec![false; state.values.len()];
    let mut level = roots(program, state);
    for _ in 0..LONGEST_PATH {
        if let Some((_, found)) = level.iter().find(|(r, _)| *r == goal) {
            return Some(found.clone());
        }
        let mut next = Vec::new();
        for (r, path) in level {
            if !std::mem::replace(&mut seen[r.index()], true) {
                next.extend(steps(program, state, r, &path));
            }
        }
        level = next;
    }
    None
}

fn roots(program: &Program, state: &State) -> Vec<(Ref, String)> {
    let mut out = Vec::new();
    for frame in state.frames.iter().rev() {
        for (index, r) in frame.regs.iter().enumerate() {
            out.extend(r.and_then(|r| Some((r, local(program, frame, index)?))));
        }
    }
    for (field, r) in &state.statics {
        let field = program.field(*field);
        out.push((*r, format!("{}.{}", program.class(field.class).java_name(), field.name)));
    }
    let inputs = state.frames.iter().flat_map(|frame| &frame.inputs);
    out.extend(inputs.map(|input| (input.r, format!("input {}", input.r))));
    out
}

/// A register's name in the source; for a receiver without debug information, `this`.
fn local(program: &Program, frame: &Frame, index: usize) -> Option<String> {
    let body = program.body(frame.method).ok()?;
    let reg = Reg(u16::try_from(index).ok()?);
    match body.local_at(reg, frame.pc) {
        Some(local) => Some(local.name.to_string()),
        None if index < usize::from(body.params) => Some(format!("arg{index}")),
        None => Some(format!("r{index}")),
    }
}

fn steps(program: &Program, state: &State, r: Ref, path: &str) -> Vec<(Ref, String)> {
    let content = |(label, content): (Label, Ref)| {
        let step = match label {
            Label::Field(field) => format!("{path}.{}", program.field(field).name),
            Label::Cell(index) => format!("{path}[{index}]"),
            Label::At(_) => format!("{path}[]"),
        };
        (content, step)
    };
    let mut out: Vec<_> = state.contents(r).map(content).collect();
    out.extend(state.array(r).map(|array| (array.length, format!("{path}.length"))));
    out
}

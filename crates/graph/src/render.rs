//! Graphs as text and DOT. Both say the same; order is that of construction.

use std::fmt::Write;

use program::Program;

use crate::graph::{Edge, EdgeKind, Fact, Graph, NodeKind, Operand};
use crate::state::{Ref, Slot, State, Value};
use crate::world::World;

/// One line per node with its state, followed by its edges.
pub fn text(program: &Program, graph: &Graph) -> String {
    let mut out = String::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        let _ = writeln!(out, "{id} {}{}", graph.point(program, id), kind(&node.kind));
        for line in describe(program, &graph.world, &node.state) {
            let _ = writeln!(out, "    {line}");
        }
        for edge in graph.successors(id) {
            let facts: Vec<String> = edge.facts.iter().map(|fact| fact_text(program, fact)).collect();
            let facts = if facts.is_empty() { String::new() } else { format!("  {{{}}}", facts.join(", ")) };
            let _ = writeln!(out, "  -{}-> {}{facts}", edge_name(edge), edge.target);
        }
    }
    out
}

/// For Graphviz.
pub fn dot(program: &Program, graph: &Graph) -> String {
    let mut out = String::from("digraph {\n  node [shape=box, fontname=monospace, fontsize=9];\n");
    for (id, node) in graph.nodes.iter_enumerated() {
        let mut label = format!("{id} {}{}", graph.point(program, id), kind(&node.kind));
        for line in describe(program, &graph.world, &node.state) {
            label.push('\n');
            label.push_str(&line);
        }
        let label = label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l");
        let _ = writeln!(out, "  {id} [label=\"{label}\\l\"];");
    }
    for edge in graph.edges.iter() {
        let style = match edge.kind {
            EdgeKind::Eval | EdgeKind::End => "solid",
            EdgeKind::Refine => "dashed",
            EdgeKind::Instance => "dotted",
            EdgeKind::Inputs | EdgeKind::Call | EdgeKind::Return { .. } => "bold",
        };
        let facts: Vec<String> = edge.facts.iter().map(|fact| fact_text(program, fact)).collect();
        let label = facts.join("\\l").replace('"', "\\\"");
        let _ = writeln!(out, "  {} -> {} [style={style}, label=\"{label}\"];", edge.source, edge.target);
    }
    out.push_str("}\n");
    out
}

fn kind_name(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Inner => "inner",
        NodeKind::Call => "call",
        NodeKind::Entry => "entry",
        NodeKind::Return => "return",
        NodeKind::End => "end",
        NodeKind::Cut(_) => "cut",
    }
}

fn kind(kind: &NodeKind) -> String {
    match kind {
        NodeKind::Inner | NodeKind::End => String::new(),
        NodeKind::Call | NodeKind::Entry | NodeKind::Return => format!(" [{}]", kind_name(kind)),
        NodeKind::Cut(reason) => format!(" [cut: {reason}]"),
    }
}

fn edge_name(edge: &Edge) -> &'static str {
    match edge.kind {
        EdgeKind::Eval => "eval",
        EdgeKind::Refine => "refine",
        EdgeKind::Instance => "instance",
        EdgeKind::Inputs => "inputs",
        EdgeKind::Call => "call",
        EdgeKind::Return { .. } => "return",
        EdgeKind::End => "end",
    }
}

/// What holds on an edge, in words.
pub fn fact_text(program: &Program, fact: &Fact) -> String {
    let field = |field: program::FieldId| program.field(field).name.to_string();
    match fact {
        Fact::Define { result, op, lhs, rhs, wraps } => {
            let wraps = if *wraps { " (wraps)" } else { "" };
            format!("{result}' = {} {op} {}{wraps}", operand(*lhs), operand(*rhs))
        }
        Fact::Compare { cond, lhs, rhs } => format!("{} {cond} {}", operand(*lhs), operand(*rhs)),
        Fact::Read { object, field: name, result } => format!("{result}' = {object}.{}", field(*name)),
        Fact::ReadCell { array, index, result } => format!("{result}' = {array}[{index}]"),
        Fact::Realize { object, field: name, result } => {
            format!("realize {object}.{} as {result}'", field(*name))
        }
        Fact::Write { object, field: name, value } => format!("{object}.{} := {value}", field(*name)),
        Fact::WriteCell { array, index, value } => format!("{array}[{index}] := {value}"),
        Fact::New { result } => format!("new {result}'"),
        Fact::Length { array, result } => format!("{result}' = {array}.length"),
        Fact::IsNull(r) => format!("{r} = null"),
        Fact::Exists(r) => format!("{r} exists"),
        Fact::Same(a, b) => format!("{a} is {b}"),
        Fact::Different(a, b) => format!("{a} is not {b}"),
        Fact::Typed(r) => format!("{r} typed"),
    }
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::Ref(r) => r.to_string(),
        Operand::Const(value) => value.to_string(),
    }
}

/// The state in the notation of the book: frames, heap, predicates.
pub fn describe(program: &Program, world: &World, state: &State) -> Vec<String> {
    let mut out = Vec::new();
    for frame in state.frames.iter().rev() {
        let regs = frame.regs.iter().enumerate().filter_map(|(reg, content)| {
            let reg = program::code::Reg(reg as u16);
            let body = program.body(frame.method).ok()?;
            let name = body.local_at(reg, frame.pc).map_or(reg.to_string(), |local| local.name.to_string());
            Some(format!("{name}:{}", short(state, (*content)?)))
        });
        let inputs = frame.inputs.iter().map(|input| {
            let changed = if input.changed { "!" } else { "" };
            format!("{}:{}{changed}", slot(program, input.slot), short(state, input.r))
        });
        let all: Vec<String> = regs.chain(inputs).collect();
        out.push(format!("<{}@{} | {}>", program.method(frame.method).name, frame.pc, all.join(", ")));
    }
    for &(field, r) in &state.statics {
        let info = program.field(field);
        out.push(format!("{}.{} = {}", program.class(info.class).java_name(), info.name, short(state, r)));
    }
    out.extend(state.exception.map(|r| format!("throws {r}")));
    out.extend(state.objects().map(|r| object(program, world, state, r)));
    out.extend(relations(program, state));
    out
}

fn slot(program: &Program, slot: Slot) -> String {
    match slot {
        Slot::Argument(index) => format!("arg{index}"),
        Slot::Static(field) => format!("static {}", program.field(field).name),
        Slot::Caller(index) => format!("caller{index}"),
    }
}

fn short(state: &State, r: Ref) -> String {
    match state.value(r) {
        Value::Null => "null".into(),
        Value::Int(interval) => match interval.as_literal() {
            Some(literal) => literal.to_string(),
            None => format!("{r}={interval}"),
        },
        Value::Float(Some(bits)) => f64::from_bits(*bits).to_string(),
        Value::Float(None) => format!("{r}=float"),
        Value::Object(_) | Value::Array(_) => r.to_string(),
    }
}

fn object(program: &Program, world: &World, state: &State, r: Ref) -> String {
    let question = if state.maybe_null(r) { "?" } else { "" };
    let types = world.describe(state.types(r));
    let contents: Vec<String> = state
        .contents(r)
        .map(|(label, content)| match label {
            crate::state::Label::Field(field) => {
                format!("{}:{}", program.field(field).name, short(state, content))
            }
            crate::state::Label::Cell(_) => short(state, content),
            crate::state::Label::At(index) => format!("[{}]:{}", short(state, index), short(state, content)),
        })
        .collect();
    let length = state.array(r).map_or(String::new(), |array| format!("[{}]", short(state, array.length)));
    format!("{r}{question}: {types}{length}({})", contents.join(", "))
}

fn relations(program: &Program, state: &State) -> Option<String> {
    let predicates = &state.predicates;
    let equal = predicates.equal.iter().map(|(a, b)| format!("{a} =? {b}"));
    let joins = predicates.joins.iter().map(|(a, b)| format!("{a} joins {b}"));
    let cyclic = predicates.all_cyclic().map(|(a, fields)| {
        let names: Vec<String> = fields.iter().map(|field| program.field(field).name.to_string()).collect();
        format!("{a} cyclic {{{}}}", names.join(","))
    });
    let differences = state.differences.iter().map(|(a, b, c)| format!("{a} - {b} <= {c}"));
    let reaches = state.reaches.iter().map(|(a, field, b)| {
        let name = &program.field(field).name;
        format!("{a} reaches {b} by {name}")
    });
    let all: Vec<String> = equal.chain(joins).chain(cyclic).chain(differences).chain(reaches).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

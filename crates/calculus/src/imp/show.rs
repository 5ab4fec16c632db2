//! Commands and states of the small imperative language, in the paper's notation [VTU, Sects. 3 and 5.1].

use heap::{Cx, Field, Heap, Loc};

use super::machine::{State, Task};
use super::syntax::{Cmd, CmdKind, Expr, ExprKind, Program, RecordId};
use explore::notation;

/// `⟨σ…, h, φ⟩` and the commands still to do.
pub fn state(cx: Cx<'_>, program: &Program, state: &State) -> String {
    let fields = |loc| fields(program, &state.heap, loc);
    let stores: Vec<String> = (state.stores.iter().rev())
        .map(|store| {
            let variables = store.variables.iter();
            let shown = variables
                .map(|(name, value)| format!("{name} ↦ {}", notation::value(cx, &state.heap, *value)));
            format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let todo: Vec<String> = (state.todo.tasks())
        .map(|task| match task {
            Task::Run(cmd) => command(program, cmd),
            Task::Return => "}".into(),
        })
        .collect();
    let failed = if state.failed { "  ε = true\n" } else { "" };
    format!(
        "{}  σ = {}\n{failed}  C = {}\n",
        notation::heap(cx, &state.heap, fields),
        stores.join(" "),
        if todo.is_empty() { "skip".into() } else { todo.join("; ") }
    )
}

/// The fields a location has.
pub fn fields(program: &Program, heap: &Heap, loc: Loc) -> Vec<Field> {
    let record = RecordId(heap.location(loc).class.bound().0);
    program.records[record].fields.iter().map(|field| Field(field.0)).collect()
}

/// A command as it is written.
pub fn command(program: &Program, cmd: &Cmd) -> String {
    let show = |cmd| command(program, cmd);
    let value = |expr| expression(program, expr);
    match &cmd.kind {
        CmdKind::Assign(name, expr) => format!("{name} := {}", value(expr)),
        CmdKind::Write(object, field, expr) => {
            format!("{}.{} := {}", value(object), program.fields[*field].name, value(expr))
        }
        CmdKind::New(name, _) => format!("new({name})"),
        CmdKind::Skip => "skip".into(),
        CmdKind::Stuck => "stuck".into(),
        CmdKind::Seq(first, second) => format!("{}; {}", show(first), show(second)),
        CmdKind::If(test, yes, no) => {
            format!("if {} then {{{}}} else {{{}}}", value(test), show(yes), show(no))
        }
        CmdKind::While(test, body) => format!("while {} do {{{}}}", value(test), show(body)),
        CmdKind::Call(proc, arguments, variable) => {
            let arguments: Vec<String> = arguments.iter().map(value).collect();
            format!("call {}({}; {variable})", program.procs[*proc].name, arguments.join(", "))
        }
    }
}

/// An expression as it is written.
pub fn expression(program: &Program, expr: &Expr) -> String {
    let show = |expr| expression(program, expr);
    match &expr.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Nil => "nil".into(),
        ExprKind::Var(name) => name.clone(),
        ExprKind::Field(object, field) => format!("{}.{}", show(object), program.fields[*field].name),
        ExprKind::Equal(left, right) => format!("{} = {}", show(left), show(right)),
        ExprKind::NotEqual(left, right) => format!("{} ≠ {}", show(left), show(right)),
    }
}

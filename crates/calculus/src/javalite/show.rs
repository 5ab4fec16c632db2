//! Javalite's expressions, continuations and states in the papers' notation [EHS16, Figs. 3–4].

use heap::{Cx, Field, Heap, Loc};

use super::machine::{Control, Frame, Kont, Outcome, State};
use super::syntax::{ClassId, Expr, ExprKind, Program, Type};
use explore::notation;

/// `(L R φ η e k)`, a part a line.
pub fn state(cx: Cx<'_>, program: &Program, state: &State) -> String {
    let env: Vec<String> = state
        .env
        .bindings()
        .map(|(name, value)| format!("{name} ↦ {}", notation::value(cx, &state.heap, value)))
        .collect();
    let fields = |loc| fields(program, &state.heap, loc);
    let control = match &state.control {
        Control::Eval(expr) => expression(program, expr),
        Control::Value(value) => notation::value(cx, &state.heap, *value),
        Control::End(Outcome::Value(value)) => format!("end: {}", notation::value(cx, &state.heap, *value)),
        Control::End(Outcome::NullDereference) => "end: null dereference".into(),
    };
    format!(
        "{}  η = {}\n  e = {control}\n  k = {}\n",
        notation::heap(cx, &state.heap, fields),
        env.join(", "),
        continuation(cx, program, state, &state.kont)
    )
}

/// The fields a location has.
pub fn fields(program: &Program, heap: &Heap, loc: Loc) -> Vec<Field> {
    let class = ClassId(heap.location(loc).class.bound().0);
    program.classes[class].fields.iter().map(|field| Field(field.0)).collect()
}

fn continuation(cx: Cx<'_>, program: &Program, state: &State, kont: &Kont) -> String {
    let rest = |kont| continuation(cx, program, state, kont);
    let value = |value| notation::value(cx, &state.heap, value);
    let field = |id| &program.fields[id].name;
    let method = |id| &program.methods[id].name;
    match &**kont {
        Frame::End => "end".into(),
        Frame::Read(id, kont) => format!("(* ${} → {})", field(*id), rest(kont)),
        Frame::Write(name, id, kont) => format!("({name} ${} := * → {})", field(*id), rest(kont)),
        Frame::EqualsLeft(right, kont) => format!("(* = {} → {})", expression(program, right), rest(kont)),
        Frame::EqualsRight(left, kont) => format!("({} = * → {})", value(*left), rest(kont)),
        Frame::If(yes, no, kont) => {
            let (yes, no) = (expression(program, yes), expression(program, no));
            format!("(if * {yes} else {no} → {})", rest(kont))
        }
        Frame::Let(name, body, kont) => {
            format!("(var {name} := * in {} → {})", expression(program, body), rest(kont))
        }
        Frame::CallObject(id, argument, kont) => {
            format!("(* @ {} {} → {})", method(*id), expression(program, argument), rest(kont))
        }
        Frame::CallArgument(object, id, kont) => {
            format!("({} @ {} * → {})", value(*object), method(*id), rest(kont))
        }
        Frame::Assign(name, kont) => format!("({name} := * → {})", rest(kont)),
        Frame::Begin(whole, next, kont) => {
            let ExprKind::Begin(parts) = &whole.kind else { panic!("a `begin` frame holds a `begin`") };
            format!("(begin * ({}) → {})", expressions(program, &parts[*next..]), rest(kont))
        }
        Frame::Leave(kont) | Frame::Pop(_, kont) => format!("(pop η {})", rest(kont)),
    }
}

/// An expression as the program text has it.
pub fn expression(program: &Program, expr: &Expr) -> String {
    let show = |expr| expression(program, expr);
    let field = |id| &program.fields[id].name;
    match &expr.kind {
        ExprKind::Var(name) => name.clone(),
        ExprKind::New(class) => format!("(new {})", program.type_name(Type::Class(*class))),
        ExprKind::Read(object, id) => format!("({} ${})", show(object), field(*id)),
        ExprKind::Write(name, id, value) => format!("({name} ${} := {})", field(*id), show(value)),
        ExprKind::Equals(left, right) => format!("({} = {})", show(left), show(right)),
        ExprKind::If(test, yes, no) => format!("(if {} {} else {})", show(test), show(yes), show(no)),
        ExprKind::Let(ty, name, value, body) => {
            format!("(var {} {name} := {} in {})", program.type_name(*ty), show(value), show(body))
        }
        ExprKind::Call(object, method, argument) => {
            format!("({} @ {} {})", show(object), program.methods[*method].name, show(argument))
        }
        ExprKind::Assign(name, value) => format!("({name} := {})", show(value)),
        ExprKind::Begin(parts) => format!("(begin {})", expressions(program, parts)),
        ExprKind::Null => "null".into(),
        ExprKind::Bool(value) => value.to_string(),
    }
}

fn expressions(program: &Program, exprs: &[Expr]) -> String {
    exprs.iter().map(|expr| expression(program, expr)).collect::<Vec<_>>().join(" ")
}

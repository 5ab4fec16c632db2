//! The small imperative language's machine [VTU, Sects. 5–8].
//!
//! A state is a stack of stores, a heap with its path condition, and commands still to do. What evaluating `E.f` or comparing
//! two references does to symbols (`Sub`, `HX`, `PX`) is the strategy's affair. Departures:
//! 1. A command evaluates its expressions in the same step; the rules the heap applied are listed with it.
//! 2. A result parameter is copied in and out, which is call by name where nothing aliases a variable, as here.
//! 3. `nil.f` and `stuck` end the path in error (the paper's ε).

use std::rc::Rc;

use heap::{Cx, Field, ForkCause, Heap, Kind, Ref, Stuck, Value};

use super::syntax::{Cmd, CmdKind, Expr, ExprKind, FieldId, ProcId, Program, RecordId, Type};
use crate::language::{self, Flow, RuleName};

/// A state of the machine.
#[derive(Clone)]
pub struct State {
    pub heap: Heap,
    /// The top store is last.
    pub stores: Vec<Store>,
    pub todo: Todo,
    pub flow: Vec<Flow>,
    dereferences: u32,
    /// `ε`: the path ended in error.
    pub failed: bool,
}

/// `σ`: the variables of one procedure call, and where its result goes.
#[derive(Clone, Debug)]
pub struct Store {
    pub variables: Vec<(Rc<str>, Value)>,
    result: Option<(Rc<str>, Rc<str>)>,
}

/// Commands still to do, the next one first.
#[derive(Clone, Default)]
pub struct Todo(Option<Rc<Work>>);

struct Work {
    task: Task,
    rest: Todo,
}

/// A command, or the end of a procedure's body: `{C}` in the paper.
#[derive(Clone)]
pub enum Task {
    Run(Cmd),
    Return,
}

/// Why evaluating an expression gave no value.
enum NoValue {
    Stuck(Stuck),
    /// A field of nil was asked for.
    Nil,
}

impl From<Stuck> for NoValue {
    fn from(stuck: Stuck) -> Self {
        NoValue::Stuck(stuck)
    }
}

impl language::State for State {
    fn heap(&self) -> &Heap {
        &self.heap
    }

    fn heap_mut(&mut self) -> &mut Heap {
        &mut self.heap
    }

    fn flow(&self) -> &[Flow] {
        &self.flow
    }

    fn has_ended(&self) -> bool {
        self.failed || self.todo.0.is_none()
    }
}

/// Nothing is known about the heap, and each variable is a symbol of its own [VTU, Sect. 2.6].
pub fn initial(cx: Cx<'_>, program: &Program) -> Result<State, Stuck> {
    let mut heap = Heap::new();
    let mut variables = Vec::new();
    for (name, ty) in &program.variables {
        variables.push((name.as_str().into(), heap.root(cx, name, kind(*ty), false)?));
    }
    let stores = vec![Store { variables, result: None }];
    let todo = Todo::default().then(Task::Run(program.body.clone()));
    Ok(State { heap, stores, todo, flow: Vec::new(), dereferences: 0, failed: false })
}

/// One command. On `Err` the state is as before, but that the heap may have named what it asks about.
pub fn step(cx: Cx<'_>, program: &Program, state: &mut State) -> Result<RuleName, Stuck> {
    let Some(work) = state.todo.0.clone() else { return Ok("end") };
    let (decided, dereferences) = (state.flow.len(), state.dereferences);
    let done = match &work.task {
        Task::Return => Ok(leave_procedure(state)),
        Task::Run(cmd) => command(cx, program, state, cmd, &work.rest),
    };
    match done {
        Ok((rule, todo)) => {
            state.todo = todo.unwrap_or_else(|| work.rest.clone());
            Ok(rule)
        }
        Err(NoValue::Nil) => {
            fail(state, Flow::Null(state.dereferences + 1));
            Ok("nil.f")
        }
        Err(NoValue::Stuck(stuck)) => {
            state.flow.truncate(decided);
            state.dereferences = dereferences;
            Err(stuck)
        }
    }
}

/// The rule applied, and what is to do next unless it is simply the rest.
type Done = Result<(RuleName, Option<Todo>), NoValue>;

fn command(cx: Cx<'_>, program: &Program, state: &mut State, cmd: &Cmd, rest: &Todo) -> Done {
    match &cmd.kind {
        CmdKind::Skip => Ok(("skip", None)),
        CmdKind::Stuck => {
            fail(state, Flow::Stuck);
            Ok(("stuck", None))
        }
        CmdKind::Seq(first, second) => {
            let todo = rest.clone().then(Task::Run(second.clone())).then(Task::Run(first.clone()));
            Ok(("C;C", Some(todo)))
        }
        CmdKind::Assign(name, value) => {
            let value = eval(cx, state, value)?;
            state.assign(name, value);
            Ok(("x := v", None))
        }
        CmdKind::Write(object, field, value) => field_update(cx, state, object, *field, value),
        CmdKind::New(name, record) => {
            let loc = state.heap.allocate(heap_class(*record));
            state.assign(name, Value::Ref(Ref::loc(loc)));
            Ok(("new(x)", None))
        }
        CmdKind::If(test, yes, no) => conditional(cx, state, test, (yes, no), rest),
        CmdKind::While(test, body) => repetition(cx, state, cmd, (test, body), rest),
        CmdKind::Call(proc, arguments, variable) => {
            enter_procedure(cx, program, state, *proc, (arguments, variable), rest)
        }
    }
}

/// **E.f := E** [VTU, Fig. 3 and Sect. 8].
fn field_update(cx: Cx<'_>, state: &mut State, object: &Expr, field: FieldId, value: &Expr) -> Done {
    let object = eval(cx, state, object)?.reference();
    let value = eval(cx, state, value)?;
    if state.heap.null_test(cx, object)? {
        return Err(NoValue::Nil);
    }
    state.heap.store(cx, object, heap_field(field), value)?;
    state.dereferences += 1;
    Ok(("v.f := v", None))
}

/// **if E then C else C** [VTU, Fig. 5]: the path condition is extended by the test or its negation.
fn conditional(cx: Cx<'_>, state: &mut State, test: &Expr, (yes, no): (&Cmd, &Cmd), rest: &Todo) -> Done {
    let holds = decide(cx, state, test)?;
    let branch = if holds { yes } else { no };
    let rule = if holds { "if true" } else { "if false" };
    Ok((rule, Some(rest.clone().then(Task::Run(branch.clone())))))
}

/// **while E do C** [VTU, Fig. 5], unfolded into the conditional it stands for.
fn repetition(cx: Cx<'_>, state: &mut State, cmd: &Cmd, (test, body): (&Expr, &Cmd), rest: &Todo) -> Done {
    if decide(cx, state, test)? {
        let again = rest.clone().then(Task::Run(cmd.clone()));
        return Ok(("while true", Some(again.then(Task::Run(body.clone())))));
    }
    Ok(("while false", None))
}

/// **call p(E; x)** [VTU, Fig. 4].
fn enter_procedure(
    cx: Cx<'_>,
    program: &Program,
    state: &mut State,
    proc: ProcId,
    (arguments, variable): (&[Expr], &str),
    rest: &Todo,
) -> Done {
    let proc = &program.procs[proc];
    let mut variables = Vec::new();
    for ((name, _), argument) in proc.parameters.iter().zip(arguments) {
        variables.push((Rc::from(name.as_str()), eval(cx, state, argument)?));
    }
    let result: Rc<str> = proc.result.0.as_str().into();
    variables.push((result.clone(), state.lookup(variable)));
    variables.extend(proc.locals.iter().map(|(name, ty)| (Rc::from(name.as_str()), kind(*ty).default())));
    state.stores.push(Store { variables, result: Some((result, variable.into())) });
    Ok(("call", Some(rest.clone().then(Task::Return).then(Task::Run(proc.body.clone())))))
}

/// **Pop** [VTU, Fig. 4].
fn leave_procedure(state: &mut State) -> (RuleName, Option<Todo>) {
    let store = state.stores.pop().expect("a procedure ends in its own store");
    let (result, variable) = store.result.clone().expect("a procedure has a result parameter");
    let value = store.lookup(&result);
    state.assign(&variable, value);
    ("Pop", None)
}

fn decide(cx: Cx<'_>, state: &mut State, test: &Expr) -> Result<bool, NoValue> {
    let value = eval(cx, state, test)?;
    let condition = cx.terms.ne(value.term(cx.terms), cx.terms.i32(0));
    let holds = state.heap.decide(cx, ForkCause::Branch, condition)?;
    state.flow.push(if holds { Flow::Then } else { Flow::Else });
    Ok(holds)
}

fn eval(cx: Cx<'_>, state: &mut State, expr: &Expr) -> Result<Value, NoValue> {
    match &expr.kind {
        ExprKind::Int(number) => Ok(Value::Int(*number)),
        ExprKind::Bool(value) => Ok(Value::Int((*value).into())),
        ExprKind::Nil => Ok(Value::NULL),
        ExprKind::Var(name) => Ok(state.lookup(name)),
        ExprKind::Field(object, field) => field_access(cx, state, object, *field),
        ExprKind::Equal(left, right) => equality(cx, state, left, right, true),
        ExprKind::NotEqual(left, right) => equality(cx, state, left, right, false),
    }
}

/// **E.f** [VTU, Fig. 2; Fig. 6; Fig. 8].
fn field_access(cx: Cx<'_>, state: &mut State, object: &Expr, field: FieldId) -> Result<Value, NoValue> {
    let object = eval(cx, state, object)?.reference();
    if state.heap.null_test(cx, object)? {
        return Err(NoValue::Nil);
    }
    let value = state.heap.load(cx, object, heap_field(field))?;
    state.dereferences += 1;
    Ok(value)
}

/// **α = v** [VTU, Fig. 7]: references are compared by the strategy, numbers become a term.
fn equality(
    cx: Cx<'_>,
    state: &mut State,
    left: &Expr,
    right: &Expr,
    wanted: bool,
) -> Result<Value, NoValue> {
    let (left, right) = (eval(cx, state, left)?, eval(cx, state, right)?);
    if let (Value::Ref(left), Value::Ref(right)) = (left, right) {
        let same = state.heap.compare(cx, left, right)?;
        state.flow.push(if same { Flow::Same } else { Flow::Different });
        return Ok(Value::Int((same == wanted).into()));
    }
    let same = cx.terms.eq(left.term(cx.terms), right.term(cx.terms));
    let answer = if wanted { same } else { cx.terms.not(same) };
    Ok(Value::of_term(cx.terms, cx.terms.ite(answer, cx.terms.i32(1), cx.terms.i32(0))))
}

fn fail(state: &mut State, flow: Flow) {
    state.flow.push(flow);
    state.failed = true;
}

/// The class that the heap knows a record by.
pub fn heap_class(record: RecordId) -> heap::Class {
    heap::Class(record.0)
}

/// The field that the heap knows a field by.
pub fn heap_field(field: FieldId) -> Field {
    Field(field.0)
}

/// What the heap keeps in a variable of a type.
pub fn kind(ty: Type) -> Kind {
    match ty {
        Type::Int => Kind::Int,
        Type::Bool => Kind::Boolean,
        Type::Record(record) => Kind::Ref(heap_class(record)),
        Type::Nil => panic!("nothing is declared with the type of `nil`"),
    }
}

impl State {
    fn lookup(&self, name: &str) -> Value {
        self.stores.last().expect("there is always a store").lookup(name)
    }

    fn assign(&mut self, name: &str, value: Value) {
        let store = self.stores.last_mut().expect("there is always a store");
        let slot = store.variables.iter_mut().find(|(variable, _)| **variable == *name);
        slot.expect("the parser found every variable in scope").1 = value;
    }
}

impl Store {
    fn lookup(&self, name: &str) -> Value {
        let found = self.variables.iter().find(|(variable, _)| **variable == *name);
        found.expect("the parser found every variable in scope").1
    }
}

impl Todo {
    fn then(self, task: Task) -> Self {
        Self(Some(Rc::new(Work { task, rest: self })))
    }

    /// What is to do, the next task first.
    pub fn tasks(&self) -> impl Iterator<Item = &Task> {
        std::iter::successors(self.0.as_deref(), |work| work.rest.0.as_deref()).map(|work| &work.task)
    }
}

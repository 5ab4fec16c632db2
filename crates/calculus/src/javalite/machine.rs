//! Javalite's machine: a control string, an environment, a continuation and a store [EHS16, Figs. 4–9].
//!
//! The rules of Fig. 5 stand here, one function each; what they do to the heap is the strategy's affair (`heap`). A rule that
//! meets an open question leaves the state as it was and says which cases there are; the caller lets a copy of the state
//! choose each and steps again. Departures:
//! 1. *Method Invocation* binds `this` and the parameter in a fresh environment; the figure extends the caller's (erratum 7).
//! 2. Where the figures get stuck on a null dereference, the machine ends in [`Outcome::NullDereference`] (erratum 8).
//! 3. *Begin (no args)* gives `null`; the figure gives no value at all (erratum 12).
//! 4. *Pop* at the end of a declaration drops the declared variable and keeps what was assigned to the others; the figure
//!    restores the whole environment and so forgets assignments (erratum 10).
//! 5. *New* gives fields of type `bool` the value `false`; the figure gives them `r_null` (erratum 11).
//!
//! Errata are numbered as in `docs/src/strategies.md`; `tests/errata` shows each with the rule as printed.

use std::rc::Rc;

use heap::{Cx, Field, ForkCause, Heap, Kind, Stuck, Value};

use super::syntax::{ClassId, Expr, ExprKind, FieldId, MethodId, Program, Type};
use crate::language::{self, Flow, RuleName};

/// `s ::= (μ L R φg η e k)`, without the program.
#[derive(Clone)]
pub struct State {
    /// `L`, `R` and `φg`.
    pub heap: Heap,
    /// `η`
    pub env: Env,
    /// `e`
    pub control: Control,
    /// `k`
    pub kont: Kont,
    /// The control-flow sequence so far.
    pub flow: Vec<Flow>,
    dereferences: u32,
}

/// The control string: an expression to evaluate, a value, or the end.
#[derive(Clone)]
pub enum Control {
    Eval(Expr),
    Value(Value),
    End(Outcome),
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Value(Value),
    NullDereference,
}

/// `η`: innermost binding first.
#[derive(Clone, Debug, Default)]
pub struct Env(Option<Rc<Binding>>);

#[derive(Debug)]
struct Binding {
    name: Rc<str>,
    value: Value,
    outer: Env,
}

/// `k` of Fig. 4, alternative by alternative.
pub type Kont = Rc<Frame>;

/// What is to be done with the value of the expression at hand.
pub enum Frame {
    /// `end`
    End,
    /// `(* $f → k)`
    Read(FieldId, Kont),
    /// `(x $f := * → k)`
    Write(Rc<str>, FieldId, Kont),
    /// `(* = e → k)`
    EqualsLeft(Expr, Kont),
    /// `(v = * → k)`
    EqualsRight(Value, Kont),
    /// `(if * e else e → k)`
    If(Expr, Expr, Kont),
    /// `(var T x := * in e → k)`
    Let(Rc<str>, Expr, Kont),
    /// `(* @ m e → k)`
    CallObject(MethodId, Expr, Kont),
    /// `(v @ m * → k)`
    CallArgument(Value, MethodId, Kont),
    /// `(x := * → k)`
    Assign(Rc<str>, Kont),
    /// `(begin * (e …) → k)`
    Begin(Expr, usize, Kont),
    /// `(pop η k)` at the end of a declaration: η is the environment without its innermost binding.
    Leave(Kont),
    /// `(pop η k)` at the end of a method.
    Pop(Env, Kont),
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
        matches!(self.control, Control::End(_))
    }
}

/// The initial state [EHS16, Def. 2]: one input object `l0` of the entry's class, all its fields uninitialised; the parameter
/// is an uninitialised input too.
pub fn initial(cx: Cx<'_>, program: &Program) -> Result<State, Stuck> {
    let mut heap = Heap::new();
    let entry = &program.methods[program.entry];
    let this = heap.root(cx, "this", Kind::Ref(heap_class(entry.class)), true)?;
    let argument = heap.root(cx, &entry.parameter.0, kind(entry.parameter.1), false)?;
    Ok(State {
        heap,
        env: method_env(this, &entry.parameter.0, argument),
        control: Control::Eval(entry.body.clone()),
        kont: Rc::new(Frame::End),
        flow: Vec::new(),
        dereferences: 0,
    })
}

/// One step. On `Err` the state is as before, but that the heap may have named what it asks about.
pub fn step(cx: Cx<'_>, program: &Program, state: &mut State) -> Result<RuleName, Stuck> {
    match state.control.clone() {
        Control::Eval(expr) => eval(state, &expr),
        Control::Value(value) => resume(cx, program, state, value),
        Control::End(_) => Ok("end"),
    }
}

/// The rules that look at the expression.
fn eval(state: &mut State, expr: &Expr) -> Result<RuleName, Stuck> {
    let kont = state.kont.clone();
    match &expr.kind {
        ExprKind::Var(name) => variable_lookup(state, name),
        ExprKind::New(class) => new(state, *class),
        ExprKind::Null => give(state, Value::NULL, "Null"),
        ExprKind::Bool(value) => give(state, Value::Int((*value).into()), "Value"),
        ExprKind::Begin(parts) => match parts.first() {
            None => give(state, Value::NULL, "Begin (no args)"),
            Some(first) => push(state, first, Frame::Begin(expr.clone(), 1, kont), "Begin (arg0 eval)"),
        },
        ExprKind::Read(object, field) => {
            push(state, object, Frame::Read(*field, kont), "Field Access (eval)")
        }
        ExprKind::Write(name, field, value) => {
            push(state, value, Frame::Write(name.as_str().into(), *field, kont), "Field Write (eval)")
        }
        ExprKind::Equals(left, right) => {
            push(state, left, Frame::EqualsLeft(right.clone(), kont), "Equals (l-operand eval)")
        }
        ExprKind::If(test, yes, no) => {
            push(state, test, Frame::If(yes.clone(), no.clone(), kont), "If-then-else (eval)")
        }
        ExprKind::Let(_, name, value, body) => {
            let frame = Frame::Let(name.as_str().into(), body.clone(), kont);
            push(state, value, frame, "Variable Declaration (eval)")
        }
        ExprKind::Call(object, method, argument) => {
            let frame = Frame::CallObject(*method, argument.clone(), kont);
            push(state, object, frame, "Method Invocation (object eval)")
        }
        ExprKind::Assign(name, value) => {
            push(state, value, Frame::Assign(name.as_str().into(), kont), "Variable Assignment (eval)")
        }
    }
}

/// The rules that look at the continuation, with a value in hand.
fn resume(cx: Cx<'_>, program: &Program, state: &mut State, value: Value) -> Result<RuleName, Stuck> {
    let frame = state.kont.clone();
    match &*frame {
        Frame::End => {
            state.control = Control::End(Outcome::Value(value));
            Ok("End")
        }
        Frame::Read(field, kont) => field_access(cx, state, value, *field, kont),
        Frame::Write(name, field, kont) => field_write(cx, state, name, *field, value, kont),
        Frame::EqualsLeft(right, kont) => {
            push(state, right, Frame::EqualsRight(value, kont.clone()), "Equals (r-operand eval)")
        }
        Frame::EqualsRight(left, kont) => equals(cx, state, *left, value, kont),
        Frame::If(yes, no, kont) => if_then_else(cx, state, value, yes, no, kont),
        Frame::Let(name, body, kont) => variable_declaration(state, name, value, body, kont),
        Frame::CallObject(method, argument, kont) => {
            let frame = Frame::CallArgument(value, *method, kont.clone());
            push(state, argument, frame, "Method Invocation (arg eval)")
        }
        Frame::CallArgument(object, method, kont) => {
            method_invocation(cx, program, state, *object, *method, value, kont)
        }
        Frame::Assign(name, kont) => variable_assignment(state, name, value, kont),
        Frame::Begin(whole, next, kont) => begin(state, whole, *next, value, kont),
        Frame::Leave(kont) => leave(state, value, kont),
        Frame::Pop(env, kont) => pop(state, env, value, kont),
    }
}

/// **Variable Lookup** [EHS16, Fig. 5].
fn variable_lookup(state: &mut State, name: &str) -> Result<RuleName, Stuck> {
    let value = state.env.lookup(name);
    give(state, value, "Variable Lookup")
}

/// **New** [EHS16, Fig. 5]: all fields null.
fn new(state: &mut State, class: ClassId) -> Result<RuleName, Stuck> {
    let loc = state.heap.allocate(heap_class(class));
    give(state, Value::Ref(heap::Ref::loc(loc)), "New")
}

/// **Field Access** [EHS16, Figs. 7 and 9], after *Initialize* or *Summarize* where the field is uninitialised.
fn field_access(
    cx: Cx<'_>,
    state: &mut State,
    object: Value,
    field: FieldId,
    kont: &Kont,
) -> Result<RuleName, Stuck> {
    if state.heap.null_test(cx, object.reference())? {
        return null_dereference(state);
    }
    let value = state.heap.load(cx, object.reference(), heap_field(field))?;
    state.dereferences += 1;
    state.kont = kont.clone();
    give(state, value, "Field Access")
}

/// **Field Write** [EHS16, Figs. 7 and 9, with erratum 2].
fn field_write(
    cx: Cx<'_>,
    state: &mut State,
    name: &str,
    field: FieldId,
    value: Value,
    kont: &Kont,
) -> Result<RuleName, Stuck> {
    let object = state.env.lookup(name).reference();
    if state.heap.null_test(cx, object)? {
        return null_dereference(state);
    }
    state.heap.store(cx, object, heap_field(field), value)?;
    state.dereferences += 1;
    state.kont = kont.clone();
    give(state, value, "Field Write")
}

/// **Equals (bool)** [EHS16, Fig. 5]; **Equals (references-true)**, **(references-false)** [EHS16, Figs. 7 and 9].
fn equals(cx: Cx<'_>, state: &mut State, left: Value, right: Value, kont: &Kont) -> Result<RuleName, Stuck> {
    let (result, rule) = match (left, right) {
        (Value::Ref(left), Value::Ref(right)) => {
            let same = state.heap.compare(cx, left, right)?;
            state.flow.push(if same { Flow::Same } else { Flow::Different });
            let rule = if same { "Equals (references-true)" } else { "Equals (references-false)" };
            (Value::Int(same.into()), rule)
        }
        (left, right) => {
            let same = cx.terms.eq(left.term(cx.terms), right.term(cx.terms));
            let bit = cx.terms.ite(same, cx.terms.i32(1), cx.terms.i32(0));
            (Value::of_term(cx.terms, bit), "Equals (bool)")
        }
    };
    state.kont = kont.clone();
    give(state, result, rule)
}

/// **If-then-else (true)**, **(false)** [EHS16, Fig. 5].
fn if_then_else(
    cx: Cx<'_>,
    state: &mut State,
    test: Value,
    yes: &Expr,
    no: &Expr,
    kont: &Kont,
) -> Result<RuleName, Stuck> {
    let condition = cx.terms.ne(test.term(cx.terms), cx.terms.i32(0));
    let holds = state.heap.decide(cx, ForkCause::Branch, condition)?;
    state.kont = kont.clone();
    state.flow.push(if holds { Flow::Then } else { Flow::Else });
    state.control = Control::Eval(if holds { yes.clone() } else { no.clone() });
    Ok(if holds { "If-then-else (true)" } else { "If-then-else (false)" })
}

/// **Variable Declaration** [EHS16, Fig. 5].
fn variable_declaration(
    state: &mut State,
    name: &Rc<str>,
    value: Value,
    body: &Expr,
    kont: &Kont,
) -> Result<RuleName, Stuck> {
    state.env = std::mem::take(&mut state.env).bind(name.clone(), value);
    state.kont = Rc::new(Frame::Leave(kont.clone()));
    state.control = Control::Eval(body.clone());
    Ok("Variable Declaration")
}

/// **Method Invocation** [EHS16, Fig. 5, with erratum 7].
fn method_invocation(
    cx: Cx<'_>,
    program: &Program,
    state: &mut State,
    object: Value,
    method: MethodId,
    argument: Value,
    kont: &Kont,
) -> Result<RuleName, Stuck> {
    if state.heap.null_test(cx, object.reference())? {
        return null_dereference(state);
    }
    state.dereferences += 1;
    let method = &program.methods[method];
    let caller = std::mem::replace(&mut state.env, method_env(object, &method.parameter.0, argument));
    state.kont = Rc::new(Frame::Pop(caller, kont.clone()));
    state.control = Control::Eval(method.body.clone());
    Ok("Method Invocation")
}

/// **Variable Assignment** [EHS16, Fig. 5].
fn variable_assignment(state: &mut State, name: &str, value: Value, kont: &Kont) -> Result<RuleName, Stuck> {
    state.env = state.env.assign(name, value);
    state.kont = kont.clone();
    give(state, value, "Variable Assignment")
}

/// **Begin (arg1 eval)**, **Begin** [EHS16, Fig. 5].
fn begin(state: &mut State, whole: &Expr, next: usize, value: Value, kont: &Kont) -> Result<RuleName, Stuck> {
    let ExprKind::Begin(parts) = &whole.kind else { panic!("a `begin` frame holds a `begin`") };
    match parts.get(next) {
        Some(part) => {
            push(state, part, Frame::Begin(whole.clone(), next + 1, kont.clone()), "Begin (arg1 eval)")
        }
        None => {
            state.kont = kont.clone();
            give(state, value, "Begin")
        }
    }
}

/// **Pop** [EHS16, Fig. 5], of a declaration.
fn leave(state: &mut State, value: Value, kont: &Kont) -> Result<RuleName, Stuck> {
    state.env = state.env.without_innermost();
    state.kont = kont.clone();
    give(state, value, "Pop")
}

/// **Pop** [EHS16, Fig. 5], of a method.
fn pop(state: &mut State, env: &Env, value: Value, kont: &Kont) -> Result<RuleName, Stuck> {
    state.env = env.clone();
    state.kont = kont.clone();
    give(state, value, "Pop")
}

/// Where the figures get stuck: a null receiver (erratum 8).
fn null_dereference(state: &mut State) -> Result<RuleName, Stuck> {
    state.flow.push(Flow::Null(state.dereferences + 1));
    state.control = Control::End(Outcome::NullDereference);
    Ok("null dereference")
}

fn give(state: &mut State, value: Value, rule: RuleName) -> Result<RuleName, Stuck> {
    state.control = Control::Value(value);
    Ok(rule)
}

fn push(state: &mut State, expr: &Expr, frame: Frame, rule: RuleName) -> Result<RuleName, Stuck> {
    state.control = Control::Eval(expr.clone());
    state.kont = Rc::new(frame);
    Ok(rule)
}

fn method_env(this: Value, parameter: &str, argument: Value) -> Env {
    Env::default().bind("this".into(), this).bind(parameter.into(), argument)
}

/// Javalite's classes are the heap's classes, number for number.
pub fn heap_class(class: ClassId) -> heap::Class {
    heap::Class(class.0)
}

/// The field that the heap knows a field by.
pub fn heap_field(field: FieldId) -> Field {
    Field(field.0)
}

/// What the heap keeps in a variable of a type.
pub fn kind(ty: Type) -> Kind {
    match ty {
        Type::Bool => Kind::Boolean,
        Type::Class(class) => Kind::Ref(heap_class(class)),
        Type::Null => panic!("no variable or field is declared with the type of `null`"),
    }
}

impl Env {
    /// The same, with one more variable.
    pub fn bind(self, name: Rc<str>, value: Value) -> Self {
        Self(Some(Rc::new(Binding { name, value, outer: self })))
    }

    /// The value of a variable.
    pub fn lookup(&self, name: &str) -> Value {
        let found = self.bindings().find(|(bound, _)| *bound == name);
        found.expect("the checker found every variable in scope").1
    }

    /// Bindings, innermost first.
    pub fn bindings(&self) -> impl Iterator<Item = (&str, Value)> {
        std::iter::successors(self.0.as_deref(), |binding| binding.outer.0.as_deref())
            .map(|binding| (&*binding.name, binding.value))
    }

    /// `η[x ↦ v]` for the innermost `x`.
    fn assign(&self, name: &str, value: Value) -> Self {
        let binding = self.0.as_deref().expect("the checker found every variable in scope");
        if *binding.name == *name {
            binding.outer.clone().bind(binding.name.clone(), value)
        } else {
            binding.outer.assign(name, value).bind(binding.name.clone(), binding.value)
        }
    }

    fn without_innermost(&self) -> Self {
        self.0.as_deref().expect("a block ends with its own binding").outer.clone()
    }
}

//! Generated Javalite programs, and their concrete semantics: a plain recursive evaluator.

use std::fmt::Write;

use base::Source;
use calculus::javalite::machine::{Control, Outcome, State, heap_class, heap_field, kind};
use calculus::javalite::parse::parse;
use calculus::javalite::syntax::{Expr, ExprKind, MethodId, Program};
use calculus::language::Flow;
use heap::Value;

use crate::inputs::{Input, Object, Root, Signature, Val};
use crate::sample::{Execution, Sample};
use crate::tape::Tape;

pub struct Javalite {
    text: String,
    program: Program,
}

impl Javalite {
    pub fn into_program(self) -> Program {
        self.program
    }
}

impl Sample for Javalite {
    type Language = Program;

    fn of_tape(tape: &[u8]) -> Self {
        let text = Writer::program(tape);
        let program = parse(&Source::new("generated.javalite", text.clone()));
        let program = program.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
        Self { text, program }
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn language(&self) -> &Program {
        &self.program
    }

    fn signature(&self) -> Signature {
        let entry = &self.program.methods[self.program.entry];
        let root = |name: &str, kind, non_null| Root { name: name.into(), kind, non_null };
        let used = |name: &str| self.text.contains(&format!("${name}"));
        let fields = self.program.fields.iter_enumerated().filter(|(_, field)| used(&field.name));
        Signature {
            roots: vec![
                root("this", heap::Kind::Ref(heap_class(entry.class)), true),
                root(&entry.parameter.0, kind(entry.parameter.1), false),
            ],
            fields: fields
                .map(|(id, field)| (heap_class(field.class), heap_field(id), kind(field.ty)))
                .collect(),
        }
    }

    fn execute(&self, input: &Input) -> Execution {
        let mut runner = Runner {
            program: &self.program,
            flow: Vec::new(),
            dereferences: 0,
            objects: input.objects.clone(),
        };
        let result = runner.call(self.program.entry, input.roots[0], input.roots[1]);
        if result.is_none() {
            runner.flow.push(Flow::Null(runner.dereferences));
        }
        Execution { flow: runner.flow, results: result.into_iter().collect(), objects: runner.objects }
    }

    fn results(&self, state: &State) -> Vec<Value> {
        match state.control {
            Control::End(Outcome::Value(value)) => vec![value],
            Control::End(Outcome::NullDereference) => vec![],
            Control::Eval(_) | Control::Value(_) => panic!("the state is final"),
        }
    }
}

struct Runner<'a> {
    program: &'a Program,
    flow: Vec<Flow>,
    dereferences: u32,
    objects: Vec<Object>,
}

type Env = Vec<(String, Val)>;

impl Runner<'_> {
    /// `None`: a null dereference.
    fn call(&mut self, method: MethodId, this: Val, argument: Val) -> Option<Val> {
        let method = &self.program.methods[method];
        let mut env = vec![("this".into(), this), (method.parameter.0.clone(), argument)];
        self.eval(&mut env, &method.body)
    }

    fn eval(&mut self, env: &mut Env, expr: &Expr) -> Option<Val> {
        Some(match &expr.kind {
            ExprKind::Null => Val::Null,
            ExprKind::Bool(value) => Val::Int((*value).into()),
            ExprKind::Var(name) => *variable(env, name),
            ExprKind::New(class) => {
                let fields = self.program.classes[*class].fields.iter();
                let initial = |ty| match kind(ty) {
                    heap::Kind::Ref(_) => Val::Null,
                    _ => Val::Int(0),
                };
                let fields = fields.map(|id| (heap_field(*id), initial(self.program.fields[*id].ty)));
                self.objects.push(Object { class: heap_class(*class), fields: fields.collect() });
                Val::Object(self.objects.len() - 1)
            }
            ExprKind::Read(object, field) => {
                let object = self.eval(env, object)?;
                let object = self.dereference(object)?;
                self.objects[object].fields[&heap_field(*field)]
            }
            ExprKind::Write(name, field, value) => {
                let value = self.eval(env, value)?;
                let object = self.dereference(*variable(env, name))?;
                self.objects[object].fields.insert(heap_field(*field), value);
                value
            }
            ExprKind::Equals(left, right) => {
                let (left, right) = (self.eval(env, left)?, self.eval(env, right)?);
                let same = left == right;
                if !matches!(left, Val::Int(_)) {
                    self.flow.push(if same { Flow::Same } else { Flow::Different });
                }
                Val::Int(same.into())
            }
            ExprKind::If(test, yes, no) => {
                let holds = self.eval(env, test)? != Val::Int(0);
                self.flow.push(if holds { Flow::Then } else { Flow::Else });
                self.eval(env, if holds { yes } else { no })?
            }
            ExprKind::Let(_, name, value, body) => {
                let value = self.eval(env, value)?;
                env.push((name.clone(), value));
                let result = self.eval(env, body);
                env.pop();
                result?
            }
            ExprKind::Call(object, method, argument) => {
                let (object, argument) = (self.eval(env, object)?, self.eval(env, argument)?);
                self.dereference(object)?;
                self.call(*method, object, argument)?
            }
            ExprKind::Assign(name, value) => {
                let value = self.eval(env, value)?;
                *variable(env, name) = value;
                value
            }
            ExprKind::Begin(parts) => {
                let mut last = Val::Null;
                for part in parts {
                    last = self.eval(env, part)?;
                }
                last
            }
        })
    }
}

impl Runner<'_> {
    fn dereference(&mut self, value: Val) -> Option<usize> {
        self.dereferences += 1;
        if let Val::Object(object) = value { Some(object) } else { None }
    }
}

fn variable<'e>(env: &'e mut Env, name: &str) -> &'e mut Val {
    &mut env.iter_mut().rev().find(|(bound, _)| bound == name).expect("the checker found it").1
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Node,
    Data,
    Bool,
}

/// Writes program texts. The first way of every choice is the simplest.
struct Writer<'a> {
    tape: Tape<'a>,
    scope: Vec<(String, Ty)>,
    /// Methods that may be called: those already written.
    callable: usize,
}

impl Writer<'_> {
    fn program(tape: &[u8]) -> String {
        let mut writer = Writer { tape: Tape::new(tape), scope: Vec::new(), callable: 0 };
        let run = writer.method(Ty::Node, 4);
        let walk = writer.helper(Ty::Node);
        let test = writer.helper(Ty::Bool);
        format!(
            "(((class Data () ())\n  (class Node ([Node next] [Node other] [Data elem] [bool mark])\n   \
             ((Node walk [Node x] {walk})\n    (bool test [Node x] {test})\n    (Node run [Node x]\n      {run}))))\n (Node run))"
        )
    }

    /// A method the main one calls; written from what is left of the tape.
    fn helper(&mut self, result: Ty) -> String {
        self.callable = 0;
        self.method(result, 2)
    }

    fn method(&mut self, result: Ty, depth: usize) -> String {
        self.callable = if depth > 2 { 2 } else { 0 };
        self.scope = vec![("x".into(), Ty::Node), ("this".into(), Ty::Node)];
        self.expr(result, depth)
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        match self.tape.pick(12) {
            0 => self.leaf(ty),
            1 | 2 => format!(
                "(if {} {} else {})",
                self.condition(depth - 1),
                self.expr(ty, depth - 1),
                self.expr(ty, depth - 1)
            ),
            3 | 4 => format!("(begin {} {})", self.write(depth - 1), self.expr(ty, depth - 1)),
            5 | 6 => self.declaration(ty, depth),
            7 => format!("(begin (x := {}) {})", self.expr(Ty::Node, depth - 1), self.expr(ty, depth - 1)),
            8 if self.callable > 0 => self.call(ty, depth),
            _ => self.operation(ty, depth),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let of_type = self.scope.iter().filter(|(_, found)| *found == ty).map(|(name, _)| name.clone());
        let mut ways: Vec<String> = of_type.collect();
        ways.extend(match ty {
            Ty::Node => vec!["null".into(), "(this $next)".into(), "(new Node)".into()],
            Ty::Data => vec!["null".into(), "(this $elem)".into()],
            Ty::Bool => vec!["true".into(), "(this $mark)".into(), "(x = this)".into()],
        });
        self.tape.choose(&ways).clone()
    }

    /// What only this type offers.
    fn operation(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Node => {
                let field = *self.tape.choose(&["next", "other", "next"]);
                format!("({} ${field})", self.receiver(depth - 1))
            }
            Ty::Data => format!("({} $elem)", self.receiver(depth - 1)),
            Ty::Bool => self.condition(depth - 1),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let depth = depth.min(2);
        match self.tape.pick(8) {
            0..=2 => format!("({} = {})", self.expr(Ty::Node, depth), self.expr(Ty::Node, depth)),
            3 => format!("({} = null)", self.expr(Ty::Node, depth)),
            4 => format!("({} = {})", self.expr(Ty::Data, depth), self.expr(Ty::Data, depth)),
            5 => format!("({} $mark)", self.receiver(depth)),
            6 => format!("({} = {})", self.leaf(Ty::Bool), self.leaf(Ty::Bool)),
            _ => self.leaf(Ty::Bool),
        }
    }

    fn write(&mut self, depth: usize) -> String {
        let nodes: Vec<String> =
            self.scope.iter().filter(|(_, ty)| *ty == Ty::Node).map(|(name, _)| name.clone()).collect();
        let target = self.tape.choose(&nodes).clone();
        let (field, ty) = *self.tape.choose(&[
            ("next", Ty::Node),
            ("other", Ty::Node),
            ("mark", Ty::Bool),
            ("elem", Ty::Data),
        ]);
        let mut out = String::new();
        let _ = write!(out, "({target} ${field} := {})", self.expr(ty, depth.min(2)));
        out
    }

    fn declaration(&mut self, ty: Ty, depth: usize) -> String {
        let (of, name) = *self.tape.choose(&[
            (Ty::Node, "Node"),
            (Ty::Node, "Node"),
            (Ty::Bool, "bool"),
            (Ty::Data, "Data"),
        ]);
        let value = self.expr(of, depth - 1);
        let variable = format!("v{}", self.scope.len());
        self.scope.push((variable.clone(), of));
        let body = self.expr(ty, depth - 1);
        self.scope.pop();
        format!("(var {name} {variable} := {value} in {body})")
    }

    /// An expression whose type is `Node` whatever it is made of: of `null` alone no field can be asked.
    fn receiver(&mut self, depth: usize) -> String {
        let object = self.expr(Ty::Node, depth);
        if object.contains("null") { format!("(var Node object := {object} in object)") } else { object }
    }

    fn call(&mut self, ty: Ty, depth: usize) -> String {
        let method = match ty {
            Ty::Node => "walk",
            Ty::Bool => "test",
            Ty::Data => return self.leaf(ty),
        };
        format!("({} @ {method} {})", self.receiver(depth - 1), self.expr(Ty::Node, depth - 1))
    }
}

//! Generated programs of the small imperative language, and their concrete semantics.

use base::Source;
use calculus::imp::machine::{State, heap_class, heap_field, kind};
use calculus::imp::parse::parse;
use calculus::imp::syntax::{Cmd, CmdKind, Expr, ExprKind, Program, Type};
use calculus::language::Flow;
use heap::Value;

use crate::inputs::{Input, Object, Root, Signature, Val};
use crate::sample::{Execution, LIMITS, Sample};
use crate::tape::Tape;

pub struct Imp {
    text: String,
    program: Program,
}

/// A program text with or without the operands of every comparison swapped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operands {
    AsWritten,
    Swapped,
}

impl Imp {
    pub fn with_operands(tape: &[u8], operands: Operands) -> Self {
        Self::of_text(Writer::program(tape, operands))
    }

    pub fn of_text(text: String) -> Self {
        let program = parse(&Source::new("generated.imp", text.clone()));
        let program = program.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
        Self { text, program }
    }

    pub fn into_program(self) -> Program {
        self.program
    }
}

impl Sample for Imp {
    type Language = Program;

    fn of_tape(tape: &[u8]) -> Self {
        Self::with_operands(tape, Operands::AsWritten)
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn language(&self) -> &Program {
        &self.program
    }

    fn signature(&self) -> Signature {
        let root =
            |(name, ty): &(String, Type)| Root { name: name.clone(), kind: kind(*ty), non_null: false };
        let used = |name: &str| self.text.contains(&format!(".{name}"));
        let fields = self.program.fields.iter_enumerated().filter(|(_, field)| used(&field.name));
        Signature {
            roots: self.program.variables.iter().map(root).collect(),
            fields: fields
                .map(|(id, field)| (heap_class(field.record), heap_field(id), kind(field.ty)))
                .collect(),
        }
    }

    fn execute(&self, input: &Input) -> Execution {
        let names = self.program.variables.iter().map(|(name, _)| name.clone());
        let mut store: Store = names.zip(input.roots.iter().copied()).collect();
        let mut runner = Runner {
            program: &self.program,
            flow: Vec::new(),
            dereferences: 0,
            objects: input.objects.clone(),
        };
        let end = runner.command(&mut store, &self.program.body);
        let results = match end {
            Ok(()) => store.into_iter().map(|(_, value)| value).collect(),
            Err(error) => {
                runner.flow.extend(error);
                Vec::new()
            }
        };
        Execution { flow: runner.flow, results, objects: runner.objects }
    }

    fn results(&self, state: &State) -> Vec<Value> {
        let globals = state.stores.first().expect("the globals' store").variables.iter();
        if state.failed { Vec::new() } else { globals.map(|(_, value)| *value).collect() }
    }
}

struct Runner<'a> {
    program: &'a Program,
    flow: Vec<Flow>,
    dereferences: u32,
    objects: Vec<Object>,
}

type Store = Vec<(String, Val)>;

/// How a run ends early: in error, or (`None`) because it is too long.
type Early = Option<Flow>;

impl Runner<'_> {
    fn command(&mut self, store: &mut Store, cmd: &Cmd) -> Result<(), Early> {
        match &cmd.kind {
            CmdKind::Skip => {}
            CmdKind::Stuck => return Err(Some(Flow::Stuck)),
            CmdKind::Seq(first, second) => {
                self.command(store, first)?;
                self.command(store, second)?;
            }
            CmdKind::Assign(name, value) => *variable(store, name) = self.eval(store, value)?,
            CmdKind::Write(object, field, value) => {
                let (object, value) = (self.eval(store, object)?, self.eval(store, value)?);
                let object = self.dereference(object)?;
                self.objects[object].fields.insert(heap_field(*field), value);
            }
            CmdKind::New(name, record) => {
                let fields = self.program.records[*record].fields.iter();
                let initial = |id| {
                    if matches!(kind(self.program.fields[id].ty), heap::Kind::Ref(_)) {
                        Val::Null
                    } else {
                        Val::Int(0)
                    }
                };
                let fields = fields.map(|id| (heap_field(*id), initial(*id))).collect();
                self.objects.push(Object { class: heap_class(*record), fields });
                *variable(store, name) = Val::Object(self.objects.len() - 1);
            }
            CmdKind::If(test, yes, no) => {
                let branch = if self.decide(store, test)? { yes } else { no };
                self.command(store, branch)?;
            }
            CmdKind::While(test, body) => {
                while self.decide(store, test)? {
                    self.command(store, body)?;
                }
            }
            CmdKind::Call(proc, arguments, result) => {
                let proc = &self.program.procs[*proc];
                let mut inner = Store::new();
                for ((name, _), argument) in proc.parameters.iter().zip(arguments) {
                    inner.push((name.clone(), self.eval(store, argument)?));
                }
                inner.push((proc.result.0.clone(), *variable(store, result)));
                self.command(&mut inner, &proc.body)?;
                *variable(store, result) = *variable(&mut inner, &proc.result.0);
            }
        }
        Ok(())
    }

    fn decide(&mut self, store: &mut Store, test: &Expr) -> Result<bool, Early> {
        let holds = self.eval(store, test)? != Val::Int(0);
        self.flow.push(if holds { Flow::Then } else { Flow::Else });
        if self.flow.len() > 2 * LIMITS.branches { Err(None) } else { Ok(holds) }
    }

    fn dereference(&mut self, value: Val) -> Result<usize, Early> {
        self.dereferences += 1;
        if let Val::Object(object) = value { Ok(object) } else { Err(Some(Flow::Null(self.dereferences))) }
    }

    fn compare(&mut self, store: &mut Store, left: &Expr, right: &Expr) -> Result<bool, Early> {
        let (left, right) = (self.eval(store, left)?, self.eval(store, right)?);
        if !matches!(left, Val::Int(_)) {
            self.flow.push(if left == right { Flow::Same } else { Flow::Different });
        }
        Ok(left == right)
    }

    fn eval(&mut self, store: &mut Store, expr: &Expr) -> Result<Val, Early> {
        Ok(match &expr.kind {
            ExprKind::Int(number) => Val::Int(*number),
            ExprKind::Bool(value) => Val::Int((*value).into()),
            ExprKind::Nil => Val::Null,
            ExprKind::Var(name) => *variable(store, name),
            ExprKind::Field(object, field) => {
                let object = self.eval(store, object)?;
                let object = self.dereference(object)?;
                self.objects[object].fields[&heap_field(*field)]
            }
            ExprKind::Equal(left, right) => Val::Int(self.compare(store, left, right)?.into()),
            ExprKind::NotEqual(left, right) => Val::Int((!self.compare(store, left, right)?).into()),
        })
    }
}

fn variable<'s>(store: &'s mut Store, name: &str) -> &'s mut Val {
    &mut store.iter_mut().find(|(bound, _)| bound == name).expect("the parser found it").1
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Node,
    Int,
    Bool,
}

/// Writes program texts. The first way of every choice is the simplest.
struct Writer<'a> {
    tape: Tape<'a>,
    operands: Operands,
}

impl Writer<'_> {
    fn program(tape: &[u8], operands: Operands) -> String {
        let mut writer = Writer { tape: Tape::new(tape), operands };
        let main = writer.commands(2);
        let hop = writer.commands(1).replace('y', "r");
        format!(
            "begin\n  record node {{ next : node; other : node; mark : bool; value : int }}\n  \
             proc hop(x : node; r : node) {{ {hop} }}\n  var x : node; var y : node\nin\n  {main}\nend\n"
        )
    }

    fn commands(&mut self, depth: usize) -> String {
        let count = 1 + self.tape.pick(3);
        let commands: Vec<String> = (0..count).map(|_| self.command(depth)).collect();
        commands.join(";\n  ")
    }

    fn command(&mut self, depth: usize) -> String {
        match self.tape.pick(if depth == 0 { 8 } else { 14 }) {
            0 => "skip".into(),
            1 | 2 => format!("{} := {}", self.variable(), self.expr(Ty::Node, 2)),
            3..=5 => self.write(),
            6 => format!("new({})", self.variable()),
            7 => {
                if self.tape.pick(4) == 3 {
                    "stuck".into()
                } else {
                    format!("x := {}", self.expr(Ty::Node, 1))
                }
            }
            8..=10 => {
                let test = self.condition();
                format!(
                    "if {test} then {{ {} }} else {{ {} }}",
                    self.commands(depth - 1),
                    self.commands(depth - 1)
                )
            }
            11 | 12 => {
                let test = self.condition();
                format!("while {test} do {{ {} }}", self.commands(depth - 1))
            }
            _ if depth < 2 => "skip".into(),
            _ => format!("call hop({}; y)", self.expr(Ty::Node, 1)),
        }
    }

    fn variable(&mut self) -> &'static str {
        ["x", "y"][self.tape.pick(2)]
    }

    fn write(&mut self) -> String {
        let (field, ty) = *self.tape.choose(&[
            ("next", Ty::Node),
            ("other", Ty::Node),
            ("mark", Ty::Bool),
            ("value", Ty::Int),
        ]);
        let object = self.expr(Ty::Node, 1);
        let object = if object == "nil" { "x".into() } else { object };
        format!("{object}.{field} := {}", self.expr(ty, 1))
    }

    fn condition(&mut self) -> String {
        match self.tape.pick(6) {
            0 | 1 => self.comparison(Ty::Node),
            2 => format!("{} != nil", self.variable()),
            3 => self.comparison(Ty::Bool),
            4 => self.comparison(Ty::Int),
            _ => self.expr(Ty::Bool, 1),
        }
    }

    fn comparison(&mut self, ty: Ty) -> String {
        let sign = *self.tape.choose(&["=", "!="]);
        let (left, right) = (self.expr(ty, 2), self.expr(ty, 2));
        let (left, right) = if left == "nil" { (right, left) } else { (left, right) };
        match self.operands {
            Operands::AsWritten => format!("{left} {sign} {right}"),
            Operands::Swapped => format!("{right} {sign} {left}"),
        }
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        match (ty, self.tape.pick(5)) {
            (Ty::Node, 4) => "nil".into(),
            (Ty::Node, 2 | 3) if depth > 0 => {
                let field = *self.tape.choose(&["next", "next", "other"]);
                let object = self.expr(Ty::Node, depth - 1);
                if object == "nil" { object } else { format!("{object}.{field}") }
            }
            (Ty::Node, _) => self.variable().into(),
            (Ty::Bool, 0) => "true".into(),
            (Ty::Bool, 1) => "false".into(),
            (Ty::Bool, _) => format!("{}.mark", self.variable()),
            (Ty::Int, 0 | 1) => self.tape.choose(&["0", "1"]).to_string(),
            (Ty::Int, _) => format!("{}.value", self.variable()),
        }
    }
}

//! The small imperative language as register code: records are classes, procedures static methods that return their result
//! parameter, and the program is the static method `begin`, given the global variables.

use std::sync::Arc;

use base::Diagnostic;
use program::code::{Body, Builder, Inst, Kind, Reg};
use program::define::{MethodCode, MethodDef};
use program::{Flags, Program as Code};

use super::emit::{Emitter, Operand, Range};
use super::library::STUCK;
use super::{Compiled, MAX_NODES, Parameter, empty_program, field, final_class, legal, refused, too_large};
use crate::imp::syntax::{Cmd, CmdKind, Expr, ExprKind, FieldId, ProcId, Program, RecordId, Type};

/// The class of all procedures, and its entry: a word of the language, so that no record or procedure has this name.
const MAIN: &str = "begin";

/// Arguments of a call are counted in one byte.
const MAX_PARAMETERS: usize = 250;

/// The register code of a program.
pub fn compile(source: &Arc<Program>) -> Result<Compiled, Diagnostic> {
    let code = empty_program()?;
    check_sizes(source)?;
    let mut classes = Vec::new();
    for record in source.records.ids() {
        let fields = source.records[record].fields.iter();
        let fields =
            fields.map(|id| field(field_name(source, *id), descriptor(source, source.fields[*id].ty)));
        let class = final_class(record_name(source, record), fields.collect(), Vec::new());
        classes.push(code.define(class).map_err(|error| refused(&error))?);
    }
    let procs = source.procs.ids().map(|id| procedure(source, id));
    let methods = procs.chain([main_method(source)]).collect();
    let class =
        code.define(final_class(MAIN.into(), Vec::new(), methods)).map_err(|error| refused(&error))?;
    classes.push(class);
    let entry = code.find_method(class, MAIN, &main_signature(source)).expect("defined just before");
    let parameter = |(name, ty): &(String, Type)| {
        let ty = code.type_of_descriptor(&descriptor(source, *ty)).expect("the type of a variable");
        Parameter { name: name.clone(), ty, non_null: false }
    };
    let parameters = source.variables.iter().map(parameter).collect();
    Ok(Compiled { entry, classes, parameters, code })
}

fn check_sizes(source: &Program) -> Result<(), Diagnostic> {
    let bodies = source.procs.iter().map(|proc| (&proc.name[..], &proc.body, proc.parameters.len()));
    let main = ("the program", &source.body, source.variables.len());
    for (name, body, parameters) in bodies.chain([main]) {
        if size(body) > MAX_NODES || parameters > MAX_PARAMETERS {
            return Err(too_large(name));
        }
    }
    Ok(())
}

fn main_method(source: &Arc<Program>) -> MethodDef {
    let shared = source.clone();
    static_method(MAIN.into(), main_signature(source), move |code, class| {
        let mut compiler = Compiler::new(&shared, code, class, &shared.variables);
        compiler.command(&shared.body);
        compiler.out.builder.emit(Inst::Return);
        compiler.out.builder.finish()
    })
}

fn procedure(source: &Arc<Program>, id: ProcId) -> MethodDef {
    let shared = source.clone();
    static_method(proc_name(source, id), proc_signature(source, id), move |code, class| {
        let proc = &shared.procs[id];
        let parameters: Vec<(String, Type)> = proc.parameters.iter().chain([&proc.result]).cloned().collect();
        let mut compiler = Compiler::new(&shared, code, class, &parameters);
        for (name, ty) in &proc.locals {
            let initial = compiler.out.zero(kind(*ty));
            compiler.out.scope.push((name.clone(), initial));
        }
        compiler.command(&proc.body);
        let result = compiler.out.variable(&proc.result.0).reg;
        compiler.out.builder.emit(Inst::ReturnValue { src: result });
        compiler.out.builder.finish()
    })
}

fn static_method(
    name: String,
    descriptor: String,
    make: impl Fn(&Code, program::ClassId) -> Body + Send + Sync + 'static,
) -> MethodDef {
    let code = MethodCode::Make(Box::new(make));
    MethodDef { name, descriptor, flags: Flags::PUBLIC | Flags::STATIC, code }
}

struct Compiler<'p> {
    source: &'p Program,
    out: Emitter<'p>,
}

impl<'p> Compiler<'p> {
    fn new(
        source: &'p Program,
        code: &'p Code,
        class: program::ClassId,
        parameters: &[(String, Type)],
    ) -> Self {
        let kinds = parameters.iter().map(|(_, ty)| kind(*ty));
        let builder = Builder::new(code, class, kinds);
        let scope = parameters.iter().zip(0..).map(|((name, ty), number)| {
            let operand = Operand { reg: Reg(number), kind: kind(*ty) };
            (name.clone(), operand)
        });
        Self { source, out: Emitter { builder, scope: scope.collect() } }
    }

    fn command(&mut self, cmd: &Cmd) {
        let mut cmd = cmd;
        while let CmdKind::Seq(first, second) = &cmd.kind {
            self.command(first);
            cmd = second;
        }
        match &cmd.kind {
            CmdKind::Skip | CmdKind::Seq(..) => {}
            CmdKind::Stuck => self.stuck(),
            CmdKind::Assign(name, value) => {
                let value = self.expr(value);
                self.out.assign(name, value);
            }
            CmdKind::Write(object, field, value) => {
                let (object, value) = (self.expr(object).reg, self.expr(value).reg);
                let (field, _) = self.field(*field);
                self.out.builder.emit(Inst::PutField { object, field, src: value });
            }
            CmdKind::New(name, record) => {
                let object = self.new_object(&record_name(self.source, *record));
                self.out.assign(name, object);
            }
            CmdKind::If(test, yes, no) => self.conditional(test, yes, no),
            CmdKind::While(test, body) => self.repetition(test, body),
            CmdKind::Call(proc, arguments, variable) => self.call(*proc, arguments, variable),
        }
    }

    fn stuck(&mut self) {
        let src = self.new_object(STUCK).reg;
        self.out.builder.emit(Inst::Throw { src });
    }

    fn conditional(&mut self, test: &Expr, yes: &Cmd, no: &Cmd) {
        let test = self.expr(test);
        let otherwise = self.out.decide(test);
        self.command(yes);
        let end = self.out.go();
        self.out.builder.land(otherwise);
        self.command(no);
        self.out.builder.land(end);
    }

    fn repetition(&mut self, test: &Expr, body: &Cmd) {
        let again = self.out.builder.here();
        let test = self.expr(test);
        let end = self.out.decide(test);
        self.command(body);
        self.out.builder.emit(Inst::Goto { target: again });
        self.out.builder.land(end);
    }

    fn call(&mut self, proc: ProcId, arguments: &[Expr], variable: &str) {
        let mut given: Vec<Reg> = arguments.iter().map(|argument| self.expr(argument).reg).collect();
        given.push(self.out.variable(variable).reg);
        let (name, signature) = (proc_name(self.source, proc), proc_signature(self.source, proc));
        let result = self.out.builder.call_static(MAIN, &name, &signature, &given);
        let reg = result.expect("every procedure has a result");
        self.out.assign(variable, Operand { reg, kind: kind(self.source.procs[proc].result.1) });
    }

    /// The value of an expression, in a register of its own.
    fn expr(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Int(number) => self.out.int(*number),
            ExprKind::Bool(value) => self.out.int((*value).into()),
            ExprKind::Nil => self.out.null(),
            ExprKind::Var(name) => self.out.read(name),
            ExprKind::Field(object, id) => {
                let object = self.expr(object).reg;
                let (field, kind) = self.field(*id);
                let reg = self.out.builder.value(kind, |dst| Inst::GetField { dst, object, field });
                Operand { reg, kind }
            }
            ExprKind::Equal(left, right) => self.equality(left, right),
            ExprKind::NotEqual(left, right) => {
                let same = self.equality(left, right);
                self.out.negate(same)
            }
        }
    }

    fn equality(&mut self, left: &Expr, right: &Expr) -> Operand {
        let (left, right) = (self.expr(left), self.expr(right));
        self.out.equal(left, right, Range::Int)
    }

    fn new_object(&mut self, class: &str) -> Operand {
        let ty = self.out.builder.program.class_type(class);
        let reg = self.out.builder.value(Kind::Ref, |dst| Inst::New { dst, ty });
        Operand { reg, kind: Kind::Ref }
    }

    fn field(&self, id: FieldId) -> (program::FieldRef, Kind) {
        let field = &self.source.fields[id];
        let code = self.out.builder.program;
        let class = code.class_type(&record_name(self.source, field.record));
        let ty = code.type_of_descriptor(&descriptor(self.source, field.ty)).expect("the type of a field");
        (self.out.builder.field(class, &field_name(self.source, id), ty), kind(field.ty))
    }
}

fn kind(ty: Type) -> Kind {
    match ty {
        Type::Int | Type::Bool => Kind::Int,
        Type::Record(_) | Type::Nil => Kind::Ref,
    }
}

fn record_name(source: &Program, id: RecordId) -> String {
    legal(&source.records[id].name, id.0)
}

fn field_name(source: &Program, id: FieldId) -> String {
    legal(&source.fields[id].name, id.0)
}

fn proc_name(source: &Program, id: ProcId) -> String {
    legal(&source.procs[id].name, id.0)
}

fn descriptor(source: &Program, ty: Type) -> String {
    match ty {
        Type::Int => "I".into(),
        Type::Bool => "Z".into(),
        Type::Record(record) => format!("L{};", record_name(source, record)),
        Type::Nil => panic!("nothing is declared with the type of `nil`"),
    }
}

fn main_signature(source: &Program) -> String {
    let given: String = source.variables.iter().map(|(_, ty)| descriptor(source, *ty)).collect();
    format!("({given})V")
}

fn proc_signature(source: &Program, id: ProcId) -> String {
    let proc = &source.procs[id];
    let result = descriptor(source, proc.result.1);
    let given: String = proc.parameters.iter().map(|(_, ty)| descriptor(source, *ty)).collect();
    format!("({given}{result}){result}")
}

/// How many nodes a command has.
fn size(cmd: &Cmd) -> usize {
    let (mut cmd, mut sum) = (cmd, 1);
    while let CmdKind::Seq(first, second) = &cmd.kind {
        sum += size(first);
        cmd = second;
    }
    sum + match &cmd.kind {
        CmdKind::Skip | CmdKind::Stuck | CmdKind::New(..) | CmdKind::Seq(..) => 0,
        CmdKind::Assign(_, value) => expr_size(value),
        CmdKind::Write(object, _, value) => expr_size(object) + expr_size(value),
        CmdKind::If(test, yes, no) => expr_size(test) + size(yes) + size(no),
        CmdKind::While(test, body) => expr_size(test) + size(body),
        CmdKind::Call(_, arguments, _) => arguments.iter().map(expr_size).sum(),
    }
}

fn expr_size(expr: &Expr) -> usize {
    1 + match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Nil | ExprKind::Var(_) => 0,
        ExprKind::Field(object, _) => expr_size(object),
        ExprKind::Equal(left, right) | ExprKind::NotEqual(left, right) => expr_size(left) + expr_size(right),
    }
}

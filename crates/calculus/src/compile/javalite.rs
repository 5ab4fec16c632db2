//! Javalite as register code: a class a class, a method a method, an expression a register.

use std::sync::Arc;

use base::Diagnostic;
use program::code::{Body, Builder, CallKind, Inst, Kind};
use program::define::{MethodCode, MethodDef};
use program::{Flags, Program as Code};

use super::emit::{Emitter, Operand, Range};
use super::{Compiled, MAX_NODES, Parameter, empty_program, field, final_class, legal, refused, too_large};
use crate::javalite::syntax::{ClassId, Expr, ExprKind, FieldId, MethodId, Program, Type};

/// The register code of a program.
pub fn compile(source: &Arc<Program>) -> Result<Compiled, Diagnostic> {
    let code = empty_program()?;
    for method in source.methods.iter() {
        if size(&method.body) > MAX_NODES {
            return Err(too_large(&method.name));
        }
    }
    let mut classes = Vec::new();
    for class in source.classes.ids() {
        let fields = source.classes[class].fields.iter();
        let fields =
            fields.map(|id| field(field_name(source, *id), descriptor(source, source.fields[*id].ty)));
        let methods = source.classes[class].methods.iter().map(|id| method(source, *id)).collect();
        let class = final_class(class_name(source, class), fields.collect(), methods);
        classes.push(code.define(class).map_err(|error| refused(&error))?);
    }
    let entry = &source.methods[source.entry];
    let class = code.class_named(&class_name(source, entry.class)).expect("defined just before");
    let found = code.find_method(class, &method_name(source, source.entry), &signature(source, source.entry));
    let parameter = |name: &str, ty, non_null| {
        let ty = code.type_of_descriptor(&descriptor(source, ty)).expect("the type of a parameter");
        Parameter { name: name.into(), ty, non_null }
    };
    let parameters = vec![
        parameter("this", Type::Class(entry.class), true),
        parameter(&entry.parameter.0, entry.parameter.1, false),
    ];
    Ok(Compiled { entry: found.expect("defined just before"), classes, parameters, code })
}

fn method(source: &Arc<Program>, id: MethodId) -> MethodDef {
    let shared = source.clone();
    MethodDef {
        name: method_name(source, id),
        descriptor: signature(source, id),
        flags: Flags::PUBLIC,
        code: MethodCode::Make(Box::new(move |code, class| body(&shared, id, code, class))),
    }
}

fn body(source: &Program, id: MethodId, code: &Code, class: program::ClassId) -> Body {
    let method = &source.methods[id];
    let kinds = [Kind::Ref, kind(method.parameter.1)];
    let builder = Builder::new(code, class, kinds);
    let operand = |number, kind| Operand { reg: program::code::Reg(number), kind };
    let scope =
        vec![("this".into(), operand(0, kinds[0])), (method.parameter.0.clone(), operand(1, kinds[1]))];
    let mut compiler = Compiler { source, out: Emitter { builder, scope } };
    let result = compiler.expr(&method.body);
    compiler.out.builder.emit(Inst::ReturnValue { src: result.reg });
    compiler.out.builder.finish()
}

struct Compiler<'p> {
    source: &'p Program,
    out: Emitter<'p>,
}

impl Compiler<'_> {
    /// The value of an expression, in a register of its own.
    fn expr(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Null => self.out.null(),
            ExprKind::Bool(value) => self.out.int((*value).into()),
            ExprKind::Var(name) => self.out.read(name),
            ExprKind::New(class) => self.new_object(*class),
            ExprKind::Read(object, field) => self.field_access(object, *field),
            ExprKind::Write(name, field, value) => self.field_write(name, *field, value),
            ExprKind::Equals(left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.out.equal(left, right, Range::Bit)
            }
            ExprKind::If(test, yes, no) => self.if_then_else(test, yes, no),
            ExprKind::Let(_, name, value, body) => {
                let value = self.expr(value);
                self.out.scope.push((name.clone(), value));
                let result = self.expr(body);
                self.out.scope.pop();
                result
            }
            ExprKind::Call(object, method, argument) => self.method_invocation(object, *method, argument),
            ExprKind::Assign(name, value) => {
                let value = self.expr(value);
                self.out.assign(name, value);
                value
            }
            ExprKind::Begin(parts) => match parts.split_last() {
                None => self.out.null(),
                Some((last, first)) => {
                    for part in first {
                        self.expr(part);
                    }
                    self.expr(last)
                }
            },
        }
    }

    fn new_object(&mut self, class: ClassId) -> Operand {
        let ty = self.out.builder.program.class_type(&class_name(self.source, class));
        let reg = self.out.builder.value(Kind::Ref, |dst| Inst::New { dst, ty });
        Operand { reg, kind: Kind::Ref }
    }

    fn field_access(&mut self, object: &Expr, id: FieldId) -> Operand {
        let object = self.expr(object).reg;
        let (field, kind) = self.field(id);
        let reg = self.out.builder.value(kind, |dst| Inst::GetField { dst, object, field });
        Operand { reg, kind }
    }

    /// The value first, then the object: the variable may be assigned meanwhile.
    fn field_write(&mut self, name: &str, id: FieldId, value: &Expr) -> Operand {
        let value = self.expr(value);
        let object = self.out.variable(name).reg;
        let (field, _) = self.field(id);
        self.out.builder.emit(Inst::PutField { object, field, src: value.reg });
        value
    }

    fn if_then_else(&mut self, test: &Expr, yes: &Expr, no: &Expr) -> Operand {
        let test = self.expr(test);
        let otherwise = self.out.decide(test);
        let yes = self.expr(yes);
        let result = self.out.builder.reg(yes.kind);
        self.out.builder.emit(Inst::Move { dst: result, src: yes.reg });
        let end = self.out.go();
        self.out.builder.land(otherwise);
        let no = self.expr(no);
        self.out.builder.emit(Inst::Move { dst: result, src: no.reg });
        self.out.builder.land(end);
        Operand { reg: result, kind: yes.kind }
    }

    /// No method is overridden, so which one is called does not depend on the object.
    fn method_invocation(&mut self, object: &Expr, id: MethodId, argument: &Expr) -> Operand {
        let (object, argument) = (self.expr(object).reg, self.expr(argument).reg);
        let class = class_name(self.source, self.source.methods[id].class);
        let (name, signature) = (method_name(self.source, id), signature(self.source, id));
        let method = self.out.builder.method(&class, &name, &signature, false);
        let result = self.out.builder.call(CallKind::Special, method, &[object, argument]);
        let kind = kind(self.source.methods[id].result);
        Operand { reg: result.expect("every method has a result"), kind }
    }

    fn field(&self, id: FieldId) -> (program::FieldRef, Kind) {
        let field = &self.source.fields[id];
        let code = self.out.builder.program;
        let class = code.class_type(&class_name(self.source, field.class));
        let ty = code.type_of_descriptor(&descriptor(self.source, field.ty)).expect("the type of a field");
        (self.out.builder.field(class, &field_name(self.source, id), ty), kind(field.ty))
    }
}

fn kind(ty: Type) -> Kind {
    match ty {
        Type::Bool => Kind::Int,
        Type::Class(_) | Type::Null => Kind::Ref,
    }
}

fn class_name(source: &Program, id: ClassId) -> String {
    legal(&source.classes[id].name, id.0)
}

fn field_name(source: &Program, id: FieldId) -> String {
    legal(&source.fields[id].name, id.0)
}

fn method_name(source: &Program, id: MethodId) -> String {
    legal(&source.methods[id].name, id.0)
}

fn descriptor(source: &Program, ty: Type) -> String {
    match ty {
        Type::Bool => "Z".into(),
        Type::Class(class) => format!("L{};", class_name(source, class)),
        Type::Null => panic!("nothing is declared with the type of `null`"),
    }
}

fn signature(source: &Program, id: MethodId) -> String {
    let method = &source.methods[id];
    format!("({}){}", descriptor(source, method.parameter.1), descriptor(source, method.result))
}

/// How many nodes an expression has.
fn size(expr: &Expr) -> usize {
    1 + match &expr.kind {
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Var(_) | ExprKind::New(_) => 0,
        ExprKind::Read(inner, _) | ExprKind::Write(_, _, inner) | ExprKind::Assign(_, inner) => size(inner),
        ExprKind::Equals(left, right) | ExprKind::Let(_, _, left, right) | ExprKind::Call(left, _, right) => {
            size(left) + size(right)
        }
        ExprKind::If(test, yes, no) => size(test) + size(yes) + size(no),
        ExprKind::Begin(parts) => parts.iter().map(size).sum(),
    }
}

//! Calls of methods of the JDK, by what the library says of them: integers come in, an integer comes out, and every exception has its
//! condition. That none of these holds is an obligation; afterwards the result is some number of which the line's promises hold.
//!
//! Java chooses among overloaded methods of integers the one with the narrowest parameters; the library tells all of those or none
//! (its tests see to that).

use library::{Argument, Comparison, Condition, Effect, Method, Number as Told, names};

use super::cx::{Cx, Mode, Typed};
use super::declare::between;
use super::operator::not;
use crate::core::{BinaryOp, Expr, StmtKind};
use crate::java::Result;
use crate::java::ast::{self, Name, Receiver, Span};
use crate::java::types::{Number, Type};
use base::Place;

/// A method as its line declares it.
struct Declared {
    line: &'static Method,
    params: Vec<Number>,
    result: Number,
}

/// The numbers of one call.
struct Numbers<'a> {
    given: &'a [Typed],
    result: Option<&'a Typed>,
    place: &'a Place,
}

impl Cx<'_, '_> {
    /// The class of the JDK that a receiver names, if nothing nearer has that name.
    pub fn library_class(&self, receiver: &Receiver) -> Option<&'static library::Class> {
        let Receiver::Expr(object) = receiver else { return None };
        let ast::ExprKind::Name(name) = &*object.kind else { return None };
        let table = self.build.table;
        let is_value = self.lookup(name).is_some()
            || self
                .class
                .is_some_and(|class| table.field(class, name).is_some() || table.is_unread(class, name));
        let is_own = table.class_named(name).is_some() || table.is_unusable(name) || table.is_imported(name);
        if is_value || is_own || self.mode == Mode::Contract {
            return None;
        }
        library::class(&format!("{}/{name}", names::ALWAYS_IMPORTED))
    }

    /// A call of such a class's method; `None` if its line does not tell enough.
    pub fn library_call(
        &mut self,
        class: &'static library::Class,
        name: &Name,
        args: &[&ast::Expr],
        span: Span,
    ) -> Result<Option<Typed>> {
        let is_called = class.methods.iter().any(|method| method.pattern.name() == name.text);
        if !is_called {
            return Ok(None);
        }
        let args = self.sequence(args)?;
        let numbers: Option<Vec<Number>> = args.iter().map(|arg| arg.ty.number()).collect();
        let Some(method) = numbers.and_then(|numbers| declared(class, &name.text, &numbers)) else {
            let message =
                format!("the library does not tell enough of `{}` to verify a call of it", name.text);
            return Err(self.error(name.span, "unsupported-java", message));
        };
        let place = self.place(span);
        let mut given = Vec::new();
        for (arg, &param) in args.into_iter().zip(&method.params) {
            let arg = self.coerce(arg, &Type::Number(param), span)?;
            given.push(self.spill_if_complex(arg));
        }
        let before = Numbers { given: &given, result: None, place: &place };
        for when in method.line.raises.iter().flatten().filter_map(|raise| raise.when.as_ref()) {
            let raised = before.condition(when).expect("lines that do not fit are left out");
            self.oblige(not(raised), "library.exception");
        }
        let ty = Type::Number(method.result);
        let local = self.temporary(&ty, &place);
        self.emit(StmtKind::Havoc(local), &place);
        let result = self.read(local, &ty, &place);
        if let Some(bounds) = method.result.bounds() {
            self.assume(between(&result.expr, bounds, &place));
        }
        let after = Numbers { result: Some(&result), ..before };
        for ensures in &method.line.ensures {
            let promised = after.condition(ensures).expect("lines that do not fit are left out");
            self.assume(promised);
        }
        Ok(Some(result))
    }
}

/// The method Java chooses [JLS 15.12.2.5] among those whose lines tell all there is to know.
fn declared(class: &'static library::Class, name: &str, args: &[Number]) -> Option<Declared> {
    let all = class.methods.iter().filter(|line| line.pattern.name() == name && is_told(line));
    let read = all.filter_map(|line| {
        let params = line.pattern.params()?.iter().map(|ty| number(ty)).collect::<Option<Vec<_>>>()?;
        Some(Declared { line, params, result: number(line.pattern.result()?)? })
    });
    let fits = |method: &Declared| {
        let mut pairs = method.params.iter().zip(args);
        method.params.len() == args.len() && pairs.all(|(param, arg)| param.includes(*arg))
    };
    let width = |method: &Declared| method.params.iter().filter(|param| **param == Number::Long).count();
    read.filter(fits).min_by_key(width)
}

fn number(ty: &str) -> Option<Number> {
    match ty {
        "int" => Some(Number::Int),
        "long" => Some(Number::Long),
        _ => None,
    }
}

/// Whether a line says all that a proof needs: it only computes, and speaks of nothing but its numbers.
fn is_told(line: &Method) -> bool {
    let raises = line
        .raises
        .as_ref()
        .is_some_and(|raises| raises.iter().all(|raise| raise.when.as_ref().is_some_and(speaks_of_numbers)));
    line.effect == Effect::None
        && line.asks.is_none()
        && line.runs.is_empty()
        && raises
        && line.ensures.iter().all(speaks_of_numbers)
}

fn speaks_of_numbers(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, lhs, rhs) => is_number(lhs) && is_number(rhs),
        Condition::IsNull(_) | Condition::Exists(_) => false,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(speaks_of_numbers),
    }
}

fn is_number(number: &Told) -> bool {
    match number {
        Told::Literal(_) | Told::Of(Argument::Parameter(_)) | Told::Result => true,
        Told::Of(Argument::This) | Told::Length(_) => false,
        Told::Add(lhs, rhs) | Told::Subtract(lhs, rhs) | Told::Multiply(lhs, rhs) => {
            is_number(lhs) && is_number(rhs)
        }
    }
}

impl Numbers<'_> {
    fn condition(&self, condition: &Condition) -> Option<Expr> {
        let join = |op, parts: &[Condition]| {
            let parts: Option<Vec<Expr>> = parts.iter().map(|part| self.condition(part)).collect();
            parts?.into_iter().reduce(|all, part| Expr::binary(op, all, part, self.place))
        };
        match condition {
            Condition::Compare(comparison, lhs, rhs) => {
                Some(Expr::binary(operator(*comparison), self.number(lhs)?, self.number(rhs)?, self.place))
            }
            Condition::All(parts) => join(BinaryOp::And, parts),
            Condition::Any(parts) => join(BinaryOp::Or, parts),
            Condition::IsNull(_) | Condition::Exists(_) => None,
        }
    }

    fn number(&self, number: &Told) -> Option<Expr> {
        let both = |op, lhs: &Told, rhs: &Told| {
            Some(Expr::binary(op, self.number(lhs)?, self.number(rhs)?, self.place))
        };
        match number {
            Told::Literal(value) => Some(Expr::int(*value, self.place)),
            Told::Of(Argument::Parameter(number)) => self.given.get(*number).map(|given| given.expr.clone()),
            Told::Result => self.result.map(|result| result.expr.clone()),
            Told::Add(lhs, rhs) => both(BinaryOp::Add, lhs, rhs),
            Told::Subtract(lhs, rhs) => both(BinaryOp::Sub, lhs, rhs),
            Told::Multiply(lhs, rhs) => both(BinaryOp::Mul, lhs, rhs),
            Told::Of(Argument::This) | Told::Length(_) => None,
        }
    }
}

fn operator(comparison: Comparison) -> BinaryOp {
    match comparison {
        Comparison::Equal => BinaryOp::Eq,
        Comparison::NotEqual => BinaryOp::NotEq,
        Comparison::Less => BinaryOp::Less,
        Comparison::LessOrEqual => BinaryOp::LessEq,
        Comparison::Greater => BinaryOp::Greater,
        Comparison::GreaterOrEqual => BinaryOp::GreaterEq,
    }
}

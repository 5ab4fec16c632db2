//! Readable printing, in Java's notation where Java has one.
//!
//! Operators are parenthesised by Java's precedence. Shared parts are printed in full: this is for people and for small
//! terms; past [`DEPTH_LIMIT`] levels an ellipsis stands for the rest.

use std::fmt;

use crate::{
    BitOp, Comparison, Conversion, Division, FloatOp, FloatUnary, Quantifier, Sort, Term, TermKind, Terms,
    Value,
};

const DEPTH_LIMIT: usize = 64;

/// Displays a term; made by [`Terms::infix`].
pub struct Infix<'a> {
    terms: &'a Terms,
    term: Term,
}

/// How tightly an operator binds; Java's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Open,
    Ternary,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
}

impl Terms {
    /// The term as people write it.
    pub fn infix(&self, term: Term) -> Infix<'_> {
        Infix { terms: self, term }
    }

    /// A sort's name: Java's for Java's types.
    pub fn sort_name(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "boolean".into(),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::BitVec(8) => "byte".into(),
            Sort::BitVec(16) => "short".into(),
            Sort::BitVec(32) => "int".into(),
            Sort::BitVec(64) => "long".into(),
            Sort::BitVec(width) => format!("int{width}"),
            Sort::Float32 => "float".into(),
            Sort::Float64 => "double".into(),
            Sort::Ref => "Ref".into(),
            Sort::Uninterpreted(name) => self.name(name).into(),
            Sort::Array(parts) => {
                let (index, element) = self.array_parts(parts);
                format!("{}[{}]", self.sort_name(element), self.sort_name(index))
            }
        }
    }
}

impl fmt::Display for Infix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer { terms: self.terms, f, depth: 0 }.term(self.term, Level::Open)
    }
}

struct Printer<'a, 'f, 'b> {
    terms: &'a Terms,
    f: &'f mut fmt::Formatter<'b>,
    depth: usize,
}

impl Printer<'_, '_, '_> {
    fn term(&mut self, term: Term, outer: Level) -> fmt::Result {
        if self.depth == DEPTH_LIMIT {
            return self.f.write_str("…");
        }
        self.depth += 1;
        self.kind(term, outer)?;
        self.depth -= 1;
        Ok(())
    }

    fn kind(&mut self, term: Term, outer: Level) -> fmt::Result {
        match self.terms.kind(term) {
            TermKind::Const(value) => self.constant(value, outer),
            TermKind::Var(name) => self.f.write_str(self.terms.name(*name)),
            TermKind::Not(inner) => self.negation(*inner, outer),
            TermKind::And(arguments) => self.joined(arguments, " && ", Level::And, outer),
            TermKind::Or(arguments) => self.joined(arguments, " || ", Level::Or, outer),
            TermKind::Ite(condition, then, otherwise) => self.enclosed(Level::Ternary, outer, |p| {
                p.term(*condition, Level::Or)?;
                p.f.write_str(" ? ")?;
                p.term(*then, Level::Ternary)?;
                p.f.write_str(" : ")?;
                p.term(*otherwise, Level::Ternary)
            }),
            TermKind::Eq(lhs, rhs) => self.binary(*lhs, "==", *rhs, Level::Equality, outer),
            TermKind::Compare(op, lhs, rhs) => self.comparison(*op, *lhs, *rhs, outer),
            TermKind::Add(arguments) => self.enclosed(Level::Sum, outer, |p| p.sum(arguments)),
            TermKind::Mul(lhs, rhs) => self.product(*lhs, *rhs, outer),
            TermKind::Divide(op, lhs, rhs) => match op {
                Division::Div => self.call("div", &[*lhs, *rhs]),
                Division::Mod => self.call("mod", &[*lhs, *rhs]),
                Division::Real => self.binary(*lhs, "/", *rhs, Level::Product, outer),
            },
            TermKind::Bits(op, lhs, rhs) => self.bits(*op, *lhs, *rhs, outer),
            TermKind::Concat(high, low) => self.call("concat", &[*high, *low]),
            TermKind::Float(op, lhs, rhs) => {
                let (symbol, level) = match op {
                    FloatOp::Add => ("+", Level::Sum),
                    FloatOp::Sub => ("-", Level::Sum),
                    FloatOp::Mul => ("*", Level::Product),
                    FloatOp::Div => ("/", Level::Product),
                    FloatOp::Rem => ("%", Level::Product),
                };
                self.binary(*lhs, symbol, *rhs, level, outer)
            }
            TermKind::FloatUnary(op, inner) => match op {
                FloatUnary::Neg => self.prefix("-", *inner, outer),
                FloatUnary::Abs => self.call("abs", &[*inner]),
                FloatUnary::Sqrt => self.call("sqrt", &[*inner]),
                FloatUnary::Floor => self.call("floor", &[*inner]),
                FloatUnary::Ceil => self.call("ceil", &[*inner]),
                FloatUnary::Round => self.call("rint", &[*inner]),
            },
            TermKind::Convert(op, inner) => self.conversion(*op, *inner, self.terms.sort(term), outer),
            TermKind::Select(array, index) => self.indexed(*array, |p| p.term(*index, Level::Open)),
            TermKind::Store(array, index, value) => self.indexed(*array, |p| {
                p.term(*index, Level::Open)?;
                p.f.write_str(" := ")?;
                p.term(*value, Level::Open)
            }),
            TermKind::ConstArray(value) => self.call("all", &[*value]),
            TermKind::Apply(function, arguments) => {
                self.call(self.terms.name(self.terms.signature(*function).name), arguments)
            }
            TermKind::Quantified(quantified) => self.enclosed(Level::Open, outer, |p| {
                p.f.write_str(match quantified.quantifier {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                })?;
                for (position, &variable) in quantified.bound.iter().enumerate() {
                    let separator = if position == 0 { " " } else { ", " };
                    write!(p.f, "{separator}{} ", p.terms.sort_name(p.terms.sort(variable)))?;
                    p.term(variable, Level::Unary)?;
                }
                p.f.write_str(" :: ")?;
                p.term(quantified.body, Level::Open)
            }),
        }
    }

    fn constant(&mut self, value: &Value, outer: Level) -> fmt::Result {
        let text = match value {
            Value::BitVec(bits) if bits.width() == 64 => format!("{value}L"),
            Value::Element(sort, number) => format!("{}#{number}", self.terms.name(*sort)),
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec(_) | Value::Float32(_) => {
                value.to_string()
            }
            Value::Float64(_) | Value::Ref(_) | Value::Array(_) => value.to_string(),
        };
        let level = if text.starts_with('-') || text.contains('/') { Level::Product } else { Level::Unary };
        self.enclosed(level, outer, |p| p.f.write_str(&text))
    }

    fn negation(&mut self, inner: Term, outer: Level) -> fmt::Result {
        if let TermKind::Eq(lhs, rhs) = self.terms.kind(inner) {
            return self.binary(*lhs, "!=", *rhs, Level::Equality, outer);
        }
        if let TermKind::Compare(Comparison::FloatEq, lhs, rhs) = self.terms.kind(inner) {
            return self.binary(*lhs, "!=", *rhs, Level::Equality, outer);
        }
        self.prefix("!", inner, outer)
    }

    fn comparison(&mut self, op: Comparison, lhs: Term, rhs: Term, outer: Level) -> fmt::Result {
        // A constant reads better on the right.
        let flip = self.terms.value(lhs).is_some();
        let (symbol, flipped) = match op {
            Comparison::Less | Comparison::FloatLess => ("<", ">"),
            Comparison::LessEq | Comparison::FloatLessEq => ("<=", ">="),
            Comparison::UnsignedLess => ("<u", ">u"),
            Comparison::UnsignedLessEq => ("<=u", ">=u"),
            Comparison::FloatEq => return self.binary(lhs, "==", rhs, Level::Equality, outer),
        };
        if flip {
            self.binary(rhs, flipped, lhs, Level::Relation, outer)
        } else {
            self.binary(lhs, symbol, rhs, Level::Relation, outer)
        }
    }

    /// Summands with a negative factor or value are subtracted.
    fn sum(&mut self, arguments: &[Term]) -> fmt::Result {
        for (position, &argument) in arguments.iter().enumerate() {
            if position == 0 {
                self.term(argument, Level::Sum)?;
                continue;
            }
            if self.looks_negative(argument) {
                self.f.write_str(" - ")?;
                self.term(self.terms.neg(argument), Level::Product)?;
            } else {
                self.f.write_str(" + ")?;
                self.term(argument, Level::Product)?;
            }
        }
        Ok(())
    }

    fn looks_negative(&self, term: Term) -> bool {
        let factor = if let TermKind::Mul(factor, _) = self.terms.kind(term) { *factor } else { term };
        self.terms.value(factor).is_some_and(|value| value.to_string().starts_with('-'))
    }

    fn product(&mut self, lhs: Term, rhs: Term, outer: Level) -> fmt::Result {
        if self.terms.value(lhs).is_some_and(|value| value.to_string() == "-1") {
            return self.prefix("-", rhs, outer);
        }
        self.binary(lhs, "*", rhs, Level::Product, outer)
    }

    fn bits(&mut self, op: BitOp, lhs: Term, rhs: Term, outer: Level) -> fmt::Result {
        let (symbol, level) = match op {
            BitOp::SDiv => ("/", Level::Product),
            BitOp::SRem => ("%", Level::Product),
            BitOp::UDiv => ("/u", Level::Product),
            BitOp::URem => ("%u", Level::Product),
            BitOp::And => ("&", Level::BitAnd),
            BitOp::Or => ("|", Level::BitOr),
            BitOp::Xor => ("^", Level::BitXor),
            BitOp::Shl => ("<<", Level::Shift),
            BitOp::LShr => (">>>", Level::Shift),
            BitOp::AShr => (">>", Level::Shift),
        };
        self.binary(lhs, symbol, rhs, level, outer)
    }

    fn conversion(&mut self, op: Conversion, inner: Term, target: Sort, outer: Level) -> fmt::Result {
        let name = self.terms.sort_name(target);
        match op {
            Conversion::SignExtend
            | Conversion::Extract(0)
            | Conversion::SignedToInt
            | Conversion::IntToBits
            | Conversion::IntToReal
            | Conversion::RealToInt
            | Conversion::SignedToFloat
            | Conversion::FloatToSigned
            | Conversion::FloatToFloat => self.prefix(&format!("({name}) "), inner, outer),
            Conversion::ZeroExtend | Conversion::UnsignedToInt => {
                self.call(&format!("unsigned_{name}"), &[inner])
            }
            Conversion::Extract(low) => self.call(&format!("bits_{low}_{name}"), &[inner]),
            Conversion::BitsToFloat => self.call(&format!("{name}_of_bits"), &[inner]),
            Conversion::FloatToBits => self.call("bits", &[inner]),
        }
    }

    fn indexed(&mut self, array: Term, index: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        self.term(array, Level::Unary)?;
        self.f.write_str("[")?;
        index(self)?;
        self.f.write_str("]")
    }

    fn binary(&mut self, lhs: Term, symbol: &str, rhs: Term, level: Level, outer: Level) -> fmt::Result {
        self.enclosed(level, outer, |p| {
            p.term(lhs, level)?;
            write!(p.f, " {symbol} ")?;
            p.term(rhs, next(level))
        })
    }

    fn joined(&mut self, arguments: &[Term], symbol: &str, level: Level, outer: Level) -> fmt::Result {
        self.enclosed(level, outer, |p| {
            for (position, &argument) in arguments.iter().enumerate() {
                if position > 0 {
                    p.f.write_str(symbol)?;
                }
                p.term(argument, next(level))?;
            }
            Ok(())
        })
    }

    fn prefix(&mut self, symbol: &str, inner: Term, outer: Level) -> fmt::Result {
        self.enclosed(Level::Unary, outer, |p| {
            p.f.write_str(symbol)?;
            p.term(inner, Level::Unary)
        })
    }

    fn call(&mut self, name: &str, arguments: &[Term]) -> fmt::Result {
        write!(self.f, "{name}(")?;
        for (position, &argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.f.write_str(", ")?;
            }
            self.term(argument, Level::Open)?;
        }
        self.f.write_str(")")
    }

    /// Parentheses where the outer operator binds tighter.
    fn enclosed(
        &mut self,
        level: Level,
        outer: Level,
        inner: impl FnOnce(&mut Self) -> fmt::Result,
    ) -> fmt::Result {
        if level >= outer {
            return inner(self);
        }
        self.f.write_str("(")?;
        inner(self)?;
        self.f.write_str(")")
    }
}

/// The next tighter level: for operands that must not be of the same level unparenthesised.
fn next(level: Level) -> Level {
    match level {
        Level::Open => Level::Ternary,
        Level::Ternary => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::BitOr,
        Level::BitOr => Level::BitXor,
        Level::BitXor => Level::BitAnd,
        Level::BitAnd => Level::Equality,
        Level::Equality => Level::Relation,
        Level::Relation => Level::Shift,
        Level::Shift => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product | Level::Unary => Level::Unary,
    }
}

//! Operators on values already lowered: typing rules, machine arithmetic, conversions.

use base::Place;
use num_bigint::BigInt;

use super::Overflow;
use super::cx::{Cx, Mode, Typed};
use super::declare::between;
use crate::core::{self, BinaryOp, CollectionOp, Expr, ExprKind, UnaryOp};
use crate::java::Result;
use crate::java::ast::{BinOp, Span, UnOp};
use crate::java::types::{Number, Type};

/// Which way bits move, and what comes in from the left.
#[derive(Clone, Copy)]
enum Shift {
    Left,
    Right,
    RightUnsigned,
}

#[derive(Clone, Copy)]
enum Bits {
    And,
    Or,
    Xor,
}

impl Cx<'_, '_> {
    /// An operator on one value.
    pub fn unary(&mut self, op: UnOp, operand: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        match op {
            UnOp::Not => {
                self.expect_boolean(&operand, span)?;
                Ok(Typed { expr: Expr::unary(UnaryOp::Not, operand.expr, &place), ty: Type::Boolean })
            }
            UnOp::Plus => {
                let number = self.expect_number(&operand, span)?.promoted_with(Number::Int);
                Ok(Typed { expr: operand.expr, ty: Type::Number(number) })
            }
            UnOp::Neg => {
                let number = self.expect_number(&operand, span)?;
                let value = match &operand.expr.kind {
                    ExprKind::Int(value) => Expr::int(-value.clone(), &place),
                    _ => Expr::unary(UnaryOp::Neg, operand.expr, &place),
                };
                Ok(self.arithmetic(value, number.promoted_with(Number::Int), &place))
            }
            // Two's complement: ~x is -x - 1, which never overflows.
            UnOp::BitNot => {
                let number = self.expect_number(&operand, span)?.promoted_with(Number::Int);
                let minus = Expr::unary(UnaryOp::Neg, operand.expr, &place);
                let expr = Expr::binary(BinaryOp::Sub, minus, Expr::int(1, &place), &place);
                Ok(Typed { expr, ty: Type::Number(number) })
            }
        }
    }

    /// An operator on two values.
    pub fn binary(&mut self, op: BinOp, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let truth = |expr| Ok(Typed { expr, ty: Type::Boolean });
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul if !matches!(lhs.ty, Type::Number(_)) => {
                self.collection_operator(op, lhs, rhs, span)
            }
            BinOp::Add => self.number_operator(BinaryOp::Add, lhs, rhs, span),
            BinOp::Sub => self.number_operator(BinaryOp::Sub, lhs, rhs, span),
            BinOp::Mul => self.number_operator(BinaryOp::Mul, lhs, rhs, span),
            BinOp::Div => self.number_operator(BinaryOp::JavaDiv, lhs, rhs, span),
            BinOp::Rem => self.number_operator(BinaryOp::JavaRem, lhs, rhs, span),
            BinOp::Shl => self.shift(Shift::Left, lhs, rhs, span),
            BinOp::Shr => self.shift(Shift::Right, lhs, rhs, span),
            BinOp::UShr => self.shift(Shift::RightUnsigned, lhs, rhs, span),
            BinOp::Lt => self.comparison(BinaryOp::Less, CollectionOp::Subset, lhs, rhs, span),
            BinOp::Le => self.comparison(BinaryOp::LessEq, CollectionOp::Subset, lhs, rhs, span),
            BinOp::Gt => self.comparison(BinaryOp::Greater, CollectionOp::Subset, lhs, rhs, span),
            BinOp::Ge => self.comparison(BinaryOp::GreaterEq, CollectionOp::Subset, lhs, rhs, span),
            BinOp::Eq => self.equality(BinaryOp::Eq, lhs, rhs, span),
            BinOp::Ne => self.equality(BinaryOp::NotEq, lhs, rhs, span),
            BinOp::BitAnd => self.bits(Bits::And, lhs, rhs, span),
            BinOp::BitOr => self.bits(Bits::Or, lhs, rhs, span),
            BinOp::BitXor => self.bits(Bits::Xor, lhs, rhs, span),
            BinOp::And | BinOp::Sep => self.connective(BinaryOp::And, lhs, rhs, span),
            BinOp::Or => self.connective(BinaryOp::Or, lhs, rhs, span),
            BinOp::Implies => self.connective(BinaryOp::Implies, lhs, rhs, span),
            BinOp::Iff => self.connective(BinaryOp::Iff, lhs, rhs, span),
            BinOp::In => match rhs.ty {
                Type::Seq(_) | Type::Set(_) => {
                    let kind = ExprKind::Collection(CollectionOp::Contains, vec![lhs.expr, rhs.expr]);
                    truth(Expr::new(kind, core::Type::Bool, &place))
                }
                ref other => Err(self.mismatch(span, "a sequence or set", other)),
            },
        }
    }

    fn connective(&mut self, op: BinaryOp, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        self.expect_boolean(&lhs, span)?;
        self.expect_boolean(&rhs, span)?;
        let expr = Expr::binary(op, lhs.expr, rhs.expr, &self.place(span));
        Ok(Typed { expr, ty: Type::Boolean })
    }

    /// `c ? a : b`.
    pub fn conditional(
        &mut self,
        condition: Typed,
        then: Typed,
        otherwise: Typed,
        ty: Type,
        span: Span,
    ) -> Result<Typed> {
        self.expect_boolean(&condition, span)?;
        let expr = Expr::conditional(condition.expr, then.expr, otherwise.expr, &self.place(span));
        Ok(Typed { expr, ty })
    }

    /// The value converted to a declared type, as in an assignment or an argument.
    pub fn coerce(&mut self, value: Typed, to: &Type, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let typed = |expr| Ok(Typed { expr, ty: to.clone() });
        if let (Type::Number(from), Type::Number(target)) = (&value.ty, to) {
            let fits = target.includes(*from) || is_constant_within(&value.expr, *target);
            return match (fits, self.mode) {
                (true, _) => typed(value.expr),
                (false, Mode::Contract) => {
                    typed(self.checked_bounds(value.expr, *target, "value.out.of.range", &place))
                }
                (false, Mode::Code) => Err(self.mismatch(span, &target.to_string(), &value.ty)),
            };
        }
        if *to == Type::Fraction && value.ty.number().is_some() {
            return typed(Expr::unary(UnaryOp::ToPerm, value.expr, &place));
        }
        if self.build.table.assignable(&value.ty, to) {
            return typed(value.expr);
        }
        Err(self.mismatch(span, &to.to_string(), &value.ty))
    }

    /// `(T) value`. A reference must be null or an instance, which is an obligation.
    pub fn cast(&mut self, value: Typed, to: &Type, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let typed = |expr| Ok(Typed { expr, ty: to.clone() });
        match (&value.ty, to) {
            (Type::Number(from), Type::Number(target)) => {
                let wrap = if target.includes(*from) { None } else { target.wrap() };
                typed(wrap.map_or(value.expr.clone(), |op| Expr::unary(op, value.expr, &place)))
            }
            (Type::Boolean, Type::Boolean) => Ok(value),
            (from, _) if from.is_reference() && self.build.table.assignable(from, to) => typed(value.expr),
            (_, Type::Class(class, arguments))
                if !arguments.is_empty() || self.build.table.is_type_parameter(self.class, class) =>
            {
                let message = "a cast Java cannot check when it runs cannot be verified";
                Err(self.error(span, "unsupported-java", message))
            }
            (from, Type::Class(class, _)) if from.is_reference() => {
                let expr = self.let_in(value.expr, core::Type::Ref, &place, |cx, object| {
                    let is_null = Expr::binary(BinaryOp::Eq, object.clone(), Expr::null(&place), &place);
                    let test = cx.build.type_test(object.clone(), class, &place);
                    let condition = Box::new(Expr::binary(BinaryOp::Or, is_null, test, &place));
                    let kind = ExprKind::Checked { condition, reason: "class.cast", body: Box::new(object) };
                    Expr::new(kind, core::Type::Ref, &place)
                });
                typed(expr)
            }
            _ => Err(self.mismatch(span, &to.to_string(), &value.ty)),
        }
    }

    /// `instanceof`.
    pub fn instance_of(&mut self, value: Typed, class: &Type, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let Type::Class(name, _) = class else {
            return Err(self.error(
                span,
                "unsupported-java",
                "`instanceof` an array type cannot be verified yet",
            ));
        };
        if !value.ty.is_reference() {
            return Err(self.mismatch(span, "an object", &value.ty));
        }
        let exists = Expr::binary(BinaryOp::NotEq, value.expr.clone(), Expr::null(&place), &place);
        let test = self.build.type_test(value.expr, name, &place);
        Ok(Typed { expr: Expr::binary(BinaryOp::And, exists, test, &place), ty: Type::Boolean })
    }

    /// Refuses what is no truth value.
    pub fn expect_boolean(&self, value: &Typed, span: Span) -> Result<()> {
        if value.ty == Type::Boolean { Ok(()) } else { Err(self.mismatch(span, "boolean", &value.ty)) }
    }

    /// Refuses what is no number.
    pub fn expect_number(&self, value: &Typed, span: Span) -> Result<Number> {
        value.ty.number().ok_or_else(|| self.mismatch(span, "a number", &value.ty))
    }

    /// An error about a value of the wrong type.
    pub fn mismatch(&self, span: Span, wanted: &str, found: &Type) -> Box<base::Diagnostic> {
        self.error(span, "type-mismatch", format!("expected {wanted}, found `{found}`"))
    }

    /// A null check that code needs; contracts get theirs from the permissions they hold.
    pub fn checked_not_null(&mut self, object: Typed, span: Span) -> Typed {
        if self.mode == Mode::Contract
            || matches!(object.expr.kind, ExprKind::Local(local) if Some(local) == self.this)
        {
            return object;
        }
        let place = self.place(span);
        let expr = self.let_in(object.expr, core::Type::Ref, &place, |_, object| {
            let condition =
                Box::new(Expr::binary(BinaryOp::NotEq, object.clone(), Expr::null(&place), &place));
            let kind = ExprKind::Checked { condition, reason: "receiver.null", body: Box::new(object) };
            Expr::new(kind, core::Type::Ref, &place)
        });
        Typed { expr, ..object }
    }

    /// `let x = value in body(x)`; a simple value is used as it is.
    pub fn let_in(
        &mut self,
        value: Expr,
        ty: core::Type,
        place: &Place,
        body: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        if matches!(value.kind, ExprKind::Local(_) | ExprKind::Int(_) | ExprKind::Null) {
            return body(self, value);
        }
        let local = self.locals.push(core::Local { name: String::new(), ty, place: place.clone() });
        let read = Expr::local(local, &self.locals, place);
        let body = body(self, read);
        let ty = body.ty.clone();
        Expr::new(ExprKind::Let { local, value: Box::new(value), body: Box::new(body) }, ty, place)
    }

    fn checked_bounds(&mut self, value: Expr, number: Number, reason: &'static str, place: &Place) -> Expr {
        let Some(bounds) = number.bounds() else { return value };
        self.let_in(value, core::Type::Int, place, |_, value| {
            let condition = Box::new(between(&value, bounds, place));
            Expr::new(ExprKind::Checked { condition, reason, body: Box::new(value) }, core::Type::Int, place)
        })
    }

    /// The result of an operation that may leave its type's range.
    fn arithmetic(&mut self, value: Expr, number: Number, place: &Place) -> Typed {
        if self.mode == Mode::Contract {
            return Typed { expr: value, ty: Type::INTEGER };
        }
        let expr = match (self.build.overflow, number.wrap()) {
            (_, None) => value,
            _ if is_constant_within(&value, number) => value,
            (Overflow::Wrap, Some(wrap)) => Expr::unary(wrap, value, place),
            (Overflow::Error, Some(_)) => self.checked_bounds(value, number, "overflow", place),
        };
        Typed { expr, ty: Type::Number(number) }
    }

    fn number_operator(&mut self, op: BinaryOp, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        if lhs.ty == Type::Fraction || rhs.ty == Type::Fraction {
            return self.fraction_operator(op, lhs, rhs, span);
        }
        let number = self.expect_number(&lhs, span)?.promoted_with(self.expect_number(&rhs, span)?);
        let value = Expr::binary(op, lhs.expr, rhs.expr, &place);
        // A remainder is never larger than its operands.
        if op == BinaryOp::JavaRem {
            return Ok(Typed { expr: value, ty: Type::Number(number) });
        }
        Ok(self.arithmetic(value, number, &place))
    }

    fn fraction_operator(&mut self, op: BinaryOp, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let op = match op {
            BinaryOp::JavaDiv => BinaryOp::Fraction,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => op,
            BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::JavaRem
            | BinaryOp::Fraction
            | BinaryOp::Less
            | BinaryOp::LessEq
            | BinaryOp::Greater
            | BinaryOp::GreaterEq
            | BinaryOp::Eq
            | BinaryOp::NotEq
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Implies
            | BinaryOp::Iff => {
                return Err(self.error(
                    span,
                    "type-mismatch",
                    "fractions can be added, subtracted, multiplied, divided",
                ));
            }
        };
        let (lhs, rhs) = (self.coerce(lhs, &Type::Fraction, span)?, self.coerce(rhs, &Type::Fraction, span)?);
        Ok(Typed { expr: Expr::binary(op, lhs.expr, rhs.expr, &place), ty: Type::Fraction })
    }

    /// `+` and `-` on sequences and sets.
    fn collection_operator(&mut self, op: BinOp, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let is_string = |ty: &Type| matches!(ty, Type::Class(name, _) if name == "String");
        if is_string(&lhs.ty) || is_string(&rhs.ty) {
            return Err(self.error(span, "unsupported-java", "joining strings cannot be verified yet"));
        }
        if lhs.ty == Type::Fraction {
            return self.fraction_operator(
                if op == BinOp::Add { BinaryOp::Add } else { BinaryOp::Sub },
                lhs,
                rhs,
                span,
            );
        }
        let op = match (op, &lhs.ty) {
            (BinOp::Add, Type::Seq(_)) => CollectionOp::Append,
            (BinOp::Add, Type::Set(_) | Type::Multiset(_)) => CollectionOp::Union,
            (BinOp::Sub, Type::Set(_) | Type::Multiset(_)) => CollectionOp::Difference,
            (BinOp::Mul, Type::Set(_) | Type::Multiset(_)) => CollectionOp::Intersection,
            (_, other) => return Err(self.mismatch(span, "numbers, sequences or sets", other)),
        };
        let rhs = self.coerce(rhs, &lhs.ty.clone(), span)?;
        let kind = ExprKind::Collection(op, vec![lhs.expr, rhs.expr]);
        Ok(Typed { expr: Expr::new(kind, lhs.ty.core(), &place), ty: lhs.ty })
    }

    fn comparison(
        &mut self,
        op: BinaryOp,
        sets: CollectionOp,
        lhs: Typed,
        rhs: Typed,
        span: Span,
    ) -> Result<Typed> {
        let place = self.place(span);
        let expr = match (&lhs.ty, &rhs.ty, op) {
            (Type::Set(_), Type::Set(_), BinaryOp::LessEq) => {
                Expr::new(ExprKind::Collection(sets, vec![lhs.expr, rhs.expr]), core::Type::Bool, &place)
            }
            (Type::Fraction, _, _) | (_, Type::Fraction, _) => {
                let (lhs, rhs) =
                    (self.coerce(lhs, &Type::Fraction, span)?, self.coerce(rhs, &Type::Fraction, span)?);
                Expr::binary(op, lhs.expr, rhs.expr, &place)
            }
            _ => {
                self.expect_number(&lhs, span)?;
                self.expect_number(&rhs, span)?;
                Expr::binary(op, lhs.expr, rhs.expr, &place)
            }
        };
        Ok(Typed { expr, ty: Type::Boolean })
    }

    fn equality(&mut self, op: BinaryOp, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        self.expect_comparable(&lhs.ty, &rhs.ty, span)?;
        Ok(Typed { expr: Expr::binary(op, lhs.expr, rhs.expr, &self.place(span)), ty: Type::Boolean })
    }

    /// Shifts by a constant are products and quotients; others are opaque, and others again for each width: it decides how much
    /// of the distance counts.
    fn shift(&mut self, op: Shift, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let number = self.expect_number(&lhs, span)?.promoted_with(Number::Int);
        self.expect_number(&rhs, span)?;
        let is_long = match number {
            Number::Integer => return self.unbounded_shift(op, lhs, rhs, span),
            Number::Long => true,
            Number::Byte | Number::Short | Number::Char | Number::Int => false,
        };
        let bits: u32 = if is_long { 64 } else { 32 };
        let ExprKind::Int(distance) = &rhs.expr.kind else {
            let name = match (op, is_long) {
                (Shift::Left, false) => "shiftLeft",
                (Shift::Left, true) => "shiftLongLeft",
                (Shift::Right, false) => "shiftRight",
                (Shift::Right, true) => "shiftLongRight",
                (Shift::RightUnsigned, false) => "shiftRightUnsigned",
                (Shift::RightUnsigned, true) => "shiftLongRightUnsigned",
            };
            let expr = self.build.bit_operation(name, vec![lhs.expr, rhs.expr], &place);
            return Ok(self.wrapped(expr, number, &place));
        };
        let distance = u32::try_from(distance & BigInt::from(bits - 1)).expect("masked to a few bits");
        let factor = Expr::int(BigInt::from(1) << distance, &place);
        let expr = match op {
            Shift::Left => {
                let product = Expr::binary(BinaryOp::Mul, lhs.expr, factor, &place);
                return Ok(self.wrapped(product, number, &place));
            }
            Shift::Right | Shift::RightUnsigned if distance == 0 => lhs.expr,
            // Rounds down, as the core's division by a positive number does.
            Shift::Right => Expr::binary(BinaryOp::Div, lhs.expr, factor, &place),
            // A negative number is 2^bits less than the one its bits mean.
            Shift::RightUnsigned => {
                let missing = Expr::int(BigInt::from(1) << (bits - distance), &place);
                self.let_in(lhs.expr, core::Type::Int, &place, |_, value| {
                    let shifted = Expr::binary(BinaryOp::Div, value.clone(), factor, &place);
                    let negative = Expr::binary(BinaryOp::Less, value, Expr::int(0, &place), &place);
                    let more = Expr::conditional(negative, missing, Expr::int(0, &place), &place);
                    Expr::binary(BinaryOp::Add, shifted, more, &place)
                })
            }
        };
        Ok(Typed { expr, ty: Type::Number(number) })
    }

    /// A shift of a number without bounds: by a constant it multiplies or divides. There is no first bit to shift from, and no width
    /// to take the distance by.
    fn unbounded_shift(&mut self, op: Shift, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        let distance = match &rhs.expr.kind {
            ExprKind::Int(distance) => u32::try_from(distance).ok().filter(|&distance| distance < 64),
            _ => None,
        };
        let expr = match (op, distance) {
            (Shift::Left, Some(distance)) => {
                let factor = Expr::int(BigInt::from(1) << distance, &place);
                Expr::binary(BinaryOp::Mul, lhs.expr, factor, &place)
            }
            (Shift::Right, Some(distance)) => {
                let factor = Expr::int(BigInt::from(1) << distance, &place);
                Expr::binary(BinaryOp::Div, lhs.expr, factor, &place)
            }
            (Shift::RightUnsigned, _) | (_, None) => {
                let message =
                    "a number without bounds cannot be shifted like this; cast it to `int` or `long`";
                return Err(self.error(span, "unsupported-java", message));
            }
        };
        Ok(Typed { expr, ty: Type::INTEGER })
    }

    /// Wraps around whatever the overflow setting: shifts and bit operations are meant to.
    fn wrapped(&self, value: Expr, number: Number, place: &Place) -> Typed {
        let expr = number.wrap().map_or(value.clone(), |wrap| Expr::unary(wrap, value, place));
        Typed { expr, ty: Type::Number(number) }
    }

    /// `&`, `|`, `^`: on truth values both sides are evaluated; on numbers a mask `2^k - 1` is a remainder.
    fn bits(&mut self, op: Bits, lhs: Typed, rhs: Typed, span: Span) -> Result<Typed> {
        let place = self.place(span);
        if lhs.ty == Type::Boolean && rhs.ty == Type::Boolean {
            let core_op = match op {
                Bits::And => BinaryOp::And,
                Bits::Or => BinaryOp::Or,
                Bits::Xor => BinaryOp::NotEq,
            };
            let expr = self.let_in(lhs.expr, core::Type::Bool, &place, |cx, lhs| {
                cx.let_in(rhs.expr, core::Type::Bool, &place, |_, rhs| {
                    Expr::binary(core_op, lhs, rhs, &place)
                })
            });
            return Ok(Typed { expr, ty: Type::Boolean });
        }
        let number = self.expect_number(&lhs, span)?.promoted_with(self.expect_number(&rhs, span)?);
        if matches!(op, Bits::And)
            && let ExprKind::Int(mask) = &rhs.expr.kind
            && *mask >= BigInt::from(0)
            && (mask & (mask + 1)) == BigInt::from(0)
        {
            let modulus = Expr::int(mask + 1, &place);
            let expr = Expr::binary(BinaryOp::Mod, lhs.expr, modulus, &place);
            return Ok(Typed { expr, ty: Type::Number(number) });
        }
        let name = match op {
            Bits::And => "bitAnd",
            Bits::Or => "bitOr",
            Bits::Xor => "bitXor",
        };
        let expr = self.build.bit_operation(name, vec![lhs.expr, rhs.expr], &place);
        Ok(self.wrapped(expr, number, &place))
    }
}

/// `!condition`
pub fn not(condition: Expr) -> Expr {
    let place = condition.place.clone();
    Expr::unary(UnaryOp::Not, condition, &place)
}

/// Whether a value is a constant that a type of numbers has.
pub fn is_constant_within(value: &Expr, number: Number) -> bool {
    let ExprKind::Int(constant) = &value.kind else { return false };
    number
        .bounds()
        .is_none_or(|(low, high)| BigInt::from(low) <= *constant && *constant <= BigInt::from(high))
}

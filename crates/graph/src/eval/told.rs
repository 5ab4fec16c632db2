//! Calls of library methods that are nothing but their line ([`Model::Told`](library::Model)): they throw what the line says and
//! nothing else, and return what the line says.
//!
//! Conditions are decided part by part, each by a refinement if it compares two numbers of the state; what needs arithmetic is decided
//! by intervals, or both outcomes are followed. The line's order of exceptions counts.

use library::{Argument, Comparison, Condition, Method, Number, Roughly};
use program::code::{BinOp, Cond, Reg};
use program::{MethodId, TypeId};

use super::array::length_of;
use super::model::{unknown_result, visible_length};
use super::throw::{raise, raise_one_of};
use super::{At, Draft, Outcome, Rule, callback, unknown_number};
use crate::domain::interval::Interval;
use crate::graph::{Fact, Operand};
use crate::state::{Ref, Value};

/// A call of a method that is told, and its line.
struct Told<'a, 'g, 's> {
    at: At<'g, 's>,
    line: &'static Method,
    args: &'a [Ref],
    is_static: bool,
}

pub fn apply(at: At<'_, '_>, line: &'static Method, dst: Reg, target: MethodId, args: &[Ref]) -> Rule {
    let method = at.cx.program.method(target);
    let told = Told { at, line, args, is_static: method.is_static() };
    for run in &line.runs {
        callback::no_own_code(at, told.argument(run.on), &method.name)?;
    }
    let mut perhaps: Vec<&str> = Vec::new();
    let mut returns = true;
    for raises in line.raises.as_deref().unwrap_or_default() {
        let holds = raises.when.as_ref().map(|when| told.decide(when)).transpose()?;
        if holds != Some(Some(false)) {
            perhaps.push(&raises.class);
        }
        if holds == Some(Some(true)) {
            returns = false;
            break;
        }
    }
    match (returns, &perhaps[..]) {
        (false, [class]) => raise(at, class),
        (false, classes) => raise_one_of(at, classes),
        (true, []) => told.result(dst, method.result),
        (true, classes) => match at.forced() {
            Some(true) => told.result(dst, method.result),
            Some(false) => raise_one_of(at, classes),
            None => at.split(),
        },
    }
}

impl<'g, 's> Told<'_, 'g, 's> {
    fn argument(&self, argument: Argument) -> Ref {
        self.args[argument.position(self.is_static)]
    }

    /// Whether a condition holds; `None` if that is not known and cannot be refined.
    fn decide(&self, condition: &Condition) -> Rule<Option<bool>> {
        match condition {
            Condition::IsNull(argument) => Ok(Some(!self.at.exists(self.argument(*argument))?)),
            Condition::Exists(argument) => Ok(Some(self.at.exists(self.argument(*argument))?)),
            Condition::Compare(comparison, lhs, rhs) => self.compare(*comparison, lhs, rhs),
            Condition::All(parts) => self.until(parts, false),
            Condition::Any(parts) => self.until(parts, true),
        }
    }

    /// Parts are looked at from left to right: the length of null is not asked for.
    fn until(&self, parts: &[Condition], decisive: bool) -> Rule<Option<bool>> {
        let mut answer = Some(!decisive);
        for part in parts {
            match self.decide(part)? {
                Some(holds) if holds == decisive => return Ok(Some(decisive)),
                Some(_) => {}
                None => answer = None,
            }
        }
        Ok(answer)
    }

    fn compare(&self, comparison: Comparison, lhs: &Number, rhs: &Number) -> Rule<Option<bool>> {
        if let (Some(lhs), Some(rhs)) = (self.operand(lhs)?, self.operand(rhs)?)
            && !(matches!(comparison, Comparison::Equal | Comparison::NotEqual) && is_open(self.at, lhs, rhs))
        {
            return self.at.holds(cond(comparison), lhs, rhs).map(Some);
        }
        let can = |comparison| {
            let condition = Condition::Compare(comparison, lhs.clone(), rhs.clone());
            condition.results(self).is_some()
        };
        Ok(match (can(comparison), can(comparison.negated())) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            (true, true) | (false, false) => None,
        })
    }

    /// A number that the state has.
    fn operand(&self, number: &Number) -> Rule<Option<Operand>> {
        Ok(match number {
            Number::Literal(value) => Some(Operand::Const(*value)),
            Number::Of(argument) => Some(Operand::Ref(self.argument(*argument))),
            Number::Length(argument) => {
                Some(Operand::Ref(visible_length(self.at, self.argument(*argument))?))
            }
            Number::Result | Number::Add(..) | Number::Subtract(..) | Number::Multiply(..) => None,
        })
    }

    fn result(&self, dst: Reg, ty: TypeId) -> Rule {
        let at = self.at;
        if let Some(same) = self.line.returns.same {
            return at.draft().result(dst, self.argument(same));
        }
        let mut draft = at.draft();
        if dst.is_none() || ty == TypeId::VOID {
            return draft.result(dst, Ref::NULL);
        }
        let known = match unknown_number(at.cx.integers, ty) {
            Some(Value::Int(all)) => self.number(&mut draft, all, ty == TypeId::LONG)?,
            _ => unknown_result(&mut draft, ty, !self.line.returns.never_null)?,
        };
        draft.result(dst, known)
    }

    /// A number of which the line says something.
    fn number(&self, draft: &mut Draft<'_, '_>, all: Interval, is_long: bool) -> Rule<Ref> {
        let parts = || self.line.ensures.iter().flat_map(|ensures| self.certain(ensures));
        let equal = parts().find_map(|part| match part {
            Condition::Compare(Comparison::Equal, Number::Result, number) => Some(number),
            _ => None,
        });
        match equal {
            Some(Number::Of(argument)) => return Ok(self.argument(*argument)),
            Some(Number::Length(argument)) => {
                let array = self.argument(*argument);
                let result = length_of(draft, array);
                draft.fact(Fact::Length { array, result });
                return Ok(result);
            }
            _ => {}
        }
        let mut interval = all;
        for ensures in &self.line.ensures {
            let range = ensures.results(self);
            let met = range.and_then(|range| interval.meet(between(range.lo, range.hi)?));
            interval =
                met.ok_or_else(|| Outcome::Cut("a library method cannot return as it is told".into()))?;
        }
        let result = draft.state.fresh_int(interval);
        if let Some((op, lhs, rhs)) = equal.and_then(|number| self.operation(number, is_long)) {
            draft.fact(Fact::Define { result, op, lhs, rhs, wraps: false });
        }
        for part in parts() {
            if let Condition::Compare(comparison, lhs, rhs) = part
                && let (Some(lhs), Some(rhs)) = (self.told(lhs, result), self.told(rhs, result))
            {
                relate(draft, *comparison, (lhs, rhs), result);
            }
        }
        Ok(result)
    }

    /// Parts that hold whatever happens: of alternatives, those of the only one that is possible.
    fn certain<'c>(&self, condition: &'c Condition) -> Vec<&'c Condition> {
        match condition {
            Condition::Any(parts) => {
                let mut possible = parts.iter().filter(|part| part.results(self).is_some());
                match (possible.next(), possible.next()) {
                    (Some(only), None) => only.parts().iter().collect(),
                    (Some(_) | None, _) => Vec::new(),
                }
            }
            Condition::All(parts) => parts.iter().collect(),
            Condition::Compare(..) | Condition::IsNull(_) | Condition::Exists(_) => vec![condition],
        }
    }

    /// One operation on numbers of the state.
    fn operation(&self, number: &Number, is_long: bool) -> Option<(BinOp, Operand, Operand)> {
        let (int, long, lhs, rhs) = match number {
            Number::Add(lhs, rhs) => (BinOp::IntAdd, BinOp::LongAdd, lhs, rhs),
            Number::Subtract(lhs, rhs) => (BinOp::IntSub, BinOp::LongSub, lhs, rhs),
            Number::Multiply(lhs, rhs) => (BinOp::IntMul, BinOp::LongMul, lhs, rhs),
            Number::Literal(_) | Number::Of(_) | Number::Length(_) | Number::Result => return None,
        };
        Some((if is_long { long } else { int }, self.given(lhs)?, self.given(rhs)?))
    }

    /// A number that is given to the call.
    fn given(&self, number: &Number) -> Option<Operand> {
        match number {
            Number::Literal(value) => Some(Operand::Const(*value)),
            Number::Of(argument) => Some(Operand::Ref(self.argument(*argument))),
            Number::Length(argument) => {
                let array = self.at.state.array(self.argument(*argument))?;
                Some(Operand::Ref(array.length))
            }
            Number::Result | Number::Add(..) | Number::Subtract(..) | Number::Multiply(..) => None,
        }
    }

    /// The same, or the result.
    fn told(&self, number: &Number, result: Ref) -> Option<Operand> {
        if *number == Number::Result { Some(Operand::Ref(result)) } else { self.given(number) }
    }
}

impl Roughly for Told<'_, '_, '_> {
    fn number(&self, argument: Argument) -> library::Range {
        match self.at.state.value(self.argument(argument)) {
            Value::Int(interval) => range(*interval),
            Value::Null | Value::Float(_) | Value::Object(_) | Value::Array(_) => library::Range::ALL,
        }
    }

    fn length(&self, argument: Argument) -> library::Range {
        let length = self.at.state.array(self.argument(argument)).map(|array| array.length);
        match length.map(|length| self.at.state.value(length)) {
            Some(Value::Int(interval)) => range(*interval),
            _ => range(Interval::LENGTH),
        }
    }
}

/// What the line says of two numbers. An edge's facts speak of its source, which does not have the result yet: what is said of that is
/// known of the target.
fn relate(draft: &mut Draft<'_, '_>, comparison: Comparison, (lhs, rhs): (Operand, Operand), result: Ref) {
    let is_result = |side| side == Operand::Ref(result);
    if !is_result(lhs) && !is_result(rhs) {
        draft.fact(Fact::Compare { cond: cond(comparison), lhs, rhs });
        return;
    }
    let (Operand::Ref(a), Operand::Ref(b)) = (lhs, rhs) else { return };
    // What literals say is in the result's interval.
    if [a, b].into_iter().any(|side| draft.state.int(side).as_literal().is_some()) {
        return;
    }
    let differences = &mut draft.state.differences;
    match comparison {
        Comparison::Less => differences.insert(a, b, -1),
        Comparison::LessOrEqual => differences.insert(a, b, 0),
        Comparison::Greater => differences.insert(b, a, -1),
        Comparison::GreaterOrEqual => differences.insert(b, a, 0),
        Comparison::Equal => {
            differences.insert(a, b, 0);
            differences.insert(b, a, 0);
        }
        Comparison::NotEqual => {}
    }
}

/// Whether neither side is a literal.
fn is_open(at: At<'_, '_>, lhs: Operand, rhs: Operand) -> bool {
    at.interval(lhs).as_literal().is_none() && at.interval(rhs).as_literal().is_none()
}

fn range(interval: Interval) -> library::Range {
    library::Range { lo: interval.lower(), hi: interval.upper() }
}

/// `None` if there is no number between them.
fn between(lo: Option<i128>, hi: Option<i128>) -> Option<Interval> {
    let below = lo.map_or(Some(Interval::ALL), |lo| Interval::ALL.at_least(lo))?;
    hi.map_or(Some(below), |hi| below.at_most(hi))
}

fn cond(comparison: Comparison) -> Cond {
    match comparison {
        Comparison::Equal => Cond::Eq,
        Comparison::NotEqual => Cond::Ne,
        Comparison::Less => Cond::Lt,
        Comparison::LessOrEqual => Cond::Le,
        Comparison::Greater => Cond::Gt,
        Comparison::GreaterOrEqual => Cond::Ge,
    }
}

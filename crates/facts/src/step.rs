//! What single instructions do to abstract values, and what branches tell.

use program::FieldId;
use program::arith::{BinShape, ConvertShape};
use program::code::{Body, Cond, Convert, Inst, Reg};

use crate::interval::Interval;
use crate::run::{At, Run, anything};
use crate::state::State;
use crate::value::{Name, Null, Object, Value, What};

impl<'p> Run<'_, 'p> {
    /// The state behind a branch, if it can be reached.
    pub fn assume(&mut self, state: &State, inst: &Inst, is_taken: bool) -> Option<State> {
        let given = |cond: Cond| if is_taken { cond } else { cond.negate() };
        if let Inst::If { cond, lhs, rhs, .. } | Inst::IfLong { cond, lhs, rhs, .. } = *inst {
            return compare(state, given(cond), lhs, rhs);
        }
        if let Inst::IfConst { cond, lhs, rhs, .. } = *inst {
            let value = state.get(lhs)?;
            let interval = value.what.number()?.refine(given(cond), Interval::exact(rhs.into()))?;
            return Some(with_number(state, lhs, value, interval));
        }
        if let Inst::IfNull { equal, src, .. } = *inst {
            return with_null(state, src, equal == is_taken);
        }
        // Of comparisons of objects and floats nothing is kept.
        Some(state.clone())
    }

    /// An instruction that neither calls nor jumps. Nothing if it never ends normally.
    pub fn plain(&mut self, body: &'p Body, state: &mut State, at: At, inst: &Inst) -> Option<()> {
        let program = self.inference.program;
        match *inst {
            Inst::ConstInt { dst, value } => {
                self.result(state, at, dst, What::Number(Interval::exact(value.into())));
            }
            Inst::ConstLong { dst, value } => {
                self.result(state, at, dst, What::Number(Interval::exact(value)));
            }
            Inst::ConstFloat { dst, .. } | Inst::ConstDouble { dst, .. } => {
                self.result(state, at, dst, What::Float);
            }
            Inst::ConstNull { dst } => self.result(state, at, dst, What::Object(Object::NULL)),
            Inst::ConstString { dst, .. } => {
                let class = Some(program.class_type("java/lang/String"));
                self.result(state, at, dst, What::Object(Object { class, ..Object::SOME }));
            }
            Inst::ConstClass { dst, .. } => self.result(state, at, dst, What::Object(Object::SOME)),
            Inst::Move { dst, src } => {
                let value = state.get(src)?;
                state.set(dst, value);
            }
            Inst::Binary { op, dst, lhs, rhs } => {
                let (a, b) = (state.get(lhs)?.what, state.get(rhs)?.what);
                self.result(state, at, dst, binary(op, a, b)?);
            }
            Inst::BinaryConst { op, dst, lhs, rhs } => {
                let a = state.get(lhs)?.what;
                self.result(state, at, dst, binary(op, a, What::Number(Interval::exact(rhs.into())))?);
            }
            Inst::Unary { op, dst, src } => {
                let what = match (anything(op.kind()), state.get(src)?.what) {
                    (What::Number(all), What::Number(of)) => {
                        let (low, high) = (of.high.checked_neg(), of.low.checked_neg());
                        let negated = low.zip(high).map(|(low, high)| Interval { low, high });
                        What::Number(negated.filter(|negated| all.contains(*negated)).unwrap_or(all))
                    }
                    (any, _) => any,
                };
                self.result(state, at, dst, what);
            }
            Inst::Convert { op, dst, src } => {
                let value = state.get(src)?;
                match converted(op, value.what) {
                    // The same number, by the same name.
                    same if same == value.what => state.set(dst, value),
                    other => self.result(state, at, dst, other),
                }
            }
            Inst::GetField { dst, object, field } => {
                self.not_null(state, object)?;
                // It may be there where the program runs.
                let Ok(field) = program.resolve_field(field) else {
                    self.result(state, at, dst, anything(body.kind(dst)));
                    return Some(());
                };
                match self.own_field(state, object, field) {
                    Some(value) => state.set(dst, value),
                    None => {
                        let what = self.inference.read(self.task, field)?;
                        self.result(state, at, dst, what);
                    }
                }
            }
            Inst::PutField { object, field, src } => {
                self.not_null(state, object)?;
                let value = state.get(src)?;
                let Ok(field) = program.resolve_field(field) else {
                    if value.is_new() {
                        self.leak(state, at);
                    }
                    return Some(());
                };
                self.write(state, at, object, field, value);
            }
            Inst::GetStatic { dst, field } => {
                let Ok(field) = program.resolve_field(field) else {
                    self.result(state, at, dst, anything(body.kind(dst)));
                    return Some(());
                };
                let is_object = self.inference.statics.is_never_null(program, field);
                let what = match What::any(program, program.field(field).ty) {
                    What::Object(_) if is_object => What::Object(Object::SOME),
                    other => other,
                };
                self.result(state, at, dst, what);
            }
            Inst::PutStatic { src, .. } | Inst::ArrayStore { src, .. } => {
                if let Inst::ArrayStore { array, .. } = *inst {
                    self.not_null(state, array)?;
                }
                if state.get(src).is_some_and(|value| value.is_new()) {
                    self.leak(state, at);
                }
            }
            Inst::New { dst, ty } => {
                self.result(state, at, dst, What::Object(Object { class: Some(ty), ..Object::SOME }));
            }
            Inst::NewArray { dst, len, ty } => {
                let value = state.get(len)?;
                let length = value.what.number()?.meet(Interval::LENGTH)?;
                *state = with_number(state, len, value, length);
                let array = Object { class: Some(ty), length, length_name: value.name, ..Object::SOME };
                self.result(state, at, dst, What::Object(array));
            }
            Inst::NewMultiArray { dst, ty, lens } => {
                let first = body.list(lens).first().and_then(|len| state.get(*len));
                let known = first.and_then(|value| value.what.number()?.meet(Interval::LENGTH));
                let array =
                    Object { class: Some(ty), length: known.unwrap_or(Interval::LENGTH), ..Object::SOME };
                self.result(state, at, dst, What::Object(array));
            }
            Inst::ArrayLength { dst, array } => {
                self.not_null(state, array)?;
                let length = self.length_of(state, at, array);
                state.set(dst, length);
            }
            Inst::ArrayLoad { elem, dst, array, .. } => {
                self.not_null(state, array)?;
                self.result(state, at, dst, anything(elem.kind()));
            }
            Inst::InstanceOf { dst, .. } => {
                self.result(state, at, dst, What::Number(Interval { low: 0, high: 1 }));
            }
            Inst::CheckCast { .. } => {}
            Inst::MonitorEnter { src } | Inst::MonitorExit { src } => self.not_null(state, src)?,
            Inst::Goto { .. }
            | Inst::If { .. }
            | Inst::IfConst { .. }
            | Inst::IfLong { .. }
            | Inst::IfFloat { .. }
            | Inst::IfDouble { .. }
            | Inst::IfSame { .. }
            | Inst::IfNull { .. }
            | Inst::Switch { .. }
            | Inst::Return
            | Inst::ReturnValue { .. }
            | Inst::Throw { .. }
            | Inst::Call { .. }
            | Inst::Unsupported { .. } => unreachable!("calls and jumps are done elsewhere"),
        }
        Some(())
    }

    fn write(&mut self, state: &mut State, at: At, object: Reg, field: FieldId, value: Value) {
        let is_own = state.is_raw && state.get(object).is_some_and(|object| object.is_new());
        if is_own && state.fields.contains_key(&field) {
            let program = self.inference.program;
            let what = fitting(value.what, What::any(program, program.field(field).ty));
            if value.is_new() {
                self.inference.refers_to_itself(field);
            }
            self.inference.written(self.task, field, at);
            let name = if what == value.what { value.name } else { Name::NONE };
            state.fields.insert(field, Value { name, what });
            return;
        }
        if value.is_new() {
            self.leak(state, at);
        }
        self.inference.write(field, value.what.public(), at);
    }
}

/// What of a value fits into a field: narrow fields keep low bits.
pub fn fitting(what: What, all: What) -> What {
    match (what, all) {
        (What::Number(value), What::Number(all)) if !all.contains(value) => What::Number(all),
        _ => what,
    }
}

fn compare(state: &State, cond: Cond, lhs: Reg, rhs: Reg) -> Option<State> {
    let (a, b) = (state.get(lhs)?, state.get(rhs)?);
    let (of_a, of_b) = (a.what.number()?, b.what.number()?);
    let is_same = a.name == b.name && a.name != Name::NONE;
    if is_same && matches!(cond, Cond::Ne | Cond::Lt | Cond::Gt) {
        return None;
    }
    let mut out = with_number(state, lhs, a, of_a.refine(cond, of_b)?);
    let b = out.get(rhs)?;
    out = with_number(&out, rhs, b, of_b.refine(cond.flip(), of_a)?);
    out.relate(cond, a.name, b.name);
    Some(out)
}

fn with_number(state: &State, reg: Reg, value: Value, interval: Interval) -> State {
    let mut out = state.clone();
    out.set(reg, Value { what: What::Number(interval), ..value });
    if value.name != Name::NONE {
        out.narrow_number(value.name, interval);
    }
    out
}

fn with_null(state: &State, reg: Reg, is_null: bool) -> Option<State> {
    let value = state.get(reg)?;
    let object = value.what.object()?;
    let wanted = if is_null { Null::Always } else { Null::Never };
    if object.null != Null::Maybe && object.null != wanted {
        return None;
    }
    let changed = if is_null { Object::NULL } else { Object { null: Null::Never, ..object } };
    let mut out = state.clone();
    out.set(reg, Value { what: What::Object(changed), ..value });
    if value.name != Name::NONE {
        out.change_object(value.name, |other| {
            *other = if is_null { Object::NULL } else { Object { null: Null::Never, ..*other } };
        });
    }
    Some(out)
}

fn binary(op: program::code::BinOp, a: What, b: What) -> Option<What> {
    Some(match (op.shape(), a, b) {
        (BinShape::Integer(width, op), What::Number(a), What::Number(b)) => {
            What::Number(Interval::binary(width, op, a, b)?)
        }
        (BinShape::Order | BinShape::FloatOrder { .. }, ..) => What::Number(Interval { low: -1, high: 1 }),
        _ => anything(op.kinds().2),
    })
}

fn converted(op: Convert, what: What) -> What {
    match (op.shape(), what) {
        (ConvertShape::Widen, What::Number(_)) => what,
        (ConvertShape::Narrow(range), What::Number(_)) => fitting(what, What::Number(Interval::of(range))),
        (ConvertShape::ToInteger(width), _) => What::Number(Interval::of(width.range())),
        _ => anything(op.kinds().1),
    }
}

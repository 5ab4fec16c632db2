//! Refinements [Otto15, §1.4, §1.5]: questions about a state, and the cases when it cannot answer.
//!
//! Each question is a function that answers or returns, through `?`, cases that together cover the state and in each
//! of which the question is answered. Nothing here changes what a state represents except by cutting it into pieces.

use base::Id;
use program::code::Cond;

use crate::domain::interval::{INFINITY, Interval};
use crate::eval::{At, Draft, Outcome, Rule, Successor};
use crate::graph::{Fact, Operand};
use crate::order::unify::unify;
use crate::state::{Ref, Split, State, Value};
use crate::world::TypeSet;

impl At<'_, '_> {
    /// **Existence refinement** [Otto15, Def. 1.19]: whether the reference is an object (`true`) or null.
    pub fn exists(&self, r: Ref) -> Rule<bool> {
        if r == Ref::NULL {
            return Ok(false);
        }
        if !self.state.maybe_null(r) {
            return Ok(true);
        }
        let mut null = self.draft();
        null.state.substitute(r, Ref::NULL);
        null.fact(Fact::IsNull(r));
        let mut object = self.draft();
        if let Value::Object(value) = &mut object.state.values[r.index()] {
            value.maybe_null = false;
        }
        object.fact(Fact::Exists(r));
        Err(Outcome::Cases(vec![object.finish(), null.finish()]))
    }

    /// **Type refinement** [Otto15, Def. 1.20] of an existing object: in which of the disjoint `parts` its types lie.
    pub fn type_part(&self, r: Ref, parts: &[TypeSet]) -> Rule<usize> {
        let types = self.state.types(r);
        let world = self.cx.world;
        if let Some(part) = parts.iter().position(|&part| world.is_subset(types, part)) {
            return Ok(part);
        }
        let cases = parts.iter().map(|&part| world.intersection(types, part));
        let cases = cases.filter(|&part| part != TypeSet::EMPTY).map(|part| {
            let mut case = self.draft();
            match &mut case.state.values[r.index()] {
                Value::Object(object) => object.types = part,
                Value::Array(array) => array.types = part,
                Value::Null | Value::Int(_) | Value::Float(_) => {}
            }
            case.fact(Fact::Typed(r));
            case.finish()
        });
        Err(Outcome::Cases(cases.collect()))
    }

    /// **Equality refinement** [Otto15, Def. 1.24] of two references related by `=?`, one of which surely exists.
    pub fn tell_apart<T>(&self, a: Ref, b: Ref) -> Rule<T> {
        let mut cases = Vec::new();
        if let Some((mut state, names)) = unify(self.cx.world, self.state, a, b) {
            let one = names[a.index()];
            if let Value::Object(object) = &mut state.values[one.index()] {
                object.maybe_null = false;
            }
            let mut same = self.draft();
            same.state = State { split: None, ..state };
            same.fact(Fact::Same(a, b));
            cases.push(same.finish());
        }
        let mut apart = self.draft();
        apart.state.predicates.equal.remove(a, b);
        apart.fact(Fact::Different(a, b));
        cases.push(apart.finish());
        Err(Outcome::Cases(cases))
    }

    pub fn interval(&self, operand: Operand) -> Interval {
        match operand {
            Operand::Ref(r) => self.state.int(r),
            Operand::Const(value) => Interval::literal(value),
        }
    }

    /// **Integer refinement** [Otto15, Def. 1.17] or a split: whether a comparison holds.
    pub fn holds(&self, cond: Cond, lhs: Operand, rhs: Operand) -> Rule<bool> {
        if let Some(answer) = self.decided(cond, lhs, rhs) {
            return Ok(answer);
        }
        if let (Cond::Eq | Cond::Ne, Some(forced)) = (cond, self.forced()) {
            return Ok(forced);
        }
        let parts = match cond {
            Cond::Eq | Cond::Ne => match (self.interval(lhs).as_literal(), self.interval(rhs).as_literal()) {
                (None, None) => return Err(Outcome::Cases(self.equal_or_not(cond, lhs, rhs))),
                // The complement of a number is no interval.
                _ => vec![Cond::Eq, Cond::Lt, Cond::Gt],
            },
            Cond::Lt | Cond::Ge | Cond::Gt | Cond::Le => vec![cond, cond.negate()],
        };
        Err(Outcome::Cases(parts.into_iter().filter_map(|part| self.assume(part, lhs, rhs)).collect()))
    }

    /// What intervals, shared references and differences tell.
    fn decided(&self, cond: Cond, lhs: Operand, rhs: Operand) -> Option<bool> {
        // Upper bounds of lhs − rhs and of rhs − lhs.
        let (above, below) = (self.difference(lhs, rhs), self.difference(rhs, lhs));
        match cond {
            Cond::Lt if above < 0 => Some(true),
            Cond::Lt if below <= 0 => Some(false),
            Cond::Le if above <= 0 => Some(true),
            Cond::Le if below < 0 => Some(false),
            Cond::Eq if above < 0 || below < 0 => Some(false),
            Cond::Eq if above == 0 && below == 0 => Some(true),
            Cond::Lt | Cond::Le | Cond::Eq => None,
            Cond::Gt | Cond::Ge => self.decided(cond.flip(), rhs, lhs),
            Cond::Ne => self.decided(Cond::Eq, lhs, rhs).map(|equal| !equal),
        }
    }

    /// Least entailed bound of `lhs − rhs`.
    fn difference(&self, lhs: Operand, rhs: Operand) -> i128 {
        match (lhs, rhs) {
            (Operand::Ref(a), Operand::Ref(b)) => self.state.differences.bound(a, b, |r| self.state.int(r)),
            _ => {
                let span = self.interval(lhs).minus(self.interval(rhs));
                span.upper().unwrap_or(INFINITY)
            }
        }
    }

    /// The state cut down to where the comparison holds; none if that is nowhere.
    fn assume(&self, cond: Cond, lhs: Operand, rhs: Operand) -> Option<Successor> {
        let mut draft = self.draft();
        draft.fact(Fact::Compare { cond, lhs, rhs });
        if cond == Cond::Eq {
            let both = self.interval(lhs).meet(self.interval(rhs))?;
            tighten(&mut draft, lhs, both);
            tighten(&mut draft, rhs, both);
            return Some(draft.finish());
        }
        let (small, large, gap) = match cond {
            Cond::Lt => (lhs, rhs, 1),
            Cond::Le => (lhs, rhs, 0),
            Cond::Gt => (rhs, lhs, 1),
            Cond::Ge | Cond::Eq | Cond::Ne => (rhs, lhs, 0),
        };
        let (below, above) = (self.interval(small), self.interval(large));
        let top = above.upper().map_or(INFINITY, |top| top - gap);
        let bottom = below.lower().map_or(i128::MIN, |bottom| bottom + gap);
        tighten(&mut draft, small, below.at_most(top)?);
        tighten(&mut draft, large, above.at_least(bottom)?);
        if let (Operand::Ref(a), Operand::Ref(b)) = (small, large) {
            draft.state.differences.insert(a, b, -gap);
        }
        Some(draft.finish())
    }

    /// Two numbers of which neither is a literal: one reference from now on, or a split that remembers "unequal".
    fn equal_or_not(&self, cond: Cond, lhs: Operand, rhs: Operand) -> Vec<Successor> {
        let mut cases = Vec::new();
        if let (Operand::Ref(a), Operand::Ref(b)) = (lhs, rhs)
            && let Some(both) = self.state.int(a).meet(self.state.int(b))
        {
            let mut equal = self.draft();
            equal.fact(Fact::Compare { cond: Cond::Eq, lhs, rhs });
            tighten(&mut equal, lhs, both);
            equal.state.substitute(b, a);
            cases.push(equal.finish());
        }
        let mut unequal = self.draft();
        unequal.fact(Fact::Compare { cond: Cond::Ne, lhs, rhs });
        let mut unequal = unequal.finish();
        unequal.state.split = Some(Split(u32::from(cond == Cond::Ne)));
        cases.push(unequal);
        cases
    }

    /// Integer refinement of one reference into the given intervals.
    pub fn cut_int<T>(&self, r: Ref, parts: impl IntoIterator<Item = Interval>) -> Rule<T> {
        let cases = parts.into_iter().map(|part| {
            let mut draft = self.draft();
            draft.state.values[r.index()] = Value::Int(part);
            for (cond, bound) in [(Cond::Ge, part.lower()), (Cond::Le, part.upper())] {
                if let Some(bound) = bound {
                    draft.fact(Fact::Compare { cond, lhs: Operand::Ref(r), rhs: Operand::Const(bound) });
                }
            }
            draft.finish()
        });
        Err(Outcome::Cases(cases.collect()))
    }
}

fn tighten(draft: &mut Draft<'_, '_>, operand: Operand, interval: Interval) {
    if let Operand::Ref(r) = operand {
        draft.state.values[r.index()] = Value::Int(interval);
    }
}

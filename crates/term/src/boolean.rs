//! Boolean constructors, if-then-else and equality.
//!
//! Formulas are kept in negation normal form: `not` moves through `And`, `Or` and number comparisons, so a formula and
//! its double negation are the same term.

use smallvec::SmallVec;

use crate::{Comparison, Conversion, Sort, Term, TermKind, Terms};

/// Conjunctions and disjunctions longer than this are not merged into an outer one.
const FLATTEN_LIMIT: usize = 32;

pub(crate) type Arguments = SmallVec<[Term; 8]>;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Junction {
    And,
    Or,
}

impl Terms {
    /// The negation, pushed inwards where that makes it no longer.
    pub fn not(&self, formula: Term) -> Term {
        match self.kind(formula) {
            TermKind::Const(_) => self.bool(formula == Self::FALSE),
            TermKind::Not(inner) => *inner,
            TermKind::And(arguments) => self.negate_junction(formula, Junction::Or, arguments),
            TermKind::Or(arguments) => self.negate_junction(formula, Junction::And, arguments),
            TermKind::Compare(Comparison::Less, lhs, rhs) => self.less_eq(*rhs, *lhs),
            TermKind::Compare(Comparison::LessEq, lhs, rhs) => self.less(*rhs, *lhs),
            TermKind::Compare(Comparison::UnsignedLess, lhs, rhs) => self.unsigned_less_eq(*rhs, *lhs),
            TermKind::Compare(Comparison::UnsignedLessEq, lhs, rhs) => self.unsigned_less(*rhs, *lhs),
            TermKind::Compare(Comparison::FloatLess | Comparison::FloatLessEq | Comparison::FloatEq, ..)
            | TermKind::Var(_)
            | TermKind::Ite(..)
            | TermKind::Eq(..)
            | TermKind::Select(..)
            | TermKind::Apply(..)
            | TermKind::Quantified(_) => self.intern(TermKind::Not(formula), Sort::Bool),
            TermKind::Add(_)
            | TermKind::Mul(..)
            | TermKind::Divide(..)
            | TermKind::Bits(..)
            | TermKind::Concat(..)
            | TermKind::Float(..)
            | TermKind::FloatUnary(..)
            | TermKind::Convert(..)
            | TermKind::Store(..)
            | TermKind::ConstArray(_) => panic!("`not` is for formulas, not for {}", self.infix(formula)),
        }
    }

    fn negate_junction(&self, formula: Term, dual: Junction, arguments: &[Term]) -> Term {
        if let Some(&negation) = self.negations.borrow().get(&formula) {
            return negation;
        }
        let negated = arguments.iter().map(|&argument| self.not(argument)).collect();
        let negation = self.junction(dual, negated);
        let mut negations = self.negations.borrow_mut();
        negations.insert(formula, negation);
        negations.insert(negation, formula);
        negation
    }

    /// The conjunction; `true` of nothing.
    pub fn and(&self, formulas: impl IntoIterator<Item = Term>) -> Term {
        self.junction(Junction::And, formulas.into_iter().collect())
    }

    /// The disjunction; `false` of nothing.
    pub fn or(&self, formulas: impl IntoIterator<Item = Term>) -> Term {
        self.junction(Junction::Or, formulas.into_iter().collect())
    }

    /// `lhs` and not `rhs`.
    pub fn and_not(&self, lhs: Term, rhs: Term) -> Term {
        self.and([lhs, self.not(rhs)])
    }

    /// The implication.
    pub fn implies(&self, premise: Term, conclusion: Term) -> Term {
        self.or([self.not(premise), conclusion])
    }

    /// Not equal.
    pub fn ne(&self, lhs: Term, rhs: Term) -> Term {
        self.not(self.eq(lhs, rhs))
    }

    /// Pairwise different.
    pub fn distinct(&self, terms: &[Term]) -> Term {
        let pairs = terms
            .iter()
            .enumerate()
            .flat_map(|(index, &lhs)| terms[..index].iter().map(move |&rhs| (rhs, lhs)));
        self.and(pairs.map(|(lhs, rhs)| self.ne(lhs, rhs)).collect::<Vec<_>>())
    }

    /// Whether a reference is null.
    pub fn is_null(&self, reference: Term) -> Term {
        self.eq(reference, self.null())
    }

    /// Whether a reference is an object.
    pub fn not_null(&self, reference: Term) -> Term {
        self.not(self.is_null(reference))
    }

    pub(crate) fn junction(&self, junction: Junction, formulas: Arguments) -> Term {
        let (unit, zero) = match junction {
            Junction::And => (Self::TRUE, Self::FALSE),
            Junction::Or => (Self::FALSE, Self::TRUE),
        };
        let mut arguments = Arguments::new();
        for formula in formulas {
            debug_assert_eq!(self.sort(formula), Sort::Bool, "junctions are for formulas");
            match self.arguments_of(junction, formula) {
                Some(inner) if inner.len() <= FLATTEN_LIMIT => arguments.extend_from_slice(inner),
                Some(_) | None => arguments.push(formula),
            }
        }
        arguments.sort_unstable();
        arguments.dedup();
        arguments.retain(|argument| *argument != unit);
        if arguments.contains(&zero) || self.has_complements(&arguments) {
            return zero;
        }
        if self.pin(junction, &mut arguments) || self.absorb(junction, &mut arguments) {
            return self.junction(junction, arguments);
        }
        match *arguments {
            [] => unit,
            [single] => single,
            _ => {
                let arguments = arguments.as_slice().into();
                let kind = match junction {
                    Junction::And => TermKind::And(arguments),
                    Junction::Or => TermKind::Or(arguments),
                };
                self.intern(kind, Sort::Bool)
            }
        }
    }

    /// Whether a sorted list holds a formula and its negation.
    fn has_complements(&self, arguments: &[Term]) -> bool {
        let holds = |formula: &Term| arguments.binary_search(formula).is_ok();
        let weak = |argument: &Term| {
            matches!(
                self.kind(*argument),
                TermKind::Compare(Comparison::LessEq | Comparison::UnsignedLessEq, ..)
            )
        };
        let has_weak = arguments.len() > 1 && arguments.iter().any(weak);
        arguments.iter().any(|&argument| {
            if let TermKind::Not(inner) = self.kind(argument) {
                return holds(inner);
            }
            if matches!(self.kind(argument), TermKind::And(_) | TermKind::Or(_)) {
                return self.negations.borrow().get(&argument).is_some_and(holds);
            }
            let is_strict = matches!(
                self.kind(argument),
                TermKind::Compare(Comparison::Less | Comparison::UnsignedLess, ..)
            );
            has_weak && is_strict && holds(&self.not(argument))
        })
    }

    /// `a && (a || b)` is `a`, `a && (!a || b)` is `a && b`, and dually. Says whether an argument lost a part.
    fn absorb(&self, junction: Junction, arguments: &mut Arguments) -> bool {
        let dual = match junction {
            Junction::And => Junction::Or,
            Junction::Or => Junction::And,
        };
        let is_dual = |argument: &Term| self.arguments_of(dual, *argument).is_some();
        if !arguments.iter().any(is_dual) {
            return false;
        }
        let held: Arguments = arguments.iter().copied().filter(|argument| !is_dual(argument)).collect();
        let mut denied: Arguments = held.iter().map(|&argument| self.not(argument)).collect();
        denied.sort_unstable();
        let holds = |part: &Term| held.binary_search(part).is_ok();
        let denies = |part: &Term| denied.binary_search(part).is_ok();
        arguments.retain(|argument| {
            self.arguments_of(dual, *argument).is_none_or(|parts| !parts.iter().any(holds))
        });
        let mut shrunk = false;
        for argument in arguments.iter_mut() {
            let Some(parts) = self.arguments_of(dual, *argument) else { continue };
            if parts.len() <= FLATTEN_LIMIT && parts.iter().any(denies) {
                *argument = self.junction(dual, parts.iter().copied().filter(|part| !denies(part)).collect());
                shrunk = true;
            }
        }
        shrunk
    }

    pub(crate) fn arguments_of(&self, junction: Junction, formula: Term) -> Option<&[Term]> {
        match (junction, self.kind(formula)) {
            (Junction::And, TermKind::And(arguments)) | (Junction::Or, TermKind::Or(arguments)) => {
                Some(arguments)
            }
            (Junction::And | Junction::Or, _) => None,
        }
    }

    /// One of two terms of a sort, by a condition.
    pub fn ite(&self, condition: Term, then: Term, otherwise: Term) -> Term {
        debug_assert_eq!(self.sort(then), self.sort(otherwise), "both branches have one sort");
        if condition == Self::TRUE || then == otherwise {
            return then;
        }
        if condition == Self::FALSE {
            return otherwise;
        }
        if let TermKind::Not(condition) = self.kind(condition) {
            return self.ite(*condition, otherwise, then);
        }
        if self.sort(then) == Sort::Bool
            && let Some(formula) = self.boolean_ite(condition, then, otherwise)
        {
            return formula;
        }
        if let TermKind::Ite(inner, then, _) = self.kind(then)
            && *inner == condition
        {
            return self.ite(condition, *then, otherwise);
        }
        if let TermKind::Ite(inner, _, otherwise) = self.kind(otherwise)
            && *inner == condition
        {
            return self.ite(condition, then, *otherwise);
        }
        self.intern(TermKind::Ite(condition, then, otherwise), self.sort(then))
    }

    /// An if-then-else with a constant branch, or with the condition as a branch, is a junction.
    fn boolean_ite(&self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        if then == Self::TRUE || then == condition {
            Some(self.or([condition, otherwise]))
        } else if otherwise == Self::FALSE || otherwise == condition {
            Some(self.and([condition, then]))
        } else if then == Self::FALSE {
            Some(self.and([self.not(condition), otherwise]))
        } else if otherwise == Self::TRUE {
            Some(self.or([self.not(condition), then]))
        } else {
            None
        }
    }

    /// Identity of two terms of one sort. On floats this is not IEEE `==`: see [`Terms::float_eq`].
    pub fn eq(&self, lhs: Term, rhs: Term) -> Term {
        debug_assert_eq!(
            self.sort(lhs),
            self.sort(rhs),
            "equality of {} and {}",
            self.infix(lhs),
            self.infix(rhs)
        );
        if lhs == rhs {
            return Self::TRUE;
        }
        if self.value(lhs).is_some() && self.value(rhs).is_some() {
            return Self::FALSE;
        }
        let sort = self.sort(lhs);
        if sort == Sort::Bool {
            return self.iff(lhs, rhs);
        }
        if let Some(formula) = self.lift_ite(lhs, rhs, &|lhs, rhs| self.eq(lhs, rhs)) {
            return formula;
        }
        if let Some(formula) = self.eq_extended(lhs, rhs).or_else(|| self.eq_extended(rhs, lhs)) {
            return formula;
        }
        let (lhs, rhs) = if sort.is_ring() { self.balance_eq(lhs, rhs) } else { (lhs, rhs) };
        if lhs == rhs {
            return Self::TRUE;
        }
        if self.value(lhs).is_some() && self.value(rhs).is_some() {
            return Self::FALSE;
        }
        if let Some(formula) = self.lift_ite(lhs, rhs, &|lhs, rhs| self.eq(lhs, rhs)) {
            return formula;
        }
        self.eq_raw(lhs, rhs)
    }

    /// Orders the two sides: constants last, otherwise the older term first.
    fn eq_raw(&self, lhs: Term, rhs: Term) -> Term {
        let swap = self.value(lhs).is_some() || (self.value(rhs).is_none() && rhs < lhs);
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        self.intern(TermKind::Eq(lhs, rhs), Sort::Bool)
    }

    fn iff(&self, lhs: Term, rhs: Term) -> Term {
        if lhs == Self::TRUE {
            rhs
        } else if rhs == Self::TRUE {
            lhs
        } else if lhs == Self::FALSE {
            self.not(rhs)
        } else if rhs == Self::FALSE {
            self.not(lhs)
        } else {
            match (self.kind(lhs), self.kind(rhs)) {
                (TermKind::Not(lhs), _) if *lhs == rhs => Self::FALSE,
                (_, TermKind::Not(rhs)) if *rhs == lhs => Self::FALSE,
                (TermKind::Not(lhs), TermKind::Not(rhs)) => self.eq_raw(*lhs, *rhs),
                (_, _) => self.eq_raw(lhs, rhs),
            }
        }
    }

    /// Moves a relation with a constant into an if-then-else that has a constant branch: `(c ? 1 : 0) = 1` is `c`.
    /// Chains of such branches, as Java's three-way comparisons make them, fold completely.
    pub(crate) fn lift_ite(&self, lhs: Term, rhs: Term, relate: &dyn Fn(Term, Term) -> Term) -> Option<Term> {
        let constant_branch = |term: Term| {
            let TermKind::Ite(condition, then, otherwise) = self.kind(term) else { return None };
            let has_constant = self.value(*then).is_some() || self.value(*otherwise).is_some();
            has_constant.then_some((*condition, *then, *otherwise))
        };
        let (condition, then, otherwise) = if self.value(rhs).is_some() {
            let (condition, then, otherwise) = constant_branch(lhs)?;
            (condition, relate(then, rhs), relate(otherwise, rhs))
        } else if self.value(lhs).is_some() {
            let (condition, then, otherwise) = constant_branch(rhs)?;
            (condition, relate(lhs, then), relate(lhs, otherwise))
        } else {
            return None;
        };
        Some(self.ite(condition, then, otherwise))
    }

    /// Equality of an extended machine integer with a constant, or with another extended the same way.
    fn eq_extended(&self, extended: Term, other: Term) -> Option<Term> {
        let TermKind::Convert(op @ (Conversion::SignExtend | Conversion::ZeroExtend), inner) =
            self.kind(extended)
        else {
            return None;
        };
        let width = self.sort(*inner).width();
        if let Some(value) = self.value(other).and_then(|value| value.as_bits()) {
            let narrow = self.bits(width, value.unsigned() as i64);
            let fits = self.convert(*op, narrow, self.sort(extended)) == other;
            return Some(if fits { self.eq(*inner, narrow) } else { Self::FALSE });
        }
        if let TermKind::Convert(other_op, other_inner) = self.kind(other)
            && op == other_op
            && self.sort(*inner) == self.sort(*other_inner)
        {
            return Some(self.eq(*inner, *other_inner));
        }
        None
    }
}

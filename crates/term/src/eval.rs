//! The value of a term under a model, exact for every operator.
//!
//! Evaluation is total but for quantifiers over sorts too large to enumerate: such a formula has no value here unless
//! the rest of the formula decides.

use std::borrow::Borrow;

use rustc_hash::FxHashMap;

use crate::semantics;
use crate::{ArrayValue, Model, Quantified, Quantifier, Sort, Term, TermKind, Terms, Value};

/// Quantifiers over more values than this are not enumerated.
const ENUMERATION_LIMIT: u64 = 1 << 10;

/// Evaluates terms under one model and remembers what it saw, so terms that share parts are evaluated once.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    evaluation: Evaluation<&'a Model>,
}

/// An evaluator that may own its model (`Arc<Model>`) and does not hold on to the arena.
pub struct Evaluation<M> {
    model: M,
    memo: FxHashMap<Term, Option<Value>>,
}

impl Terms {
    /// The value of a term under a model.
    pub fn evaluate(&self, term: Term, model: &Model) -> Option<Value> {
        Evaluation::new(model).value(self, term)
    }

    /// Whether a formula certainly holds in a model.
    pub fn holds(&self, formula: Term, model: &Model) -> bool {
        self.evaluate(formula, model) == Some(Value::Bool(true))
    }
}

impl<'a> Evaluator<'a> {
    /// Evaluates under a model.
    pub fn new(terms: &'a Terms, model: &'a Model) -> Self {
        Self { terms, evaluation: Evaluation::new(model) }
    }

    /// Whether the formula is true; one without a value is not.
    pub fn holds(&mut self, formula: Term) -> bool {
        self.evaluation.holds(self.terms, formula)
    }

    /// The value, if the model gives one to all that is needed.
    pub fn value(&mut self, term: Term) -> Option<Value> {
        self.evaluation.value(self.terms, term)
    }
}

impl<M: Borrow<Model>> Evaluation<M> {
    /// Evaluates under a model, whoever owns it.
    pub fn new(model: M) -> Self {
        Self { model, memo: FxHashMap::default() }
    }

    /// The model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Whether the formula is true; one without a value is not.
    pub fn holds(&mut self, terms: &Terms, formula: Term) -> bool {
        self.value(terms, formula) == Some(Value::Bool(true))
    }

    /// The value, if the model gives one to all that is needed.
    pub fn value(&mut self, terms: &Terms, term: Term) -> Option<Value> {
        if let Some(value) = self.memo.get(&term) {
            return value.clone();
        }
        for term in terms.reachable_unless(&[term], |term| self.memo.contains_key(&term)) {
            let value = self.compute(terms, term);
            self.memo.insert(term, value);
        }
        self.memo[&term].clone()
    }

    /// The value of a term whose children are in the memo.
    fn compute(&self, terms: &Terms, term: Term) -> Option<Value> {
        let model = self.model.borrow();
        let get = |term: &Term| self.memo[term].as_ref();
        let formula = |term: &Term| get(term).map(as_bool);
        let bits = |term: &Term| get(term).map(|value| value.as_bits().expect("a machine integer"));
        let sort = terms.sort(term);
        Some(match terms.kind(term) {
            TermKind::Const(value) => value.clone(),
            TermKind::Var(_) => match model.variables.get(&term) {
                Some(value) => value.clone(),
                None => terms.default_value(sort),
            },
            TermKind::Not(a) => Value::Bool(!formula(a)?),
            TermKind::And(arguments) => Value::Bool(!any(arguments.iter().map(|a| Some(!formula(a)?)))?),
            TermKind::Or(arguments) => Value::Bool(any(arguments.iter().map(formula))?),
            TermKind::Ite(condition, then, otherwise) => {
                get(if formula(condition)? { then } else { otherwise })?.clone()
            }
            TermKind::Eq(a, b) => Value::Bool(get(a)? == get(b)?),
            TermKind::Compare(op, a, b) => Value::Bool(semantics::compare(*op, get(a)?, get(b)?)),
            TermKind::Add(arguments) => {
                let mut sum = Value::zero(sort);
                for argument in arguments {
                    sum = semantics::add(&sum, get(argument)?);
                }
                sum
            }
            TermKind::Mul(a, b) => semantics::mul(get(a)?, get(b)?),
            TermKind::Divide(op, a, b) => semantics::divide(*op, get(a)?, get(b)?),
            TermKind::Bits(op, a, b) => Value::BitVec(semantics::bit_op(*op, bits(a)?, bits(b)?)),
            TermKind::Concat(a, b) => Value::BitVec(semantics::concat(bits(a)?, bits(b)?)),
            TermKind::Float(op, a, b) => semantics::float(*op, get(a)?, get(b)?),
            TermKind::FloatUnary(op, a) => semantics::float_unary(*op, get(a)?),
            TermKind::Convert(op, a) => semantics::convert(*op, get(a)?, sort),
            TermKind::Select(array, index) => as_array(get(array)?).select(get(index)?).clone(),
            TermKind::Store(array, index, value) => {
                Value::Array(as_array(get(array)?).store(get(index)?.clone(), get(value)?.clone()).into())
            }
            TermKind::ConstArray(value) => Value::Array(
                ArrayValue { sort, default: get(value)?.clone(), entries: Default::default() }.into(),
            ),
            TermKind::Apply(function, arguments) => {
                let arguments: Vec<Value> =
                    arguments.iter().map(|a| get(a).cloned()).collect::<Option<_>>()?;
                match model.functions.get(function) {
                    Some(function) => function.apply(&arguments).clone(),
                    None => terms.default_value(sort),
                }
            }
            TermKind::Quantified(quantified) => Value::Bool(self.quantified(terms, quantified)?),
        })
    }

    /// Enumerates the bound variables' sorts where they are small.
    fn quantified(&self, terms: &Terms, quantified: &Quantified) -> Option<bool> {
        let sizes: Vec<u64> =
            quantified.bound.iter().map(|&variable| size(terms.sort(variable))).collect::<Option<_>>()?;
        let total = sizes.iter().try_fold(1u64, |total, size| total.checked_mul(*size))?;
        if total > ENUMERATION_LIMIT {
            return None;
        }
        let mut model = self.model.borrow().clone();
        let witness = any((0..total).map(|mut number| {
            for (&variable, size) in quantified.bound.iter().zip(&sizes) {
                model.variables.insert(variable, small_value(terms.sort(variable), number % size));
                number /= size;
            }
            let value = as_bool(&terms.evaluate(quantified.body, &model)?);
            Some(value == (quantified.quantifier == Quantifier::Exists))
        }))?;
        Some(witness == (quantified.quantifier == Quantifier::Exists))
    }
}

/// Three-valued disjunction.
fn any(values: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut out = Some(false);
    for value in values {
        match value {
            Some(true) => return Some(true),
            Some(false) => {}
            None => out = None,
        }
    }
    out
}

/// How many values a small sort has.
fn size(sort: Sort) -> Option<u64> {
    match sort {
        Sort::Bool => Some(2),
        Sort::BitVec(width) => 1u64.checked_shl(width.into()),
        Sort::Int
        | Sort::Real
        | Sort::Float32
        | Sort::Float64
        | Sort::Ref
        | Sort::Uninterpreted(_)
        | Sort::Array(_) => None,
    }
}

fn small_value(sort: Sort, number: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(number == 1),
        Sort::BitVec(width) => Value::bits(width, number),
        Sort::Int
        | Sort::Real
        | Sort::Float32
        | Sort::Float64
        | Sort::Ref
        | Sort::Uninterpreted(_)
        | Sort::Array(_) => {
            unreachable!("only small sorts are enumerated")
        }
    }
}

fn as_bool(value: &Value) -> bool {
    value.as_bool().expect("a formula is true or false")
}

fn as_array(value: &Value) -> &ArrayValue {
    if let Value::Array(array) = value { array } else { panic!("{value} is not an array") }
}

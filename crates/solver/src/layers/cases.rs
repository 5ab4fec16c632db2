//! What Z3 gives up on is asked again case by case: `(c ? a : b) + x` is `a + x` where `c` holds and `b + x` where it does not.
//!
//! Sums read through a reference that may be to several objects are such terms, and bits added up in two ways are hard to compare as
//! long as nobody knows which sums they are. In each case the simplifier sees what they are, often all there is to see. Nothing is
//! lost when Z3 answers at once; a case that remains unknown ends the attempt.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Evaluator, Term, TermKind, Terms, Value};

use crate::answer::{Answer, Reason, Unknown};
use crate::chain::{Layer, Query, Rest};
use crate::options::Limits;

/// Cases asked for one question.
const MAX_CASES: u32 = 64;
/// Choices made for one question: a case may end without being asked, and each choice looks at all conditions.
const MAX_CHOICES: u32 = 256;
/// What one case may cost, as a part of what the question may.
const SHARE: u32 = 4;

/// Looks at the cases of a disjunction one by one.
#[derive(Default)]
pub struct Cases;

impl Layer for Cases {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        match rest.check(query) {
            Answer::Unknown(Unknown { reason: Reason::Limit, .. })
                if !query.limits.is_over() && choice(query.terms, query.conditions).is_some() =>
            {
                let limits = Limits {
                    steps: query.limits.steps / SHARE,
                    wall: query.limits.wall.map(|wall| wall / SHARE),
                    ..query.limits
                };
                let query = Query { limits, ..*query };
                let mut split = Split { query, cases: MAX_CASES, choices: MAX_CHOICES };
                split.check(query.conditions.to_vec(), rest)
            }
            answer => answer,
        }
    }
}

struct Split<'a> {
    query: Query<'a>,
    /// Cases that may still be asked.
    cases: u32,
    /// Choices that may still be made.
    choices: u32,
}

impl Split<'_> {
    fn check(&mut self, conditions: Vec<Term>, rest: &mut Rest) -> Answer {
        let terms = self.query.terms;
        if conditions.contains(&Terms::FALSE) {
            return Answer::Unsat;
        }
        let Some(choice) = choice(terms, &conditions) else { return self.ask(&conditions, rest) };
        if self.choices == 0 || self.query.limits.is_over() {
            return Answer::unknown(Reason::Limit);
        }
        self.choices -= 1;
        for case in [choice, terms.not(choice)] {
            match self.check(assume(terms, &conditions, case), rest) {
                Answer::Unsat => {}
                answer => return answer,
            }
        }
        Answer::Unsat
    }

    /// A case in which nothing is left to choose.
    fn ask(&mut self, conditions: &[Term], rest: &mut Rest) -> Answer {
        if self.cases == 0 {
            return Answer::unknown(Reason::Limit);
        }
        self.cases -= 1;
        match rest.check(&Query { conditions, ..self.query }) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(self.query.terms, &model);
                let fails = |condition: &Term| evaluator.value(*condition) == Some(Value::Bool(false));
                match self.query.conditions.iter().any(fails) {
                    true => Answer::Unknown(Unknown {
                        reason: Reason::ModelFailed,
                        candidate: Some(Arc::clone(&model)),
                    }),
                    false => Answer::Sat(model),
                }
            }
            answer => answer,
        }
    }
}

/// A condition some term depends on; none where variables are bound, and the condition may be about them.
fn choice(terms: &Terms, conditions: &[Term]) -> Option<Term> {
    let reachable = terms.reachable(conditions);
    if reachable.iter().any(|term| matches!(terms.kind(*term), TermKind::Quantified(_))) {
        return None;
    }
    reachable.into_iter().find_map(|term| {
        let TermKind::Ite(condition, _, _) = terms.kind(term) else { return None };
        (!has_choice(terms, *condition)).then_some(*condition)
    })
}

fn has_choice(terms: &Terms, term: Term) -> bool {
    terms.reachable(&[term]).into_iter().any(|part| matches!(terms.kind(part), TermKind::Ite(..)))
}

/// The conditions where `case` holds, simplified by it.
fn assume(terms: &Terms, conditions: &[Term], case: Term) -> Vec<Term> {
    let mut known = FxHashMap::default();
    known.insert(case, Terms::TRUE);
    known.insert(terms.not(case), Terms::FALSE);
    if let Some((variable, value)) = equation(terms, case) {
        known.insert(variable, value);
    }
    let simplified = conditions.iter().map(|condition| terms.substitute(*condition, &known));
    let mut out: Vec<Term> = Vec::new();
    for condition in simplified.chain([case]) {
        if let TermKind::And(parts) = terms.kind(condition) {
            out.extend(parts.iter().copied());
        } else {
            out.push(condition);
        }
    }
    out.retain(|condition| *condition != Terms::TRUE);
    out.dedup();
    out
}

/// A variable that has a known value.
fn equation(terms: &Terms, case: Term) -> Option<(Term, Term)> {
    let TermKind::Eq(lhs, rhs) = terms.kind(case) else { return None };
    let is_variable = |term: Term| terms.var_name(term).is_some();
    match (terms.value(*lhs).is_some(), terms.value(*rhs).is_some()) {
        (false, true) if is_variable(*lhs) => Some((*lhs, *rhs)),
        (true, false) if is_variable(*rhs) => Some((*rhs, *lhs)),
        _ => None,
    }
}

//! What a condition talks about. Computed once per condition: slicing, caching and model reading all need it.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Function, Term, TermKind, Terms, Value};

/// Each list is sorted and without repetition. Bound variables are left out.
#[derive(Debug, Default)]
pub struct Vocabulary {
    pub variables: Vec<Term>,
    pub functions: Vec<Function>,
    /// Applications outside quantifiers.
    pub applications: Vec<Term>,
    /// Constants of `Ref` and uninterpreted sorts: different terms, different values.
    pub individuals: Vec<Term>,
    pub has_quantifier: bool,
}

/// Which variables formulas speak of, remembered.
#[derive(Default)]
pub struct Vocabularies {
    known: FxHashMap<Term, Rc<Vocabulary>>,
}

impl Vocabularies {
    /// The variables of a formula.
    pub fn of(&mut self, terms: &Terms, condition: Term) -> Rc<Vocabulary> {
        self.known.entry(condition).or_insert_with(|| Rc::new(Vocabulary::of(terms, condition))).clone()
    }

    /// What several conditions talk about.
    pub fn union(&mut self, terms: &Terms, conditions: &[Term]) -> Vocabulary {
        let mut out = Vocabulary::default();
        for &condition in conditions {
            let part = self.of(terms, condition);
            out.variables.extend(&part.variables);
            out.functions.extend(&part.functions);
            out.applications.extend(&part.applications);
            out.individuals.extend(&part.individuals);
            out.has_quantifier |= part.has_quantifier;
        }
        out.normalise();
        out
    }
}

impl Vocabulary {
    fn of(terms: &Terms, condition: Term) -> Self {
        let mut out = Self::default();
        for term in terms.reachable(&[condition]) {
            match terms.kind(term) {
                TermKind::Var(_) => out.variables.push(term),
                TermKind::Apply(function, _) => {
                    out.functions.push(*function);
                    out.applications.push(term);
                }
                TermKind::Const(Value::Ref(_) | Value::Element(..)) => out.individuals.push(term),
                TermKind::Quantified(quantified) => {
                    let inner = Vocabulary::of(terms, quantified.body);
                    let free = |variable: &Term| !quantified.bound.contains(variable);
                    out.variables.extend(inner.variables.into_iter().filter(free));
                    out.individuals.extend(inner.individuals);
                    out.functions.extend(inner.functions);
                    out.has_quantifier = true;
                }
                TermKind::Const(_)
                | TermKind::Not(_)
                | TermKind::And(_)
                | TermKind::Or(_)
                | TermKind::Ite(..)
                | TermKind::Eq(..)
                | TermKind::Compare(..)
                | TermKind::Add(_)
                | TermKind::Mul(..)
                | TermKind::Divide(..)
                | TermKind::Bits(..)
                | TermKind::Concat(..)
                | TermKind::Float(..)
                | TermKind::FloatUnary(..)
                | TermKind::Convert(..)
                | TermKind::Select(..)
                | TermKind::Store(..)
                | TermKind::ConstArray(_) => {}
            }
        }
        out.normalise();
        out
    }

    fn normalise(&mut self) {
        for list in [&mut self.variables, &mut self.applications, &mut self.individuals] {
            list.sort_unstable();
            list.dedup();
        }
        self.functions.sort_unstable();
        self.functions.dedup();
    }
}

//! What a condition talks about. Computed once per condition: slicing, caching and model reading all need it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
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

#[derive(Default)]
pub struct Vocabularies {
    known: FxHashMap<Term, Rc<Vocabulary>>,
}

impl Vocabularies {
    pub fn of(&mut self, terms: &Terms, condition: Term) -> Rc<Vocabulary> {
        self.known.entry(condition).or_insert_with(|| Rc::new(Vocabulary::of(terms, &[condition]))).clone()
    }
}

impl Vocabulary {
    pub fn of(terms: &Terms, conditions: &[Term]) -> Self {
        let mut out = Self::default();
        let mut functions: FxHashSet<Function> = FxHashSet::default();
        for term in terms.reachable(conditions) {
            match terms.kind(term) {
                TermKind::Var(_) => out.variables.push(term),
                TermKind::Apply(function, _) => {
                    functions.insert(*function);
                    out.applications.push(term);
                }
                TermKind::Const(Value::Ref(_) | Value::Element(..)) => out.individuals.push(term),
                TermKind::Quantified(quantified) => {
                    let inner = Vocabulary::of(terms, &[quantified.body]);
                    let free = |variable: &Term| !quantified.bound.contains(variable);
                    out.variables.extend(inner.variables.into_iter().filter(free));
                    out.individuals.extend(inner.individuals);
                    functions.extend(inner.functions);
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
        out.functions = functions.into_iter().collect();
        out.functions.sort_unstable();
        for list in [&mut out.variables, &mut out.individuals] {
            list.sort_unstable();
            list.dedup();
        }
        out
    }
}

//! Walking and rebuilding terms: children, reachable terms, free variables, substitution, import.
//!
//! A child's handle is smaller than its parent's, so ascending handle order is bottom-up order and nothing recurses
//! on the depth of a term (except below quantifiers).

use std::collections::BTreeSet;

use base::Symbol;
use rustc_hash::FxHashMap;

use crate::{ArrayValue, Function, Quantified, Signature, Sort, Term, TermKind, Terms, Value};

impl TermKind {
    /// Calls `visit` with each child in order: triggers and bound variables of a quantifier are not children.
    pub fn for_each_child(&self, mut visit: impl FnMut(Term)) {
        match self {
            TermKind::Const(_) | TermKind::Var(_) => {}
            TermKind::Not(a)
            | TermKind::ConstArray(a)
            | TermKind::FloatUnary(_, a)
            | TermKind::Convert(_, a) => {
                visit(*a);
            }
            TermKind::And(arguments)
            | TermKind::Or(arguments)
            | TermKind::Add(arguments)
            | TermKind::Apply(_, arguments) => arguments.iter().copied().for_each(visit),
            TermKind::Eq(a, b)
            | TermKind::Compare(_, a, b)
            | TermKind::Mul(a, b)
            | TermKind::Divide(_, a, b)
            | TermKind::Bits(_, a, b)
            | TermKind::Concat(a, b)
            | TermKind::Float(_, a, b)
            | TermKind::Select(a, b) => [*a, *b].into_iter().for_each(visit),
            TermKind::Ite(a, b, c) | TermKind::Store(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
            TermKind::Quantified(quantified) => visit(quantified.body),
        }
    }
}

impl Terms {
    /// All terms below and including the roots, children first. Does not look below quantifiers.
    pub fn reachable(&self, roots: &[Term]) -> Vec<Term> {
        self.reachable_unless(roots, |_| false)
    }

    /// The same without the terms `skip` names and what only they reach.
    pub fn reachable_unless(&self, roots: &[Term], skip: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut seen: rustc_hash::FxHashSet<Term> = Default::default();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if skip(term) || !seen.insert(term) {
                continue;
            }
            let kind = self.kind(term);
            if !matches!(kind, TermKind::Quantified(_)) {
                kind.for_each_child(|child| stack.push(child));
            }
        }
        let mut terms: Vec<Term> = seen.into_iter().collect();
        terms.sort_unstable();
        terms
    }

    /// Free variables in ascending order.
    pub fn free_vars(&self, term: Term) -> BTreeSet<Term> {
        let mut out = BTreeSet::new();
        for term in self.reachable(&[term]) {
            if let TermKind::Var(_) = self.kind(term) {
                out.insert(term);
            } else if let TermKind::Quantified(quantified) = self.kind(term) {
                let inner = self.free_vars(quantified.body);
                out.extend(inner.into_iter().filter(|variable| !quantified.bound.contains(variable)));
            }
        }
        out
    }

    /// Replaces terms (usually variables) by terms of the same sort, everywhere at once. Bound variables that would capture
    /// are renamed.
    pub fn substitute(&self, term: Term, map: &FxHashMap<Term, Term>) -> Term {
        if map.is_empty() {
            return term;
        }
        let mut done = map.clone();
        for term in self.reachable_unless(&[term], |term| map.contains_key(&term)) {
            let new = if let TermKind::Quantified(quantified) = self.kind(term) {
                self.substitute_below(quantified, map)
            } else {
                self.rebuild(self, term, |child| done[&child])
            };
            done.insert(term, new);
        }
        done[&term]
    }

    fn substitute_below(&self, quantified: &Quantified, map: &FxHashMap<Term, Term>) -> Term {
        let mut map = map.clone();
        let mut bound = quantified.bound.clone();
        for variable in &bound {
            map.remove(variable);
        }
        let free = self.free_vars(quantified.body);
        map.retain(|from, _| self.var_name(*from).is_none() || free.contains(from));
        if map.is_empty() {
            return self.quantify(
                quantified.quantifier,
                &bound,
                quantified.triggers.clone(),
                quantified.body,
            );
        }
        let incoming: BTreeSet<Term> = map.values().flat_map(|&to| self.free_vars(to)).collect();
        for variable in bound.iter_mut().filter(|variable| incoming.contains(variable)) {
            let name = self.var_name(*variable).expect("bound terms are variables");
            let renamed = self.fresh_var(name, self.sort(*variable));
            map.insert(*variable, renamed);
            *variable = renamed;
        }
        let body = self.substitute(quantified.body, &map);
        let triggers = (quantified.triggers.iter())
            .map(|trigger| trigger.iter().map(|&term| self.substitute(term, &map)).collect())
            .collect();
        self.quantify(quantified.quantifier, &bound, triggers, body)
    }

    /// A term of another arena, with its names and functions.
    pub fn import(&self, term: Term, from: &Terms) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        self.import_into(term, from, &mut done)
    }

    /// The same for many terms of one arena: `done` remembers what was imported.
    pub fn import_into(&self, term: Term, from: &Terms, done: &mut FxHashMap<Term, Term>) -> Term {
        for term in from.reachable_unless(&[term], |term| done.contains_key(&term)) {
            let new = if let TermKind::Quantified(quantified) = from.kind(term) {
                self.import_quantified(quantified, from, done)
            } else {
                self.rebuild(from, term, |child| done[&child])
            };
            done.insert(term, new);
        }
        done[&term]
    }

    fn import_quantified(
        &self,
        quantified: &Quantified,
        from: &Terms,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let body = self.import_into(quantified.body, from, done);
        let mut all = |terms: &[Term]| -> Box<[Term]> {
            terms.iter().map(|&term| self.import_into(term, from, done)).collect()
        };
        let bound = all(&quantified.bound);
        let triggers = quantified.triggers.iter().map(|trigger| all(trigger)).collect();
        self.quantify(quantified.quantifier, &bound, triggers, body)
    }

    /// The same sort here.
    pub fn import_sort(&self, sort: Sort, from: &Terms) -> Sort {
        match sort {
            Sort::Bool
            | Sort::Int
            | Sort::Real
            | Sort::BitVec(_)
            | Sort::Float32
            | Sort::Float64
            | Sort::Ref => sort,
            Sort::Uninterpreted(name) => Sort::Uninterpreted(self.import_symbol(name, from)),
            Sort::Array(parts) => {
                let (index, element) = from.array_parts(parts);
                self.array_sort(self.import_sort(index, from), self.import_sort(element, from))
            }
        }
    }

    /// The same function here.
    pub fn import_function(&self, function: Function, from: &Terms) -> Function {
        let Signature { name, parameters, result } = from.signature(function);
        let parameters: Vec<Sort> = parameters.iter().map(|&sort| self.import_sort(sort, from)).collect();
        self.function(from.name(*name), &parameters, self.import_sort(*result, from))
    }

    /// The same value here.
    pub fn import_value(&self, value: &Value, from: &Terms) -> Value {
        match value {
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec(_) | Value::Ref(_) => {
                value.clone()
            }
            Value::Float32(_) | Value::Float64(_) => value.clone(),
            Value::Element(sort, number) => Value::Element(self.import_symbol(*sort, from), *number),
            Value::Array(array) => {
                let import = |value: &Value| self.import_value(value, from);
                let entries =
                    array.entries.iter().map(|(index, value)| (import(index), import(value))).collect();
                let sort = self.import_sort(array.sort, from);
                Value::Array(ArrayValue { sort, default: import(&array.default), entries }.into())
            }
        }
    }

    fn import_symbol(&self, symbol: Symbol, from: &Terms) -> Symbol {
        self.symbol(from.name(symbol))
    }

    /// The term of `from` (often `self`) with its children replaced by terms of `self`, built by the constructors.
    pub fn rebuild(&self, from: &Terms, term: Term, child: impl Fn(Term) -> Term) -> Term {
        let foreign = !std::ptr::eq(self, from);
        let sort = || if foreign { self.import_sort(from.sort(term), from) } else { from.sort(term) };
        match from.kind(term) {
            TermKind::Const(_) | TermKind::Var(_) if !foreign => term,
            TermKind::Const(value) => self.constant(self.import_value(value, from)),
            TermKind::Var(name) => self.var(from.name(*name), sort()),
            TermKind::Not(a) => self.not(child(*a)),
            TermKind::And(arguments) => self.and(arguments.iter().map(|&a| child(a))),
            TermKind::Or(arguments) => self.or(arguments.iter().map(|&a| child(a))),
            TermKind::Ite(a, b, c) => self.ite(child(*a), child(*b), child(*c)),
            TermKind::Eq(a, b) => self.eq(child(*a), child(*b)),
            TermKind::Compare(op, a, b) => self.compare(*op, child(*a), child(*b)),
            TermKind::Add(arguments) => self.sum(from.sort(term), arguments.iter().map(|&a| child(a))),
            TermKind::Mul(a, b) => self.mul(child(*a), child(*b)),
            TermKind::Divide(op, a, b) => self.divide(*op, child(*a), child(*b)),
            TermKind::Bits(op, a, b) => self.bit_op(*op, child(*a), child(*b)),
            TermKind::Concat(a, b) => self.concat(child(*a), child(*b)),
            TermKind::Float(op, a, b) => self.float_op(*op, child(*a), child(*b)),
            TermKind::FloatUnary(op, a) => self.float_unary(*op, child(*a)),
            TermKind::Convert(op, a) => self.convert(*op, child(*a), from.sort(term)),
            TermKind::Select(a, b) => self.select(child(*a), child(*b)),
            TermKind::Store(a, b, c) => self.store(child(*a), child(*b), child(*c)),
            TermKind::ConstArray(a) => {
                let Sort::Array(parts) = sort() else { unreachable!("a constant array is an array") };
                self.const_array(self.array_parts(parts).0, child(*a))
            }
            TermKind::Apply(function, arguments) => {
                let function = if foreign { self.import_function(*function, from) } else { *function };
                self.apply(function, &arguments.iter().map(|&a| child(a)).collect::<Vec<_>>())
            }
            TermKind::Quantified(quantified) => {
                let bound: Box<[Term]> = quantified.bound.iter().map(|&a| child(a)).collect();
                let triggers = (quantified.triggers.iter())
                    .map(|trigger| trigger.iter().map(|&a| child(a)).collect())
                    .collect();
                self.quantify(quantified.quantifier, &bound, triggers, child(quantified.body))
            }
        }
    }
}

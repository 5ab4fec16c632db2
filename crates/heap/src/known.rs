//! What a path says outright about its input: which object a reference is or is not, and which flags are set.
//!
//! `this.left == @3` on the path makes every guard about `this.left` true or false, whatever the guard was when it was made.
//! Guards and conditions are simplified by such facts before they are looked at, so that they are about what is still
//! open, and not about how it came to be. A fact is always a condition of the path as well: nothing here is known to a
//! heap alone. Only strategies that keep several possibilities in one state have a use for it; they say so by calling
//! [`Heap::learn`].

use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Sort, Term, TermKind, Terms};

use crate::{Cx, Heap};

/// Atoms of one condition that are asked about.
const MAX_ATOMS: usize = 16;

#[derive(Clone, Default)]
pub(crate) struct Known {
    /// Variables by what they are, atoms by their truth.
    facts: Rc<FxHashMap<Term, Term>>,
    /// Conditions with more than one way to hold.
    open: Vec<Term>,
}

impl Heap {
    /// An equivalent of the term on this path.
    pub(crate) fn simplify(&self, cx: Cx<'_>, term: Term) -> Term {
        if term == Terms::TRUE || term == Terms::FALSE {
            return term;
        }
        cx.terms.substitute(term, &self.known.facts)
    }

    /// Takes in a condition of the path, and what follows from it and earlier ones at first sight.
    pub(crate) fn learn(&mut self, cx: Cx<'_>, condition: Term) {
        let mut news = self.note(cx, condition);
        while std::mem::take(&mut news) {
            for clause in std::mem::take(&mut self.known.open) {
                let simplified = self.simplify(cx, clause);
                if is_open(cx.terms, simplified) {
                    self.known.open.push(simplified);
                } else if simplified != Terms::TRUE {
                    self.path.push(simplified);
                    news |= self.note(cx, simplified);
                }
            }
        }
    }

    /// Whether there was a fact in it.
    fn note(&mut self, cx: Cx<'_>, condition: Term) -> bool {
        if let TermKind::And(parts) = cx.terms.kind(condition) {
            return parts.iter().fold(false, |news, part| self.note(cx, *part) | news);
        }
        if is_open(cx.terms, condition) {
            self.known.open.push(condition);
            return false;
        }
        let fact = fact(cx.terms, condition);
        fact.is_some_and(|(of, is)| Rc::make_mut(&mut self.known.facts).insert(of, is) != Some(is))
    }

    /// A condition on numbers that are kept in several possible objects may tell which of them it was: asks about each, and
    /// puts the condition more simply then. It is the last on the path.
    pub(crate) fn learn_from_numbers(&mut self, cx: Cx<'_>, condition: Term) {
        let last = self.path.len().checked_sub(1).filter(|last| self.path[*last] == condition);
        let Some(last) = last else { return };
        for atom in open_atoms(cx.terms, condition) {
            let is_open = self.simplify(cx, atom) == atom;
            if is_open && !cx.is_feasible(self, &[atom]) {
                self.assume(cx, cx.terms.not(atom));
            }
        }
        let simplified = self.restate(cx, condition);
        if simplified != Terms::TRUE {
            self.path[last] = simplified;
        }
    }

    /// A condition of the path in the light of all facts, but for those it states itself.
    fn restate(&self, cx: Cx<'_>, condition: Term) -> Term {
        if let TermKind::And(parts) = cx.terms.kind(condition) {
            return cx.terms.and(parts.iter().map(|part| self.restate(cx, *part)));
        }
        let is_stated = fact(cx.terms, condition).is_some();
        if is_stated { condition } else { self.simplify(cx, condition) }
    }
}

fn is_open(terms: &Terms, condition: Term) -> bool {
    matches!(terms.kind(condition), TermKind::Or(_))
}

/// What a condition says about a variable, or about whether two references are the same.
fn fact(terms: &Terms, condition: Term) -> Option<(Term, Term)> {
    let is_negated =
        |condition| if let TermKind::Not(atom) = terms.kind(condition) { Some(*atom) } else { None };
    let (atom, truth) = is_negated(condition).map_or((condition, Terms::TRUE), |atom| (atom, Terms::FALSE));
    let is_variable = |term: Term| terms.var_name(term).is_some();
    if is_variable(atom) {
        return Some((atom, truth));
    }
    let TermKind::Eq(a, b) = *terms.kind(atom) else { return None };
    if terms.sort(a) != Sort::Ref {
        return None;
    }
    let (variable, other) = if is_variable(a) { (a, b) } else { (b, a) };
    let is_known = truth == Terms::TRUE && is_variable(variable) && terms.value(other).is_some();
    Some(if is_known { (variable, other) } else { (atom, truth) })
}

/// Which objects the numbers of a condition depend on, in an order that does not depend on what else the arena holds: whoever
/// goes a path again is told the same answers again.
fn open_atoms(terms: &Terms, condition: Term) -> Vec<Term> {
    let parts = terms.reachable(&[condition]);
    let is_choice = |part: &Term| matches!(terms.kind(*part), TermKind::Ite(..));
    let has_numbers = |part: &Term| matches!(terms.sort(*part), Sort::BitVec(_));
    if !parts.iter().any(|part| is_choice(part) && has_numbers(part)) {
        return Vec::new();
    }
    let mut atoms: Vec<([String; 2], Term)> = Vec::new();
    for part in parts {
        if let TermKind::Eq(a, b) = *terms.kind(part)
            && terms.sort(a) == Sort::Ref
        {
            let mut sides = [terms.infix(a).to_string(), terms.infix(b).to_string()];
            sides.sort();
            atoms.push((sides, part));
        }
    }
    atoms.sort();
    atoms.truncate(MAX_ATOMS);
    atoms.into_iter().map(|(_, atom)| atom).collect()
}

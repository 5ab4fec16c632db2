//! What a stack of assertions says at first sight: congruence closure over the asserted equalities and literals.
//!
//! Entailment is tried here before any layer is asked: a verifier asks thousands of questions such as "is this receiver that
//! one?", and nearly all of them follow from equalities. It is sound and far from complete.
//!
//! Terms the assertions contain are *registered*; equal ones share a class, and the class of `true` holds the formulas known
//! to hold. A term's *signature* is the term rebuilt over its children's representatives, so congruence and the
//! simplifier's knowledge (`x + 0`, `true || p`, array reads) meet in one step. Every change is on a trail and undone by `pop`.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use term::{Comparison, Term, TermKind, Terms};

/// Formulas of more terms than this are only remembered as a whole.
const SIZE_LIMIT: usize = 500;

/// What is assumed on a path, in scopes that can be taken back.
#[derive(Default)]
pub struct Assumptions {
    /// Representatives of registered terms.
    roots: FxHashMap<Term, Term>,
    /// By representative.
    classes: FxHashMap<Term, Class>,
    /// Registered terms by signature.
    signatures: FxHashMap<Term, Term>,
    is_contradictory: bool,
    /// Equalities found and not yet acted upon.
    pending: Vec<(Term, Term)>,
    trail: Vec<Change>,
    scopes: Vec<usize>,
}

#[derive(Default)]
struct Class {
    members: Vec<Term>,
    /// Registered terms with a member among their children.
    uses: Vec<Term>,
}

enum Change {
    Registered(Term),
    Used(Term),
    Signed(Term),
    Merged { kept: Term, gone: Term, members: usize, uses: usize },
    Contradiction,
}

impl Assumptions {
    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.trail.len());
    }

    /// Forgets what was assumed since the last scope was opened.
    pub fn pop(&mut self) {
        let length = self.scopes.pop().expect("each pop has its push");
        for change in self.trail.split_off(length).into_iter().rev() {
            self.undo(change);
        }
    }

    /// Assumes a formula.
    pub fn assume(&mut self, terms: &Terms, formula: Term) {
        self.register(terms, formula);
        self.register(terms, Terms::TRUE);
        self.pending.push((formula, Terms::TRUE));
        self.settle(terms);
    }

    /// Whether a formula holds by what is known. `false` means nothing.
    pub fn entail(&self, terms: &Terms, formula: Term) -> bool {
        if self.is_contradictory {
            return true;
        }
        let known = self.canonical(terms, formula);
        known == Terms::TRUE || self.weaker_holds(terms, known)
    }

    /// Whether the assertions contradict each other at first sight.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// The simplest known equal of a term.
    pub fn canonical(&self, terms: &Terms, term: Term) -> Term {
        if let Some(&root) = self.roots.get(&term) {
            return root;
        }
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for term in terms.reachable_unless(&[term], |term| self.roots.contains_key(&term)) {
            let child = |child: Term| self.roots.get(&child).or_else(|| done.get(&child)).copied();
            let rebuilt = rebuild(terms, term, |term| child(term).expect("children come first"));
            done.insert(term, self.lookup(rebuilt));
        }
        done[&term]
    }

    /// `a <= b` holds if `a < b` or `a == b` does; `a != b` if `a < b` or `b < a` does.
    fn weaker_holds(&self, terms: &Terms, formula: Term) -> bool {
        let holds = |formula: Term| self.canonical(terms, formula) == Terms::TRUE;
        if let TermKind::Compare(Comparison::LessEq, lhs, rhs) = terms.kind(formula) {
            return holds(terms.less(*lhs, *rhs)) || holds(terms.eq(*lhs, *rhs));
        }
        if let TermKind::Not(inner) = terms.kind(formula)
            && let TermKind::Eq(lhs, rhs) = terms.kind(*inner)
            && terms.sort(*lhs).is_ring()
        {
            return holds(terms.less(*lhs, *rhs)) || holds(terms.less(*rhs, *lhs));
        }
        if let TermKind::And(parts) = terms.kind(formula) {
            return parts.iter().all(|&part| part == Terms::TRUE || self.weaker_holds(terms, part));
        }
        if let TermKind::Or(parts) = terms.kind(formula) {
            return parts.iter().any(|&part| self.weaker_holds(terms, part));
        }
        false
    }

    /// The representative of a term that is registered or has the signature of one.
    fn lookup(&self, term: Term) -> Term {
        let registered = self.signatures.get(&term).copied().unwrap_or(term);
        self.roots.get(&registered).copied().unwrap_or(registered)
    }

    fn find(&self, term: Term) -> Term {
        self.roots[&term]
    }

    /// Registers a formula's terms, children first; terms too large only as a whole.
    fn register(&mut self, terms: &Terms, formula: Term) {
        let new = terms.reachable_unless(&[formula], |term| self.roots.contains_key(&term));
        if new.len() > SIZE_LIMIT {
            return self.register_leaf(formula);
        }
        for term in new {
            self.register_leaf(term);
            for_each_child(terms, term, |child| {
                let root = self.find(child);
                self.class(root).uses.push(term);
                self.trail.push(Change::Used(root));
            });
            self.sign(terms, term);
        }
    }

    fn register_leaf(&mut self, term: Term) {
        if let Entry::Vacant(root) = self.roots.entry(term) {
            root.insert(term);
            self.classes.insert(term, Class { members: vec![term], uses: Vec::new() });
            self.trail.push(Change::Registered(term));
        }
    }

    /// Looks for a term equal to this one by signature.
    fn sign(&mut self, terms: &Terms, term: Term) {
        let signature = rebuild(terms, term, |child| self.find(child));
        if let Some(&equal) = self.signatures.get(&signature) {
            self.pending.push((term, equal));
            return;
        }
        self.signatures.insert(signature, term);
        self.trail.push(Change::Signed(signature));
        if signature != term && (self.roots.contains_key(&signature) || terms.value(signature).is_some()) {
            self.register_leaf(signature);
            self.pending.push((term, signature));
        }
    }

    /// Merges classes until nothing is pending.
    fn settle(&mut self, terms: &Terms) {
        while let Some((lhs, rhs)) = self.pending.pop() {
            let (lhs, rhs) = (self.find(lhs), self.find(rhs));
            if lhs != rhs && !self.is_contradictory {
                self.merge(terms, lhs, rhs);
            }
        }
    }

    /// Constants stay representatives; otherwise the larger class's does.
    fn merge(&mut self, terms: &Terms, lhs: Term, rhs: Term) {
        let is_constant = |term: Term| terms.value(term).is_some();
        if is_constant(lhs) && is_constant(rhs) {
            self.is_contradictory = true;
            self.trail.push(Change::Contradiction);
            return;
        }
        let weight = |root: Term| (is_constant(root), self.classes[&root].members.len());
        let (kept, gone) = if weight(lhs) >= weight(rhs) { (lhs, rhs) } else { (rhs, lhs) };
        let (members, uses) = (self.classes[&gone].members.clone(), self.classes[&gone].uses.clone());
        let class = self.class(kept);
        let change = Change::Merged { kept, gone, members: class.members.len(), uses: class.uses.len() };
        class.members.extend(&members);
        class.uses.extend(&uses);
        self.trail.push(change);
        for &member in &members {
            self.roots.insert(member, kept);
        }
        for &parent in &uses {
            self.sign(terms, parent);
        }
        if kept == Terms::TRUE || kept == Terms::FALSE {
            members.iter().for_each(|&member| self.conclude(terms, member, kept == Terms::TRUE));
        }
    }

    /// What follows for the parts of a formula that is now known to be true or false.
    fn conclude(&mut self, terms: &Terms, formula: Term, value: bool) {
        let truth = terms.bool(value);
        match terms.kind(formula) {
            TermKind::Not(inner) => self.equate(*inner, terms.not(truth)),
            TermKind::And(parts) if value => parts.iter().for_each(|&part| self.equate(part, truth)),
            TermKind::Or(parts) if !value => parts.iter().for_each(|&part| self.equate(part, truth)),
            TermKind::Eq(lhs, rhs) if value => self.equate(*lhs, *rhs),
            TermKind::Compare(..) => {
                let negation = terms.not(formula);
                self.register(terms, negation);
                self.equate(negation, terms.not(truth));
            }
            TermKind::And(_) | TermKind::Or(_) | TermKind::Eq(..) | TermKind::Ite(..) => {}
            TermKind::Const(_) | TermKind::Var(_) => {}
            TermKind::Select(..) | TermKind::Apply(..) | TermKind::Quantified(_) => {}
            TermKind::Add(_)
            | TermKind::Mul(..)
            | TermKind::Divide(..)
            | TermKind::Bits(..)
            | TermKind::Concat(..)
            | TermKind::Float(..)
            | TermKind::FloatUnary(..)
            | TermKind::Convert(..)
            | TermKind::Store(..)
            | TermKind::ConstArray(_) => unreachable!("only formulas are true or false"),
        }
    }

    fn equate(&mut self, lhs: Term, rhs: Term) {
        self.register_leaf(lhs);
        self.register_leaf(rhs);
        self.pending.push((lhs, rhs));
    }

    fn class(&mut self, root: Term) -> &mut Class {
        self.classes.get_mut(&root).expect("a representative has a class")
    }

    fn undo(&mut self, change: Change) {
        match change {
            Change::Registered(term) => {
                self.roots.remove(&term);
                self.classes.remove(&term);
            }
            Change::Used(root) => {
                self.class(root).uses.pop();
            }
            Change::Signed(signature) => {
                self.signatures.remove(&signature);
            }
            Change::Merged { kept, gone, members, uses } => {
                let class = self.class(kept);
                class.uses.truncate(uses);
                let freed = class.members.split_off(members);
                for member in freed {
                    self.roots.insert(member, gone);
                }
            }
            Change::Contradiction => self.is_contradictory = false,
        }
    }
}

/// Quantified formulas are leaves here: their bodies speak of bound variables.
fn for_each_child(terms: &Terms, term: Term, visit: impl FnMut(Term)) {
    if !matches!(terms.kind(term), TermKind::Quantified(_)) {
        terms.kind(term).for_each_child(visit);
    }
}

fn rebuild(terms: &Terms, term: Term, child: impl Fn(Term) -> Term) -> Term {
    if matches!(terms.kind(term), TermKind::Quantified(_)) {
        return term;
    }
    terms.rebuild(terms, term, child)
}

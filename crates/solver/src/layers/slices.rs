//! Independent parts are asked separately: conditions that share no variable and no function, directly or through others,
//! cannot influence each other. A path's older parts are then answered by the cache, and Z3 sees only what the newest
//! condition is about.
//!
//! Quantified formulas can limit the size of a sort and so touch everything: questions with one are passed on whole.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Function, Model, Term};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};
use crate::vocabulary::{Vocabularies, Vocabulary};

/// Asks about parts that share no variables one by one.
#[derive(Default)]
pub struct Slices {
    vocabularies: Vocabularies,
}

impl Layer for Slices {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        let vocabularies: Vec<Rc<Vocabulary>> =
            query.conditions.iter().map(|&condition| self.vocabularies.of(query.terms, condition)).collect();
        if vocabularies.iter().any(|vocabulary| vocabulary.has_quantifier) {
            return rest.check(query);
        }
        let slices = partition(query.conditions, &vocabularies);
        if slices.len() == 1 {
            return rest.check(query);
        }
        self.check_each(query, &slices, rest)
    }
}

impl Slices {
    /// The slice of the newest condition is asked first: the others were asked before it came.
    fn check_each(&mut self, query: &Query, slices: &[Vec<Term>], rest: &mut Rest) -> Answer {
        let mut model = Model::default();
        let mut unknown = None;
        for slice in slices.iter().rev() {
            match rest.check(&Query { conditions: slice, ..*query }) {
                Answer::Unsat => return Answer::Unsat,
                Answer::Sat(part) => self.copy(query, slice, &part, &mut model),
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        match unknown {
            Some(unknown) => Answer::Unknown(unknown),
            None => Answer::Sat(Arc::new(model)),
        }
    }

    /// A slice's model may speak of other slices' variables too: only its own count.
    fn copy(&mut self, query: &Query, slice: &[Term], from: &Model, to: &mut Model) {
        for &condition in slice {
            let vocabulary = self.vocabularies.of(query.terms, condition);
            for variable in &vocabulary.variables {
                if let Some(value) = from.variables.get(variable) {
                    to.variables.insert(*variable, value.clone());
                }
            }
            for function in &vocabulary.functions {
                if let Some(value) = from.functions.get(function) {
                    to.functions.insert(*function, value.clone());
                }
            }
        }
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Name {
    Variable(Term),
    Function(Function),
}

/// The conditions by connected component, components in the order of their newest conditions.
fn partition(conditions: &[Term], vocabularies: &[Rc<Vocabulary>]) -> Vec<Vec<Term>> {
    let mut parents: Vec<usize> = (0..conditions.len()).collect();
    let mut owners: FxHashMap<Name, usize> = FxHashMap::default();
    for (index, vocabulary) in vocabularies.iter().enumerate() {
        let variables = vocabulary.variables.iter().map(|&variable| Name::Variable(variable));
        let functions = vocabulary.functions.iter().map(|&function| Name::Function(function));
        for name in variables.chain(functions) {
            let owner = *owners.entry(name).or_insert(index);
            let (root, other) = (find(&mut parents, index), find(&mut parents, owner));
            // The newest condition is its component's root.
            parents[other.min(root)] = root.max(other);
        }
    }
    let mut slices: Vec<Vec<Term>> = vec![Vec::new(); conditions.len()];
    for (index, &condition) in conditions.iter().enumerate() {
        slices[find(&mut parents, index)].push(condition);
    }
    slices.retain(|slice| !slice.is_empty());
    slices
}

fn find(parents: &mut [usize], mut index: usize) -> usize {
    while parents[index] != index {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    index
}

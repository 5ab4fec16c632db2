//! Recursion that does not end: where the bound on its depth cuts a path, a few inputs of the path are run on the concrete machine,
//! which has a stack to overflow.
//!
//! The inputs are those a recursion usually forgot: numbers below zero, and structures that lead back to themselves.

use heap::{SymbolInfo, Value};
use library::names;
use machine::State;
use term::{Sort, Term};

use crate::explorer::{Explorer, Past};
use crate::path::{Outcome, Path};
use crate::symbolic::Symbolic;
use crate::{model, words};

/// Paths of one subtree that are tried out.
const MOST_TRIED: u32 = 4;
/// Inputs of one path.
const MOST_INPUTS: usize = 6;

impl<'p> Explorer<'_, 'p> {
    /// The path of an input that takes this way and ends in a stack overflow, if one of the few tried does.
    pub(crate) fn overflow(&mut self, state: &State<Symbolic<'p>>, past: &Past) -> Option<Path> {
        let known = &self.out.known.confirmed;
        let is_known = known.iter().any(|(class, ..)| class.replace('.', "/") == names::STACK_OVERFLOW);
        if !self.options.replay || is_known || self.overflows_tried >= MOST_TRIED {
            return None;
        }
        self.overflows_tried += 1;
        let wishes = self.wishes(state, past);
        wishes.iter().take(MOST_INPUTS).find_map(|wishes| self.overflow_with(state, past, wishes))
    }

    fn overflow_with(&mut self, state: &State<Symbolic<'p>>, past: &Past, wishes: &[Term]) -> Option<Path> {
        let input = model::input(&self.cx, &state.heap, self.entry, &past.args, wishes).ok()?;
        let replay = self.replay(&input);
        let Outcome::Threw(thrown) = &replay.outcome else { return None };
        if thrown.kind() != "StackOverflowError" {
            return None;
        }
        let path = Path {
            outcome: replay.outcome.clone(),
            condition: words::conditions(&self.cx, &state.heap, &past.trail.decisions),
            flow: past.trail.flow,
            input: Some(Ok(input)),
            replay: Some(replay),
            null_parameter: None,
            is_rejected: false,
            picture: None,
        };
        self.confirm(&path);
        Some(path)
    }

    /// What the inputs to be tried are like: one list of conditions each.
    fn wishes(&self, state: &State<Symbolic<'p>>, past: &Past) -> Vec<Vec<Term>> {
        let terms = &self.cx.domain.terms;
        let given = past.args.iter().chain(state.heap.nondet.iter().map(|nondet| &nondet.value));
        let numbers = given.filter_map(|value| match value {
            Value::Term(term) => Some(*term),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Ref(_) => None,
        });
        let negative = numbers.filter_map(|term| match terms.sort(term) {
            Sort::BitVec(width) => Some(vec![terms.less(term, terms.bits(width, 0))]),
            _ => None,
        });
        negative.chain(self.circles(state)).chain([Vec::new()]).collect()
    }

    /// The object come upon last is the first of its type.
    fn circles(&self, state: &State<Symbolic<'p>>) -> Option<Vec<Term>> {
        let terms = &self.cx.domain.terms;
        let symbols: Vec<&SymbolInfo> = state.heap.heap.symbols().map(|(_, info)| info).collect();
        let last = symbols.last()?;
        let first = symbols.iter().find(|info| info.bound == last.bound)?;
        Some(vec![terms.eq(first.var, last.var), terms.not_null(last.var)])
    }
}

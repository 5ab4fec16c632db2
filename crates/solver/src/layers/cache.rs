//! Answers given before: the same conditions, a superset of conditions known to be unsatisfiable, or conditions that a
//! recent model happens to satisfy.

use rustc_hash::FxHashMap;
use term::Term;

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};
use crate::layers::models::RecentModels;
use crate::options::Limits;

/// Answers kept; past it the cache starts afresh.
const CAPACITY: usize = 1 << 16;
/// Sets known to be unsatisfiable that are tried per condition.
const UNSAT_TRIES: usize = 8;

/// Remembers answers.
#[derive(Default)]
pub struct Cache {
    /// By sorted conditions. `Unknown` counts for the limits it was given under.
    answers: FxHashMap<Box<[Term]>, (Answer, Limits)>,
    /// Unsatisfiable sets (sorted), by their newest condition.
    unsat: FxHashMap<Term, Vec<Box<[Term]>>>,
    models: RecentModels,
}

impl Layer for Cache {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        let mut key: Box<[Term]> = query.conditions.into();
        key.sort_unstable();
        if let Some((answer, limits)) = self.answers.get(&key)
            && (*limits == query.limits || !matches!(answer, Answer::Unknown(_)))
        {
            return answer.clone();
        }
        if self.has_unsat_subset(&key) {
            return Answer::Unsat;
        }
        if let Some(model) = self.models.fitting(query) {
            return self.remember(key, Answer::Sat(model), query.limits);
        }
        let answer = rest.check(&Query { wants_model: true, ..*query });
        match &answer {
            Answer::Sat(model) => self.models.add(model.clone()),
            Answer::Unsat => {
                let newest = *key.last().expect("an empty conjunction is satisfiable");
                self.unsat.entry(newest).or_default().push(key.clone());
            }
            Answer::Unknown(_) => {}
        }
        self.remember(key, answer, query.limits)
    }
}

impl Cache {
    fn remember(&mut self, key: Box<[Term]>, answer: Answer, limits: Limits) -> Answer {
        if self.answers.len() >= CAPACITY {
            self.answers.clear();
            self.unsat.clear();
        }
        self.answers.insert(key, (answer.clone(), limits));
        answer
    }

    fn has_unsat_subset(&self, key: &[Term]) -> bool {
        key.iter().filter_map(|condition| self.unsat.get(condition)).any(|sets| {
            let mut recent = sets.iter().rev().take(UNSAT_TRIES);
            recent.any(|set| set.iter().all(|condition| key.binary_search(condition).is_ok()))
        })
    }
}

//! Models found before, tried on new questions: a path that grows often stays true in the model of its beginning, and of a
//! condition and its negation one is.

use std::collections::VecDeque;
use std::sync::Arc;

use term::{Evaluation, Model};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};

/// Models tried on a new question.
const RECENT: usize = 12;

/// Answers with a recent model of the whole question.
#[derive(Default)]
pub struct Models(RecentModels);

impl Layer for Models {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        if let Some(model) = self.0.fitting(query) {
            return Answer::Sat(model);
        }
        let answer = rest.check(query);
        if let Answer::Sat(model) = &answer {
            self.0.add(model.clone());
        }
        answer
    }
}

/// The models found last, the latest used first. What was evaluated in a model is remembered with it.
#[derive(Default)]
pub struct RecentModels(VecDeque<Evaluation<Arc<Model>>>);

impl RecentModels {
    /// Remembers a model.
    pub fn add(&mut self, model: Arc<Model>) {
        self.0.push_front(Evaluation::new(model));
        self.0.truncate(RECENT);
    }

    /// A recent model of the conditions; it moves to the front.
    pub fn fitting(&mut self, query: &Query) -> Option<Arc<Model>> {
        let fits = |evaluation: &mut Evaluation<Arc<Model>>| {
            query.conditions.iter().rev().all(|&condition| evaluation.holds(query.terms, condition))
        };
        let position = self.0.iter_mut().position(fits)?;
        let evaluation = self.0.remove(position).expect("the position is in range");
        let model = evaluation.model().clone();
        self.0.push_front(evaluation);
        Some(model)
    }
}

//! A conjunction of linear constraints one can ask: is it satisfiable, does it entail another, what is the
//! least value of an expression. Answers come with the factors that show them (Farkas' lemma).

use serde::{Deserialize, Serialize};

use crate::linear::{Constraint, Linear, Relation, Var};
use crate::rational::Rat;
use crate::simplex::{Column, Optimum, Simplex};

/// Why facts entail `goal ≥ 0`, as factors of the facts in their order; a factor of an inequality is not negative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Farkas {
    /// `goal` minus the weighted facts is a constant that is not negative, or above -1 when the goal is integral.
    Entailed(Vec<Rat>),
    /// The weighted facts sum up to a negative constant.
    Contradiction(Vec<Rat>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Least {
    Infeasible,
    Unbounded,
    At(Rat),
}

#[derive(Clone)]
pub struct Facts {
    simplex: Simplex,
    /// One column per variable.
    columns: Vec<Column>,
    /// One column per fact.
    facts: Vec<Column>,
    contradiction: Option<Vec<Rat>>,
}

impl Facts {
    /// Facts over the variables below `arity`.
    pub fn new<'a>(arity: usize, constraints: impl IntoIterator<Item = &'a Constraint>) -> Self {
        let mut simplex = Simplex::default();
        let columns = (0..arity).map(|_| simplex.add_column()).collect();
        let mut facts = Self { simplex, columns, facts: Vec::new(), contradiction: None };
        for constraint in constraints {
            facts.add(constraint);
        }
        if let Err(conflict) = facts.simplex.check() {
            facts.contradiction = Some(facts.weights(&conflict));
        }
        facts
    }

    pub fn is_feasible(&self) -> bool {
        self.contradiction.is_none()
    }

    /// A rational point that satisfies all facts.
    pub fn point(&self) -> Option<Vec<Rat>> {
        let value = |column: &Column| self.simplex.value(*column).clone();
        self.is_feasible().then(|| self.columns.iter().map(value).collect())
    }

    /// Why the facts entail that `goal` is at least 0 (for integers), or `None` if they do not.
    pub fn entail(&self, goal: &Linear) -> Option<Farkas> {
        if let Some(weights) = &self.contradiction {
            return Some(Farkas::Contradiction(weights.clone()));
        }
        let Optimum::At(value, row) = self.maximise(&goal.negated()) else { return None };
        let least = &goal.constant - &value;
        let integral = goal.constant.is_integer() && goal.terms.iter().all(|term| term.1.is_integer());
        let enough = if integral { least > Rat::from(-1) } else { !least.is_negative() };
        let negated: Vec<_> = row.iter().map(|(column, factor)| (*column, -factor)).collect();
        enough.then(|| Farkas::Entailed(self.weights(&negated)))
    }

    pub fn entails(&self, constraint: &Constraint) -> bool {
        self.entail(&constraint.linear).is_some()
            && match constraint.relation {
                Relation::AtLeast => true,
                Relation::Zero => self.entail(&constraint.linear.negated()).is_some(),
            }
    }

    pub fn least(&self, linear: &Linear) -> Least {
        if !self.is_feasible() {
            return Least::Infeasible;
        }
        match self.maximise(&linear.negated()) {
            Optimum::Unbounded => Least::Unbounded,
            Optimum::At(value, _) => Least::At(&linear.constant - &value),
        }
    }

    fn add(&mut self, constraint: &Constraint) {
        let row = self.simplex.add_row(&self.terms(&constraint.linear));
        let bound = -&constraint.linear.constant;
        if constraint.relation == Relation::Zero {
            self.simplex.set_upper(row, bound.clone());
        }
        self.simplex.set_lower(row, bound);
        self.facts.push(row);
    }

    fn maximise(&self, linear: &Linear) -> Optimum {
        self.simplex.clone().maximise(&self.terms(linear))
    }

    fn terms(&self, linear: &Linear) -> Vec<(Column, Rat)> {
        linear.terms.iter().map(|(var, factor)| (self.columns[var.0 as usize], factor.clone())).collect()
    }

    /// Factors by column as factors by fact.
    fn weights(&self, factors: &[(Column, Rat)]) -> Vec<Rat> {
        let factor =
            |fact: &Column| factors.iter().find(|(column, _)| column == fact).map(|term| term.1.clone());
        self.facts.iter().map(|fact| factor(fact).unwrap_or(Rat::ZERO)).collect()
    }
}

/// The number of variables the constraints speak of, counted from the first.
pub fn arity<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> usize {
    let last =
        |constraint: &Constraint| constraint.linear.terms.last().map_or(0, |(Var(var), _)| *var as usize + 1);
    constraints.into_iter().map(last).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(index: u32) -> Linear {
        Linear::var(Var(index))
    }

    #[test]
    fn entailment_names_the_facts_used() {
        let facts = [Constraint::ge(&var(0), &var(1)), Constraint::ge(&var(1), &Linear::constant(3))];
        let facts = Facts::new(2, &facts);
        let goal = var(0).plus_constant(-3);
        assert_eq!(facts.entail(&goal), Some(Farkas::Entailed(vec![Rat::ONE, Rat::ONE])));
        assert_eq!(facts.entail(&goal.plus_constant(-1)), None);
        assert_eq!(facts.least(&var(0)), Least::At(Rat::from(3)));
        assert_eq!(facts.least(&var(0).negated()), Least::Unbounded);
    }

    #[test]
    fn contradictions_entail_everything() {
        let facts = [Constraint::gt(&var(0), &var(1)), Constraint::gt(&var(1), &var(0))];
        let facts = Facts::new(2, &facts);
        assert!(!facts.is_feasible());
        let weights = vec![Rat::ONE, Rat::ONE];
        assert_eq!(facts.entail(&Linear::constant(-7)), Some(Farkas::Contradiction(weights)));
    }
}

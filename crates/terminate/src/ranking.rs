//! Ranking functions by Farkas' lemma.
//!
//! For one *target* transition of a component we look for functions, one affine function per location and phase, such
//! that no transition of the component increases any phase, while the target decreases them in turn:
//! phase 1 by at least 1; phase k by at least 1 once phase k-1 is negative; and the last phase is at least 0 whenever
//! the target is taken ("nested" ranking functions [Ben-Amram, Genaim, CAV 2017]; one phase is the ordinary linear case).
//! Then the target cannot be taken infinitely often and may be deleted; the rest is proven on its own, which makes
//! the whole proof lexicographic.
//!
//! Every condition "facts entail an expression with unknown coefficients is at least 0" becomes linear equations over
//! the coefficients and the facts' factors, solved by [`Simplex`]. The answer is re-checked elsewhere.

use base::{Budget, Exhausted};

use crate::linear::{Constraint, Linear, Relation, Var};
use crate::rational::Rat;
use crate::simplex::{Column, Simplex};

/// A transition as the search sees it: facts over its variables, and the target's arguments.
pub struct Edge<'a> {
    pub from: usize,
    pub to: usize,
    pub width: usize,
    pub facts: Vec<&'a Constraint>,
    pub update: &'a [Linear],
}

/// Functions by phase and location.
pub type Phases = Vec<Vec<Linear>>;

/// Functions that let `edges[target]` be deleted; `arities` are the locations'.
pub fn rank(
    arities: &[usize],
    edges: &[Edge<'_>],
    target: usize,
    phases: usize,
    budget: &Budget,
) -> Result<Option<Phases>, Exhausted> {
    let mut search = Search::new(arities, phases);
    for (index, edge) in edges.iter().enumerate() {
        budget.check()?;
        for phase in 0..phases {
            if index == target {
                search.require_progress(edge, phase);
            } else {
                search.require(edge, search.change(edge, phase));
            }
        }
    }
    search.require_bound(&edges[target], phases - 1);
    search.solve(budget)
}

struct Search {
    simplex: Simplex,
    /// By phase and location: the columns of the coefficients, the constant's last.
    coefficients: Vec<Vec<Vec<Column>>>,
}

/// An expression whose coefficients are sums of columns: by variable, the constant last, plus a number.
struct Unknown {
    by_var: Vec<Vec<(Column, Rat)>>,
    constant: Vec<(Column, Rat)>,
    number: Rat,
}

impl Search {
    fn new(arities: &[usize], phases: usize) -> Self {
        let mut simplex = Simplex::default();
        let mut location = |arity: &usize| (0..=*arity).map(|_| simplex.add_column()).collect();
        let coefficients = (0..phases).map(|_| arities.iter().map(&mut location).collect()).collect();
        Self { simplex, coefficients }
    }

    /// The target's phase falls by at least 1, less what the phase before it still has.
    fn require_progress(&mut self, edge: &Edge<'_>, phase: usize) {
        let mut change = self.change(edge, phase);
        change.number = Rat::from(-1);
        if phase > 0 {
            change.add(&self.coefficients[phase - 1][edge.from], None, &Rat::ONE);
        }
        self.require(edge, change);
    }

    fn require_bound(&mut self, edge: &Edge<'_>, phase: usize) {
        let mut value = Unknown::new(edge.width);
        value.add(&self.coefficients[phase][edge.from], None, &Rat::ONE);
        self.require(edge, value);
    }

    /// How much the edge decreases a phase.
    fn change(&self, edge: &Edge<'_>, phase: usize) -> Unknown {
        let mut change = Unknown::new(edge.width);
        change.add(&self.coefficients[phase][edge.from], None, &Rat::ONE);
        change.add(&self.coefficients[phase][edge.to], Some(edge.update), &Rat::from(-1));
        change
    }

    /// The edge's facts entail that `goal` is at least 0: it is a sum of facts with factors that are not negative,
    /// and of a constant that is not negative.
    fn require(&mut self, edge: &Edge<'_>, mut goal: Unknown) {
        for fact in &edge.facts {
            let factor = self.simplex.add_column();
            if fact.relation == Relation::AtLeast {
                self.simplex.set_lower(factor, Rat::ZERO);
            }
            for (Var(var), coefficient) in &fact.linear.terms {
                goal.by_var[*var as usize].push((factor, -coefficient));
            }
            if !fact.linear.constant.is_zero() {
                goal.constant.push((factor, -&fact.linear.constant));
            }
        }
        for terms in goal.by_var {
            if !terms.is_empty() {
                let row = self.simplex.add_row(&collected(terms));
                self.simplex.set_lower(row, Rat::ZERO);
                self.simplex.set_upper(row, Rat::ZERO);
            }
        }
        let row = self.simplex.add_row(&collected(goal.constant));
        self.simplex.set_lower(row, -&goal.number);
    }

    fn solve(mut self, budget: &Budget) -> Result<Option<Phases>, Exhausted> {
        if self.simplex.check_within(budget)?.is_err() {
            return Ok(None);
        }
        let function = |columns: &Vec<Column>| {
            let (constant, terms) = columns.split_last().expect("the constant has a column");
            let value = |column: &Column| self.simplex.value(*column).clone();
            let sum = terms.iter().enumerate().filter(|(_, column)| !self.simplex.value(**column).is_zero());
            Linear {
                terms: sum.map(|(index, column)| (Var(index as u32), value(column))).collect(),
                constant: value(constant),
            }
        };
        let phases =
            self.coefficients.iter().map(|locations| locations.iter().map(function).collect()).collect();
        Ok(Some(phases))
    }
}

impl Unknown {
    fn new(width: usize) -> Self {
        Self { by_var: vec![Vec::new(); width], constant: Vec::new(), number: Rat::ZERO }
    }

    /// Adds `sign` times the function with these coefficients, applied to the variables or to `images`.
    fn add(&mut self, columns: &[Column], images: Option<&[Linear]>, sign: &Rat) {
        let (constant, terms) = columns.split_last().expect("the constant has a column");
        self.constant.push((*constant, sign.clone()));
        for (index, column) in terms.iter().enumerate() {
            let Some(images) = images else {
                self.by_var[index].push((*column, sign.clone()));
                continue;
            };
            for (Var(var), coefficient) in &images[index].terms {
                self.by_var[*var as usize].push((*column, coefficient * sign));
            }
            if !images[index].constant.is_zero() {
                self.constant.push((*column, &images[index].constant * sign));
            }
        }
    }
}

/// Sorted by column, each column once.
fn collected(mut terms: Vec<(Column, Rat)>) -> Vec<(Column, Rat)> {
    terms.sort_by_key(|term| term.0);
    let mut out: Vec<(Column, Rat)> = Vec::with_capacity(terms.len());
    for (column, factor) in terms {
        match out.last_mut() {
            Some(last) if last.0 == column => last.1 = &last.1 + &factor,
            _ => out.push((column, factor)),
        }
    }
    out.retain(|term| !term.1.is_zero());
    out
}

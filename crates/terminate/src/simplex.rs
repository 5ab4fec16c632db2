//! Linear programming in exact arithmetic: the general simplex method with bounds on variables and rows
//! [Dutertre, de Moura, CAV 2006], plus optimisation.
//!
//! Invariants: a basic column is defined by one sparse row over non-basic columns; non-basic columns respect their
//! bounds at all times; [`Simplex::check`] makes basic ones respect theirs or says which bounds contradict. Pivots
//! follow Bland's rule, so every call ends.

use base::{Budget, Exhausted};

use crate::linear::merge_scaled;
use crate::rational::Rat;

/// A column of the tableau: an unknown, or the value of a row.
pub type Column = u32;

/// Bounds that contradict each other: with these factors the bounded columns sum up to a contradiction.
/// A positive factor belongs to a lower bound, a negative one to an upper bound.
pub type Conflict = Vec<(Column, Rat)>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    Unbounded,
    /// The greatest value, and the objective as a sum over columns that are at their bounds.
    At(Rat, Vec<(Column, Rat)>),
}

#[derive(Clone, Default)]
pub struct Simplex {
    rows: Vec<Vec<(Column, Rat)>>,
    /// The column each row defines.
    basic: Vec<Column>,
    /// The row that defines a column, if it is basic.
    row_of: Vec<Option<usize>>,
    lower: Vec<Option<Rat>>,
    upper: Vec<Option<Rat>>,
    value: Vec<Rat>,
}

impl Simplex {
    /// A new unknown without bounds.
    pub fn add_column(&mut self) -> Column {
        self.row_of.push(None);
        self.lower.push(None);
        self.upper.push(None);
        self.value.push(Rat::ZERO);
        (self.value.len() - 1) as Column
    }

    /// A new column that always equals the sum of `terms` (sorted by column).
    pub fn add_row(&mut self, terms: &[(Column, Rat)]) -> Column {
        let mut row: Vec<(Column, Rat)> = Vec::new();
        for (column, factor) in terms {
            row = match self.row_of[*column as usize] {
                Some(index) => merge_scaled(&row, &self.rows[index], factor),
                None => merge_scaled(&row, &[(*column, Rat::ONE)], factor),
            };
        }
        let column = self.add_column();
        self.value[column as usize] = self.row_value(&row);
        self.row_of[column as usize] = Some(self.rows.len());
        self.basic.push(column);
        self.rows.push(row);
        column
    }

    pub fn set_lower(&mut self, column: Column, bound: Rat) {
        if self.row_of[column as usize].is_none() && self.value[column as usize] < bound {
            self.move_to(column, bound.clone());
        }
        self.lower[column as usize] = Some(bound);
    }

    pub fn set_upper(&mut self, column: Column, bound: Rat) {
        if self.row_of[column as usize].is_none() && self.value[column as usize] > bound {
            self.move_to(column, bound.clone());
        }
        self.upper[column as usize] = Some(bound);
    }

    pub fn value(&self, column: Column) -> &Rat {
        &self.value[column as usize]
    }

    /// Moves to a point within all bounds, or explains why there is none.
    pub fn check(&mut self) -> Result<(), Conflict> {
        self.check_within(&Budget::unlimited()).expect("no limit ends it")
    }

    /// [`Simplex::check`] for large tableaus: asks the budget before each pivot.
    pub fn check_within(&mut self, budget: &Budget) -> Result<Result<(), Conflict>, Exhausted> {
        while let Some((index, rises)) = self.violated_row() {
            budget.check()?;
            let basic = self.basic[index];
            let Some(entering) = self.helping_column(index, rises) else {
                return Ok(Err(self.explain(index, rises)));
            };
            let bound = if rises { &self.lower } else { &self.upper };
            let target = bound[basic as usize].clone().expect("a violated bound exists");
            self.pivot_to(index, entering, target);
        }
        Ok(Ok(()))
    }

    /// The greatest value of a sum of columns. Call it at a point within all bounds, after [`Simplex::check`].
    pub fn maximise(&mut self, terms: &[(Column, Rat)]) -> Optimum {
        let objective = self.add_row(terms);
        loop {
            let index =
                self.row_of[objective as usize].expect("the objective is unbounded, so it stays basic");
            let Some((entering, rises)) = self.improving_column(index) else {
                let row = self.rows[index].clone();
                return Optimum::At(self.value[objective as usize].clone(), row);
            };
            if !self.advance(entering, rises) {
                return Optimum::Unbounded;
            }
        }
    }

    /// The least basic column out of its bounds and whether it has to rise.
    fn violated_row(&self) -> Option<(usize, bool)> {
        let violation = |&(index, &column): &(usize, &Column)| {
            let value = &self.value[column as usize];
            if self.lower[column as usize].as_ref().is_some_and(|bound| value < bound) {
                Some((column, index, true))
            } else if self.upper[column as usize].as_ref().is_some_and(|bound| value > bound) {
                Some((column, index, false))
            } else {
                None
            }
        };
        let least =
            self.basic.iter().enumerate().filter_map(|entry| violation(&entry)).min_by_key(|v| v.0)?;
        Some((least.1, least.2))
    }

    /// The least non-basic column whose move brings the row's column closer to its bound.
    fn helping_column(&self, index: usize, rises: bool) -> Option<Column> {
        let helps = |(column, factor): &&(Column, Rat)| self.may_move(*column, factor.is_positive() == rises);
        self.rows[index].iter().find(helps).map(|term| term.0)
    }

    fn improving_column(&self, index: usize) -> Option<(Column, bool)> {
        let improves = |(column, factor): &(Column, Rat)| {
            let rises = factor.is_positive();
            self.may_move(*column, rises).then_some((*column, rises))
        };
        self.rows[index].iter().find_map(improves)
    }

    fn may_move(&self, column: Column, up: bool) -> bool {
        let value = &self.value[column as usize];
        if up {
            self.upper[column as usize].as_ref().is_none_or(|bound| value < bound)
        } else {
            self.lower[column as usize].as_ref().is_none_or(|bound| value > bound)
        }
    }

    fn explain(&self, index: usize, rises: bool) -> Conflict {
        let sign = if rises { Rat::ONE } else { Rat::from(-1) };
        let mut out = vec![(self.basic[index], sign.clone())];
        out.extend(self.rows[index].iter().map(|(column, factor)| (*column, -&(factor * &sign))));
        out
    }

    /// Moves a non-basic column as far as all bounds allow; false if nothing stops it.
    fn advance(&mut self, entering: Column, rises: bool) -> bool {
        let own = if rises { &self.upper } else { &self.lower };
        let mut step =
            own[entering as usize].as_ref().map(|bound| (bound - &self.value[entering as usize]).abs());
        let mut blocking: Option<(usize, Rat)> = None;
        for index in 0..self.rows.len() {
            let Some((limit, bound)) = self.room(index, entering, rises) else { continue };
            let tighter = match (&step, &blocking) {
                (None, _) => true,
                (Some(step), Some((other, _))) if limit == *step => self.basic[index] < self.basic[*other],
                (Some(step), _) => limit < *step,
            };
            if tighter {
                step = Some(limit);
                blocking = Some((index, bound));
            }
        }
        match (step, blocking) {
            (None, _) => return false,
            (Some(_), Some((index, bound))) => self.pivot_to(index, entering, bound),
            (Some(_), None) => {
                let own = if rises { &self.upper } else { &self.lower };
                let bound = own[entering as usize].clone().expect("the step came from this bound");
                self.move_to(entering, bound);
            }
        }
        true
    }

    /// How far `entering` may move before the row's column meets a bound, and that bound.
    fn room(&self, index: usize, entering: Column, rises: bool) -> Option<(Rat, Rat)> {
        let factor = coefficient(&self.rows[index], entering)?;
        let column = self.basic[index] as usize;
        let bounds = if factor.is_positive() == rises { &self.upper } else { &self.lower };
        let bound = bounds[column].as_ref()?;
        Some(((bound - &self.value[column]).div(factor).abs(), bound.clone()))
    }

    /// Swaps the row's basic column with `entering` and gives the former the value `target`.
    fn pivot_to(&mut self, index: usize, entering: Column, target: Rat) {
        let leaving = self.basic[index];
        let factor = coefficient(&self.rows[index], entering).expect("the row has the entering column");
        let step = (&target - &self.value[leaving as usize]).div(factor);
        let goal = &self.value[entering as usize] + &step;
        self.move_to(entering, goal);
        self.pivot(index, entering);
    }

    fn pivot(&mut self, index: usize, entering: Column) {
        let leaving = self.basic[index];
        let row = std::mem::take(&mut self.rows[index]);
        let inverse = coefficient(&row, entering).expect("the row has the entering column").recip();
        let rest: Vec<_> = row.into_iter().filter(|term| term.0 != entering).collect();
        let solved = merge_scaled(&[], &rest, &-&inverse);
        let solved = merge_scaled(&solved, &[(leaving, Rat::ONE)], &inverse);
        for other in 0..self.rows.len() {
            if let Some(factor) = coefficient(&self.rows[other], entering).cloned() {
                let without: Vec<_> =
                    self.rows[other].iter().filter(|term| term.0 != entering).cloned().collect();
                self.rows[other] = merge_scaled(&without, &solved, &factor);
            }
        }
        self.rows[index] = solved;
        self.basic[index] = entering;
        self.row_of[entering as usize] = Some(index);
        self.row_of[leaving as usize] = None;
    }

    /// Gives a non-basic column a value and lets the basic ones follow.
    fn move_to(&mut self, column: Column, goal: Rat) {
        let step = &goal - &self.value[column as usize];
        for (index, row) in self.rows.iter().enumerate() {
            if let Some(factor) = coefficient(row, column) {
                let basic = self.basic[index] as usize;
                self.value[basic] = &self.value[basic] + &(factor * &step);
            }
        }
        self.value[column as usize] = goal;
    }

    fn row_value(&self, row: &[(Column, Rat)]) -> Rat {
        row.iter().fold(Rat::ZERO, |sum, (column, factor)| &sum + &(factor * &self.value[*column as usize]))
    }
}

fn coefficient(row: &[(Column, Rat)], column: Column) -> Option<&Rat> {
    row.binary_search_by_key(&column, |term| term.0).ok().map(|index| &row[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(list: &[(Column, i64)]) -> Vec<(Column, Rat)> {
        list.iter().map(|&(column, factor)| (column, Rat::from(factor))).collect()
    }

    #[test]
    fn a_contradiction_is_explained_by_its_bounds() {
        let mut lp = Simplex::default();
        let (x, y) = (lp.add_column(), lp.add_column());
        let sum = lp.add_row(&terms(&[(x, 1), (y, 1)]));
        lp.set_lower(x, Rat::from(2));
        lp.set_lower(y, Rat::from(2));
        lp.set_upper(sum, Rat::from(3));
        let mut conflict = lp.check().expect_err("2 + 2 > 3");
        conflict.sort_by_key(|term| term.0);
        assert_eq!(conflict, terms(&[(x, 1), (y, 1), (sum, -1)]));
    }

    #[test]
    fn the_optimum_is_a_vertex() {
        let mut lp = Simplex::default();
        let (x, y) = (lp.add_column(), lp.add_column());
        let sum = lp.add_row(&terms(&[(x, 1), (y, 2)]));
        let skew = lp.add_row(&terms(&[(x, 3), (y, 1)]));
        for column in [x, y] {
            lp.set_lower(column, Rat::ZERO);
        }
        lp.set_upper(sum, Rat::from(4));
        lp.set_upper(skew, Rat::from(6));
        lp.check().expect("the origin is inside");
        let Optimum::At(value, _) = lp.maximise(&terms(&[(x, 1), (y, 1)])) else { panic!("bounded") };
        assert_eq!(value, Rat::from(14).div(&Rat::from(5)));
        assert_eq!(lp.maximise(&terms(&[(x, -1)])), Optimum::At(Rat::ZERO, terms(&[(x, -1)])));
    }

    #[test]
    fn an_open_direction_is_unbounded() {
        let mut lp = Simplex::default();
        let x = lp.add_column();
        lp.set_lower(x, Rat::ZERO);
        lp.check().expect("one bound cannot contradict");
        assert_eq!(lp.maximise(&terms(&[(x, 1)])), Optimum::Unbounded);
    }
}

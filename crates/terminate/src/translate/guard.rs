//! Guards: what an edge establishes about its source, and how what it read relates to where that was read from.

use graph::{Fact, Operand, Ref};
use program::FieldId;
use program::code::Cond;

use super::arith::Cases;
use super::sight::{Quantity, Sight};
use super::view::View;
use crate::linear::{Constraint, Linear};
use crate::rational::Rat;

/// Guards out of what a fact says about the source of its edge.
pub fn assume(cases: &mut Cases, view: &View, from: &Sight<'_>, fact: &Fact) {
    match *fact {
        Fact::Compare { cond, lhs, rhs } => {
            if let (Some(lhs), Some(rhs)) = (from.value(lhs), from.value(rhs)) {
                cases.compare(cond, &lhs, &rhs);
            }
            if let (Cond::Eq, Operand::Ref(a), Operand::Ref(b)) = (cond, lhs, rhs) {
                assume_equal_counts(cases, view, from, a, b);
            }
        }
        Fact::IsNull(r) => {
            for number in measures(from, r) {
                cases.assume(Constraint::zero(number));
            }
        }
        Fact::Exists(r) => {
            for (index, heap) in from.heaps.iter().enumerate() {
                if let Some(number) = from.var((r, Quantity::Measure(index))) {
                    cases.assume(Constraint::ge(&number, &Linear::constant(heap.least_if_present(r))));
                }
            }
        }
        Fact::Same(a, b) => {
            for index in 0..from.heaps.len() {
                let number = |r| from.number(r, Quantity::Measure(index));
                if let (Some(a), Some(b)) = (number(a), number(b)) {
                    cases.assume(Constraint::eq(&a, &b));
                }
            }
        }
        Fact::Define { .. }
        | Fact::Read { .. }
        | Fact::ReadCell { .. }
        | Fact::Realize { .. }
        | Fact::Write { .. }
        | Fact::WriteCell { .. }
        | Fact::New { .. }
        | Fact::Length { .. }
        | Fact::Different(..)
        | Fact::Typed(_) => {}
    }
}

/// The measures of a reference that are arguments.
fn measures(from: &Sight<'_>, r: Ref) -> impl Iterator<Item = Linear> {
    (0..from.heaps.len()).filter_map(move |index| from.var((r, Quantity::Measure(index))))
}

/// As many objects hold a number as hold one equal to it.
fn assume_equal_counts(cases: &mut Cases, view: &View, from: &Sight<'_>, a: Ref, b: Ref) {
    for index in 0..view.markers.len() {
        let count = |r| from.var((r, Quantity::Marked(index)));
        if let (Some(a), Some(b)) = (count(a), count(b)) {
            cases.assume(Constraint::eq(&a, &b));
        }
    }
}

/// What was read out of an object measures less than the object did. `update` has the numbers of the target.
pub fn relate_part(
    cases: &mut Cases,
    view: &View,
    (from, to): (&Sight<'_>, &Sight<'_>),
    update: &[Linear],
    fact: &Fact,
) {
    let Some(Part { object, field, result }) = part(fact) else { return };
    for (index, _) in view.measures.iter().enumerate().filter(|(_, measure)| measure.follows(field)) {
        let quantity = Quantity::Measure(index);
        let part = to.arguments.binary_search(&(result, quantity));
        if let (Some(whole), Ok(part)) = (from.number(object, quantity), part) {
            let weight = Rat::from(view.measures[index].weight(field));
            let part = update[part].scaled(&weight);
            let rest = from.heaps[index].rest(object, field, |r| from.number(r, quantity));
            cases.assume(Constraint::ge(&whole, &part.plus(&rest)));
        }
    }
}

/// Something that was read out of an object.
struct Part {
    object: Ref,
    /// None for an array's cell.
    field: Option<FieldId>,
    result: Ref,
}

fn part(fact: &Fact) -> Option<Part> {
    match *fact {
        Fact::Read { object, field, result } | Fact::Realize { object, field, result } => {
            Some(Part { object, field: Some(field), result })
        }
        Fact::ReadCell { array, result, .. } => Some(Part { object: array, field: None, result }),
        Fact::Define { .. }
        | Fact::Compare { .. }
        | Fact::Write { .. }
        | Fact::WriteCell { .. }
        | Fact::New { .. }
        | Fact::Length { .. }
        | Fact::IsNull(_)
        | Fact::Exists(_)
        | Fact::Same(..)
        | Fact::Different(..)
        | Fact::Typed(_) => None,
    }
}

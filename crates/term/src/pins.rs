//! References that are known to be one object decide other guards: where `x == @1`, `x == @2` is false.
//!
//! The guards of heap summaries are full of such pairs, because an object is reached through value sets over the same
//! variables again and again. A conjunction is simplified where its own equalities with constants hold, a disjunction where its own
//! disequalities fail; deeper parts are looked at down to [`DEPTH`].

use smallvec::SmallVec;

use crate::boolean::{Arguments, Junction};
use crate::{Sort, Term, TermKind, Terms};

/// Levels of a formula that are looked at. Parts that are simplified are no longer shared: with one level more, the guards of a list of
/// n cells would be four times as large for each further cell.
const DEPTH: u32 = 1;

/// A reference and the constant it equals.
type Pin = (Term, Term);

impl Terms {
    /// Simplifies the arguments of a junction by each other; whether that changed any.
    pub(crate) fn pin(&self, junction: Junction, arguments: &mut Arguments) -> bool {
        let pins: SmallVec<[Pin; 4]> =
            arguments.iter().filter_map(|argument| self.pin_of(junction, *argument)).collect();
        if pins.is_empty() || arguments.len() == 1 {
            return false;
        }
        let mut changed = false;
        for argument in arguments.iter_mut() {
            let own = self.pin_of(junction, *argument);
            let first = own.is_some_and(|own| pins.iter().find(|pin| pin.0 == own.0) == Some(&own));
            if !first {
                let simpler = self.under(&pins, *argument, DEPTH);
                changed |= simpler != *argument;
                *argument = simpler;
            }
        }
        changed
    }

    /// The equality that holds wherever a conjunction's argument does, or wherever a disjunction's does not.
    fn pin_of(&self, junction: Junction, argument: Term) -> Option<Pin> {
        let equality = match (junction, self.kind(argument)) {
            (Junction::And, TermKind::Eq(..)) => argument,
            (Junction::Or, TermKind::Not(inner)) => *inner,
            (Junction::And | Junction::Or, _) => return None,
        };
        self.equality_with_constant(equality)
    }

    fn equality_with_constant(&self, formula: Term) -> Option<Pin> {
        let TermKind::Eq(reference, constant) = self.kind(formula) else { return None };
        (self.sort(*reference) == Sort::Ref && self.value(*constant).is_some())
            .then_some((*reference, *constant))
    }

    /// A formula that is the same wherever the pins hold.
    fn under(&self, pins: &[Pin], formula: Term, depth: u32) -> Term {
        if let Some(value) = self.decided(pins, formula) {
            return self.bool(value);
        }
        for junction in [Junction::And, Junction::Or] {
            if let Some(parts) = self.arguments_of(junction, formula).filter(|_| depth > 0) {
                let simpler: Arguments =
                    parts.iter().map(|part| self.under(pins, *part, depth - 1)).collect();
                return if simpler[..] == *parts { formula } else { self.junction(junction, simpler) };
            }
        }
        formula
    }

    /// What the pins say about a literal.
    fn decided(&self, pins: &[Pin], literal: Term) -> Option<bool> {
        if let TermKind::Not(inner) = self.kind(literal) {
            return self.decided(pins, *inner).map(|value| !value);
        }
        let (reference, constant) = self.equality_with_constant(literal)?;
        let (_, known) = pins.iter().find(|(pinned, _)| *pinned == reference)?;
        Some(constant == *known)
    }
}

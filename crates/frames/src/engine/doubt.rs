//! What a proof rests on: contracts and predicate bodies of others are trusted, so they must be well formed, whether or
//! not anybody asked about these members themselves.

use rustc_hash::FxHashMap;

use super::Engine;
use super::state::Owner;
use super::uses::Uses;
use crate::verdict::{MemberKind, MemberResult, Verdict};

/// The members whose contract or body was checked, and whether it is well formed.
pub(super) type WellFormed = FxHashMap<Owner, bool>;

/// Why there is no verdict where something was trusted and turned out to be undefined.
pub(super) const UNDEFINED: &str = "a contract or predicate it relies on is not defined where it is used";

/// Whether nothing is against a verdict but, perhaps, what it rests on.
pub(super) fn may_rest_on_others(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Verified => true,
        Verdict::NotProven(_) => false,
        Verdict::Unknown { reasons, .. } => reasons.iter().all(|(_, reason)| reason == UNDEFINED),
    }
}

impl Engine<'_> {
    /// What is verified but rests on a member that is not well formed is not proven.
    pub(super) fn doubt(&mut self, results: &mut [MemberResult]) {
        for result in results.iter_mut().filter(|result| may_rest_on_others(&result.verdict)) {
            let Some(uses) = self.uses_of(result.kind, &result.name) else { continue };
            let Some(bad) = uses.members().into_iter().find(|&owner| !self.is_well_formed(owner)) else {
                continue;
            };
            let reason =
                format!("it rests on `{}`, which was not shown to be well formed", self.name_of(bad));
            result.verdict = Verdict::Unknown {
                reasons: vec![(Some(result.place.clone()), reason)],
                failures: Vec::new(),
            };
        }
    }

    /// Whether a member is well formed; who was not checked before is checked now.
    fn is_well_formed(&mut self, owner: Owner) -> bool {
        if let Some(&known) = self.well_formed.get(&owner) {
            return known;
        }
        match owner {
            Owner::Method(method) => {
                self.run(|engine| engine.check_method_contract(method).map(|_| ()));
            }
            Owner::Predicate(predicate) => {
                self.run(|engine| engine.check_predicate(predicate));
            }
            // Functions are all checked, for their axioms; so are domains.
            Owner::Function(_) | Owner::Axiom(..) => {}
        }
        self.well_formed.get(&owner).copied().unwrap_or(true)
    }

    fn uses_of(&self, kind: MemberKind, name: &str) -> Option<Uses> {
        let program = self.program;
        match kind {
            MemberKind::Method => {
                let method = program.methods.iter().find(|method| method.name == name)?;
                Some(Uses::of_method(program, method))
            }
            MemberKind::Function => {
                let function = program.functions.iter().find(|function| function.name == name)?;
                Some(Uses::of_function(program, function))
            }
            MemberKind::Predicate => {
                let predicate = program.predicates.iter().find(|predicate| predicate.name == name)?;
                Some(Uses::of_assertion(program, predicate.body.as_ref()?))
            }
            MemberKind::Domain => None,
        }
    }

    fn name_of(&self, owner: Owner) -> &str {
        match owner {
            Owner::Method(method) => &self.program.methods[method].name,
            Owner::Function(function) => &self.program.functions[function].name,
            Owner::Predicate(predicate) => &self.program.predicates[predicate].name,
            Owner::Axiom(domain, _) => &self.program.domains[domain].name,
        }
    }
}

//! Path conditions over references [EHS16, Fig. 4], decided by trying every assignment of objects to references.

/// A reference: `r0` is `r_null`.
pub type Reference = usize;
pub const NULL: Reference = 0;

#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    True,
    Same(Reference, Reference),
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

use Formula::{All, Any, Not, Same, True};

pub fn not(formula: Formula) -> Formula {
    Not(Box::new(formula))
}

pub fn differ(a: Reference, b: Reference) -> Formula {
    not(Same(a, b))
}

/// Which object each reference is; object 0 is null, and `r_null` is null.
pub type Assignment = Vec<usize>;

impl Formula {
    pub fn holds(&self, of: &Assignment) -> bool {
        match self {
            True => true,
            Same(a, b) => of[*a] == of[*b],
            Not(inner) => !inner.holds(of),
            All(parts) => parts.iter().all(|part| part.holds(of)),
            Any(parts) => parts.iter().any(|part| part.holds(of)),
        }
    }

    /// `S(φ)`
    pub fn is_satisfiable(&self, references: usize) -> bool {
        assignments(references).iter().any(|assignment| self.holds(assignment))
    }
}

/// All assignments of `references` references to null and two objects.
pub fn assignments(references: usize) -> Vec<Assignment> {
    let mut out = vec![vec![0]];
    for _ in 1..references {
        let longer = |assignment: &Assignment| {
            (0..3).map(|object| assignment.iter().copied().chain([object]).collect()).collect::<Vec<_>>()
        };
        out = out.iter().flat_map(longer).collect();
    }
    out
}

/// How many guards of a value set hold.
pub fn holding<L>(set: &[(Formula, L)], of: &Assignment) -> usize {
    set.iter().filter(|(guard, _)| guard.holds(of)).count()
}

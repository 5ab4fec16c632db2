//! Consistent sets of literals: equalities and disequalities of individuals in a union-find, and propositions.
//!
//! Atoms have numbers, so that a solution is a few short vectors and cheap to copy.

use rustc_hash::FxHashMap;
use term::{Model, Sort, Term, TermKind, Terms, Value};

/// Individuals nobody has named: past all locations.
const FIRST_FRESH: u32 = 1 << 30;

/// Two demands that cannot both be met.
pub struct Conflict;

/// The atoms met so far.
#[derive(Default)]
pub struct Atoms {
    individuals: FxHashMap<Term, u32>,
    /// By number.
    known: Vec<Individual>,
    propositions: FxHashMap<Term, Proposition>,
    /// The variables among the propositions, by number.
    variables: Vec<Option<Term>>,
}

struct Individual {
    term: Term,
    sort: Sort,
    kind: Name,
}

#[derive(Clone, PartialEq, Eq)]
enum Name {
    Constant(Value),
    Variable,
    /// A function's value, say.
    Opaque,
}

/// A formula that is looked at as true or false, whatever it says.
#[derive(Clone, Copy)]
pub struct Proposition {
    number: u32,
    /// Stands for the negation of the proposition with this number.
    negated: bool,
    is_opaque: bool,
}

/// What an equation says of two terms.
pub struct Equality<'a> {
    atoms: &'a Atoms,
    lhs: u32,
    rhs: u32,
}

/// A consistent choice of literals, and formulas that leave a choice.
#[derive(Clone, Default)]
pub struct Solution {
    /// Formulas still to be made true or false.
    pub open: Vec<(Term, bool)>,
    /// How many literals were chosen.
    pub literals: u32,
    /// By number; absent and `None` if open.
    propositions: Vec<Option<bool>>,
    /// Towards the representative, by number; absent for representatives.
    parents: Vec<Option<u32>>,
    different: Vec<(u32, u32)>,
    /// A literal outside the fragment was chosen.
    is_opaque: bool,
}

impl Atoms {
    /// An atom that is no equality of individuals. A comparison and its opposite are one proposition.
    pub fn proposition(&mut self, terms: &Terms, atom: Term) -> Proposition {
        if let Some(known) = self.propositions.get(&atom) {
            return *known;
        }
        let variable = terms.var_name(atom).map(|_| atom);
        let number = self.variables.len() as u32;
        self.variables.push(variable);
        let new = Proposition { number, negated: false, is_opaque: variable.is_none() };
        self.propositions.insert(atom, new);
        if matches!(terms.kind(atom), TermKind::Compare(..)) {
            self.propositions.insert(terms.not(atom), Proposition { negated: true, ..new });
        }
        new
    }

    /// The equation of two terms.
    pub fn equality(&mut self, terms: &Terms, lhs: Term, rhs: Term) -> Equality<'_> {
        let (lhs, rhs) = (self.individual(terms, lhs), self.individual(terms, rhs));
        Equality { atoms: self, lhs, rhs }
    }

    fn individual(&mut self, terms: &Terms, term: Term) -> u32 {
        if let Some(&number) = self.individuals.get(&term) {
            return number;
        }
        let kind = match terms.value(term) {
            Some(value) => Name::Constant(value.clone()),
            None if terms.var_name(term).is_some() => Name::Variable,
            None => Name::Opaque,
        };
        let number = self.known.len() as u32;
        self.known.push(Individual { term, sort: terms.sort(term), kind });
        self.individuals.insert(term, number);
        number
    }

    fn is_constant(&self, number: u32) -> bool {
        matches!(self.known[number as usize].kind, Name::Constant(_))
    }
}

impl Proposition {
    /// Its truth, if the solution tells.
    pub fn value(self, solution: &Solution) -> Option<bool> {
        let value = solution.propositions.get(self.number as usize).copied().flatten();
        value.map(|value| value != self.negated)
    }

    /// Demands that it is true, or false.
    pub fn require(self, solution: &mut Solution, truth: bool) -> Result<(), Conflict> {
        match self.value(solution) {
            Some(value) if value == truth => Ok(()),
            Some(_) => Err(Conflict),
            None => {
                set(&mut solution.propositions, self.number, truth != self.negated);
                solution.is_opaque |= self.is_opaque;
                solution.literals += 1;
                Ok(())
            }
        }
    }
}

impl Equality<'_> {
    /// Its truth, if the solution tells.
    pub fn value(&self, solution: &Solution) -> Option<bool> {
        let (lhs, rhs) = (solution.find(self.lhs), solution.find(self.rhs));
        if lhs == rhs {
            return Some(true);
        }
        let are_constants = self.atoms.is_constant(lhs) && self.atoms.is_constant(rhs);
        let are_separate = || {
            solution.different.iter().any(|&(a, b)| {
                let (a, b) = (solution.find(a), solution.find(b));
                (a, b) == (lhs, rhs) || (b, a) == (lhs, rhs)
            })
        };
        (are_constants || are_separate()).then_some(false)
    }

    /// Demands that it is true, or false.
    pub fn require(&self, solution: &mut Solution, truth: bool) -> Result<(), Conflict> {
        match self.value(solution) {
            Some(value) if value == truth => return Ok(()),
            Some(_) => return Err(Conflict),
            None if truth => self.merge(solution),
            None => solution.different.push((self.lhs, self.rhs)),
        }
        let is_opaque = |number: u32| self.atoms.known[number as usize].kind == Name::Opaque;
        solution.is_opaque |= is_opaque(self.lhs) || is_opaque(self.rhs);
        solution.literals += 1;
        Ok(())
    }

    /// Constants stay representatives.
    fn merge(&self, solution: &mut Solution) {
        let (lhs, rhs) = (solution.find(self.lhs), solution.find(self.rhs));
        let (from, to) = if self.atoms.is_constant(lhs) { (rhs, lhs) } else { (lhs, rhs) };
        set(&mut solution.parents, from, to);
    }
}

impl Solution {
    /// A formula that leaves a choice is looked at again when more literals are chosen.
    pub fn leave_open(&mut self, formula: Term, truth: bool) -> Result<(), Conflict> {
        self.open.push((formula, truth));
        Ok(())
    }

    #[inline]
    fn find(&self, mut number: u32) -> u32 {
        while let Some(Some(parent)) = self.parents.get(number as usize) {
            number = *parent;
        }
        number
    }

    /// One individual per class; nothing if a literal was opaque.
    pub fn model(&self, atoms: &Atoms) -> Option<Model> {
        if self.is_opaque {
            return None;
        }
        let mut model = Model::default();
        for (value, variable) in self.propositions.iter().zip(&atoms.variables) {
            if let (Some(value), Some(variable)) = (value, variable) {
                model.variables.insert(*variable, Value::Bool(*value));
            }
        }
        let merged =
            self.parents.iter().enumerate().filter_map(|(number, parent)| Some((number as u32, (*parent)?)));
        let mut members: Vec<u32> =
            merged.chain(self.different.iter().copied()).flat_map(|(a, b)| [a, b]).collect();
        members.sort_unstable();
        members.dedup();
        for member in members {
            let representative = self.find(member);
            let value = match &atoms.known[representative as usize].kind {
                Name::Constant(value) => value.clone(),
                Name::Variable | Name::Opaque => {
                    fresh(atoms.known[representative as usize].sort, FIRST_FRESH + representative)
                }
            };
            if atoms.known[member as usize].kind == Name::Variable {
                model.variables.insert(atoms.known[member as usize].term, value);
            }
        }
        Some(model)
    }
}

fn set<T>(values: &mut Vec<Option<T>>, number: u32, value: T) {
    let index = number as usize;
    if values.len() <= index {
        values.resize_with(index + 1, || None);
    }
    values[index] = Some(value);
}

fn fresh(sort: Sort, number: u32) -> Value {
    match sort {
        Sort::Ref => Value::Ref(number),
        Sort::Uninterpreted(name) => Value::Element(name, number),
        Sort::Bool
        | Sort::Int
        | Sort::Real
        | Sort::BitVec(_)
        | Sort::Float32
        | Sort::Float64
        | Sort::Array(_) => {
            unreachable!("{sort:?} is not a sort of individuals")
        }
    }
}

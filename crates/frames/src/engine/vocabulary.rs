//! Sorts and symbols the rules speak in: sorts of core types, snapshots, function symbols.
//!
//! Snapshots [IDF12, 4.4] are an uninterpreted sort with `unit`, `pair` (the paper's *combine*), `first`, `second`, and per
//! value sort an injection and its inverse (*fromRef*, *toRef*). The constructors apply the three axioms, and also their
//! converses `pair(first s, second s) = s` and `snap(value s) = s`: every snapshot has the shape of the assertion it is
//! taken of, so these hold for each snapshot that exists. The solver gets the axioms themselves ([`Vocabulary::axioms`]).

use term::{Function, Sort, Term, TermKind, Terms};

use crate::core::{Program, Type};

pub(super) struct Vocabulary<'a> {
    pub(super) terms: &'a Terms,
    snapshot: Sort,
    unit: Function,
    pair: Function,
    first: Function,
    second: Function,
}

impl<'a> Vocabulary<'a> {
    pub(super) fn new(terms: &'a Terms) -> Self {
        let snapshot = terms.uninterpreted_sort("Snapshot");
        Self {
            terms,
            snapshot,
            unit: terms.function("unit", &[], snapshot),
            pair: terms.function("pair", &[snapshot, snapshot], snapshot),
            first: terms.function("first", &[snapshot], snapshot),
            second: terms.function("second", &[snapshot], snapshot),
        }
    }

    pub(super) fn snapshot_sort(&self) -> Sort {
        self.snapshot
    }

    pub(super) fn fresh_snapshot(&self) -> Term {
        self.terms.fresh_var("s", self.snapshot)
    }

    pub(super) fn unit(&self) -> Term {
        self.terms.apply(self.unit, &[])
    }

    pub(super) fn pair(&self, first: Term, second: Term) -> Term {
        match (self.argument_of(self.first, first), self.argument_of(self.second, second)) {
            (Some(one), Some(other)) if one == other => one,
            _ => self.terms.apply(self.pair, &[first, second]),
        }
    }

    pub(super) fn first(&self, snapshot: Term) -> Term {
        if let TermKind::Apply(function, arguments) = self.terms.kind(snapshot)
            && *function == self.pair
        {
            return arguments[0];
        }
        self.terms.apply(self.first, &[snapshot])
    }

    pub(super) fn second(&self, snapshot: Term) -> Term {
        if let TermKind::Apply(function, arguments) = self.terms.kind(snapshot)
            && *function == self.pair
        {
            return arguments[1];
        }
        self.terms.apply(self.second, &[snapshot])
    }

    /// Equality of two snapshots of one assertion, part by part where one of them is built of parts.
    pub(super) fn same(&self, left: Term, right: Term) -> Term {
        let is_pair =
            |term| matches!(self.terms.kind(term), TermKind::Apply(function, _) if *function == self.pair);
        if left != right && (is_pair(left) || is_pair(right)) {
            let firsts = self.same(self.first(left), self.first(right));
            return self.terms.and([firsts, self.same(self.second(left), self.second(right))]);
        }
        self.terms.eq(left, right)
    }

    /// The snapshot of a field with this value.
    pub(super) fn snap(&self, value: Term) -> Term {
        let sort = self.terms.sort(value);
        if sort == self.snapshot {
            return value;
        }
        match self.argument_of(self.unwrapping(sort), value) {
            Some(snapshot) => snapshot,
            None => self.terms.apply(self.wrapping(sort), &[value]),
        }
    }

    /// The field value a snapshot stands for.
    pub(super) fn value(&self, snapshot: Term, sort: Sort) -> Term {
        if sort == self.snapshot {
            return snapshot;
        }
        match self.argument_of(self.wrapping(sort), snapshot) {
            Some(value) => value,
            None => self.terms.apply(self.unwrapping(sort), &[snapshot]),
        }
    }

    /// Of a value read from a snapshot: the snapshot is that of the value. The constructors know, the solver does not.
    pub(super) fn wrapped_again(&self, value: Term) -> Option<Term> {
        let sort = self.terms.sort(value);
        let snapshot = self.argument_of(self.unwrapping(sort), value)?;
        Some(self.terms.eq(self.terms.apply(self.wrapping(sort), &[value]), snapshot))
    }

    /// The mark of a family's map in a snapshot; it says nothing, but the search for equal maps waits for it.
    pub(super) fn family_mark(&self, map: Term) -> Term {
        let sort = self.terms.sort(map);
        let name = format!("family[{}]", self.terms.sort_name(sort));
        self.terms.apply(self.terms.function(&name, &[sort], Sort::Bool), &[map])
    }

    /// The value a map of values has outside its family; of a number, one of each type.
    pub(super) fn nothing(&self, sort: Sort) -> Term {
        match sort {
            Sort::Int => self.terms.int(0),
            Sort::Bool => self.terms.bool(false),
            Sort::Real => self.terms.fraction(0, 1),
            Sort::Ref => self.terms.null(),
            _ if sort == self.snapshot => self.unit(),
            _ => {
                let name = format!("nothing[{}]", self.terms.sort_name(sort));
                self.terms.apply(self.terms.function(&name, &[], sort), &[])
            }
        }
    }

    /// The values of a map from `low` up to but not including `high`; outside they are always the same.
    pub(super) fn restrict(&self, map: Term, low: Term, high: Term) -> Term {
        self.terms.apply(self.restriction(self.terms.sort(map)), &[map, low, high])
    }

    /// What a restricted map says: the values inside, and restricting it again changes nothing. Numbers outside are 0, a
    /// number of each type, so that a restricted map has elements of the type wherever one looks.
    pub(super) fn restriction_axioms(&self, map: Sort) -> Vec<Term> {
        let terms = self.terms;
        let [low, high, index] = ["l!", "h!", "i!"].map(|name| terms.var(name, Sort::Int));
        let whole = terms.var("m!", map);
        let part = self.restrict(whole, low, high);
        let element = terms.select(part, index);
        let inside = terms.and([terms.less_eq(low, index), terms.less(index, high)]);
        let mut says = vec![terms.implies(inside, terms.eq(element, terms.select(whole, index)))];
        if terms.sort(element) == Sort::Int {
            says.push(terms.or([inside, terms.eq(element, terms.int(0))]));
        }
        let again = self.restrict(part, low, high);
        vec![
            terms.forall(&[whole, low, high, index], &[&[element]], terms.and(says)),
            terms.forall(&[whole, low, high], &[&[again]], terms.eq(again, part)),
        ]
    }

    fn restriction(&self, map: Sort) -> Function {
        let name = format!("restrict[{}]", self.terms.sort_name(map));
        self.terms.function(&name, &[map, Sort::Int, Sort::Int], map)
    }

    /// Injectivity of the constructors, for the sorts given.
    pub(super) fn axioms(&self, sorts: &[Sort]) -> Vec<Term> {
        let terms = self.terms;
        let (left, right) = (terms.var("l!", self.snapshot), terms.var("r!", self.snapshot));
        let pair = terms.apply(self.pair, &[left, right]);
        let mut out = vec![
            terms.forall(&[left, right], &[&[pair]], terms.eq(terms.apply(self.first, &[pair]), left)),
            terms.forall(&[left, right], &[&[pair]], terms.eq(terms.apply(self.second, &[pair]), right)),
        ];
        for &sort in sorts {
            let value = terms.var("v!", sort);
            let wrapped = terms.apply(self.wrapping(sort), &[value]);
            let body = terms.eq(terms.apply(self.unwrapping(sort), &[wrapped]), value);
            out.push(terms.forall(&[value], &[&[wrapped]], body));
        }
        out
    }

    /// The sort of a type without parameters.
    pub(super) fn sort(&self, ty: &Type, program: &Program) -> Sort {
        match ty {
            Type::Int => Sort::Int,
            Type::Bool => Sort::Bool,
            Type::Perm => Sort::Real,
            Type::Ref => Sort::Ref,
            Type::Domain(..) | Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
                self.terms.uninterpreted_sort(&ty.show(program).to_string())
            }
            Type::Param(_) => unreachable!("types are instantiated before they get a sort"),
        }
    }

    fn wrapping(&self, sort: Sort) -> Function {
        self.terms.function(&format!("snap[{}]", self.terms.sort_name(sort)), &[sort], self.snapshot)
    }

    fn unwrapping(&self, sort: Sort) -> Function {
        self.terms.function(&format!("value[{}]", self.terms.sort_name(sort)), &[self.snapshot], sort)
    }

    fn argument_of(&self, function: Function, term: Term) -> Option<Term> {
        if let TermKind::Apply(applied, arguments) = self.terms.kind(term)
            && *applied == function
        {
            return Some(arguments[0]);
        }
        None
    }
}

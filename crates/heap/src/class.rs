//! The class of input objects: symbolic, narrowed by tests, enumerated only when behaviour depends on it.
//!
//! An input object of declared type `T` has a class variable over the candidates of `T`. If other classes than the
//! candidates are possible, the variable may also be [`OTHER`]: nothing is guessed about such an object, and an
//! operation that needs to know more is unsupported.

use term::{Sort, Term, Terms};

use crate::access::CLASS;
use crate::location::Unknown;
use crate::{
    Before, Choice, Class, ClassOf, Cx, ForkCause, Heap, Kind, Loc, Ref, Split, Stuck, Sym, Target, Value,
};

/// What a condition says about a store into an array nobody knows the class of.
pub const STORES_INTO_UNKNOWN: &str = "stores into an unknown array";

/// A class that is not among the candidates.
pub(crate) const OTHER: Class = Class(u32::MAX);

pub(crate) fn class_var(terms: &Terms, object: &str) -> Term {
    terms.var(&format!("class({object})"), Sort::INT32)
}

pub(crate) fn class_constant(terms: &Terms, class: Class) -> Term {
    terms.i32(class.0 as i32)
}

/// The candidates, as a condition on a class variable.
fn class_domain(cx: Cx<'_>, bound: Class, var: Term) -> Term {
    let candidates = cx.types.candidates(bound);
    let other = (!candidates.complete).then_some(OTHER);
    let classes = candidates.classes.iter().copied().chain(other);
    cx.terms.or(classes.map(|class| cx.terms.eq(var, class_constant(cx.terms, class))))
}

impl Cx<'_> {
    /// Whether an object can have both declared types.
    pub fn may_overlap(&self, a: Class, b: Class) -> bool {
        if !self.types.arguments_agree(a, b) {
            return false;
        }
        if a == b || self.types.is_subtype(a, b) || self.types.is_subtype(b, a) {
            return true;
        }
        let (left, right) = (self.types.candidates(a), self.types.candidates(b));
        let common = left.classes.iter().any(|class| self.types.is_subtype(*class, b));
        common || (!left.complete && !right.complete)
    }
}

impl Heap {
    /// The declared type that brought an input object into being; the class of an allocated one.
    pub fn declared(&self, loc: Loc) -> Class {
        let location = self.location(loc);
        location.creator.map_or_else(|| location.class.bound(), |creator| self.symbol(creator).bound)
    }

    /// Whether a reference of this declared type can be to the object at `loc`.
    pub(crate) fn may_point(&self, cx: Cx<'_>, bound: Class, loc: Loc) -> bool {
        cx.types.arguments_agree(self.declared(loc), bound)
            && cx.may_overlap(self.location(loc).class.bound(), bound)
    }

    /// `instanceof`, false on null.
    pub fn type_test(&mut self, cx: Cx<'_>, object: Ref, class: Class) -> Result<Term, Stuck> {
        let resolved = cx.strategy.resolve(cx, self, object)?;
        let mut passes = Vec::new();
        for entry in cx.sets.entries(resolved) {
            let fits = match entry.target {
                Target::Loc(Loc::NULL) => Terms::FALSE,
                Target::Loc(loc) => self.location_fits(cx, loc, class),
                Target::Sym(sym) => {
                    let not_null = self.not_null(cx, sym);
                    cx.terms.and([not_null, self.symbol_fits(cx, sym, class)?])
                }
            };
            passes.push(cx.terms.and([entry.guard, fits]));
        }
        Ok(cx.terms.or(passes))
    }

    /// The part of the class of an object (not null) that `key` tells apart: the selected method, or the class itself.
    pub fn class_by<K: PartialEq>(
        &mut self,
        cx: Cx<'_>,
        object: Ref,
        key: impl Fn(Class) -> K,
    ) -> Result<K, Stuck> {
        let mut groups: Vec<(Option<K>, Vec<Term>)> = Vec::new();
        for entry in self.accessible(cx, object)? {
            for (class, condition) in self.possible_classes(cx, entry.target)? {
                let condition = cx.terms.and([entry.guard, condition]);
                let key = (class != OTHER).then(|| key(class));
                match groups.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, conditions)) => conditions.push(condition),
                    None => groups.push((key, vec![condition])),
                }
            }
        }
        self.pick_group(cx, object, groups)
    }

    /// Whether a reference may be stored into an array: it is null, or of the element type of the array's class.
    pub fn store_test(
        &mut self,
        cx: Cx<'_>,
        array: Ref,
        value: Ref,
        element: impl Fn(Class) -> Option<Class>,
    ) -> Result<Term, Stuck> {
        let mut cases = vec![self.is_null(cx, value)?];
        for entry in self.accessible(cx, array)? {
            for (class, condition) in self.possible_classes(cx, entry.target)? {
                let fits = match (class != OTHER).then(|| element(class)).flatten() {
                    Some(element) => self.type_test(cx, value, element)?,
                    None => cx.terms.var(STORES_INTO_UNKNOWN, Sort::Bool),
                };
                cases.push(cx.terms.and([entry.guard, condition, fits]));
            }
        }
        Ok(cx.terms.or(cases))
    }

    fn pick_group<K>(
        &self,
        cx: Cx<'_>,
        object: Ref,
        groups: Vec<(Option<K>, Vec<Term>)>,
    ) -> Result<K, Stuck> {
        let single = groups.len() == 1;
        let mut open: Vec<(Option<K>, Term)> = groups
            .into_iter()
            .map(|(key, conditions)| (key, cx.terms.or(conditions)))
            .filter(|(_, condition)| single || cx.is_feasible(self, &[*condition]))
            .collect();
        if open.len() > 1 {
            let choices = open.iter().map(|(_, condition)| Choice::Assume(*condition)).collect();
            return Err(Split { cause: ForkCause::Class, choices }.into());
        }
        match open.pop() {
            Some((Some(key), _)) => Ok(key),
            Some((None, _)) | None => Err(Stuck::Unsupported(format!(
                "nothing is known about the class of {}",
                self.describe(cx, object)
            ))),
        }
    }

    /// The classes a target can have, each with its condition.
    fn possible_classes(&mut self, cx: Cx<'_>, target: Target) -> Result<Vec<(Class, Term)>, Stuck> {
        let (bound, var) = match target {
            Target::Loc(loc) => match self.location(loc).class {
                ClassOf::Exact(class) => return Ok(vec![(class, Terms::TRUE)]),
                ClassOf::Open { bound, var } => (bound, var),
            },
            Target::Sym(sym) => (self.symbol(sym).bound, self.symbol_class(cx, sym)?),
        };
        self.constrain_class(cx, bound, var);
        let candidates = cx.types.candidates(bound);
        let other = (!candidates.complete).then_some(OTHER);
        let classes = candidates.classes.iter().copied().chain(other);
        Ok(classes.map(|class| (class, cx.terms.eq(var, class_constant(cx.terms, class)))).collect())
    }

    pub(crate) fn location_fits(&mut self, cx: Cx<'_>, loc: Loc, class: Class) -> Term {
        match self.location(loc).class {
            ClassOf::Exact(exact) => cx.terms.bool(cx.types.is_subtype(exact, class)),
            ClassOf::Open { bound, var } => self.var_fits(cx, bound, var, class),
        }
    }

    pub(crate) fn symbol_fits(&mut self, cx: Cx<'_>, sym: Sym, class: Class) -> Result<Term, Stuck> {
        let bound = self.symbol(sym).bound;
        if cx.types.is_subtype(bound, class) {
            return Ok(Terms::TRUE);
        }
        let var = self.symbol_class(cx, sym)?;
        Ok(self.var_fits(cx, bound, var, class))
    }

    fn symbol_class(&mut self, cx: Cx<'_>, sym: Sym) -> Result<Term, Stuck> {
        match self.map_read(cx, sym, CLASS, None)? {
            Value::Term(var) => Ok(var),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Ref(_) => {
                panic!("a class variable is a term that nobody writes")
            }
        }
    }

    fn var_fits(&mut self, cx: Cx<'_>, bound: Class, var: Term, class: Class) -> Term {
        if cx.types.is_subtype(bound, class) {
            return Terms::TRUE;
        }
        self.constrain_class(cx, bound, var);
        let candidates = cx.types.candidates(bound);
        let is = |class: &Class| cx.terms.eq(var, class_constant(cx.terms, *class));
        let fitting = candidates.classes.iter().filter(|candidate| cx.types.is_subtype(**candidate, class));
        let mut cases: Vec<Term> = fitting.map(is).collect();
        let is_listed = |class: &Class| candidates.classes.contains(class);
        let tested = cx.types.candidates(class);
        let others = !tested.complete || tested.classes.iter().any(|class| !is_listed(class));
        if !candidates.complete && others && cx.may_overlap(bound, class) {
            let name = cx.terms.var_name(var).unwrap_or("class").to_owned();
            let unknown = cx.terms.var(&format!("{name} <: {}", cx.types.class_name(class)), Sort::Bool);
            cases.push(cx.terms.and([is(&OTHER), unknown]));
        }
        cx.terms.or(cases)
    }

    /// The class variable of an input object ranges over the candidates.
    pub(crate) fn constrain_class(&mut self, cx: Cx<'_>, bound: Class, var: Term) {
        let domain = class_domain(cx, bound, var);
        if !self.path.contains(&domain) {
            self.assume(cx, domain);
            self.fit_elements(cx, var);
        }
    }

    /// Whether somebody has asked for the class.
    pub(crate) fn is_constrained(&self, cx: Cx<'_>, bound: Class, var: Term) -> bool {
        self.path.contains(&class_domain(cx, bound, var))
    }

    /// Other symbols that turn out to be this object have declared types of their own, which its class must fit.
    pub(crate) fn fit_namesakes(&mut self, cx: Cx<'_>, loc: Loc) {
        let bound = self.location(loc).class.bound();
        let others = self.symbols().filter(|(_, info)| info.bound != bound && info.value.is_none());
        let others: Vec<(Sym, Class)> = others.map(|(sym, info)| (sym, info.bound)).collect();
        for (sym, other) in others {
            if cx.may_overlap(bound, other) {
                let fits = self.location_fits(cx, loc, other);
                let fact = cx.terms.implies(self.is_at(cx, sym, loc), fits);
                self.assume(cx, fact);
            }
        }
    }

    /// The same for an object without a location.
    pub(crate) fn fit_symbols(&mut self, cx: Cx<'_>, sym: Sym, var: Term) {
        let (own, bound) = (self.symbol(sym).var, self.symbol(sym).bound);
        let others =
            self.symbols().filter(|(_, info)| info.bound != bound).map(|(_, info)| (info.var, info.bound));
        for (other, other_bound) in others.collect::<Vec<_>>() {
            let fits = self.var_fits(cx, bound, var, other_bound);
            let same = cx.terms.and([cx.terms.eq(own, other), cx.terms.not_null(own)]);
            let fact = cx.terms.implies(same, fits);
            self.assume(cx, fact);
        }
    }

    /// The same for a symbol that comes after an object's class was asked for.
    pub(crate) fn fit_new_symbol(&mut self, cx: Cx<'_>, sym: Sym) {
        let (own, bound) = (self.symbol(sym).var, self.symbol(sym).bound);
        let reads = self.maps.get(&CLASS).map_or_else(Vec::new, |map| map.reads.clone());
        for (key, unknown) in reads {
            let owner =
                self.symbols().find(|(_, info)| Some(info.var) == key.object).map(|(_, info)| info.bound);
            let (Unknown::Number(var), Some(owner)) = (unknown, owner) else { continue };
            if owner != bound {
                let fits = self.var_fits(cx, owner, var, bound);
                let other = key.object.expect("field maps are keyed by object");
                let same = cx.terms.and([cx.terms.eq(own, other), cx.terms.not_null(own)]);
                let fact = cx.terms.implies(same, fits);
                self.assume(cx, fact);
            }
        }
    }

    /// What makes it possible that `sym` is the object at `loc`: it exists, has the declared type, and the
    /// heap keeps its shape.
    pub(crate) fn may_be(&mut self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        if loc == Loc::NULL {
            return Terms::TRUE;
        }
        let fits = self.location_fits(cx, loc, self.symbol(sym).bound);
        let in_array = self.fits_array(cx, sym, loc);
        let edge = match self.location(loc).before {
            Before::No => self.edge_condition(cx, sym, loc),
            Before::Shared | Before::Made => self.has_no_twin(cx, loc),
        };
        let length = self.fits_length(cx, sym, loc);
        cx.terms.and([self.location(loc).exists, fits, in_array, edge, length])
    }

    /// A reference in words.
    pub fn describe(&self, cx: Cx<'_>, reference: Ref) -> String {
        let name = |target| match target {
            Target::Loc(Loc::NULL) => "null".to_owned(),
            Target::Loc(loc) => match self.location(loc).class {
                ClassOf::Exact(class) if self.location(loc).creator.is_none() => {
                    format!("a new {}", cx.types.class_name(class))
                }
                ClassOf::Exact(_) | ClassOf::Open { .. } => self.location_name(loc).to_owned(),
            },
            Target::Sym(sym) => self.symbol(sym).name.to_string(),
        };
        let mut names: Vec<String> =
            cx.sets.entries(reference).iter().map(|entry| name(entry.target)).collect();
        names.dedup();
        names.join(" or ")
    }
}

impl Kind {
    /// The declared type of what it refers to.
    pub fn class(self) -> Option<Class> {
        if let Kind::Ref(class) = self { Some(class) } else { None }
    }
}

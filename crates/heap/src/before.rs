//! Objects that were there before the call: what class initialisation made, boxes of the cache, literals, `Class` objects.
//!
//! An input may be one of them. Which ones a symbol is tried with depends on what can be noticed:
//! 1. Those anybody can get at and change are *open*: every symbol that is resolved later may be one of them.
//! 2. All others matter only if somebody compares an input with them. From then on they are *met*, and symbols may be them, too.
//! 3. An input object that has a location by then may turn out to be such an object after all: its *twin*. A variable says
//!    which; what the input object held on entry is what its twin holds.
//!
//! Where none of this is possible, the heap is [doubtful](Heap::is_doubtful): nothing is proven.

use term::{Sort, Term, Terms};

use crate::access::CLASS;
use crate::class::{OTHER, class_constant};
use crate::history::Key;
use crate::location::Unknown;
use crate::{Class, ClassOf, Cx, Field, Heap, Loc, Ref, Sym, Target, Value};

/// Fields from here on are nobody's: lengths, classes and what models make up.
pub(crate) const FIRST_PSEUDO: u32 = u32::MAX - 1024;

/// More objects than these are not tried for each symbol.
const MOST: usize = 4;

/// Whether an object was there before the call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    #[default]
    No,
    /// Nobody who calls can change it, or nobody would.
    Shared,
    /// The program's own class initialisers made it.
    Made,
}

/// How many open and met objects a new input object is known not to be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Excluded {
    open: usize,
    met: usize,
}

#[derive(Clone, Default)]
pub(crate) struct Earlier {
    open: Vec<Loc>,
    met: Vec<Loc>,
    /// Input objects with the objects they may be.
    twins: Vec<(Loc, Loc)>,
    doubtful: bool,
}

impl Heap {
    /// Everything allocated so far was there before the call.
    pub fn found(&mut self) {
        for number in 1..self.location_count() {
            self.set_before(Loc(number as u32), Before::Shared);
        }
    }

    /// Says that a new object was there before the call.
    pub fn set_before(&mut self, loc: Loc, before: Before) {
        self.location_mut(loc).before = before;
    }

    /// Whoever calls can get at this object, which was there before the call.
    pub fn set_open(&mut self, loc: Loc) {
        if !self.earlier.open.contains(&loc) {
            self.earlier.open.push(loc);
        }
    }

    /// Whether an input may be an object that was there before, in a way this heap does not show.
    pub fn is_doubtful(&self) -> bool {
        self.earlier.doubtful
    }

    /// An input may be an object that was there before, and nothing more is said about that.
    pub fn doubt(&mut self) {
        self.earlier.doubtful = true;
    }

    /// Whether an input object at `loc` may turn out to be the object at `before`.
    pub fn may_be_twin(&self, cx: Cx<'_>, loc: Loc, before: Loc) -> bool {
        let location = self.location(loc);
        location.creator.is_some()
            && !location.private
            && !self.is_excluded(location.excluded, before)
            && self.may_point(cx, self.declared(loc), before)
    }

    /// Whether a symbol may stand for the object at `before`, as far as types go.
    pub fn may_stand_for(&self, cx: Cx<'_>, sym: Sym, before: Loc) -> bool {
        self.may_point(cx, self.symbol(sym).bound, before)
    }

    fn is_excluded(&self, excluded: Excluded, before: Loc) -> bool {
        self.earlier.open[..excluded.open].contains(&before)
            || self.earlier.met[..excluded.met].contains(&before)
    }

    /// What an object that comes in now is known not to be.
    pub(crate) fn excluded(&self, cx: Cx<'_>, bound: Class) -> Excluded {
        let tried = self.tried_open(cx, bound).is_some();
        Excluded { open: if tried { self.earlier.open.len() } else { 0 }, met: self.earlier.met.len() }
    }

    /// The objects that were there before and that a symbol of this type may be.
    pub(crate) fn earlier_of_type(&self, cx: Cx<'_>, bound: Class) -> Vec<Loc> {
        let mut out = self.tried_open(cx, bound).unwrap_or_default();
        let fits = |loc: &&Loc| self.may_point(cx, bound, **loc);
        for loc in self.earlier.met.iter().filter(fits) {
            if !out.contains(loc) {
                out.push(*loc);
            }
        }
        out
    }

    /// The open objects among them, unless they are too many.
    fn tried_open(&self, cx: Cx<'_>, bound: Class) -> Option<Vec<Loc>> {
        let fitting = self.earlier.open.iter().copied().filter(|loc| self.may_point(cx, bound, *loc));
        let fitting: Vec<Loc> = fitting.collect();
        (fitting.len() <= MOST).then_some(fitting)
    }

    /// Two references are about to be compared: objects that were there before and that the other one may be are met.
    pub(crate) fn meet(&mut self, cx: Cx<'_>, a: Ref, b: Ref) {
        for (one, other) in [(a, b), (b, a)] {
            let targets = cx.sets.entries(one);
            let earlier = targets.iter().filter_map(|entry| match entry.target {
                Target::Loc(loc) if self.location(loc).before != Before::No => Some(loc),
                Target::Loc(_) | Target::Sym(_) => None,
            });
            let earlier: Vec<Loc> = earlier.collect();
            for loc in earlier.iter().copied().filter(|_| earlier.len() <= MOST) {
                if !self.earlier.met.contains(&loc) && self.may_refer(cx, other, loc) {
                    self.earlier.met.push(loc);
                }
            }
        }
    }

    /// Whether a reference is to an input that may be the object at `before`.
    fn may_refer(&self, cx: Cx<'_>, reference: Ref, before: Loc) -> bool {
        cx.sets.entries(reference).iter().any(|entry| match entry.target {
            Target::Loc(loc) => self.may_be_twin(cx, loc, before),
            Target::Sym(sym) => self.may_point(cx, self.symbol(sym).bound, before),
        })
    }

    /// That a symbol without a location is the object at `before`.
    pub(crate) fn symbol_is_earlier(&mut self, cx: Cx<'_>, sym: Sym, before: Loc) -> Term {
        let bound = self.symbol(sym).bound;
        if !self.may_point(cx, bound, before) {
            return Terms::FALSE;
        }
        if !self.earlier_of_type(cx, bound).contains(&before) {
            self.doubt();
            return Terms::FALSE;
        }
        let is_at = self.is_at(cx, sym, before);
        let mut cases = vec![cx.terms.and([is_at, self.may_be(cx, sym, before)])];
        for &(twin, of) in &self.earlier.twins {
            if of == before {
                cases.push(cx.terms.and([self.is_at(cx, sym, twin), self.twin_of(cx, twin, before)]));
            }
        }
        self.relate_maps(cx, sym, before);
        cx.terms.or(cases)
    }

    /// That the input object at `loc` is the one at `before`.
    pub(crate) fn location_is_earlier(&mut self, cx: Cx<'_>, loc: Loc, before: Loc) -> Term {
        if !self.may_be_twin(cx, loc, before) {
            return Terms::FALSE;
        }
        if !self.earlier.met.contains(&before) {
            self.doubt();
            return Terms::FALSE;
        }
        let is_twin = self.twin_of(cx, loc, before);
        if !self.earlier.twins.contains(&(loc, before)) {
            self.relate(cx, loc, before, is_twin);
            self.earlier.twins.push((loc, before));
        }
        is_twin
    }

    /// The object that was there before and that an input object turns out to be, where `holds` tells what is true.
    pub(crate) fn twin(&self, cx: Cx<'_>, loc: Loc, mut holds: impl FnMut(Term) -> bool) -> Option<Loc> {
        let mut of_loc = self.earlier.twins.iter().filter(|(twin, _)| *twin == loc);
        of_loc.find(|(twin, before)| holds(self.twin_of(cx, *twin, *before))).map(|(_, before)| *before)
    }

    /// Whether symbols may be this object because it was there before.
    pub(crate) fn is_earlier(&self, loc: Loc) -> bool {
        self.earlier.met.contains(&loc) || self.earlier.open.contains(&loc)
    }

    /// That no input object with a location of its own is the object at `before`.
    pub(crate) fn has_no_twin(&self, cx: Cx<'_>, before: Loc) -> Term {
        let of_before = self.earlier.twins.iter().filter(|(_, of)| *of == before);
        cx.terms.and(of_before.map(|(twin, _)| cx.terms.not(self.twin_of(cx, *twin, before))))
    }

    /// The conditions under which input objects are objects that were there before: the input object, the other one, when.
    pub fn twins(&self, cx: Cx<'_>) -> Vec<(Loc, Loc, Term)> {
        let twins = self.earlier.twins.iter();
        twins.map(|&(loc, before)| (loc, before, self.twin_of(cx, loc, before))).collect()
    }

    fn twin_of(&self, cx: Cx<'_>, loc: Loc, before: Loc) -> Term {
        let identity = cx.terms.var(&format!("identity({})", self.location_name(loc)), Sort::Ref);
        cx.terms.eq(identity, cx.terms.location(before.0))
    }

    /// What follows from an input object being one that was there before.
    fn relate(&mut self, cx: Cx<'_>, loc: Loc, before: Loc, is_twin: Term) {
        let mut facts =
            vec![self.location(loc).exists, self.has_class_of(cx, loc, before), self.has_no_twin(cx, before)];
        facts.extend(self.same_length(cx, loc, before));
        let symbols: Vec<Sym> = self.symbols().map(|(sym, _)| sym).collect();
        facts.extend(symbols.into_iter().map(|sym| cx.terms.not(self.is_at(cx, sym, before))));
        let inputs: Vec<(Field, Unknown)> = self.location(loc).inputs.iter().copied().collect();
        facts.extend(inputs.into_iter().map(|(field, unknown)| self.holds_as(cx, before, field, unknown)));
        self.assume(cx, cx.terms.implies(is_twin, cx.terms.and(facts)));
    }

    /// A field of an input object is read for the first time: its twins hold the same.
    pub(crate) fn relate_field(&mut self, cx: Cx<'_>, loc: Loc, field: Field, unknown: Unknown) {
        let twins = self.earlier.twins.iter().filter(|(twin, _)| *twin == loc);
        let befores: Vec<Loc> = twins.map(|(_, before)| *before).collect();
        for before in befores {
            let holds = self.holds_as(cx, before, field, unknown);
            self.assume(cx, cx.terms.implies(self.twin_of(cx, loc, before), holds));
        }
    }

    /// The class of the object at `before` is the one the input object has.
    fn has_class_of(&mut self, cx: Cx<'_>, loc: Loc, before: Loc) -> Term {
        let ClassOf::Exact(class) = self.location(before).class else { return Terms::TRUE };
        match self.location(loc).class {
            ClassOf::Exact(own) => cx.terms.bool(own == class),
            ClassOf::Open { bound, var } => {
                self.constrain_class(cx, bound, var);
                let is_listed = cx.types.candidates(bound).classes.contains(&class);
                cx.terms.eq(var, class_constant(cx.terms, if is_listed { class } else { OTHER }))
            }
        }
    }

    fn same_length(&self, cx: Cx<'_>, loc: Loc, before: Loc) -> Option<Term> {
        let length = |loc| self.location(loc).array.as_deref().map(|array| array.length.term(cx.terms));
        Some(cx.terms.eq(length(loc)?, length(before)?))
    }

    /// That an input value is what the object at `before` holds there. Of objects it says only which are null: what it does not
    /// say is found out when the input is run.
    fn holds_as(&self, cx: Cx<'_>, before: Loc, field: Field, unknown: Unknown) -> Term {
        let is_whole =
            matches!(self.location(before).class, ClassOf::Exact(class) if cx.types.is_located(class));
        if is_whole || field.0 >= FIRST_PSEUDO {
            return Terms::TRUE;
        }
        let value = self.known_field(before, field).unwrap_or_else(|| cx.types.kind(field).default());
        match (unknown, value) {
            (Unknown::Reference(sym), Value::Ref(Ref::NULL)) => self.is_null_sym(cx, sym),
            (Unknown::Reference(sym), Value::Ref(reference)) if reference.as_loc().is_some() => {
                self.not_null(cx, sym)
            }
            (Unknown::Reference(_), _) | (_, Value::Ref(_)) => Terms::TRUE,
            (Unknown::Number(term), value) => equal_numbers(cx.terms, term, value.term(cx.terms)),
        }
    }

    /// The same for what was read of a symbol that never gets a location.
    fn relate_maps(&mut self, cx: Cx<'_>, sym: Sym, before: Loc) {
        if self.symbol(sym).value != Some(Ref::sym(sym)) {
            return;
        }
        let key = Key { object: Some(self.symbol(sym).var), index: None };
        let reads = self.maps.iter().filter_map(|(field, map)| Some((*field, map.unknown(key)?)));
        let reads: Vec<(Field, Unknown)> = reads.collect();
        for (field, unknown) in reads {
            self.relate_read(cx, sym, before, field, unknown);
        }
    }

    /// Something is read of such a symbol for the first time.
    pub(crate) fn relate_map(&mut self, cx: Cx<'_>, sym: Sym, field: Field, unknown: Unknown) {
        if self.earlier.met.is_empty() && self.earlier.open.is_empty() {
            return;
        }
        for before in self.earlier_of_type(cx, self.symbol(sym).bound) {
            self.relate_read(cx, sym, before, field, unknown);
        }
    }

    fn relate_read(&mut self, cx: Cx<'_>, sym: Sym, before: Loc, field: Field, unknown: Unknown) {
        let fact = match (field, unknown) {
            (CLASS, Unknown::Number(var)) => {
                let ClassOf::Exact(class) = self.location(before).class else { return };
                let bound = self.symbol(sym).bound;
                let is_listed = cx.types.candidates(bound).classes.contains(&class);
                cx.terms.eq(var, class_constant(cx.terms, if is_listed { class } else { OTHER }))
            }
            (crate::access::LENGTH, Unknown::Number(length)) => {
                match self.location(before).array.as_deref() {
                    Some(array) => cx.terms.eq(length, array.length.term(cx.terms)),
                    None => Terms::TRUE,
                }
            }
            (field, unknown) => self.holds_as(cx, before, field, unknown),
        };
        self.assume(cx, cx.terms.implies(self.is_at(cx, sym, before), fact));
    }
}

/// Numbers of different widths are not compared.
fn equal_numbers(terms: &Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == terms.sort(b) { terms.eq(a, b) } else { Terms::TRUE }
}

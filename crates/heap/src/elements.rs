//! What an array holds is of the element type of the array's class.
//!
//! The classes of an input array and of the objects in it are open one by one. From the moment somebody asks for the class of
//! an array, what was read out of it must fit that class, and so must everything read later. Before that there is
//! nothing to say: an array of its declared class holds whatever its elements turned out to be.

use term::{Term, Terms};

use crate::access::CLASS;
use crate::class::class_constant;
use crate::history::Key;
use crate::location::Unknown;
use crate::{Class, ClassOf, Cx, Heap, Kind, Loc, Origin, Sym, Target};

impl Heap {
    /// The class of an input object, `var`, has just been asked for: if it is an array, its elements fit it.
    pub(crate) fn fit_elements(&mut self, cx: Cx<'_>, var: Term) {
        let has_class =
            |loc: Loc| matches!(self.location(loc).class, ClassOf::Open { var: known, .. } if known == var);
        let array = self.input_locations().map(|(loc, _)| loc).find(|loc| has_class(*loc));
        let Some(array) = array.filter(|array| self.location(*array).array.is_some()) else { return };
        let inside = Origin::Inside(Target::Loc(array));
        let of_array = self.symbols().filter(|(_, info)| info.origin == inside);
        let resolved: Vec<_> = of_array.filter_map(|(sym, info)| Some((sym, info.value?))).collect();
        for (sym, value) in resolved {
            for entry in cx.sets.entries(value) {
                if let Target::Loc(loc) = entry.target
                    && loc != Loc::NULL
                {
                    let fits = self.fits_array(cx, sym, loc);
                    self.assume(cx, cx.terms.implies(entry.guard, fits));
                }
            }
        }
    }

    /// What it takes for the object at `loc` to be in the array that `sym` was read out of, if the array's class matters.
    pub(crate) fn fits_array(&mut self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        let Origin::Inside(Target::Loc(array)) = self.symbol(sym).origin else { return Terms::TRUE };
        let ClassOf::Open { bound, var } = self.location(array).class else { return Terms::TRUE };
        if self.location(array).array.is_none() || !self.is_constrained(cx, bound, var) {
            return Terms::TRUE;
        }
        let narrower = narrower(cx, bound, self.symbol(sym).bound);
        let cases = narrower.into_iter().map(|(class, element)| {
            let fits = self.location_fits(cx, loc, element);
            cx.terms.implies(cx.terms.eq(var, class_constant(cx.terms, class)), fits)
        });
        let cases: Vec<Term> = cases.collect();
        cx.terms.and(cases)
    }

    /// The same for an array without a location whose class, `var`, has just been asked for.
    pub(crate) fn fit_elements_of_symbol(&mut self, cx: Cx<'_>, array: Sym, var: Term) {
        let inside = Origin::Inside(Target::Sym(array));
        let elements = self.symbols().filter(|(_, info)| info.origin == inside).map(|(sym, _)| sym);
        for element in elements.collect::<Vec<_>>() {
            self.fit_element_of_symbol(cx, array, var, element);
        }
    }

    /// The same for an element read after the class was asked for.
    pub(crate) fn fit_new_element(&mut self, cx: Cx<'_>, array: Sym, element: Unknown) {
        let key = Key { object: Some(self.symbol(array).var), index: None };
        let class = self.maps.get(&CLASS).and_then(|map| map.unknown(key));
        if let (Some(Unknown::Number(var)), Unknown::Reference(element)) = (class, element) {
            self.fit_element_of_symbol(cx, array, var, element);
        }
    }

    fn fit_element_of_symbol(&mut self, cx: Cx<'_>, array: Sym, var: Term, element: Sym) {
        if cx.types.element(self.symbol(array).bound).is_none() {
            return;
        }
        for (class, bound) in narrower(cx, self.symbol(array).bound, self.symbol(element).bound) {
            let Ok(fits) = self.symbol_fits(cx, element, bound) else { continue };
            let is_class = cx.terms.eq(var, class_constant(cx.terms, class));
            let concerned = cx.terms.and([is_class, self.not_null(cx, element)]);
            self.assume(cx, cx.terms.implies(concerned, fits));
        }
    }
}

/// The classes of arrays of this declared type that do not hold every object of the type their elements are read as, with what
/// they hold instead.
fn narrower(cx: Cx<'_>, array: Class, read_as: Class) -> Vec<(Class, Class)> {
    let element = |class: &Class| match cx.types.element(*class) {
        Some(Kind::Ref(element)) if !cx.types.is_subtype(read_as, element) => Some((*class, element)),
        _ => None,
    };
    cx.types.candidates(array).classes.iter().filter_map(element).collect()
}

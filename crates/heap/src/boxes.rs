//! Boxes that may come from a cache: objects told apart by what they hold, not by where they lie.
//!
//! `Integer.valueOf(i)` gives one of 256 shared objects or a new one. Which of them matters only to who compares references, so
//! there is one location for all, and nothing forks:
//! 1. two such boxes are one object iff they hold the same number and the cache has it;
//! 2. such a box is an object of the cache iff it holds that object's number;
//! 3. it is no other object of the program. An input may be an object of the cache: where a box may be, too, the heap is
//!    [doubtful](Heap::is_doubtful).

use std::rc::Rc;

use rpds::RedBlackTreeMap;
use term::{Sort, Term, Terms};

use crate::location::Location;
use crate::{Class, ClassOf, Cx, Field, Heap, Loc, Sym, Value};

/// The shared objects of each class that has some.
#[derive(Clone, Default)]
pub(crate) struct Caches(RedBlackTreeMap<Class, Rc<Cache>>);

struct Cache {
    /// The number the first object holds; the others follow.
    least: i64,
    objects: Vec<Loc>,
}

impl Heap {
    /// A box of a class whose cache holds these objects: the numbers from `least` on.
    pub fn allocate_box(
        &mut self,
        class: Class,
        field: Field,
        number: Term,
        least: i64,
        cached: &[Loc],
    ) -> Loc {
        let is_known = self.caches.0.get(&class).is_some_and(|cache| cache.objects == cached);
        if !is_known {
            self.caches.0.insert_mut(class, Rc::new(Cache { least, objects: cached.to_vec() }));
        }
        let mut location = Location::object(ClassOf::Exact(class), None, Terms::TRUE);
        location.boxed = Some(number);
        location.set_cell(field, Value::Term(number));
        self.push(location)
    }

    /// Whether an object stands for a box that may come from a cache.
    pub fn is_box(&self, loc: Loc) -> bool {
        self.location(loc).boxed.is_some()
    }

    /// When two locations are one object, if one of them is such a box.
    pub(crate) fn same_box(&mut self, cx: Cx<'_>, a: Loc, b: Loc) -> Option<Term> {
        match (self.location(a).boxed, self.location(b).boxed) {
            (None, None) => None,
            (Some(left), Some(right)) => {
                if self.location(a).class != self.location(b).class {
                    return Some(Terms::FALSE);
                }
                let is_cached = self.is_cached(cx, a);
                Some(cx.terms.and([cx.terms.eq(left, right), is_cached]))
            }
            (Some(number), None) => Some(self.box_at(cx, a, number, b)),
            (None, Some(number)) => Some(self.box_at(cx, b, number, a)),
        }
    }

    /// When a box is the object at `other`, which is none that was made as one.
    fn box_at(&mut self, cx: Cx<'_>, boxed: Loc, number: Term, other: Loc) -> Term {
        let ClassOf::Exact(class) = self.location(boxed).class else { return Terms::FALSE };
        let cache = self.caches.0.get(&class);
        let place =
            cache.and_then(|cache| Some((cache.objects.iter().position(|loc| *loc == other)?, cache)));
        if let Some((place, cache)) = place {
            return cx.terms.eq(number, like(cx.terms, number, cache.least + place as i64));
        }
        let is_input = self.location(other).creator.is_some() && !self.location(other).private;
        if is_input && self.may_point(cx, self.declared(other), boxed) {
            self.doubt_if_cached(cx, boxed);
        }
        Terms::FALSE
    }

    /// When an input that has no location is such a box.
    pub(crate) fn symbol_is_box(&mut self, cx: Cx<'_>, sym: Sym, boxed: Loc) -> Term {
        if self.may_point(cx, self.symbol(sym).bound, boxed) {
            self.doubt_if_cached(cx, boxed);
        }
        Terms::FALSE
    }

    /// The input and the box may both be one object of the cache.
    fn doubt_if_cached(&mut self, cx: Cx<'_>, boxed: Loc) {
        let is_cached = self.is_cached(cx, boxed);
        if !self.is_doubtful() && cx.is_feasible(self, &[is_cached]) {
            self.doubt();
        }
    }

    /// When a box comes from the cache of its class.
    fn is_cached(&self, cx: Cx<'_>, loc: Loc) -> Term {
        let location = self.location(loc);
        let (ClassOf::Exact(class), Some(number)) = (location.class, location.boxed) else {
            return Terms::FALSE;
        };
        let Some(cache) = self.caches.0.get(&class) else { return Terms::FALSE };
        let most = cache.least + cache.objects.len() as i64 - 1;
        let terms = cx.terms;
        terms.and([
            terms.less_eq(like(terms, number, cache.least), number),
            terms.less_eq(number, like(terms, number, most)),
        ])
    }
}

/// A number as wide as another.
fn like(terms: &Terms, other: Term, number: i64) -> Term {
    let Sort::BitVec(width) = terms.sort(other) else { panic!("boxes of a cache hold whole numbers") };
    terms.bits(width, number)
}

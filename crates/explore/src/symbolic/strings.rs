//! What is true of every `String` (JDK 9 and later), and therefore of every input string.
//!
//! A string has a byte array of its own and a coder. Coder 0 (Latin-1): one byte per character. Coder 1 (UTF-16): two
//! bytes per character, and some character does not fit into one byte; which one is a fresh number. The cached
//! hash code is not computed yet. Under the `term` strategy strings have no locations, and only what single fields hold is
//! known.

use heap::{Class, Cx, Field, Heap, Loc, Target, Value};
use program::Program;
use term::Sort;

use super::JavaTypes;

pub(super) struct StringClass {
    class: Class,
    value: Field,
    coder: Field,
    /// Caches of the hash code.
    caches: Vec<Field>,
}

impl StringClass {
    pub fn find(program: &Program) -> Option<Self> {
        let class = program.class_named("java/lang/String").ok()?;
        let field = |name: &str| program.find_field(class, name).map(|field| Field(field.0));
        Some(Self {
            class: JavaTypes::class(program.class(class).ty),
            value: field("value")?,
            coder: field("coder")?,
            caches: ["hash", "hashIsZero"].into_iter().filter_map(field).collect(),
        })
    }

    pub fn on_input(&self, cx: Cx<'_>, heap: &mut Heap, object: Target) {
        if let Target::Loc(loc) = object
            && heap.location(loc).class.bound() == self.class
        {
            self.constrain(cx, heap, loc);
        }
    }

    fn constrain(&self, cx: Cx<'_>, heap: &mut Heap, string: Loc) {
        for cache in &self.caches {
            heap.fix_field(string, *cache, Value::Int(0));
        }
        let Ok(bytes) = heap.own_part(cx, string, self.value) else { return };
        let (Ok(coder), Ok(length)) =
            (heap.field(cx, string, self.coder), heap.length(cx, heap::Ref::loc(bytes)))
        else {
            return;
        };
        let terms = cx.terms;
        let (coder, length) = (coder.term(terms), length.term(terms));
        let (zero, one) = (terms.i32(0), terms.i32(1));
        let is_wide = terms.eq(coder, one);
        heap.assume(cx, terms.or([terms.eq(coder, zero), is_wide]));
        let name = heap.describe(cx, heap::Ref::loc(string));
        let half = terms.var(&format!("{name}.wide"), Sort::INT32);
        let high = terms.add(terms.mul(terms.i32(2), half), one);
        let Ok(byte) = heap.load_element(cx, heap::Ref::loc(bytes), Value::of_term(terms, high)) else {
            return;
        };
        let wide = terms.and([
            terms.eq(terms.bit_and(length, one), zero),
            terms.less_eq(zero, half),
            terms.less(half, terms.i32(1 << 30)),
            terms.less(high, length),
            terms.ne(byte.term(terms), zero),
        ]);
        heap.assume(cx, terms.implies(is_wide, wide));
    }
}

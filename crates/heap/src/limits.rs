//! What holds of the fields of every object that comes in, where somebody has proven it: part of the path condition as soon as
//! a field is asked for.
//!
//! Numbers that belong together are asked for together, so that inputs keep what is known of them. Of an array the length is
//! limited when it is known which array it is.

use term::{Sort, Term, Terms};

use crate::access::LENGTH;
use crate::before::FIRST_PSEUDO;
use crate::history::Key;
use crate::location::Unknown;
use crate::{Cx, Field, Heap, Loc, Origin, Stuck, Sym, Target};

/// What is known of a field. Ranges have both their ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// It never holds null.
    pub never_null: bool,
    /// The numbers it holds.
    pub range: Option<(i64, i64)>,
    /// The lengths of the arrays it holds.
    pub length: Option<(i64, i64)>,
    /// How it compares with other fields of the object.
    pub relations: Vec<Related>,
    /// Following it, or other fields of which this is known, never leads to the same object again.
    pub leads_away: bool,
}

/// How two numbers of one object compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Related {
    pub low: Number,
    pub order: Order,
    pub high: Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Field(Field),
    /// The length of the array that a field holds.
    Length(Field),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Equal,
    AtMost,
    Less,
}

impl Heap {
    /// The input value of a field keeps its limits.
    pub(crate) fn keep_limits(&mut self, cx: Cx<'_>, field: Field, unknown: Unknown) {
        let Some(limits) = cx.types.limits(field) else { return };
        match unknown {
            Unknown::Reference(sym) => {
                self.symbol_mut(sym).held = Some(field);
                if limits.never_null {
                    self.assume_object(cx, unknown);
                }
            }
            Unknown::Number(number) => {
                if let Some(range) = limits.range {
                    self.assume(cx, within(cx.terms, number, range));
                }
            }
        }
    }

    /// A number of an input object was asked for: those that belong to it are, too.
    pub(crate) fn relate_numbers(&mut self, cx: Cx<'_>, owner: Target, field: Field) {
        if field.0 >= FIRST_PSEUDO {
            return;
        }
        let Some(limits) = cx.types.limits(field) else { return };
        for related in &limits.relations {
            let (Number::Field(low), Number::Field(high)) = (related.low, related.high) else { continue };
            let numbers = self.number(cx, owner, low).zip(self.number(cx, owner, high));
            let fact = numbers.map_or(Terms::TRUE, |(low, high)| related.order.holds(cx.terms, low, high));
            if !self.path.contains(&fact) {
                self.assume(cx, fact);
            }
        }
    }

    /// The input value of a field that holds a number.
    fn number(&mut self, cx: Cx<'_>, owner: Target, field: Field) -> Option<Term> {
        let unknown = match owner {
            Target::Loc(loc) => self.demand_field(cx, loc, field),
            Target::Sym(sym) => {
                let key = Key { object: Some(self.symbol(sym).var), index: None };
                self.demand_map(cx, sym, field, key)
            }
        };
        match unknown {
            Unknown::Number(number) => Some(number),
            Unknown::Reference(_) => None,
        }
    }

    /// That the array at `loc` is as long as the place of `sym` wants its arrays.
    pub(crate) fn fits_length(&mut self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        let length = self.location(loc).array.as_deref().map(|array| array.length.term(cx.terms));
        length.map_or(Terms::TRUE, |length| self.length_fits(cx, sym, length))
    }

    /// The same for an array without a location.
    pub(crate) fn keep_length(&mut self, cx: Cx<'_>, sym: Sym) -> Result<(), Stuck> {
        let limits = self.symbol(sym).held.and_then(|field| cx.types.limits(field));
        let is_array = cx.types.element(self.symbol(sym).bound).is_some();
        if is_array && limits.is_some() {
            let length = self.map_read(cx, sym, LENGTH, None)?.term(cx.terms);
            let fits = self.length_fits(cx, sym, length);
            let is_there = cx.terms.and([self.symbol(sym).exists, self.not_null(cx, sym)]);
            self.assume(cx, cx.terms.implies(is_there, fits));
        }
        Ok(())
    }

    fn length_fits(&mut self, cx: Cx<'_>, sym: Sym, length: Term) -> Term {
        let info = self.symbol(sym);
        let (Some(field), Origin::Inside(owner)) = (info.held, info.origin) else { return Terms::TRUE };
        let Some(limits) = cx.types.limits(field) else { return Terms::TRUE };
        let mut facts: Vec<Term> =
            limits.length.map(|range| within(cx.terms, length, range)).into_iter().collect();
        for related in &limits.relations {
            let numbers = match (related.low, related.high) {
                (Number::Length(array), Number::Field(number)) if array == field => {
                    self.number(cx, owner, number).map(|number| (length, number))
                }
                (Number::Field(number), Number::Length(array)) if array == field => {
                    self.number(cx, owner, number).map(|number| (number, length))
                }
                // Of two arrays it is not known at once which they are.
                (Number::Field(_) | Number::Length(_), Number::Field(_) | Number::Length(_)) => None,
            };
            facts.extend(numbers.map(|(low, high)| related.order.holds(cx.terms, low, high)));
        }
        cx.terms.and(facts)
    }
}

impl Order {
    fn holds(self, terms: &Terms, low: Term, high: Term) -> Term {
        let wide = |number: Term| match terms.sort(number) {
            Sort::INT32 => terms.sign_extend(number, 64),
            _ => number,
        };
        let (low, high) = match terms.sort(low) == terms.sort(high) {
            true => (low, high),
            false => (wide(low), wide(high)),
        };
        match self {
            Order::Equal => terms.eq(low, high),
            Order::AtMost => terms.less_eq(low, high),
            Order::Less => terms.less(low, high),
        }
    }
}

fn within(terms: &Terms, number: Term, (low, high): (i64, i64)) -> Term {
    let Sort::BitVec(width) = terms.sort(number) else { return Terms::TRUE };
    let lowest = i64::MIN >> (64 - u32::from(width));
    let mut facts = Vec::new();
    if low > lowest {
        facts.push(terms.less_eq(terms.bits(width, low), number));
    }
    if high < !lowest {
        facts.push(terms.less_eq(number, terms.bits(width, high)));
    }
    terms.and(facts)
}

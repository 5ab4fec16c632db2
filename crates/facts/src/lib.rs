//! What holds of the objects of a program in every state its own classes can make.
//!
//! A fact speaks of one field of every object that anybody can see: never null, a range of numbers, a length, a class; or says that
//! fields only constructors write never change, relate to each other, or never lead in a circle. It is proven by induction over all
//! constructors and all writers on the class path, whatever the order of calls, callbacks and exceptions. In doubt
//! there is no fact.
//!
//! Assumed, and to be said by whoever uses facts ([`ASSUMED`]): packages and nests have no classes but those on the class path;
//! nobody forges streams, looks at objects before the stream is read to its end, nor writes fields by reflection, native code or
//! `Unsafe` without naming them in the program; objects reach other threads by ways that show them whole; the virtual machine
//! does not fail.
//!
//! | file | what |
//! |---|---|
//! | `infer` | the induction over constructors and writers |
//! | `run`, `step`, `calls` | one method over abstract values |
//! | `value`, `interval`, `state`, `names` | abstract values and states |
//! | `closed`, `hierarchy`, `statics` | who may write, override and see what |
//! | `fact`, `text` | facts, why others are none, and both in words |

mod calls;
mod closed;
mod fact;
mod hierarchy;
mod infer;
mod interval;
mod names;
mod run;
mod state;
mod statics;
mod step;
mod text;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use base::Budget;
use program::code::Pc;
use program::{ClassId, FieldId, MethodId, Program};

pub use closed::Open;
pub use fact::{Cause, Fall, FieldFacts, Least, Lost, Order, Relation, Term};
pub use interval::Interval;
pub use text::{ASSUMED, claims, limits, lost, place, sentences, used};

use infer::{Inference, Summary};
use value::{Null, What};

/// The facts of a program.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    fields: BTreeMap<FieldId, Known>,
    relations: BTreeMap<ClassId, Vec<Relation>>,
    /// Methods that constructors call on objects they have not finished.
    unfinished: BTreeSet<MethodId>,
}

/// All that was found out about a field.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub facts: FieldFacts,
    /// Why nothing is known.
    pub open: Option<Open>,
    /// Where it is written: what its facts rest on.
    pub writers: BTreeSet<(MethodId, Pc)>,
    /// What does not hold, and why.
    pub falls: Vec<Fall>,
}

impl Facts {
    /// The facts of all classes on the class path; none if the budget does not last.
    pub fn find(program: &Program, budget: &Budget) -> Option<Self> {
        let inference = Inference::run(program, budget)?;
        let known = |summary: &Summary, field| Known {
            facts: of_field(program, field, summary),
            open: summary.open,
            writers: summary.writers.clone(),
            falls: summary.falls.clone(),
        };
        let fields: BTreeMap<FieldId, Known> =
            inference.fields.iter().map(|(field, summary)| (*field, known(summary, *field))).collect();
        let relations = inference.relations.iter().map(|(class, all)| (*class, useful(all, &fields)));
        let relations = relations.filter(|(_, all)| !all.is_empty()).collect();
        Some(Self { fields, relations, unfinished: inference.unfinished })
    }

    /// What was found out about a field of the class path; nothing of others.
    pub fn known(&self, field: FieldId) -> Option<&Known> {
        self.fields.get(&field)
    }

    pub fn of(&self, field: FieldId) -> Option<&FieldFacts> {
        self.fields.get(&field).map(|known| &known.facts)
    }

    /// Whether some constructor calls the method before facts hold of the object it makes.
    pub fn sees_unfinished(&self, method: MethodId) -> bool {
        self.unfinished.contains(&method)
    }

    /// How the fields that a class declares compare.
    pub fn relations(&self, class: ClassId) -> &[Relation] {
        self.relations.get(&class).map_or(&[], Vec::as_slice)
    }
}

fn of_field(program: &Program, field: FieldId, summary: &Summary) -> FieldFacts {
    let Some(what) = summary.what.filter(|_| summary.open.is_none()) else { return FieldFacts::default() };
    let any = What::any(program, program.field(field).ty);
    let is_array = program.element_of(program.field(field).ty).is_some();
    let object = what.object();
    let is_reference = object.is_some();
    FieldFacts {
        never_null: object.is_some_and(|object| object.null == Null::Never),
        range: what.number().filter(|range| any.number() != Some(*range)),
        length: object
            .filter(|_| is_array)
            .map(|object| object.length)
            .filter(|length| *length != Interval::LENGTH),
        class: object.and_then(|object| object.class).filter(|_| !is_array),
        once: summary.once,
        acyclic: is_reference && !is_array && summary.once && summary.older,
    }
}

/// The relations of fields that never change, without those that others imply.
fn useful(all: &BTreeSet<Relation>, fields: &BTreeMap<FieldId, Known>) -> Vec<Relation> {
    let range = |term: Term| {
        let facts = &fields.get(&term.field())?.facts;
        match term {
            Term::Field(_) => facts.range,
            Term::Length(_) => Some(facts.length.unwrap_or(Interval::LENGTH)),
        }
    };
    let is_kept = |term: Term| {
        fields.get(&term.field()).is_some_and(|known| {
            known.open.is_none()
                && known.facts.once
                && (matches!(term, Term::Field(_)) || known.facts.never_null)
        })
    };
    let is_plain = |relation: &Relation| {
        let strictly = relation.order == Order::Less;
        let ranges = range(relation.low).zip(range(relation.high));
        relation.order != Order::Equal
            && ranges.is_some_and(|(low, high)| low.high < high.low || !strictly && low.high == high.low)
    };
    let says_more = |relation: &Relation| {
        let Relation { low, order, high } = *relation;
        let has = |low, order, high| all.contains(&Relation { low, order, high });
        let (first, second) = (low.min(high), low.max(high));
        order != Order::AtMost || !has(low, Order::Less, high) && !has(first, Order::Equal, second)
    };
    let kept = all.iter().filter(|relation| {
        is_kept(relation.low) && is_kept(relation.high) && !is_plain(relation) && says_more(relation)
    });
    kept.copied().collect()
}

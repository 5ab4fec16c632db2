//! Values: numbers, known or symbolic, and references.
//!
//! Numbers that are known stay numbers, so that concrete code runs without touching the term arena; a
//! [`Value::Term`] is never a constant. Sub-`int` types are `int`s, as in a JVM's registers.

use base::define_id;
use term::{Sort, Term, Terms};

use crate::{Kind, Ref};

define_id! {
    /// A location of one heap. [`Loc::NULL`] is the location of `null`.
    pub struct Loc = "loc";
}

define_id! {
    /// An unknown input reference of one heap.
    pub struct Sym = "sym";
}

impl Loc {
    pub const NULL: Loc = Loc(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Int(i32),
    Long(i64),
    /// The bit pattern.
    Float(u32),
    /// The bit pattern.
    Double(u64),
    /// A number that depends on the input.
    Term(Term),
    Ref(Ref),
}

impl Value {
    pub const NULL: Value = Value::Ref(Ref::NULL);

    pub fn float(value: f32) -> Self {
        Value::Float(value.to_bits())
    }

    pub fn double(value: f64) -> Self {
        Value::Double(value.to_bits())
    }

    /// The value of a number's term: known if the term is a constant.
    pub fn of_term(terms: &Terms, term: Term) -> Self {
        use term::Value as Constant;
        match terms.value(term) {
            Some(Constant::Bool(value)) => Value::Int((*value).into()),
            Some(Constant::BitVec(value)) if value.width() == 64 => Value::Long(value.signed()),
            Some(Constant::BitVec(value)) => Value::Int(value.signed() as i32),
            Some(Constant::Float32(bits)) => Value::Float(*bits),
            Some(Constant::Float64(bits)) => Value::Double(*bits),
            Some(
                Constant::Int(_)
                | Constant::Real(_)
                | Constant::Ref(_)
                | Constant::Element(..)
                | Constant::Array(_),
            ) => {
                panic!("not the term of a Java number")
            }
            None => Value::Term(term),
        }
    }

    /// The number's term.
    pub fn term(self, terms: &Terms) -> Term {
        match self {
            Value::Int(value) => terms.i32(value),
            Value::Long(value) => terms.i64(value),
            Value::Float(bits) => terms.f32(f32::from_bits(bits)),
            Value::Double(bits) => terms.f64(f64::from_bits(bits)),
            Value::Term(term) => term,
            Value::Ref(_) => panic!("a reference is not a number"),
        }
    }

    pub fn reference(self) -> Ref {
        match self {
            Value::Ref(reference) => reference,
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Term(_) => {
                panic!("a number is not a reference")
            }
        }
    }
}

impl Kind {
    /// What a new object's field holds.
    pub fn default(self) -> Value {
        match self {
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => Value::Int(0),
            Kind::Long => Value::Long(0),
            Kind::Float => Value::float(0.0),
            Kind::Double => Value::double(0.0),
            Kind::Ref(_) => Value::NULL,
        }
    }

    /// An unknown number of this kind, widened to what a register holds.
    pub fn unknown(self, terms: &Terms, name: &str) -> Term {
        match self {
            Kind::Boolean => {
                let truth = terms.var(name, Sort::Bool);
                terms.ite(truth, terms.i32(1), terms.i32(0))
            }
            Kind::Byte => terms.sign_extend(terms.var(name, Sort::BitVec(8)), 32),
            Kind::Short => terms.sign_extend(terms.var(name, Sort::BitVec(16)), 32),
            Kind::Char => terms.zero_extend(terms.var(name, Sort::BitVec(16)), 32),
            Kind::Int => terms.var(name, Sort::INT32),
            Kind::Long => terms.var(name, Sort::INT64),
            Kind::Float => terms.var(name, Sort::Float32),
            Kind::Double => terms.var(name, Sort::Float64),
            Kind::Ref(_) => panic!("a reference is not a number"),
        }
    }
}

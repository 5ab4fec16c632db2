//! The vocabulary of terms.
//!
//! Invariants of terms as they come out of the constructors (nobody meets others):
//! - `Not` stands over an atom, `Ite` or Boolean `Eq`, never over `Const`, `Not`, `And`, `Or` or a number comparison;
//! - `And`, `Or` and `Add` have at least two arguments, sorted by handle, without repetition, and do not nest when short;
//! - an argument of `Add` is an atom, a `Mul` of a constant and an atom, or (last) a constant;
//! - a child's handle is smaller than its parent's.

use base::{Symbol, define_id};

use crate::{Sort, Value};

define_id! {
    /// A handle to a term of one [`Terms`](crate::Terms).
    pub struct Term = "t";
}

define_id! {
    /// A declared function symbol of one [`Terms`](crate::Terms).
    pub struct Function = "f";
}

/// What a term is made of. The sort of a term is kept beside its kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    Const(Value),
    /// A free variable, or a bound one below its quantifier.
    Var(Symbol),

    Not(Term),
    And(Box<[Term]>),
    Or(Box<[Term]>),
    /// If-then-else of any sort.
    Ite(Term, Term, Term),
    /// Identity. On floats: one NaN, two zeros; IEEE `==` is [`Comparison::FloatEq`].
    Eq(Term, Term),
    Compare(Comparison, Term, Term),

    /// Sum of `Int`, `Real` or `BitVec` (wrapping).
    Add(Box<[Term]>),
    /// Product of `Int`, `Real` or `BitVec` (wrapping); a constant factor comes first.
    Mul(Term, Term),
    Divide(Division, Term, Term),
    Bits(BitOp, Term, Term),
    /// High bits, low bits.
    Concat(Term, Term),
    Float(FloatOp, Term, Term),
    FloatUnary(FloatUnary, Term),
    Convert(Conversion, Term),

    /// Array, index.
    Select(Term, Term),
    /// Array, index, value.
    Store(Term, Term, Term),
    /// The array that is this element everywhere.
    ConstArray(Term),
    Apply(Function, Box<[Term]>),
    Quantified(Box<Quantified>),
}

/// Predicates on two numbers of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `<` on `Int` and `Real`, signed `<` on `BitVec`.
    Less,
    /// `<=` on `Int` and `Real`, signed `<=` on `BitVec`.
    LessEq,
    /// Unsigned `<` on `BitVec`.
    UnsignedLess,
    /// Unsigned `<=` on `BitVec`.
    UnsignedLessEq,
    /// IEEE `<`: false on NaN.
    FloatLess,
    /// IEEE `<=`: false on NaN.
    FloatLessEq,
    /// IEEE `==`: false on NaN, true on the two zeros.
    FloatEq,
}

/// Division of mathematical numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Division {
    /// SMT-LIB `div` on `Int`: the remainder is never negative; `x div 0 = 0`.
    Div,
    /// SMT-LIB `mod` on `Int`; `x mod 0 = x`.
    Mod,
    /// On `Real`; `x / 0 = 0`.
    Real,
}

/// Operators on machine integers beside `+` and `*`, with SMT-LIB's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitOp {
    /// Truncates towards zero; by zero: -1 for `x >= 0`, 1 otherwise.
    SDiv,
    /// Sign of the dividend; by zero: the dividend.
    SRem,
    /// By zero: all ones.
    UDiv,
    /// By zero: the dividend.
    URem,
    And,
    Or,
    Xor,
    /// Shifting by the width or more gives 0 (`AShr`: copies of the sign). Java's masked shifts are
    /// [`Terms::shl_masked`](crate::Terms::shl_masked) and its sisters.
    Shl,
    LShr,
    AShr,
}

/// IEEE operators, rounding to nearest, ties to even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Java's `%` and C's `fmod`, not IEEE's remainder.
    Rem,
}

/// Operators of floating-point numbers with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatUnary {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    /// To the nearest integer, ties to even.
    Round,
}

/// Operators that take one term to another sort, or to another width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// To a wider `BitVec`.
    SignExtend,
    /// To a wider `BitVec`.
    ZeroExtend,
    /// The bits from this one on, as many as the target sort has.
    Extract(u8),
    /// `BitVec` to `Int`, two's complement.
    SignedToInt,
    /// `BitVec` to `Int`, never negative.
    UnsignedToInt,
    /// `Int` to `BitVec`, modulo.
    IntToBits,
    IntToReal,
    /// Rounds down.
    RealToInt,
    /// Signed `BitVec` to the nearest float.
    SignedToFloat,
    /// Java's narrowing: towards zero, saturating, NaN to 0.
    FloatToSigned,
    /// Between the two float sorts.
    FloatToFloat,
    /// IEEE bit pattern to float.
    BitsToFloat,
    /// Float to its IEEE bit pattern; NaN gives the canonical one.
    FloatToBits,
}

/// A declared function symbol's name and sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub name: Symbol,
    pub parameters: Box<[Sort]>,
    pub result: Sort,
}

/// Which values of the bound variables are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    Forall,
    Exists,
}

/// Terms that together cause an instance of a quantified formula.
pub type Trigger = Box<[Term]>;

/// A quantified formula. `bound` are `Var` terms; below the quantifier they mean the bound variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quantified {
    pub quantifier: Quantifier,
    pub bound: Box<[Term]>,
    /// Alternatives; none lets the solver choose.
    pub triggers: Box<[Trigger]>,
    pub body: Term,
}

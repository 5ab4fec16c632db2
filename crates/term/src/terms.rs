//! The arena: interning of terms, names, functions and array sorts, and the leaves terms are built from.

use std::cell::{Cell, RefCell};

use base::Symbol;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::arena::Interned;
use crate::{ArraySort, ArrayValue, Function, Signature, Sort, Term, TermKind, Value};

/// Owner of terms. Handles of different arenas must not be mixed.
pub struct Terms {
    nodes: Interned<Node>,
    names: Interned<Box<str>>,
    functions: Interned<Signature>,
    array_sorts: Interned<(Sort, Sort)>,
    /// `And`/`Or` terms and their negations, both ways.
    pub(crate) negations: RefCell<FxHashMap<Term, Term>>,
    fresh: Cell<u32>,
}

#[derive(PartialEq, Eq, Hash)]
struct Node {
    kind: TermKind,
    sort: Sort,
}

impl Terms {
    /// What is never true.
    pub const FALSE: Term = Term(0);
    /// What is always true.
    pub const TRUE: Term = Term(1);

    /// An arena with nothing but the constants in it.
    pub fn new() -> Self {
        let terms = Self {
            nodes: Interned::default(),
            names: Interned::default(),
            functions: Interned::default(),
            array_sorts: Interned::default(),
            negations: RefCell::default(),
            fresh: Cell::new(0),
        };
        terms.constant(Value::Bool(false));
        terms.constant(Value::Bool(true));
        terms
    }

    /// What the term is made of.
    #[inline]
    pub fn kind(&self, term: Term) -> &TermKind {
        &self.nodes.get(term.0).kind
    }

    /// The sort of its values.
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes.get(term.0).sort
    }

    /// How many different terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len() as usize
    }

    /// Whether nothing was made yet.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The symbol of a name.
    pub fn symbol(&self, name: &str) -> Symbol {
        Symbol(self.names.find(name).unwrap_or_else(|| self.names.intern(name.into())))
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.get(symbol.0)
    }

    /// The free variable of this name and sort.
    pub fn var(&self, name: &str, sort: Sort) -> Term {
        self.intern(TermKind::Var(self.symbol(name)), sort)
    }

    /// A variable nobody has: its name starts with `prefix`. Deterministic per arena, not across arenas.
    pub fn fresh_var(&self, prefix: &str, sort: Sort) -> Term {
        loop {
            let number = self.fresh.get();
            self.fresh.set(number + 1);
            let name = format!("{prefix}!{number}");
            if self.names.find(name.as_str()).is_none() {
                return self.var(&name, sort);
            }
        }
    }

    /// The name of a variable.
    pub fn var_name(&self, term: Term) -> Option<&str> {
        if let TermKind::Var(name) = self.kind(term) { Some(self.name(*name)) } else { None }
    }

    /// A sort about whose values nothing is known.
    pub fn uninterpreted_sort(&self, name: &str) -> Sort {
        Sort::Uninterpreted(self.symbol(name))
    }

    /// The sort of arrays with these indices and elements.
    pub fn array_sort(&self, index: Sort, element: Sort) -> Sort {
        Sort::Array(ArraySort(self.array_sorts.intern((index, element))))
    }

    /// Index and element sort.
    pub fn array_parts(&self, sort: ArraySort) -> (Sort, Sort) {
        *self.array_sorts.get(sort.0)
    }

    /// Declares a function symbol; the same name and sorts give the same symbol.
    pub fn function(&self, name: &str, parameters: &[Sort], result: Sort) -> Function {
        let name = self.symbol(name);
        Function(self.functions.intern(Signature { name, parameters: parameters.into(), result }))
    }

    /// A function's parameters and result.
    pub fn signature(&self, function: Function) -> &Signature {
        self.functions.get(function.0)
    }

    /// A function at these arguments.
    pub fn apply(&self, function: Function, arguments: &[Term]) -> Term {
        let signature = self.signature(function);
        debug_assert!(
            arguments.iter().map(|&argument| self.sort(argument)).eq(signature.parameters.iter().copied()),
            "arguments of `{}` have its parameters' sorts",
            self.name(signature.name)
        );
        self.intern(TermKind::Apply(function, arguments.into()), signature.result)
    }

    /// The term of a value.
    pub fn constant(&self, value: Value) -> Term {
        let sort = self.sort_of_value(&value);
        self.intern(TermKind::Const(value), sort)
    }

    /// The value, if the term is one.
    pub fn value(&self, term: Term) -> Option<&Value> {
        if let TermKind::Const(value) = self.kind(term) { Some(value) } else { None }
    }

    /// A truth value.
    pub fn bool(&self, value: bool) -> Term {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// A mathematical integer.
    pub fn int(&self, value: impl Into<BigInt>) -> Term {
        self.constant(Value::Int(value.into()))
    }

    /// A real number.
    pub fn real(&self, value: BigRational) -> Term {
        self.constant(Value::real(value))
    }

    /// The real number `numerator / denominator`.
    pub fn fraction(&self, numerator: i64, denominator: i64) -> Term {
        self.real(BigRational::new(numerator.into(), denominator.into()))
    }

    /// A machine integer of this width, modulo.
    pub fn bits(&self, width: u8, value: i64) -> Term {
        self.constant(Value::bits(width, value as u64))
    }

    /// Java's `int`.
    pub fn i32(&self, value: i32) -> Term {
        self.bits(32, value.into())
    }

    /// Java's `long`.
    pub fn i64(&self, value: i64) -> Term {
        self.bits(64, value)
    }

    /// A floating-point number of 32 bits.
    pub fn f32(&self, value: f32) -> Term {
        self.constant(Value::f32(value))
    }

    /// A floating-point number of 64 bits.
    pub fn f64(&self, value: f64) -> Term {
        self.constant(Value::f64(value))
    }

    /// The null reference.
    pub fn null(&self) -> Term {
        self.constant(Value::NULL)
    }

    /// A reference different from null and from every other number's.
    pub fn location(&self, number: u32) -> Term {
        assert_ne!(number, 0, "location 0 is null");
        self.constant(Value::Ref(number))
    }

    /// The value a model gives to what it does not mention.
    pub fn default_value(&self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int | Sort::Real | Sort::BitVec(_) => Value::zero(sort),
            Sort::Float32 => Value::f32(0.0),
            Sort::Float64 => Value::f64(0.0),
            Sort::Ref => Value::NULL,
            Sort::Uninterpreted(name) => Value::Element(name, 0),
            Sort::Array(parts) => {
                let default = self.default_value(self.array_parts(parts).1);
                Value::Array(ArrayValue { sort, default, entries: Default::default() }.into())
            }
        }
    }

    /// The sort a value has.
    pub fn sort_of_value(&self, value: &Value) -> Sort {
        match value {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::BitVec(value) => Sort::BitVec(value.width()),
            Value::Float32(_) => Sort::Float32,
            Value::Float64(_) => Sort::Float64,
            Value::Ref(_) => Sort::Ref,
            Value::Element(name, _) => Sort::Uninterpreted(*name),
            Value::Array(array) => array.sort,
        }
    }

    /// Interns a term as it is. Callers keep the invariants of [`TermKind`].
    pub(crate) fn intern(&self, kind: TermKind, sort: Sort) -> Term {
        Term(self.nodes.intern(Node { kind, sort }))
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

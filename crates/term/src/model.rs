//! Models: values for free variables and functions. What a model does not mention has its sort's default value.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::{Function, Term, Value};

/// Values of variables and functions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// By `Var` term.
    pub variables: BTreeMap<Term, Value>,
    pub functions: BTreeMap<Function, FunctionValue>,
}

/// A function that has one value except at finitely many argument lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    pub entries: FxHashMap<Vec<Value>, Value>,
    pub default: Value,
}

impl Model {
    /// The same, with a value for one more variable.
    pub fn with(mut self, variable: Term, value: Value) -> Self {
        self.variables.insert(variable, value);
        self
    }

    /// Adds what `other` says about variables and functions this model does not mention.
    pub fn complete_with(&mut self, other: &Model) {
        for (&variable, value) in &other.variables {
            self.variables.entry(variable).or_insert_with(|| value.clone());
        }
        for (&function, value) in &other.functions {
            self.functions.entry(function).or_insert_with(|| value.clone());
        }
    }
}

impl FunctionValue {
    /// The value at these arguments.
    pub fn apply(&self, arguments: &[Value]) -> &Value {
        self.entries.get(arguments).unwrap_or(&self.default)
    }
}

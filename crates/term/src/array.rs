//! Arrays: total functions from index to element, read with `select`, changed with `store`.

use crate::{Sort, Term, TermKind, Terms, Value};

impl Terms {
    /// Reads through stores at indices known to differ.
    pub fn select(&self, array: Term, index: Term) -> Term {
        let (index_sort, element) = self.array_sorts_of(array);
        debug_assert_eq!(self.sort(index), index_sort, "the index has the array's index sort");
        let mut array = array;
        while let TermKind::Store(inner, stored_at, value) = self.kind(array) {
            if *stored_at == index {
                return *value;
            }
            if self.eq(*stored_at, index) != Self::FALSE {
                break;
            }
            array = *inner;
        }
        if let TermKind::ConstArray(value) = self.kind(array) {
            return *value;
        }
        if let (Some(Value::Array(array)), Some(index)) = (self.value(array), self.value(index)) {
            return self.constant(array.select(index).clone());
        }
        self.intern(TermKind::Select(array, index), element)
    }

    /// The array with another value at an index.
    pub fn store(&self, array: Term, index: Term, value: Term) -> Term {
        let (index_sort, element) = self.array_sorts_of(array);
        debug_assert_eq!(
            (self.sort(index), self.sort(value)),
            (index_sort, element),
            "a store fits its array"
        );
        if self.select(array, index) == value {
            return array;
        }
        if let TermKind::Store(inner, stored_at, _) = self.kind(array)
            && *stored_at == index
        {
            return self.store(*inner, index, value);
        }
        if let (Some(Value::Array(array)), Some(index), Some(value)) =
            (self.value(array), self.value(index), self.value(value))
        {
            return self.constant(Value::Array(array.store(index.clone(), value.clone()).into()));
        }
        self.intern(TermKind::Store(array, index, value), self.sort(array))
    }

    /// The array that has `value` everywhere.
    pub fn const_array(&self, index: Sort, value: Term) -> Term {
        self.intern(TermKind::ConstArray(value), self.array_sort(index, self.sort(value)))
    }

    fn array_sorts_of(&self, array: Term) -> (Sort, Sort) {
        match self.sort(array) {
            Sort::Array(parts) => self.array_parts(parts),
            sort
            @ (Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float32 | Sort::Float64) => {
                panic!("{sort:?} is not an array sort")
            }
            sort @ (Sort::Ref | Sort::Uninterpreted(_)) => panic!("{sort:?} is not an array sort"),
        }
    }
}

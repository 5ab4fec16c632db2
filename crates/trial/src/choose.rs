//! Random inputs: whatever a precondition looks at first is chosen at that moment, by its Java type.

use base::Id;
use frames::java::table::Table;
use frames::java::types::{Number, Type};
use num_bigint::BigInt;

use crate::value::{Heap, Object, Ref, Value};

/// A small generator of numbers, the same on every run.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

/// Chooses values by type. Past a few objects no more are made, so that recursive predicates end.
pub struct Chooser<'a> {
    pub table: &'a Table<'a>,
    pub numbers: Numbers,
    /// Numbers that may matter: those of the program, and those of states in which something has no proof.
    pub likely: &'a [BigInt],
    /// Whether final fields may be chosen too: which values constructors give them is not looked at.
    pub with_finals: bool,
}

const MOST_OBJECTS: usize = 7;

impl Chooser<'_> {
    /// Some value of a type.
    pub fn value(&mut self, heap: &mut Heap, ty: &Type) -> Value {
        match ty {
            Type::Boolean => Value::Bool(self.numbers.below(2) == 0),
            Type::Number(number) => self.number(*number),
            Type::Class(name, _) if name == "String" => match self.numbers.below(3) {
                0 => Value::NULL,
                // No two alike: what is equal is the same string here.
                _ => Value::Ref(Ref::Text(format!("\"text {}\"", self.numbers.below(usize::MAX)))),
            },
            Type::Class(name, _) => {
                let classes = self.concrete(name);
                self.object(heap, &classes, true)
            }
            Type::Array(element) => self.array(heap, element),
            Type::Seq(element) => Value::Seq(self.members(heap, element)),
            Type::Set(element) => Value::Set(self.members(heap, element).into_iter().collect()),
            Type::Multiset(element) => Value::multiset(self.members(heap, element)),
            Type::Fraction => Value::Perm(num_rational::BigRational::new(1.into(), 2.into())),
            Type::Null | Type::Void => Value::NULL,
        }
    }

    /// Mostly a small number, now and then one at the edge of its type, and often one that may matter.
    fn number(&mut self, number: Number) -> Value {
        if !self.likely.is_empty() && self.numbers.below(3) == 0 {
            let likely = self.likely[self.numbers.below(self.likely.len())].clone();
            let fits = |(low, high)| BigInt::from(low) <= likely && likely <= BigInt::from(high);
            if number.bounds().is_none_or(fits) {
                return Value::Int(likely);
            }
        }
        let small = self.numbers.below(9) as i128 - 2;
        match number.bounds() {
            Some((low, high)) if self.numbers.below(12) == 0 => {
                Value::int([low, low + 1, high - 1, high][self.numbers.below(4)])
            }
            Some((low, _)) => Value::int(small.max(low)),
            None => Value::int(small),
        }
    }

    /// A number at `least` or a little above it.
    pub fn at_least(&mut self, least: &BigInt) -> Value {
        Value::Int(least + self.numbers.below(4))
    }

    /// A number at `most` or a little below it.
    pub fn at_most(&mut self, most: &BigInt) -> Value {
        Value::Int(most - self.numbers.below(4))
    }

    /// An object of one of the classes: an earlier one, a new one, or null where that is possible.
    pub fn object(&mut self, heap: &mut Heap, classes: &[String], nullable: bool) -> Value {
        let earlier: Vec<usize> =
            (0..heap.objects.len()).filter(|&index| classes.contains(&heap.objects[index].class)).collect();
        let full = heap.objects.len() >= MOST_OBJECTS;
        if nullable && (classes.is_empty() || full || self.numbers.below(3) == 0) {
            return Value::NULL;
        }
        if !earlier.is_empty() && (full || self.numbers.below(6) == 0) {
            return Value::Ref(Ref::Object(earlier[self.numbers.below(earlier.len())]));
        }
        match classes.get(self.numbers.below(classes.len())) {
            Some(class) => {
                heap.objects.push(Object { class: class.clone(), length: None });
                Value::Ref(Ref::Object(heap.objects.len() - 1))
            }
            None => Value::NULL,
        }
    }

    fn array(&mut self, heap: &mut Heap, element: &Type) -> Value {
        let class = format!("{element}[]");
        let earlier = heap.objects.iter().position(|object| object.class == class);
        match (self.numbers.below(10), earlier) {
            (0, _) => Value::NULL,
            (1, Some(earlier)) => Value::Ref(Ref::Object(earlier)),
            _ => {
                let length = Some([0, 1, 2, 3, 4, 5, 10][self.numbers.below(7)]);
                heap.objects.push(Object { class, length });
                Value::Ref(Ref::Object(heap.objects.len() - 1))
            }
        }
    }

    fn members(&mut self, heap: &mut Heap, element: &Type) -> Vec<Value> {
        (0..self.numbers.below(4)).map(|_| self.value(heap, element)).collect()
    }

    /// Classes an object of the named type may have.
    fn concrete(&self, name: &str) -> Vec<String> {
        let Some(class) = self.table.class_named(name) else {
            // A type parameter, or a JDK class: any object will do for the first, none for others.
            return if name == "Object" || name.len() == 1 { vec!["Object".to_owned()] } else { Vec::new() };
        };
        let classes = self.table.descendants(class).into_iter();
        classes
            .filter(|&class| {
                let decl = self.table.classes[class].decl;
                !decl.is_interface && !decl.modifiers.is_abstract
            })
            .map(|class| self.table.classes[class].decl.name.text.clone())
            .collect()
    }

    /// The class whose number the program knows it by.
    pub fn class_number(&self, name: &str) -> Option<usize> {
        self.table.class_named(name).map(|class| class.index())
    }
}

//! Which inputs a symbolic state stands for, and what it says about them.
//!
//! An input gives every variable of a path condition a value: the symbol of an access path is the number of the object found there.
//! An object's number is the first location that came into being for it; objects no location came into being for have numbers
//! beyond all locations. A place that does not exist in the input (its owner is another object) is null.

use heap::{Cx, Field, Heap, Kind, Loc, Origin, Ref, Sym, Target, Value};
use term::{Evaluator, Model, Sort};

use crate::inputs::{Input, Signature, Val};

pub struct Cover<'a> {
    cx: Cx<'a>,
    heap: &'a Heap,
    input: &'a Input,
    model: Model,
    /// What each symbol is.
    symbols: Vec<Val>,
    /// Which object of the run each location is.
    locations: Vec<Option<usize>>,
}

impl<'a> Cover<'a> {
    pub fn new(cx: Cx<'a>, heap: &'a Heap, signature: &Signature, input: &'a Input) -> Self {
        let locations = vec![None; heap.location_count()];
        let mut cover = Self { cx, heap, input, model: Model::default(), symbols: Vec::new(), locations };
        cover.find_objects(signature);
        cover.number_symbols();
        cover.give_numbers(signature);
        cover
    }

    /// Whether the input takes the state's path.
    pub fn holds(&self) -> bool {
        let mut eval = Evaluator::new(self.cx.terms, &self.model);
        self.heap.path().iter().all(|condition| eval.holds(*condition))
    }

    /// What a value of the state is on this input.
    pub fn value(&self, value: Value) -> Val {
        match value {
            Value::Int(number) => Val::Int(number),
            Value::Term(term) => {
                let value = Evaluator::new(self.cx.terms, &self.model).value(term);
                let bits = value.and_then(|value| value.as_bits()).expect("numbers here are ints");
                Val::Int(bits.signed() as i32)
            }
            Value::Ref(reference) => self.reference(reference),
            Value::Long(_) | Value::Float(_) | Value::Double(_) => {
                panic!("the languages have no such numbers")
            }
        }
    }

    /// The object at a location, if there is one on this input.
    pub fn object(&self, loc: Loc) -> Option<usize> {
        self.locations[loc.0 as usize]
    }

    fn reference(&self, reference: Ref) -> Val {
        let mut eval = Evaluator::new(self.cx.terms, &self.model);
        let entries = self.cx.sets.entries(reference);
        let holding: Vec<_> = entries.iter().filter(|entry| eval.holds(entry.guard)).collect();
        assert_eq!(holding.len(), 1, "exactly one guard of a value set holds");
        match holding[0].target {
            Target::Loc(Loc::NULL) => Val::Null,
            Target::Loc(loc) => {
                Val::Object(self.object(loc).expect("a guard that holds names an object that exists"))
            }
            Target::Sym(sym) => self.symbols[sym.0 as usize],
        }
    }

    /// Finds the object at every location, in the order they came into being, then what every symbol is.
    fn find_objects(&mut self, signature: &Signature) {
        let mut allocated = self.input.objects.len();
        for number in 1..self.heap.location_count() {
            let object = match self.heap.location(Loc(number as u32)).creator {
                None => {
                    allocated += 1;
                    Some(allocated - 1)
                }
                Some(creator) => as_object(self.follow(signature, creator)),
            };
            if !self.locations.contains(&object) || object.is_none() {
                self.locations[number] = object;
            }
        }
        self.symbols = self.heap.symbols().map(|(sym, _)| self.follow(signature, sym)).collect();
    }

    /// What the input has at the end of a symbol's access path.
    fn follow(&self, signature: &Signature, sym: Sym) -> Val {
        let info = self.heap.symbol(sym);
        let owner = match info.origin {
            Origin::Root => {
                let root = signature.roots.iter().position(|root| *root.name == *info.name);
                return self.input.roots[root.expect("roots are in the signature")];
            }
            Origin::Inside(Target::Loc(loc)) => self.object(loc),
            Origin::Inside(Target::Sym(owner)) => as_object(self.follow(signature, owner)),
        };
        owner.map_or(Val::Null, |object| self.input_field(object, &info.name))
    }

    /// The input's value at the end of an access path.
    fn input_field(&self, object: usize, path: &str) -> Val {
        let name = path.rsplit('.').next().unwrap_or(path);
        let fields = &self.input.objects[object].fields;
        let found = fields.iter().find(|(field, _)| self.cx.types.field_name(**field) == name);
        *found.expect("every field a program reads is in the signature").1
    }

    fn number_symbols(&mut self) {
        for (sym, info) in self.heap.symbols() {
            let number = match as_object(self.symbols[sym.0 as usize]) {
                None => 0,
                Some(object) => {
                    let place = self.locations.iter().position(|found| *found == Some(object));
                    place.unwrap_or(self.locations.len() + object)
                }
            };
            self.model = std::mem::take(&mut self.model).with(info.var, term::Value::Ref(number as u32));
        }
    }

    /// Numbers in roots and in fields of the objects symbols stand for.
    fn give_numbers(&mut self, signature: &Signature) {
        for (root, value) in signature.roots.iter().zip(&self.input.roots) {
            self.give(&root.name, root.kind, *value);
        }
        for (sym, info) in self.heap.symbols() {
            let Some(object) = as_object(self.symbols[sym.0 as usize]) else { continue };
            for (&field, &value) in &self.input.objects[object].fields {
                let name = format!("{}.{}", info.name, self.cx.types.field_name(field));
                self.give(&name, self.kind(field), value);
            }
        }
    }

    fn give(&mut self, name: &str, kind: Kind, value: Val) {
        let Val::Int(number) = value else { return };
        let (sort, value) = match kind {
            Kind::Boolean => (Sort::Bool, term::Value::Bool(number != 0)),
            _ => (Sort::INT32, term::Value::bits(32, number as u32 as u64)),
        };
        let var = self.cx.terms.var(name, sort);
        self.model = std::mem::take(&mut self.model).with(var, value);
    }

    fn kind(&self, field: Field) -> Kind {
        self.cx.types.kind(field)
    }
}

fn as_object(value: Val) -> Option<usize> {
    if let Val::Object(object) = value { Some(object) } else { None }
}

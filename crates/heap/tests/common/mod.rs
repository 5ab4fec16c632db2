//! A tiny host for heaps: three classes, an oracle that tries all assignments, and a driver that takes every path.

use std::rc::Rc;

use heap::{
    Candidates, Choice, Class, Cx, Field, Heap, Kind, Oracle, Ref, Shape, Split, Strategy, Stuck, Types,
    Value, ValueSets,
};
use term::{Model, Sort, Term, Terms};

pub const NODE: Class = Class(1);
pub const DATA: Class = Class(2);
pub const NEXT: Field = Field(1);
pub const ELEM: Field = Field(2);
pub const VAL: Field = Field(3);

pub struct ListTypes;

impl Types for ListTypes {
    fn is_subtype(&self, class: Class, of: Class) -> bool {
        class == of
    }
    fn candidates(&self, bound: Class) -> Candidates {
        Candidates { classes: Rc::new([bound]), complete: true }
    }
    fn kind(&self, field: Field) -> Kind {
        match field {
            NEXT => Kind::Ref(NODE),
            ELEM => Kind::Ref(DATA),
            _ => Kind::Boolean,
        }
    }
    fn element(&self, _: Class) -> Option<Kind> {
        None
    }
    fn class_name(&self, class: Class) -> String {
        if class == NODE { "Node".into() } else { "Data".into() }
    }
    fn field_name(&self, field: Field) -> String {
        ["", "next", "elem", "val"][field.0 as usize].into()
    }
}

/// Tries every assignment of references (up to `LOCATIONS`) and Booleans.
pub struct Enumerating;

const LOCATIONS: u32 = 8;

impl Oracle for Enumerating {
    fn is_feasible(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool {
        let formula = terms.and(path.iter().chain(extra).copied());
        let vars: Vec<Term> = terms.free_vars(formula).into_iter().collect();
        search(terms, formula, &vars)
    }
}

fn search(terms: &Terms, formula: Term, vars: &[Term]) -> bool {
    let Some((&var, rest)) = vars.split_first() else { return formula == Terms::TRUE };
    let values: Vec<Term> = match terms.sort(var) {
        Sort::Bool => vec![Terms::TRUE, Terms::FALSE],
        Sort::Ref => {
            std::iter::once(terms.null()).chain((1..=LOCATIONS).map(|n| terms.location(n))).collect()
        }
        sort => panic!("no variables of sort {sort:?} here"),
    };
    values.into_iter().any(|value| {
        let reduced = terms.substitute(formula, &[(var, value)].into_iter().collect());
        reduced != Terms::FALSE && search(terms, reduced, rest)
    })
}

/// What all heaps of a test share.
pub struct World {
    pub terms: Terms,
    pub sets: ValueSets,
    pub shape: Shape,
}

impl World {
    pub fn new() -> Self {
        Self { terms: Terms::new(), sets: ValueSets::default(), shape: Shape::default() }
    }

    pub fn cx<'a>(&'a self, strategy: &'a dyn Strategy) -> Cx<'a> {
        Cx {
            terms: &self.terms,
            sets: &self.sets,
            types: &ListTypes,
            oracle: &Enumerating,
            strategy,
            shape: &self.shape,
            trace: None,
        }
    }
}

/// One path being taken: decisions made on it are replayed, the first new one forks.
pub struct Path<'a> {
    pub cx: Cx<'a>,
    pub heap: Heap,
    /// What the program could observe: outcomes of tests.
    pub flow: Vec<bool>,
    taken: Vec<Choice>,
    next: usize,
}

pub struct Fork(Split);

impl Path<'_> {
    fn step<T>(&mut self, op: impl Fn(&mut Heap, Cx<'_>) -> Result<T, Stuck>) -> Result<T, Fork> {
        loop {
            match op(&mut self.heap, self.cx) {
                Ok(value) => return Ok(value),
                Err(Stuck::Split(split)) => {
                    let Some(choice) = self.taken.get(self.next) else { return Err(Fork(split)) };
                    self.next += 1;
                    self.heap.choose(self.cx, choice);
                }
                Err(Stuck::Constants(class)) => panic!("{class} is not enumerated"),
                Err(Stuck::Unsupported(reason)) => panic!("{reason}"),
            }
        }
    }

    pub fn root(&mut self, name: &str, class: Class) -> Ref {
        let value = self.heap.root(self.cx, name, Kind::Ref(class), false);
        value.unwrap_or_else(|_| panic!("roots do not split")).reference()
    }

    /// Reads a field; `None` if the object was null.
    pub fn load(&mut self, object: Ref, field: Field) -> Result<Option<Value>, Fork> {
        let null = self.step(|heap, cx| heap.null_test(cx, object))?;
        self.flow.push(null);
        if null { Ok(None) } else { Ok(Some(self.step(|heap, cx| heap.load(cx, object, field))?)) }
    }

    /// Writes a field; false if the object was null.
    pub fn store(&mut self, object: Ref, field: Field, value: Value) -> Result<bool, Fork> {
        let null = self.step(|heap, cx| heap.null_test(cx, object))?;
        self.flow.push(null);
        if !null {
            self.step(|heap, cx| heap.store(cx, object, field, value))?;
        }
        Ok(!null)
    }

    pub fn same(&mut self, a: Ref, b: Ref) -> Result<bool, Fork> {
        let same = self.step(|heap, cx| heap.compare(cx, a, b))?;
        self.flow.push(same);
        Ok(same)
    }
}

/// Takes every path of a program; the final states in order.
pub fn paths<'a>(cx: Cx<'a>, program: impl Fn(&mut Path<'a>) -> Result<(), Fork>) -> Vec<Path<'a>> {
    let mut ends = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(taken) = waiting.pop() {
        let mut path = Path { cx, heap: Heap::new(), flow: Vec::new(), taken, next: 0 };
        match program(&mut path) {
            Ok(()) => ends.push(path),
            Err(Fork(split)) => {
                assert!(split.choices.len() > 1, "a fork has at least two ways");
                for choice in split.choices {
                    waiting.push(path.taken.iter().cloned().chain([choice]).collect());
                }
            }
        }
    }
    ends
}

/// A model of a path condition, by trying all assignments.
#[allow(dead_code)]
pub fn model(terms: &Terms, path: &[Term]) -> Option<Model> {
    fn go(terms: &Terms, formula: Term, vars: &[Term], model: Model) -> Option<Model> {
        let Some((&var, rest)) = vars.split_first() else { return (formula == Terms::TRUE).then_some(model) };
        let values: Vec<Term> = match terms.sort(var) {
            Sort::Bool => vec![Terms::FALSE, Terms::TRUE],
            _ => std::iter::once(terms.null()).chain((1..=LOCATIONS).map(|n| terms.location(n))).collect(),
        };
        values.into_iter().find_map(|value| {
            let reduced = terms.substitute(formula, &[(var, value)].into_iter().collect());
            let constant = terms.value(value).expect("a constant").clone();
            if reduced == Terms::FALSE {
                None
            } else {
                go(terms, reduced, rest, model.clone().with(var, constant))
            }
        })
    }
    let formula = terms.and(path.iter().copied());
    let vars: Vec<Term> = terms.free_vars(formula).into_iter().collect();
    go(terms, formula, &vars, Model::default())
}

//! The heap: locations, input symbols, and the path condition that relates them.
//!
//! A heap is a value: cloning shares everything. Names of input values are access paths (`list.head.next`), so the same
//! input has the same variable on every path and in every strategy.

use std::rc::Rc;

use rpds::{RedBlackTreeMap, Vector};
use term::{Sort, Term, Terms};

use crate::before::Earlier;
use crate::boxes::Caches;
use crate::history::{Base, Elements, History};
use crate::known::Known;
use crate::location::{Array, Unknown};
use crate::strategy::Own;
use crate::{
    Choice, Class, ClassOf, Cx, Entry, Field, ForkCause, Kind, Loc, Location, Ref, Resolution, Split, Stuck,
    Sym, Target, Truth, Value,
};

#[derive(Clone)]
pub struct Heap {
    pub(crate) locations: Vector<Location>,
    pub(crate) symbols: Vector<SymbolInfo>,
    pub(crate) path: Vec<Term>,
    pub(crate) known: Known,
    /// What was asked about symbols that have no location.
    pub(crate) maps: RedBlackTreeMap<Field, History>,
    /// What the strategy keeps for itself.
    pub(crate) own: Own,
    /// What was there before the call.
    pub(crate) earlier: Earlier,
    /// The caches that boxes may come from.
    pub(crate) caches: Caches,
    /// The objects of enumerated classes.
    constants: RedBlackTreeMap<Class, Rc<[Loc]>>,
    bounds: Vec<Bound>,
    /// The locations of input objects, in order of discovery.
    inputs: Vec<Loc>,
    input_objects: u32,
    /// Input objects have ranks (see `shape`).
    pub(crate) ranked: bool,
}

/// What is known about an input reference.
#[derive(Clone, Debug)]
pub struct SymbolInfo {
    /// The access path.
    pub name: Rc<str>,
    /// Which object it is, of sort `Ref`: the number of a location, or null.
    pub var: Term,
    /// The declared type.
    pub bound: Class,
    pub origin: Origin,
    /// When the place it is the value of exists.
    pub exists: Term,
    /// What the strategy made of it so far.
    pub value: Option<Ref>,
    /// An array none of whose elements is null.
    pub full: bool,
    /// The field it is the value of, if something is known of that.
    pub(crate) held: Option<Field>,
}

/// Where an input reference is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A parameter or another root.
    Root,
    /// A field or an element of this input object.
    Inside(Target),
}

/// A limit on the input heap that cut something off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    Objects,
    Length,
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

impl Heap {
    pub fn new() -> Self {
        let null = Location::object(ClassOf::Exact(Class(u32::MAX)), None, Terms::TRUE);
        Self {
            locations: Vector::new().push_back(null),
            symbols: Vector::new(),
            path: Vec::new(),
            known: Known::default(),
            maps: RedBlackTreeMap::new(),
            own: Own::default(),
            earlier: Earlier::default(),
            caches: Caches::default(),
            constants: RedBlackTreeMap::new(),
            bounds: Vec::new(),
            inputs: Vec::new(),
            input_objects: 0,
            ranked: false,
        }
    }

    /// φg: what must hold for an input to take this path.
    pub fn path(&self) -> &[Term] {
        &self.path
    }

    /// Limits that cut off part of the input space on this path.
    pub fn bounds(&self) -> &[Bound] {
        &self.bounds
    }

    pub fn location(&self, loc: Loc) -> &Location {
        self.locations.get(loc.0 as usize).expect("a location of this heap")
    }

    pub fn location_count(&self) -> usize {
        self.locations.len()
    }

    pub fn symbol(&self, sym: Sym) -> &SymbolInfo {
        self.symbols.get(sym.0 as usize).expect("a symbol of this heap")
    }

    pub fn symbols(&self) -> impl Iterator<Item = (Sym, &SymbolInfo)> {
        self.symbols.iter().enumerate().map(|(index, info)| (Sym(index as u32), info))
    }

    /// Input objects that have a location, in order of discovery.
    pub fn input_locations(&self) -> impl Iterator<Item = (Loc, &Location)> {
        self.inputs.iter().map(|loc| (*loc, self.location(*loc)))
    }

    /// An unknown input value that no object holds: a parameter.
    pub fn root(&mut self, cx: Cx<'_>, name: &str, kind: Kind, non_null: bool) -> Result<Value, Stuck> {
        match kind {
            Kind::Ref(bound) => {
                let sym = self.new_symbol(cx, name, bound, Origin::Root, Terms::TRUE);
                if non_null {
                    self.assume(cx, self.not_null(cx, sym));
                }
                Ok(Value::Ref(Ref::sym(sym)))
            }
            Kind::Boolean
            | Kind::Byte
            | Kind::Char
            | Kind::Short
            | Kind::Int
            | Kind::Long
            | Kind::Float
            | Kind::Double => Ok(Value::of_term(cx.terms, kind.unknown(cx.terms, name))),
        }
    }

    /// An array that no other input refers to, with an object in each of its places: the arguments of a program.
    pub fn full_array(&mut self, cx: Cx<'_>, name: &str, class: Class) -> Value {
        let sym = self.new_symbol(cx, name, class, Origin::Root, Terms::TRUE);
        self.symbol_mut(sym).full = true;
        self.assume(cx, self.not_null(cx, sym));
        Value::Ref(Ref::sym(sym))
    }

    /// **New** [EHS16, Fig. 5].
    pub fn allocate(&mut self, class: Class) -> Loc {
        self.push(Location::object(ClassOf::Exact(class), None, Terms::TRUE))
    }

    /// A new array whose elements are the defaults of `kind`.
    pub fn allocate_array(&mut self, class: Class, kind: Kind, length: Value) -> Loc {
        let base = match length {
            Value::Int(length) => Base::Dense(vec![kind.default(); usize::try_from(length).unwrap_or(0)]),
            _ => Base::Default(kind.default()),
        };
        let mut location = Location::object(ClassOf::Exact(class), None, Terms::TRUE);
        location.array =
            Some(Box::new(Array { length, elements: Elements { base, history: History::default() } }));
        self.push(location)
    }

    /// Gives a new array of known length its elements.
    pub fn fill_array(&mut self, loc: Loc, values: Vec<Value>) {
        let array = self.location_mut(loc).array.as_deref_mut().expect("an array");
        array.elements = Elements { base: Base::Dense(values), history: History::default() };
    }

    /// Says which objects an enumerated class has.
    pub fn set_constants(&mut self, class: Class, constants: &[Loc]) {
        self.constants.insert_mut(class, constants.into());
    }

    /// The class and number of a constant of an enumerated class.
    pub fn constant(&self, loc: Loc) -> Option<(Class, usize)> {
        let find =
            |(class, all): (&Class, &Rc<[Loc]>)| Some((*class, all.iter().position(|known| *known == loc)?));
        self.constants.iter().find_map(find)
    }

    /// What the strategy makes of an input reference; a reference to an enumerated class is one of its constants.
    pub(crate) fn introduce(&mut self, cx: Cx<'_>, sym: Sym) -> Result<Ref, Stuck> {
        let info = self.symbol(sym);
        if !cx.types.is_enumerated(info.bound) {
            return cx.strategy.introduce(cx, self, sym);
        }
        if let Some(value) = info.value {
            return Ok(value);
        }
        let constants = self.constants.get(&info.bound).cloned().ok_or(Stuck::Constants(info.bound))?;
        let null = Entry { guard: self.is_null_sym(cx, sym), target: Target::Loc(Loc::NULL) };
        let constant = |loc: &Loc| Entry { guard: self.is_at(cx, sym, *loc), target: Target::Loc(*loc) };
        let entries: Vec<Entry> = std::iter::once(null).chain(constants.iter().map(constant)).collect();
        let domain = cx.terms.or(entries.iter().map(|entry| entry.guard));
        let value = cx.sets.reference(cx.terms, entries);
        self.symbol_mut(sym).value = Some(value);
        self.assume(cx, domain);
        Ok(value)
    }

    /// Makes a field of a new input object refer to an input object of its own that nothing else refers to.
    pub fn own_part(&mut self, cx: Cx<'_>, owner: Loc, field: Field) -> Result<Loc, Stuck> {
        let Kind::Ref(bound) = cx.types.kind(field) else { panic!("only objects have parts") };
        let sym = self.part_symbol(cx, owner, field, bound);
        let part = self.expand(cx, sym, self.location(owner).exists);
        self.attach(owner, field, sym, part);
        Ok(part)
    }

    /// The same for an array of known class whose length follows from something else.
    pub fn own_array(&mut self, cx: Cx<'_>, owner: Loc, field: Field, declared: Class, length: Value) -> Loc {
        let sym = self.part_symbol(cx, owner, field, declared);
        let class = ClassOf::Exact(cx.types.erase(declared));
        let mut location = Location::object(class, Some(sym), self.location(owner).exists);
        let elements = Elements { base: Base::Input, history: History::default() };
        location.array = Some(Box::new(Array { length, elements }));
        let part = self.push(location);
        self.inputs.push(part);
        self.rank(cx, part);
        self.attach(owner, field, sym, part);
        part
    }

    fn part_symbol(&mut self, cx: Cx<'_>, owner: Loc, field: Field, bound: Class) -> Sym {
        let name = crate::access::field_path(cx.types, self.location_name(owner), field);
        let exists = self.location(owner).exists;
        self.new_symbol(cx, &name, bound, Origin::Inside(Target::Loc(owner)), exists)
    }

    fn attach(&mut self, owner: Loc, field: Field, sym: Sym, part: Loc) {
        self.location_mut(part).private = true;
        self.symbol_mut(sym).value = Some(Ref::loc(part));
        let location = self.location_mut(owner);
        location.inputs.push((field, Unknown::Reference(sym)));
        location.set_cell(field, Value::Ref(Ref::loc(part)));
    }

    /// Gives a field of a new input object a number that is part of the input.
    pub fn own_number(&mut self, owner: Loc, field: Field, number: Term) {
        let location = self.location_mut(owner);
        location.inputs.push((field, Unknown::Number(number)));
        location.set_cell(field, Value::Term(number));
    }

    /// Gives a field of a new input object a value the input always has.
    pub fn fix_field(&mut self, owner: Loc, field: Field, value: Value) {
        self.location_mut(owner).set_cell(field, value);
    }

    /// Takes one of the ways a [`Split`] offered.
    pub fn choose(&mut self, cx: Cx<'_>, choice: &Choice) {
        match *choice {
            Choice::Assume(condition) => {
                self.assume(cx, condition);
                cx.strategy.decided(cx, self, condition);
            }
            Choice::Resolve(sym, resolution) => self.resolve_to(cx, sym, resolution),
        }
    }

    /// Strengthens the path condition.
    pub fn assume(&mut self, cx: Cx<'_>, condition: Term) {
        if condition == Terms::TRUE {
            return;
        }
        self.path.push(condition);
        cx.strategy.assumed(cx, self, condition);
    }

    /// Decides a condition, or asks for two paths.
    pub fn decide(&self, cx: Cx<'_>, cause: ForkCause, condition: Term) -> Result<bool, Stuck> {
        let condition = self.simplify(cx, condition);
        match cx.truth(self, condition) {
            Truth::True => Ok(true),
            Truth::False => Ok(false),
            Truth::Open => Err(Split::on(cause, condition, cx.terms.not(condition)).into()),
        }
    }

    /// Which of several conditions holds, if exactly one does; otherwise asks for a path for each that can.
    pub fn decide_among(&self, cx: Cx<'_>, cause: ForkCause, conditions: &[Term]) -> Result<usize, Stuck> {
        let number = |known: &Term| conditions.iter().position(|condition| condition == known);
        if let Some(said) = self.path.iter().rev().chain([&Terms::TRUE]).find_map(number) {
            return Ok(said);
        }
        let can_hold = |number: &usize| cx.is_feasible(self, &[conditions[*number]]);
        let possible: Vec<usize> = (0..conditions.len()).filter(can_hold).collect();
        match possible[..] {
            [] => Err(Stuck::Unsupported("conditions that contradict each other".to_owned())),
            [only] => Ok(only),
            _ => {
                let choices = possible.into_iter().map(|number| Choice::Assume(conditions[number]));
                Err(Split { cause, choices: choices.collect() }.into())
            }
        }
    }

    pub(crate) fn push(&mut self, location: Location) -> Loc {
        let loc = Loc(u32::try_from(self.locations.len()).expect("memory ends before locations do"));
        self.locations.push_back_mut(location);
        loc
    }

    #[inline]
    pub(crate) fn location_mut(&mut self, loc: Loc) -> &mut Location {
        self.locations.get_mut(loc.0 as usize).expect("a location of this heap")
    }

    pub(crate) fn symbol_mut(&mut self, sym: Sym) -> &mut SymbolInfo {
        self.symbols.get_mut(sym.0 as usize).expect("a symbol of this heap")
    }

    pub(crate) fn new_symbol(
        &mut self,
        cx: Cx<'_>,
        name: &str,
        bound: Class,
        origin: Origin,
        exists: Term,
    ) -> Sym {
        let sym = Sym(self.symbols.len() as u32);
        let var = cx.terms.var(name, Sort::Ref);
        self.symbols.push_back_mut(SymbolInfo {
            name: name.into(),
            var,
            bound,
            origin,
            exists,
            value: None,
            full: false,
            held: None,
        });
        sym
    }

    pub(crate) fn is_null_sym(&self, cx: Cx<'_>, sym: Sym) -> Term {
        cx.terms.eq(self.symbol(sym).var, cx.terms.null())
    }

    pub(crate) fn not_null(&self, cx: Cx<'_>, sym: Sym) -> Term {
        cx.terms.not(self.is_null_sym(cx, sym))
    }

    /// That `sym` is the input object at `loc`.
    pub(crate) fn is_at(&self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        cx.terms.eq(self.symbol(sym).var, cx.terms.location(loc.0))
    }

    pub fn location_name(&self, loc: Loc) -> &str {
        match self.location(loc).creator {
            Some(creator) => &self.symbol(creator).name,
            None => "new",
        }
    }

    /// **HX** [VTU, Sect. 5.2]: the heap grows by the input object `sym` stands for if it is no other.
    pub(crate) fn expand(&mut self, cx: Cx<'_>, sym: Sym, exists: Term) -> Loc {
        cx.applied("HX", || self.symbol(sym).name.to_string());
        let info = self.symbol(sym).clone();
        let class = self.class_of_input(cx, &info);
        let mut location = Location::object(class, Some(sym), exists);
        location.excluded = self.excluded(cx, info.bound);
        if cx.types.element(info.bound).is_some() {
            location.array = Some(self.input_array(cx, &info));
        } else {
            self.input_objects += 1;
        }
        let loc = self.push(location);
        self.inputs.push(loc);
        self.rank(cx, loc);
        cx.types.on_input(cx, self, Target::Loc(loc));
        loc
    }

    /// Whether `--max-objects` still allows an input object; if not, that is noted.
    pub(crate) fn may_expand(&mut self, cx: Cx<'_>, bound: Class) -> bool {
        let is_array = cx.types.element(bound).is_some();
        let allowed = is_array || cx.shape.max_objects.is_none_or(|max| self.input_objects < max);
        if !allowed {
            self.note_bound(Bound::Objects);
        }
        allowed
    }

    /// An input object without a location counts like any other.
    pub(crate) fn count_input_object(&mut self) {
        self.input_objects += 1;
    }

    pub(crate) fn note_bound(&mut self, bound: Bound) {
        if !self.bounds.contains(&bound) {
            self.bounds.push(bound);
        }
    }

    fn class_of_input(&self, cx: Cx<'_>, info: &SymbolInfo) -> ClassOf {
        let candidates = cx.types.candidates(info.bound);
        match (&candidates.classes[..], candidates.complete) {
            (&[only], true) => ClassOf::Exact(only),
            _ => ClassOf::Open { bound: info.bound, var: crate::class::class_var(cx.terms, &info.name) },
        }
    }

    fn input_array(&mut self, cx: Cx<'_>, info: &SymbolInfo) -> Box<Array> {
        let length = self.input_length(cx, &info.name);
        Box::new(Array {
            length: Value::Term(length),
            elements: Elements { base: Base::Input, history: History::default() },
        })
    }

    /// The length of the input array called `name`: never negative.
    pub(crate) fn input_length(&mut self, cx: Cx<'_>, name: &str) -> Term {
        let length = cx.terms.var(&format!("{name}.length"), Sort::INT32);
        self.bound_length(cx, length);
        length
    }

    /// Something that comes in has so many elements: never fewer than none, nor more than `--max-length`, which is noted.
    pub fn bound_length(&mut self, cx: Cx<'_>, length: Term) {
        let terms = cx.terms;
        self.assume(cx, terms.less_eq(terms.i32(0), length));
        if let Some(max) = cx.shape.max_length {
            let max = i32::try_from(max).unwrap_or(i32::MAX);
            self.assume(cx, terms.less_eq(length, terms.i32(max)));
            self.note_bound(Bound::Length);
        }
    }

    /// **Sub** [VTU, Sect. 5.2]: from now on `sym` is what it was resolved to. Departs from the paper in that the
    /// substitution is one binding that every later look-up of the symbol sees.
    fn resolve_to(&mut self, cx: Cx<'_>, sym: Sym, resolution: Resolution) {
        cx.applied("Sub", || format!("{} is {resolution}", self.symbol(sym).name));
        let loc = match resolution {
            Resolution::Null => Loc::NULL,
            Resolution::Alias(loc) => loc,
            Resolution::New => self.expand(cx, sym, Terms::TRUE),
        };
        self.symbol_mut(sym).value = Some(Ref::loc(loc));
        let is = if loc == Loc::NULL { self.is_null_sym(cx, sym) } else { self.is_at(cx, sym, loc) };
        let fits = self.may_be(cx, sym, loc);
        self.assume(cx, cx.terms.and([is, fits]));
        if loc != Loc::NULL {
            self.fit_namesakes(cx, loc);
        }
    }
}

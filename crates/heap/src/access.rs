//! Reading and writing fields, shared by all strategies.
//!
//! The caller has made sure that the reference is not null ([`Heap::null_test`]); targets that are null are left out.

use term::{BitVec, Sort, Term, TermKind, Terms};

use crate::history::{History, Key, Write};
use crate::location::Unknown;
use crate::reference::Entries;
use crate::{
    Bound, Class, Cx, Entry, Field, ForkCause, Kind, Loc, Origin, Ref, RefKind, Stuck, Sym, Target, Types,
    Value,
};

use crate::Heap;

/// Pseudo-fields of objects without a location: the `term` strategy asks for them like for any field.
pub(crate) const LENGTH: Field = Field(u32::MAX);
pub(crate) const CLASS: Field = Field(u32::MAX - 1);

/// So few cases are not looked at for a pattern.
const FEW: usize = 8;

impl Heap {
    /// Whether a reference about to be dereferenced is null: the exception's path or the normal one.
    pub fn null_test(&mut self, cx: Cx<'_>, reference: Ref) -> Result<bool, Stuck> {
        match reference.as_loc() {
            Some(loc) => Ok(loc == Loc::NULL),
            None => cx.strategy.null_test(cx, self, reference),
        }
    }

    /// Whether a reference is null, asked by a comparison.
    pub fn compare_null(&mut self, cx: Cx<'_>, reference: Ref) -> Result<bool, Stuck> {
        let is_null = self.is_null(cx, reference)?;
        self.decide(cx, ForkCause::Null, is_null)
    }

    /// **Field Access** [EHS16, Figs. 7 and 9]; **Field Access Expressions** [VTU, Sects. 5.2, 7.3, 8.2].
    pub fn load(&mut self, cx: Cx<'_>, object: Ref, field: Field) -> Result<Value, Stuck> {
        if let Some(loc) = object.as_loc() {
            return self.field(cx, loc, field);
        }
        let mut cases = Vec::new();
        for entry in self.accessible(cx, object)? {
            cases.push((entry.guard, self.field_of(cx, entry.target, field)?));
        }
        if let Some(value) = follows_index(cx.terms, &cases) {
            return Ok(value);
        }
        match cases.pop() {
            Some((_, last)) => Ok(cx.first(cases, last)),
            None => Err(self.no_object_left(cx)),
        }
    }

    /// Where a bound on the input has left none, no input within it comes here.
    fn no_object_left(&mut self, cx: Cx<'_>) -> Stuck {
        if self.bounds().contains(&Bound::Objects) {
            self.assume(cx, Terms::FALSE);
        }
        Stuck::Unsupported("conditions that contradict each other".to_owned())
    }

    /// **Field Write** [EHS16, Figs. 7 and 9, with erratum 2]; **Assignment** [VTU, Fig. 3 and Sect. 8]. A location
    /// the reference only may have keeps its old value where the guard fails.
    pub fn store(&mut self, cx: Cx<'_>, object: Ref, field: Field, value: Value) -> Result<(), Stuck> {
        if let Some(loc) = object.as_loc() {
            self.location_mut(loc).set_cell(field, value);
            return Ok(());
        }
        let targets = self.accessible(cx, object)?;
        let mut updates = Vec::new();
        for entry in &targets {
            if let Target::Loc(loc) = entry.target {
                let old = if entry.guard == Terms::TRUE { value } else { self.field(cx, loc, field)? };
                updates.push((loc, cx.first(vec![(entry.guard, value)], old)));
            }
        }
        for (loc, updated) in updates {
            self.location_mut(loc).set_cell(field, updated);
        }
        for entry in targets {
            if let Target::Sym(sym) = entry.target {
                let key = Key { object: Some(self.symbol(sym).var), index: None };
                self.map_mut(field).writes.push(Write { when: entry.guard, key, value });
            }
        }
        Ok(())
    }

    /// The targets a reference known not to be null can have; guards are relative to that knowledge.
    pub fn accessible(&mut self, cx: Cx<'_>, object: Ref) -> Result<Entries, Stuck> {
        let resolved = cx.strategy.resolve(cx, self, object)?;
        let mut entries = self.entries(cx, resolved);
        entries.retain(|entry| entry.target != Target::Loc(Loc::NULL));
        if let [only] = &mut entries[..] {
            only.guard = Terms::TRUE;
        }
        Ok(entries)
    }

    /// The value of a field of one location.
    pub fn field(&mut self, cx: Cx<'_>, loc: Loc, field: Field) -> Result<Value, Stuck> {
        let location = self.location(loc);
        if let Some(value) = location.cell(field) {
            return Ok(value);
        }
        if location.creator.is_none() {
            return Ok(cx.types.kind(field).default());
        }
        let unknown = self.demand_field(cx, loc, field);
        let value = self.value_of_unknown(cx, unknown)?;
        self.location_mut(loc).set_cell(field, value);
        Ok(value)
    }

    /// The value of a field as far as it was read or written; `None` where the input is still untouched.
    pub fn known_field(&self, loc: Loc, field: Field) -> Option<Value> {
        self.location(loc).cell(field)
    }

    fn field_of(&mut self, cx: Cx<'_>, target: Target, field: Field) -> Result<Value, Stuck> {
        match target {
            Target::Loc(loc) => self.field(cx, loc, field),
            Target::Sym(sym) => self.map_read(cx, sym, field, None),
        }
    }

    /// The input value of an input object's field: one and the same whenever it is asked for (erratum 4).
    pub(crate) fn demand_field(&mut self, cx: Cx<'_>, loc: Loc, field: Field) -> Unknown {
        if let Some(unknown) = self.location(loc).input(field) {
            return unknown;
        }
        let name = field_path(cx.types, self.location_name(loc), field);
        let exists = self.location(loc).exists;
        let origin = Origin::Inside(Target::Loc(loc));
        let kind = cx.types.kind_in(self.declared(loc), field);
        let unknown = self.new_unknown(cx, &name, kind, origin, exists);
        self.keep_limits(cx, field, unknown);
        self.relate_field(cx, loc, field, unknown);
        self.location_mut(loc).inputs.push((field, unknown));
        self.relate_numbers(cx, Target::Loc(loc), field);
        unknown
    }

    pub(crate) fn new_unknown(
        &mut self,
        cx: Cx<'_>,
        name: &str,
        kind: Kind,
        origin: Origin,
        exists: Term,
    ) -> Unknown {
        match kind {
            Kind::Ref(bound) => Unknown::Reference(self.new_symbol(cx, name, bound, origin, exists)),
            Kind::Boolean
            | Kind::Byte
            | Kind::Char
            | Kind::Short
            | Kind::Int
            | Kind::Long
            | Kind::Float
            | Kind::Double => Unknown::Number(kind.unknown(cx.terms, name)),
        }
    }

    pub(crate) fn value_of_unknown(&mut self, cx: Cx<'_>, unknown: Unknown) -> Result<Value, Stuck> {
        match unknown {
            Unknown::Number(term) => Ok(Value::of_term(cx.terms, term)),
            Unknown::Reference(sym) => Ok(Value::Ref(self.introduce(cx, sym)?)),
        }
    }

    /// `h[t]f` [VTU, Sect. 8]: the field of an input object that has no location.
    pub(crate) fn map_read(
        &mut self,
        cx: Cx<'_>,
        sym: Sym,
        field: Field,
        index: Option<Term>,
    ) -> Result<Value, Stuck> {
        let key = Key { object: Some(self.symbol(sym).var), index };
        let map = self.maps.get(&field);
        if let Some(map) = map.filter(|map| map.covers(cx, key)) {
            return Ok(map.read(cx, key, Value::NULL));
        }
        let unknown = self.demand_map(cx, sym, field, key);
        let base = self.value_of_unknown(cx, unknown)?;
        Ok(self.map_mut(field).read(cx, key, base))
    }

    pub(crate) fn map_mut(&mut self, field: Field) -> &mut History {
        if !self.maps.contains_key(&field) {
            self.maps.insert_mut(field, History::default());
        }
        self.maps.get_mut(&field).expect("inserted if it was missing")
    }

    pub(crate) fn demand_map(&mut self, cx: Cx<'_>, sym: Sym, field: Field, key: Key) -> Unknown {
        if let Some(unknown) = self.map_mut(field).unknown(key) {
            return unknown;
        }
        let unknown = self.unknown_of_symbol(cx, sym, field, key);
        self.add_congruence(cx, field, key, unknown);
        if key.index.is_none() {
            self.relate_map(cx, sym, field, unknown);
        }
        self.map_mut(field).reads.push((key, unknown));
        if key.index.is_none() {
            self.relate_numbers(cx, Target::Sym(sym), field);
        }
        unknown
    }

    fn unknown_of_symbol(&mut self, cx: Cx<'_>, sym: Sym, field: Field, key: Key) -> Unknown {
        let name = self.symbol(sym).name.clone();
        if field == LENGTH {
            return Unknown::Number(self.input_length(cx, &name));
        }
        if field == CLASS {
            let var = crate::class::class_var(cx.terms, &name);
            self.fit_symbols(cx, sym, var);
            self.fit_elements_of_symbol(cx, sym, var);
            return Unknown::Number(var);
        }
        let exists = self.symbol(sym).exists;
        let origin = Origin::Inside(Target::Sym(sym));
        match key.index {
            None => {
                let name = field_path(cx.types, &name, field);
                let kind = cx.types.kind_in(self.symbol(sym).bound, field);
                let unknown = self.new_unknown(cx, &name, kind, origin, exists);
                self.keep_limits(cx, field, unknown);
                unknown
            }
            Some(index) => {
                let kind = element_kind(cx.types, self.symbol(sym).bound);
                let name = element_name(cx.terms, &name, index);
                let unknown = self.new_unknown(cx, &name, kind, origin, exists);
                if self.symbol(sym).full {
                    self.assume_object(cx, unknown);
                }
                self.fit_new_element(cx, sym, unknown);
                unknown
            }
        }
    }

    /// Assumes that an input value is an object, if the place that holds it exists.
    pub(crate) fn assume_object(&mut self, cx: Cx<'_>, unknown: Unknown) {
        if let Unknown::Reference(sym) = unknown {
            let fact = cx.terms.implies(self.symbol(sym).exists, self.not_null(cx, sym));
            self.assume(cx, fact);
        }
    }

    /// Equal keys hold equal values.
    fn add_congruence(&mut self, cx: Cx<'_>, field: Field, key: Key, unknown: Unknown) {
        let reads = self.map_mut(field).reads.clone();
        for (known, other) in reads {
            let fact = self.congruence(cx, (key, unknown), (known, other));
            self.assume(cx, fact);
        }
    }

    pub(crate) fn congruence(
        &self,
        cx: Cx<'_>,
        (key, unknown): (Key, Unknown),
        (known, other): (Key, Unknown),
    ) -> Term {
        let term = |unknown| match unknown {
            Unknown::Number(term) => term,
            Unknown::Reference(sym) => self.symbol(sym).var,
        };
        let (term, other) = (term(unknown), term(other));
        if cx.terms.sort(term) != cx.terms.sort(other) {
            return Terms::TRUE;
        }
        cx.terms.implies(key.same(cx.terms, known), cx.terms.eq(term, other))
    }

    /// The value set of a reference with symbols replaced by what the strategy makes of them.
    pub(crate) fn introduced(&mut self, cx: Cx<'_>, reference: Ref) -> Result<Ref, Stuck> {
        if let RefKind::Loc(_) = reference.kind() {
            return Ok(reference);
        }
        let mut entries: Vec<Entry> = Vec::new();
        for entry in self.entries(cx, reference) {
            match entry.target {
                Target::Loc(_) => entries.push(entry),
                Target::Sym(sym) => {
                    let value = self.introduce(cx, sym)?;
                    let guarded =
                        |inner: Entry| Entry { guard: cx.terms.and([entry.guard, inner.guard]), ..inner };
                    entries.extend(self.entries(cx, value).into_iter().map(guarded));
                }
            }
        }
        Ok(cx.sets.reference(cx.terms, entries))
    }

    /// `L(r)` without what the path excludes at first sight. Where that is everything, nobody comes here: then all is left
    /// as it is.
    fn entries(&self, cx: Cx<'_>, reference: Ref) -> Entries {
        let all = cx.sets.entries(reference);
        let simplified = |entry: &Entry| Entry { guard: self.simplify(cx, entry.guard), ..*entry };
        let left: Entries = all.iter().map(simplified).filter(|entry| entry.guard != Terms::FALSE).collect();
        if left.is_empty() { all } else { left }
    }
}

/// Where each guard says that one and the same term is a number, and what is held there is always that number plus the same
/// amount, it is the term plus that amount: the values in the cache of `Integer.valueOf`, and of the other boxes.
fn follows_index(terms: &Terms, cases: &[(Term, Value)]) -> Option<Value> {
    if cases.len() <= FEW {
        return None;
    }
    let extensions: [Extension; 2] =
        [(Terms::sign_extend, BitVec::signed), (Terms::zero_extend, |bits| bits.unsigned() as i64)];
    extensions.into_iter().find_map(|(extend, read)| {
        let first = distance(terms, cases.first()?, read)?;
        let follows = cases.iter().all(|case| distance(terms, case, read) == Some(first));
        let (index, width, distance) = first;
        follows.then(|| {
            let index = extend(terms, index, width);
            Value::of_term(terms, terms.add(index, terms.bits(width, distance)))
        })
    })
}

/// How a narrow number becomes a wide one, and which number it stands for then.
type Extension = (fn(&Terms, Term, u8) -> Term, fn(BitVec) -> i64);

/// The term a guard says a number of, the width of the value held there, and how far the value is from that number.
fn distance(
    terms: &Terms,
    &(guard, value): &(Term, Value),
    read: fn(BitVec) -> i64,
) -> Option<(Term, u8, i64)> {
    let &TermKind::Eq(a, b) = terms.kind(guard) else { return None };
    let number = |term: Term| Some(read(terms.value(term)?.as_bits()?));
    let (index, at) = number(b).map(|at| (a, at)).or_else(|| number(a).map(|at| (b, at)))?;
    match value {
        Value::Int(value) => Some((index, 32, i64::from(value) - at)),
        Value::Long(value) => Some((index, 64, value.checked_sub(at)?)),
        Value::Float(_) | Value::Double(_) | Value::Term(_) | Value::Ref(_) => None,
    }
    .filter(|(_, width, _)| matches!(terms.sort(index), Sort::BitVec(narrow) if narrow <= *width))
}

pub(crate) fn element_kind(types: &dyn Types, array: Class) -> Kind {
    types.element(array).expect("only arrays have elements")
}

/// How the field of an object is called, and no other field of it: variables of one name are one variable.
pub(crate) fn field_path(types: &dyn Types, owner: &str, field: Field) -> String {
    let name = types.field_name(field);
    match types.hides_another(field) {
        Some(class) => format!("(({}) {owner}).{name}", types.class_name(class)),
        None => format!("{owner}.{name}"),
    }
}

/// `name[index]`, the index as it prints if that is short.
pub(crate) fn element_name(terms: &Terms, name: &str, index: Term) -> String {
    let text = terms.infix(index).to_string();
    if text.len() <= 40 { format!("{name}[{text}]") } else { format!("{name}[{index}]") }
}
